"""From fetched files to a published model: prepare, hash, flush, READY, and one rename."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from functions.shared.errors import ModelError
from functions.shared.models import READY, SHORT
from model_cache.catalog import Entry, Expected
from model_cache.digest import digest_of, preparation_of
from model_cache.progress import Progress
from model_cache.workplace import Workplace
from model_cache.writing import Growing, disk, flush_folder


def publish(place: Workplace, entry: Entry, files: Mapping[str, Path], progress: Progress) -> None:
    """Make `files` (by their path in the model) the published model of `entry`.

    A reader sees all of it or nothing. Raises ModelError when it cannot be prepared or written.
    """
    shutil.rmtree(place.staging, ignore_errors=True)
    staged = place.staging / "target"
    with disk(staged):
        staged.mkdir(parents=True)
    _prepare(place, entry, files, staged, progress)
    digest = digest_of(entry)
    with disk(staged):
        _seal(staged, entry, digest, progress)
        _move(staged, place.root / entry.name / digest[:SHORT], place.staging / "replaced")
    shutil.rmtree(place.staging, ignore_errors=True)


def _prepare(
    place: Workplace, entry: Entry, files: Mapping[str, Path], staged: Path, progress: Progress
) -> None:
    preparation = preparation_of(entry)
    if preparation is None:
        _lay_out(files, staged)
        return
    source = place.staging / "source"
    _lay_out(files, source)
    progress.update(entry.name, "preparing", 0, 0)
    try:
        preparation.run(source, staged)
    except Exception as error:  # whatever a graph library raises, the model cannot be prepared
        raise ModelError(f"{entry.name} cannot be prepared: {type(error).__name__}: {error}") from error


def _lay_out(files: Mapping[str, Path], folder: Path) -> None:
    for path, found in files.items():
        target = folder / path
        with disk(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                target.hardlink_to(found)
            except OSError:
                shutil.copyfile(found, target)  # a file system without hard links


def _seal(staged: Path, entry: Entry, digest: str, progress: Progress) -> None:
    """Hash and flush every file, then write READY: it never tells of bytes that are not on disk."""
    found = list(staged.rglob("*"))
    folders = [path for path in found if path.is_dir() and not path.is_symlink()]
    paths = sorted(set(found) - set(folders))
    total = sum(path.lstat().st_size for path in paths)
    listed, done = [], 0
    for path in paths:
        listed.append(_sealed(path, staged))
        done += path.lstat().st_size
        progress.update(entry.name, "checking", done, total)
    if not listed:
        raise ModelError(f"{entry.name} cannot be prepared: nothing came of it")
    for folder in [staged, *folders]:
        folder.chmod(0o755)
        flush_folder(folder)
    _write_ready(staged, entry, digest, listed)


def _sealed(path: Path, staged: Path) -> dict[str, object]:
    if path.is_symlink() or not path.is_file():
        raise ModelError(f"{path.relative_to(staged)}: the prepared model holds something that is no file")
    path.chmod(0o644)  # functions run as another user
    with Growing(path, Expected(None, None)) as file:
        file.flush()
        return {"path": path.relative_to(staged).as_posix(), "size": file.size, "sha256": file.sha256}


def _write_ready(staged: Path, entry: Entry, digest: str, files: list[dict[str, object]]) -> None:
    manifest = {
        "name": entry.name,
        "digest": digest,
        "engine": entry.engine,
        "licence": entry.licence,
        "published": datetime.now(UTC).isoformat(timespec="microseconds"),
        "files": files,
    }
    ready = staged / READY
    with ready.open("w", encoding="utf-8") as stream:
        json.dump(manifest, stream, indent=1)
        stream.flush()
        os.fsync(stream.fileno())
    ready.chmod(0o644)
    flush_folder(staged)


def _move(staged: Path, target: Path, replaced: Path) -> None:
    """Rename into place; a damaged model there goes first, for a folder cannot replace a full one."""
    target.parent.mkdir(exist_ok=True)
    target.parent.chmod(0o755)
    if target.exists():
        target.rename(replaced)
    staged.rename(target)
    flush_folder(target.parent)
    flush_folder(target.parent.parent)
