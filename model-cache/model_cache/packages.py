"""Package archives, fetched by the registry's own client so that the user's configuration holds."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from functions.shared.errors import SourceError
from model_cache.archive import Archive
from model_cache.catalog import Client
from model_cache.download import Limits
from model_cache.writing import disk

#: Seconds between two looks at a running client.
_LOOK = 0.1


class Shelf:
    """The archives of one fetch: each is fetched once, and so is each failure."""

    def __init__(self, folder: Path, limits: Limits) -> None:
        self._folder = folder
        self._limits = limits
        self._known: dict[tuple[str, str, str], Archive | SourceError] = {}

    def close(self) -> None:
        """Close and remove all archives."""
        for archive in self._known.values():
            if isinstance(archive, Archive):
                archive.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def archive(self, client: Client, package: str, version: str, moving: Callable[[int], None]) -> Archive:
        """The archive of the package; `moving` is told the bytes arrived. Raises SourceError."""
        key = (client, package, version)
        if key not in self._known:
            try:
                self._known[key] = self._fetch(client, package, version, moving)
            except SourceError as error:
                self._known[key] = error
        known = self._known[key]
        if isinstance(known, SourceError):
            raise known
        return known

    def _fetch(self, client: Client, package: str, version: str, moving: Callable[[int], None]) -> Archive:
        with disk(self._folder):
            self._folder.mkdir(parents=True, exist_ok=True)
            folder = Path(tempfile.mkdtemp(dir=self._folder))
        command = _pip(package, version, folder) if client == "pypi" else _npm(package, version, folder)
        _run(command, folder, self._limits.deadline, moving)
        found = [path for path in folder.iterdir() if path.suffix in (".whl", ".tgz")]
        if len(found) != 1:
            raise SourceError(f"{client} left no archive of {package} {version}")
        return Archive(found[0])


def _pip(package: str, version: str, folder: Path) -> list[str]:
    if importlib.util.find_spec("pip") is None:
        raise SourceError("is not available here: pip is not installed in this Python")
    options = ["--quiet", "--no-input", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"]
    return [sys.executable, "-m", "pip", "download", *options, "--dest", str(folder), f"{package}=={version}"]


def _npm(package: str, version: str, folder: Path) -> list[str]:
    npm = shutil.which("npm")
    if npm is None:
        raise SourceError("is not available here: npm is not installed")
    options = ["--loglevel=error", "--ignore-scripts", "--pack-destination", str(folder)]
    return [npm, "pack", *options, f"{package}@{version}"]


def _run(command: list[str], folder: Path, deadline: float, moving: Callable[[int], None]) -> None:
    """Run `command` in `folder`, its temporary files there too, so that a later run removes them."""
    end = time.monotonic() + deadline
    log = folder / "log"
    with log.open("wb") as out:
        child = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, "TMPDIR": str(folder)},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
        )
        try:
            while (code := _code(child)) is None:
                moving(_arrived(folder))
                if time.monotonic() > end:
                    raise SourceError(f"took longer than {deadline:.0f} s")
        finally:
            if child.poll() is None:
                child.kill()
                child.wait()
    if code != 0:
        raise SourceError(_reason(log.read_text(errors="replace"), code))


def _code(child: subprocess.Popen[bytes]) -> int | None:
    try:
        return child.wait(_LOOK)
    except subprocess.TimeoutExpired:
        return None


def _arrived(folder: Path) -> int:
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(parent, name)).st_size
            except FileNotFoundError:
                continue
    return total


def _reason(log: str, code: int) -> str:
    """The line in which the client says what went wrong, without the user and password of a URL."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    telling = [
        line for line in lines if re.match(r"(ERROR|npm (error|ERR!)) (?!code)", line.replace(":", " ", 1))
    ]
    line = (telling or lines or [f"failed with exit status {code}"])[0]
    return re.sub(r"//[^/\s@]+@", "//", line)[:300]
