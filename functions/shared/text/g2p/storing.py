"""Writing the files that `store` opens."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

#: Adds rows to a table; their order does not matter.
Insert = Callable[[str, Sequence[tuple[Any, ...]]], None]


@contextmanager
def new_store(path: Path, schema: str, version: int) -> Iterator[Insert]:
    """A fresh file at `path`, stamped with `version`. The same rows give the same bytes."""
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; {schema}")

        def insert(table: str, rows: Sequence[tuple[Any, ...]]) -> None:
            ordered = sorted(rows)
            places = ", ".join("?" * len(ordered[0]))
            connection.executemany(f"INSERT INTO {table} VALUES ({places})", ordered)

        yield insert
        connection.execute(f"PRAGMA user_version={version}")
        connection.commit()
        connection.execute("VACUUM")
