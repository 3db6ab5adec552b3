"""A real server on a real port, with the models that `make run` uses."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from model_cache.fetch import fetch
from model_cache.file import load_catalog

REPOSITORY = Path(__file__).parents[2]


@dataclass(frozen=True)
class Server:
    """A running function."""

    url: str
    process: subprocess.Popen[str]
    log: Path

    def stop(self) -> int:
        """SIGTERM, and the exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


StartServer = Callable[..., AbstractContextManager[Server]]


@pytest.fixture(scope="session")
def models() -> Path:
    """The node's models, fetched when they are not there yet."""
    root = REPOSITORY / ".models"
    fetch(load_catalog(), root)
    return root


@pytest.fixture(scope="session")
def start_server(models: Path, tmp_path_factory: pytest.TempPathFactory) -> StartServer:
    """Starts a server with the given settings on top of the tests' own."""

    @contextmanager
    def start(**settings: str) -> Iterator[Server]:
        port = _free_port()
        environment = {**os.environ, "VOICE_MODELS_DIR": str(models), "PORT": str(port)} | settings
        log = tmp_path_factory.mktemp("server") / "log"
        with log.open("w") as out:
            command = [sys.executable, "-m", "functions.synthesize"]
            process = subprocess.Popen(command, env=environment, stderr=out, text=True, cwd=REPOSITORY)
        try:
            url = f"http://127.0.0.1:{port}"
            _wait_until_ready(url, process, log)
            yield Server(url, process, log)
        finally:
            process.kill()
            process.wait()

    return start


@pytest.fixture(scope="session")
def server(start_server: StartServer) -> Iterator[Server]:
    """One server with all engines, shared by the tests that do not stop it."""
    with start_server(K_REVISION="synthesize-00001") as running:
        yield running


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    """A client of the shared server."""
    with httpx.Client(base_url=server.url, timeout=120) as client:
        yield client


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def _wait_until_ready(url: str, process: subprocess.Popen[str], log: Path) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        assert process.poll() is None, log.read_text()
        try:
            if httpx.get(f"{url}/readyz", timeout=5).status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.02)
    raise AssertionError(log.read_text())
