"""Where a root's writer works: `.incoming`, on the same disk, under a lock."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterable, Iterator, Set
from contextlib import contextmanager
from pathlib import Path

from functions.shared.errors import ModelError
from model_cache.catalog import Entry, Https
from model_cache.progress import Progress
from model_cache.writing import disk

#: The writer's folder below a root; readers never look there.
INCOMING = ".incoming"

#: Copies of a file's bytes that a fetch may hold at once: in an archive, as fetched, as prepared.
_COPIES = 3


class Workplace:
    """The folders below `<root>/.incoming`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / INCOMING
        #: Complete files under their sha256, and growing ones under `<sha256>.part`.
        self.files = self.folder / "files"
        self.archives = self.folder / "archives"
        self.staging = self.folder / "staging"

    def sweep(self, kept: Iterable[Entry]) -> None:
        """Remove what earlier runs left, but for files of `kept`, which are taken up again."""
        hashes = {sha256 for entry in kept for sha256 in _hashes(entry)}
        with disk(self.folder):
            for folder in (self.archives, self.staging):
                shutil.rmtree(folder, ignore_errors=True)
            self.files.mkdir(parents=True, exist_ok=True)
            for path in self.files.iterdir():
                if path.stem not in hashes:
                    path.unlink()

    def clear(self, kept: Iterable[Entry]) -> None:
        """The same at the end of a run: when nothing is left to take up, not even the folder stays."""
        self.sweep(kept)
        if not any(self.files.iterdir()):
            shutil.rmtree(self.folder, ignore_errors=True)

    def check_space(self, entry: Entry) -> None:
        """Raise ModelError when the disk cannot hold `entry` while it is made."""
        here = sum(path.stat().st_size for path in self.files.iterdir())
        needed = max(_COPIES * entry.size - here, 0)
        free = shutil.disk_usage(self.root).free
        if free < needed:
            raise ModelError(
                f"{self.root}: {entry.name} needs {needed:,} bytes of free space, and there are {free:,}"
            )


@contextmanager
def working(root: Path, progress: Progress) -> Iterator[Workplace]:
    """The workplace of `root`, alone: another writer's end is waited for.

    On file systems without locks (some NFS and Lustre) a root must have one writer by arrangement, as
    the DaemonSet is; a second one could spoil a fetch, but never what is published.
    """
    with disk(root):
        root.mkdir(parents=True, exist_ok=True)
        handle = os.open(root / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        _lock(handle, progress)
        yield Workplace(root)
    finally:
        os.close(handle)


def _lock(handle: int, progress: Progress) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        progress.update("another fetch", "waiting", 0, 0)
        fcntl.flock(handle, fcntl.LOCK_EX)
    except OSError:
        return


def _hashes(entry: Entry) -> Set[str]:
    archives = (s.archive for file in entry.files for s in file.sources if isinstance(s, Https))
    expected = [*(file.expected for file in entry.files), *archives]
    return {each.sha256 for each in expected if each is not None and each.sha256 is not None}
