"""Read-only SQLite files with what a front end knows, shared between threads.

SQLite maps the file into memory, so opening costs well under a millisecond, a process holds only the pages it
has touched, and the processes of a node share them.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from threading import Lock
from typing import Any

from functions.shared.errors import ModelDamaged, ModelMissing

#: More than the largest file made here; the mapping takes address space, not memory.
_MAPPED_BYTES = 256 << 20


class Store:
    """One prepared file. Rows come back as tuples; callers keep their own caches of what they decode."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._lock = Lock()

    def row(self, query: str, key: str) -> tuple[Any, ...] | None:
        """First row of `query` for `key`, or None. A key that is not valid Unicode is in no file."""
        try:
            with self._lock:
                found: tuple[Any, ...] | None = self._connection.execute(query, (key,)).fetchone()
        except UnicodeEncodeError:
            return None
        return found

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """All rows of `query`."""
        with self._lock:
            return self._connection.execute(query).fetchall()


def open_store(path: Path, version: int) -> Store:
    """Open a prepared file.

    `version` is the number its preparation stamped on it (SQLite's `user_version`). Raises ModelMissing when
    the file is not there and ModelDamaged when it is not such a file, or one of another version.
    """
    if not path.is_file():
        raise ModelMissing(f"{path} is not on this node: prepare it first")
    try:
        connection = _connect(path)
        (found,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.DatabaseError as error:
        raise ModelDamaged(f"{path} cannot be read: {error}") from error
    if found != version:
        connection.close()
        raise ModelDamaged(f"{path} has version {found} where {version} is needed: prepare it again")
    return Store(connection)


def _connect(path: Path) -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    connection = sqlite3.connect(address, uri=True, check_same_thread=False, isolation_level=None)
    connection.execute(f"PRAGMA mmap_size={_MAPPED_BYTES}")
    return connection
