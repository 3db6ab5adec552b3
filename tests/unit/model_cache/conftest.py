from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import functions
from model_cache.catalog import Catalog, Entry, Expected, File, Https
from model_cache.download import Limits

#: Large enough for several reads and a break in the middle, small enough for a fast test.
CONTENT = bytes(i * i % 251 for i in range(300_000))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "network: asks a real package registry")


@dataclass
class Server:
    """A web server that answers, and misbehaves, as each path's list of faults says."""

    url: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    faults: dict[str, list[Callable[[Any], bool]]] = field(default_factory=dict)
    requests: list[tuple[str, str | None]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    state: Server

    def do_GET(self) -> None:
        self.state.requests.append((self.path, self.headers.get("Range")))
        self.state.headers.append(dict(self.headers))
        faults = self.state.faults.get(self.path, [])
        if faults and faults.pop(0)(self):
            return
        self.answer()

    def answer(self, *, sent: int | None = None, ranges: bool = True) -> None:
        content = self.state.files.get(self.path)
        if content is None:
            self.send_error(404)
            return
        asked = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", "")) if ranges else None
        start = int(asked[1]) if asked else 0
        if start >= len(content):
            self.send_error(416)
            return
        self.send_response(206 if asked else 200)
        self.send_header("Content-Length", str(len(content) - start))
        if asked:
            self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        self.end_headers()
        self.wfile.write(content[start:][:sent])
        self.close_connection = sent is not None

    def log_message(self, format: str, *args: object) -> None:
        pass


class Faults:
    """What a request may meet; each handles the request and says that it did."""

    @staticmethod
    def cut(sent: int) -> Callable[[Any], bool]:
        return lambda handler: handler.answer(sent=sent) or True

    @staticmethod
    def status(code: int) -> Callable[[Any], bool]:
        return lambda handler: handler.send_error(code) or True

    @staticmethod
    def whole(handler: Any) -> bool:
        handler.answer(ranges=False)
        return True

    @staticmethod
    def page(handler: Any) -> bool:
        body = b"<html>please log in</html>"
        handler.send_response(200)
        handler.send_header("Content-Type", "text/html")
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)
        return True

    @staticmethod
    def stall(handler: Any) -> bool:
        handler.answer(sent=1000)
        time.sleep(0.5)
        return True

    @staticmethod
    def redirect(target: str) -> Callable[[Any], bool]:
        def fault(handler: Any) -> bool:
            handler.send_response(302)
            handler.send_header("Location", target)
            handler.send_header("Content-Length", "0")
            handler.end_headers()
            return True

        return fault


@pytest.fixture
def faults() -> type[Faults]:
    return Faults


@pytest.fixture
def server() -> Iterator[Server]:
    state = Server()
    handler = type("Bound", (Handler,), {"state": state})
    listening = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=listening.serve_forever, args=(0.01,))
    thread.start()
    state.url = f"http://127.0.0.1:{listening.server_address[1]}"
    state.files["/model.bin"] = CONTENT
    yield state
    listening.shutdown()
    thread.join()
    listening.server_close()


@pytest.fixture
def limits() -> Limits:
    return Limits(stall=0.2, deadline=20, attempts=3, backoff=0.01)


@pytest.fixture
def content() -> bytes:
    return CONTENT


@pytest.fixture
def entry(server: Server) -> Entry:
    """A model of one file that the server has."""
    expected = Expected(len(CONTENT), sha256(CONTENT).hexdigest())
    file = File("weights/model.bin", expected, (Https(f"{server.url}/model.bin"),))
    return Entry("tiny", "none", "MIT", ("synthesize",), None, (file,))


@pytest.fixture
def catalog(entry: Entry) -> Catalog:
    return Catalog({entry.name: entry})


class Recorder:
    """A progress that remembers what it was told."""

    def __init__(self) -> None:
        self.updates: list[tuple[str, str, int, int]] = []
        self.failures: list[tuple[str, str, str, str]] = []

    def update(self, *told: Any) -> None:
        self.updates.append(told)

    def source_failed(self, *told: Any) -> None:
        self.failures.append(told)


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


@pytest.fixture
def prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Entry, str], Entry]]:
    """Gives an entry a preparation, written as source text, in a module below `functions`."""
    folder = tmp_path / "modules"
    folder.mkdir()
    monkeypatch.setattr(functions, "__path__", [*functions.__path__, str(folder)])
    names: list[str] = []

    def make(entry: Entry, source: str) -> Entry:
        name = f"prepare_{len(names)}_{tmp_path.name}".replace("-", "_").replace("[", "_").replace("]", "_")
        (folder / f"{name}.py").write_text(source)
        names.append(f"functions.{name}")
        return replace(entry, prepare=names[-1])

    yield make
    for name in names:
        sys.modules.pop(name, None)
        if hasattr(functions, name.partition(".")[2]):
            delattr(functions, name.partition(".")[2])
