"""What of the catalogue is on a node, and whether it is what was published."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from functions.shared import models
from functions.shared.errors import ModelDamaged, ModelMissing
from model_cache.catalog import Catalog, Entry
from model_cache.digest import digest_of
from model_cache.progress import Progress, Silent


@dataclass(frozen=True, slots=True)
class Status:
    """A model of the catalogue on this node; `reason` says why it is not ready, naming the file."""

    entry: Entry
    digest: str
    state: Literal["ready", "missing", "damaged"]
    reason: str = ""
    model: models.Model | None = None

    @property
    def size(self) -> int:
        """Bytes on disk as published; 0 when it is not ready."""
        return sum(file.size for file in self.model.manifest.files) if self.model else 0


def status(catalog: Catalog, root: Path, names: Iterable[str] | None = None) -> list[Status]:
    """The state of the models `names`, all for None, by READY and sizes."""
    return [_status(root, entry) for entry in catalog.named(names)]


def verify(
    catalog: Catalog, root: Path, names: Iterable[str] | None = None, progress: Progress | None = None
) -> list[Status]:
    """The same after hashing every file."""
    return [_hashed(each, progress or Silent()) for each in status(catalog, root, names)]


def _status(root: Path, entry: Entry) -> Status:
    digest = digest_of(entry)
    try:
        return Status(entry, digest, "ready", model=models.find(root, entry.name, digest))
    except ModelMissing as error:
        return Status(entry, digest, "missing", str(error))
    except ModelDamaged as error:
        return Status(entry, digest, "damaged", str(error))


def _hashed(before: Status, progress: Progress) -> Status:
    if before.model is None:
        return before
    total, done = before.size, 0

    def count(read: int) -> None:
        nonlocal done
        done += read
        progress.update(before.entry.name, "checking", done, total)

    try:
        models.verify(before.model, count)
    except ModelDamaged as error:
        return Status(before.entry, before.digest, "damaged", str(error))
    return before
