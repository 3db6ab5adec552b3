"""Members of archives: wheels and npz (zip), npm tarballs (tar.gz)."""

from __future__ import annotations

import gzip
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from functions.shared.errors import SourceError
from model_cache.catalog import Expected, Format
from model_cache.writing import BLOCK, Growing

_DAMAGED = (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, gzip.BadGzipFile, NotImplementedError)


class Archive:
    """An archive whose members are read in any order. Raises SourceError when it is damaged."""

    def __init__(self, path: Path) -> None:
        with _readable():
            if path.suffix == ".tgz":
                # Unpacked once: a compressed tar would be read from its start for each member.
                self._file: zipfile.ZipFile | tarfile.TarFile = tarfile.TarFile(_unpacked(path))
            else:
                self._file = zipfile.ZipFile(path)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def copy(self, member: str, into: Growing, form: Format = "raw") -> None:
        """Append the bytes of `member` to `into`; with "npy" without the array's header."""
        with _readable(), self._open(member) as stream:
            if form == "npy":
                _skip_header(stream)
            while block := stream.read(BLOCK):
                into.write(block)

    def _open(self, member: str) -> IO[bytes]:
        try:
            if isinstance(self._file, zipfile.ZipFile):
                return self._file.open(member)
            stream = self._file.extractfile(member)
        except KeyError as error:
            raise SourceError(f"has no member {member}") from error
        if stream is None:
            raise SourceError(f"has no file as member {member}")
        return stream


@contextmanager
def _readable() -> Iterator[None]:
    try:
        yield
    except _DAMAGED as error:
        raise SourceError(f"gave a damaged archive: {error}") from error


def _unpacked(path: Path) -> Path:
    target = path.with_suffix(".tar")
    with gzip.open(path) as source, Growing(target, Expected(None, None)) as out:
        while block := source.read(BLOCK):
            out.write(block)
    return target


def _skip_header(stream: IO[bytes]) -> None:
    """Go to the data of a .npy: magic (6 bytes), version (2), length (2, or 4 from version 2 on), text."""
    start = stream.read(8)
    if start[:6] != b"\x93NUMPY":
        raise SourceError("has a member that is no NumPy array")
    length = stream.read(2 if start[6] == 1 else 4)
    stream.read(int.from_bytes(length, "little"))
