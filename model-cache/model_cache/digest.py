"""The identity of a model: what goes into it, and the preparation that is a part of it."""

from __future__ import annotations

import hashlib
import importlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from functions.shared.errors import ConfigurationError
from model_cache.catalog import Entry


class Preparation(NamedTuple):
    """A module's `prepare(source, target)` with its VERSION, which changes when its output would."""

    module: str
    version: str
    run: Callable[[Path, Path], None]


def preparation_of(entry: Entry) -> Preparation | None:
    """The preparation that `entry` names. Raises ConfigurationError when the module is not one."""
    if entry.prepare is None:
        return None
    where = f"models.{entry.name}.prepare: {entry.prepare!r}"
    try:
        module = importlib.import_module(entry.prepare)
    except ImportError as error:
        raise ConfigurationError(f"{where} cannot be imported: {error}") from error
    version, run = getattr(module, "VERSION", None), getattr(module, "prepare", None)
    if not isinstance(version, str) or not callable(run):
        raise ConfigurationError(f"{where} must have VERSION, a text, and prepare(source, target)")
    return Preparation(entry.prepare, version, run)


def digest_of(entry: Entry) -> str:
    """64 hex digits that change whenever what would be published changes.

    Where the bytes come from and who needs them is no part of it.
    """
    preparation = preparation_of(entry)
    files = sorted((file.path, file.expected.size, file.expected.sha256) for file in entry.files)
    identity = {
        "name": entry.name,
        "engine": entry.engine,
        "licence": entry.licence,
        "files": files,
        "prepare": preparation and [preparation.module, preparation.version],
    }
    canonical = json.dumps(identity, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()
