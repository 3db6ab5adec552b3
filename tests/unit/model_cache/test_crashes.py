"""Processes killed, and disks filled, at every step of a fetch."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from functions.shared.errors import ModelError, ModelMissing
from functions.shared.models import find, verify
from model_cache.catalog import Catalog, Entry
from model_cache.download import Limits
from model_cache.fetch import fetch

#: A fetch in a process of its own that stops for ever when `when` comes to be in the folder `root`.
SCRIPT = """
import sys, time
from pathlib import Path
import functions
root, modules, url, size, sha256, when = sys.argv[1:]
functions.__path__.append(modules)
from model_cache.catalog import Catalog, Entry, Expected, File, Https
from model_cache.fetch import fetch

def stop(event, arguments):
    if event == when.partition(":")[0] and when.partition(":")[2] in str(arguments):
        print("stopped", flush=True)
        time.sleep(60)

file = File("model.bin", Expected(int(size), sha256), (Https(url),))
entry = Entry("tiny", "none", "MIT", ("synthesize",), "functions.killed_prepare", (file,))
print("started", flush=True)
sys.addaudithook(stop)
fetch(Catalog({"tiny": entry}), Path(root))
print("done", flush=True)
"""

PREPARE = """
VERSION = "1"
def prepare(source, target):
    (target / "first.bin").write_bytes(b"1" * 70000)
    (target / "second.bin").write_bytes((source / "model.bin").read_bytes())
"""

#: The steps at which the process is killed: an event of the interpreter and a word in what it is about.
STEPS = [
    "os.mkdir:.incoming",
    "open:.part",
    "os.rename:files",
    "os.link:source",
    "open:first.bin",
    "open:second.bin",
    "os.chmod:second.bin",
    "open:READY",
    "os.rename:staging",
]


def start(root: Path, modules: Path, url: str, content: bytes, when: str) -> subprocess.Popen[str]:
    modules.mkdir(exist_ok=True)
    (modules / "killed_prepare.py").write_text(PREPARE)
    about = [str(root), str(modules), url, str(len(content)), sha256(content).hexdigest(), when]
    return subprocess.Popen([sys.executable, "-c", SCRIPT, *about], stdout=subprocess.PIPE, text=True)


def is_whole(root: Path) -> bool:
    """Whether a reader sees the model; seeing a part of it fails the test."""
    try:
        verify(find(root, "tiny"))
    except ModelMissing:
        return False
    return True


def finish(root: Path, modules: Path, url: str, content: bytes) -> None:
    with start(root, modules, url, content, "none") as process:
        assert process.wait(30) == 0
    assert is_whole(root)
    assert sorted(os.listdir(root)) == [".lock", "tiny"]
    assert len(os.listdir(root / "tiny")) == 1


@pytest.mark.parametrize("step", STEPS)
def test_a_fetch_killed_at_any_step_shows_nothing_and_the_next_one_ends_it(
    step: str, server: Any, content: bytes, tmp_path: Path
) -> None:
    root, modules, url = tmp_path / "root", tmp_path / "modules", f"{server.url}/model.bin"
    with start(root, modules, url, content, step) as process:
        assert process.stdout is not None
        assert [process.stdout.readline() for _ in range(2)] == ["started\n", "stopped\n"]
        process.send_signal(signal.SIGKILL)
    assert not is_whole(root)
    finish(root, modules, url, content)


def test_a_fetch_killed_after_publishing_has_published_and_the_next_one_tidies_up(
    server: Any, content: bytes, tmp_path: Path
) -> None:
    root, modules, url = tmp_path / "root", tmp_path / "modules", f"{server.url}/model.bin"
    with start(root, modules, url, content, "os.remove:/files/") as process:
        assert process.stdout is not None
        assert [process.stdout.readline() for _ in range(2)] == ["started\n", "stopped\n"]
        process.send_signal(signal.SIGKILL)
    assert is_whole(root)
    assert (root / ".incoming").exists()
    server.requests.clear()
    finish(root, modules, url, content)
    assert server.requests == []


def test_a_fetch_killed_at_random_moments_never_shows_a_part(
    server: Any, content: bytes, tmp_path: Path
) -> None:
    root, modules, url = tmp_path / "root", tmp_path / "modules", f"{server.url}/model.bin"
    for tenth in range(6):
        with start(root, modules, url, content, "none") as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(tenth / 100)
            process.send_signal(signal.SIGKILL)
        is_whole(root)
    finish(root, modules, url, content)


def test_a_second_fetch_waits_for_the_first_and_then_has_nothing_to_do(
    catalog: Catalog, tmp_path: Path, limits: Limits, recorder: Any, server: Any
) -> None:
    with (tmp_path / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        waiting = threading.Thread(target=fetch, args=(catalog, tmp_path, None, recorder, limits))
        waiting.start()
        while not recorder.updates:
            time.sleep(0.001)
        assert recorder.updates == [("another fetch", "waiting", 0, 0)]
        assert server.requests == []
    waiting.join(20)
    assert is_whole(tmp_path)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of 1 MiB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip("a small file system can be mounted by root only")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_too_small_a_disk_is_refused_before_the_download(
    catalog: Catalog, small_disk: Path, server: Any, limits: Limits
) -> None:
    (small_disk / "other").write_bytes(bytes(400_000))
    with pytest.raises(ModelError, match="tiny needs 900,000 bytes of free space"):
        fetch(catalog, small_disk, limits=limits)
    assert server.requests == []


def test_a_disk_that_fills_while_preparing_shows_nothing_and_the_next_fetch_ends_it(
    entry: Entry, prepared: Any, small_disk: Path, limits: Limits
) -> None:
    greedy = "VERSION = '1'\ndef prepare(source, target):\n    (target / 'big').write_bytes(bytes(2 << 20))\n"
    with pytest.raises(ModelError, match="No space left"):
        fetch(Catalog({"tiny": prepared(entry, greedy)}), small_disk, limits=limits)
    assert not is_whole(small_disk)
    fetch(Catalog({"tiny": entry}), small_disk, limits=limits)
    assert is_whole(small_disk)


def test_a_disk_that_fills_while_downloading_is_a_fault_of_the_disk(
    entry: Entry, small_disk: Path, server: Any, limits: Limits
) -> None:
    def fill(handler: Any) -> bool:
        (small_disk / "other").write_bytes(bytes(900_000))
        return False

    server.faults["/model.bin"] = [fill]
    with pytest.raises(ModelError, match="No space left"):
        fetch(Catalog({"tiny": entry}), small_disk, limits=limits)
    assert not is_whole(small_disk)
