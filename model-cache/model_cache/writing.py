"""Writing files that survive a crash: hashed while written, flushed to disk, renamed last."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from functions.shared.errors import ModelError, SourceError
from model_cache.catalog import Expected

#: Bytes read at a time: the loop then costs nothing beside the hash, and memory stays flat.
BLOCK = 1 << 20


@contextmanager
def disk(path: Path) -> Iterator[None]:
    """Turn a fault of the disk (full, read-only) while writing `path` into a ModelError."""
    try:
        yield
    except OSError as error:
        raise ModelError(f"{path}: cannot be written: {error.strerror or error}") from error


def flush_folder(folder: Path) -> None:
    """Make the names in `folder` durable."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class Growing:
    """A file that grows under a name that nobody reads; what was there before is kept and hashed.

    Faults of the disk are ModelError; bytes that are not what is expected are SourceError.
    """

    def __init__(self, path: Path, expected: Expected) -> None:
        self.path = path
        self.expected = expected
        self.size = 0
        with disk(path):
            self._stream = path.open("a+b", buffering=0)
            self._hash = hashlib.sha256()
            self._take_up()

    def __enter__(self) -> Growing:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stream.close()

    def _take_up(self) -> None:
        self._stream.seek(0)
        while block := self._stream.read(BLOCK):
            self._hash.update(block)
            self.size += len(block)
        if self.expected.size is not None and self.size > self.expected.size:
            self.restart()

    def restart(self) -> None:
        """Forget all bytes."""
        with disk(self.path):
            self._stream.truncate(0)
        self._hash = hashlib.sha256()
        self.size = 0

    def write(self, block: bytes) -> None:
        """Append `block`. Raises SourceError when the file grows beyond its size."""
        if self.expected.size is not None and self.size + len(block) > self.expected.size:
            raise SourceError(f"gave more than the {self.expected.size:,} bytes that were expected")
        with disk(self.path):
            view = memoryview(block)
            while view:
                view = view[self._stream.write(view) :]
        self._hash.update(block)
        self.size += len(block)

    @property
    def sha256(self) -> str:
        """Hash of the bytes so far, in hex."""
        return self._hash.hexdigest()

    def flush(self) -> None:
        """Make the bytes so far durable."""
        with disk(self.path):
            os.fsync(self._stream.fileno())

    def finish(self, target: Path) -> None:
        """Check size and hash, flush, and rename to `target`.

        Bytes that fail the check are forgotten, so that nobody resumes them. Raises SourceError.
        """
        size, sha256 = self.size, self.sha256
        if self.expected.size not in (None, size):
            self.restart()
            raise SourceError(f"gave {size:,} bytes where {self.expected.size:,} were expected")
        if self.expected.sha256 not in (None, sha256):
            self.restart()
            raise SourceError(f"gave bytes with sha256 {sha256} where {self.expected.sha256} was expected")
        self.flush()
        with disk(target):
            self.path.replace(target)
            flush_folder(target.parent)
