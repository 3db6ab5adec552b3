"""Opening the models that model-cache has published on this node; nothing here writes.

Layout: `<root>/<name>/<first 16 digits of the digest>/…` and `READY` beside the files.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from functions.shared.errors import ModelDamaged, ModelMissing
from functions.shared.models.manifest import READY, SHORT, Manifest, PublishedFile, read_manifest

#: Bytes hashed at a time: large enough that the loop costs nothing beside the hash.
_BLOCK = 1 << 20


class Model(NamedTuple):
    """A published model: the folder with its files, and what READY says of them."""

    path: Path
    manifest: Manifest


def find(root: Path, name: str, digest: str | None = None) -> Model:
    """The model `name` below `root`: the one of `digest` (16 to 64 hex digits), else the newest one.

    Checks READY and the size of each file, not the contents: this is on the cold path.
    Raises ModelMissing when no such model is published, and ModelDamaged, naming the file.
    """
    folders = _folders(root / name) if digest is None else [root / name / digest[:SHORT]]
    published = [model for model in map(_open, folders) if model is not None]
    if not published:
        raise ModelMissing(_missing(root, name, digest))
    model = max(published, key=lambda each: each.manifest.published)
    _check_identity(model, name, digest)
    for file in model.manifest.files:
        _check_size(model.path, file)
    return model


def verify(model: Model, progress: Callable[[int], None] | None = None) -> None:
    """Hash every file of `model`; `progress` is called with the number of bytes just read.

    Raises ModelDamaged naming the first file that is not what was published.
    """
    for file in model.manifest.files:
        _check_size(model.path, file)
        found = _sha256(model.path / file.path, progress)
        if found != file.sha256:
            raise ModelDamaged(f"{model.path / file.path}: has sha256 {found}, expected {file.sha256}")


def _folders(parent: Path) -> Iterable[Path]:
    try:
        return [parent / entry for entry in os.listdir(parent)]
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise ModelDamaged(f"{parent}: cannot be read: {error.strerror}") from error


def _open(folder: Path) -> Model | None:
    try:
        return Model(folder, read_manifest(folder / READY))
    except FileNotFoundError:
        return None


def _missing(root: Path, name: str, digest: str | None) -> str:
    wanted = name if digest is None else f"{name} at digest {digest}"
    return f"model {wanted} is not in {root}; to put it there: voice models fetch {name}"


def _check_identity(model: Model, name: str, digest: str | None) -> None:
    manifest = model.manifest
    if manifest.name != name or not manifest.digest.startswith(digest or model.path.name):
        raise ModelDamaged(f"{model.path / READY}: is of {manifest.name} at digest {manifest.digest}")


def _check_size(folder: Path, file: PublishedFile) -> None:
    path = folder / file.path
    try:
        found = os.lstat(path)
    except OSError as error:
        raise ModelDamaged(f"{path}: {error.strerror}, expected {file.size} bytes") from error
    if not stat.S_ISREG(found.st_mode):
        raise ModelDamaged(f"{path}: is not a regular file")
    if found.st_size != file.size:
        raise ModelDamaged(f"{path}: has {found.st_size} bytes, expected {file.size}")


def _sha256(path: Path, progress: Callable[[int], None] | None) -> str:
    import hashlib

    digest = hashlib.sha256()
    block = memoryview(bytearray(_BLOCK))
    try:
        with path.open("rb", buffering=0) as stream:
            while count := stream.readinto(block):
                digest.update(block[:count])
                if progress is not None:
                    progress(count)
    except OSError as error:
        raise ModelDamaged(f"{path}: cannot be read: {error.strerror}") from error
    return digest.hexdigest()
