"""The schema of models.yaml: which keys it has, and what each may hold."""

from __future__ import annotations

from collections.abc import Iterator

from functions.shared.errors import ConfigurationError
from functions.shared.models import READY
from model_cache import strict
from model_cache.catalog import Catalog, Entry, File
from model_cache.source_schema import Context, read_expected, read_source

#: Names a Kubernetes label can carry.
_NAME = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_PREPARE = r"functions(\.[a-z_][a-z0-9_]*)+"
_EACH = r"[A-Za-z0-9][A-Za-z0-9_.-]*"
_FUNCTIONS = ("synthesize", "clone")


def read_catalog(document: object, *, locked: bool = True) -> Catalog:
    """The catalogue that `document` (plain values) describes.

    `locked=False` also takes empty sizes and hashes. Raises ConfigurationError.
    """
    models = strict.mapping(strict.fields(document, "models.yaml", ["models"])["models"], "models")
    return Catalog({name: _entry(name, value, locked) for name, value in models.items()})


def _entry(name: str, value: object, locked: bool) -> Entry:
    where = f"models.{name}"
    strict.text(name, where, _NAME, "must be lower-case letters, digits and -, at most 63")
    given = strict.fields(value, where, ["engine", "licence", "needed_by", "files"], ["prepare"])
    listed = strict.sequence(given["files"], f"{where}.files")
    files = [file for i, each in enumerate(listed) for file in _files(each, f"{where}.files[{i}]", locked)]
    _check_paths(files, f"{where}.files")
    return Entry(
        name=name,
        engine=strict.text(given["engine"], f"{where}.engine", _NAME, "must be the name of an engine"),
        licence=strict.text(given["licence"], f"{where}.licence", r"[ -~]+", "must be an SPDX expression"),
        needed_by=_needed_by(given["needed_by"], f"{where}.needed_by"),
        prepare=_prepare(given.get("prepare"), f"{where}.prepare"),
        files=tuple(files),
    )


def _needed_by(value: object, where: str) -> tuple[str, ...]:
    names = strict.sequence(value, where)
    for name in names:
        if name not in _FUNCTIONS:
            strict.wrong(where, name, f"must be one of: {', '.join(_FUNCTIONS)}")
    return tuple(str(name) for name in names)


def _prepare(value: object, where: str) -> str | None:
    if value is None:
        return None
    return strict.text(value, where, _PREPARE, "must be a module whose name begins with functions.")


def _files(value: object, where: str, locked: bool) -> Iterator[File]:
    """One file, or with `each` (key -> sha256) one per key, which stands where {each} is written."""
    kind = "each" if isinstance(value, dict) and "each" in value else "sha256"
    given = strict.fields(value, where, ["path", "size", kind, "sources"])
    if kind == "sha256":
        yield _file(given, where, given["sha256"], Context(where, locked))
        return
    if "{each}" not in str(given["path"]):
        strict.wrong(f"{where}.path", given["path"], "must hold {each}")
    for key, sha256 in strict.mapping(given["each"], f"{where}.each").items():
        place = f"{where}.each.{key}"
        strict.text(key, place, _EACH, "must be letters, digits, _ . and -")
        yield _file(given, place, sha256, Context(where, locked, key))


def _file(given: dict[str, object], place: str, sha256: object, context: Context) -> File:
    where = context.where
    sources = strict.sequence(given["sources"], f"{where}.sources")
    return File(
        path=context.filled(strict.relative_path(given["path"], f"{where}.path")),
        expected=read_expected(given["size"], f"{where}.size", sha256, place, context.locked),
        sources=tuple(read_source(each, f"{where}.sources[{i}]", context) for i, each in enumerate(sources)),
    )


def _check_paths(files: list[File], where: str) -> None:
    taken: set[str] = set()
    for path in sorted(file.path for file in files):
        parents = ["/".join(path.split("/")[:depth]) for depth in range(1, path.count("/") + 1)]
        if path in taken or path == READY or taken.intersection(parents):
            raise ConfigurationError(f"{where}: the path {path!r} is already taken")
        taken.add(path)
