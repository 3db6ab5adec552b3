"""READY: the manifest that makes a folder of files a published model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from functions.shared.errors import ModelDamaged

#: The manifest's file name; it is written last, so a folder without it does not exist for a reader.
READY = "READY"

#: Hexadecimal digits of a digest that name its folder: with the prefix it still fits a Kubernetes
#: label's 63 characters, and 64 bits cannot collide by chance on one node.
SHORT = 16


class PublishedFile(NamedTuple):
    """A file of a model: `path` relative to the model's folder, `size` in bytes, `sha256` in hex."""

    path: str
    size: int
    sha256: str


class Manifest(NamedTuple):
    """What READY says. `digest` has 64 hex digits; `published` is ISO 8601 in UTC, of fixed width."""

    name: str
    digest: str
    engine: str
    licence: str
    published: str
    files: tuple[PublishedFile, ...]


def read_manifest(ready: Path) -> Manifest:
    """Read the READY file at `ready`.

    Raises ModelDamaged when it is not a manifest, and FileNotFoundError when it is not there.
    """
    try:
        fields = json.loads(ready.read_bytes())
        return Manifest(
            name=str(fields["name"]),
            digest=str(fields["digest"]),
            engine=str(fields["engine"]),
            licence=str(fields["licence"]),
            published=str(fields["published"]),
            files=tuple(_file(each) for each in fields["files"]),
        )
    except (FileNotFoundError, NotADirectoryError):
        raise FileNotFoundError(ready) from None
    except OSError as error:
        raise ModelDamaged(f"{ready}: cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise ModelDamaged(f"{ready}: is not a manifest as model-cache writes it") from error


def _file(fields: dict[str, object]) -> PublishedFile:
    return PublishedFile(str(fields["path"]), int(str(fields["size"])), str(fields["sha256"]))
