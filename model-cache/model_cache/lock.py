"""Filling in the sizes and hashes that models.yaml leaves empty, from the sources themselves."""

from __future__ import annotations

import importlib
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from functions.shared.errors import ConfigurationError, SourceError
from model_cache.catalog import Catalog, Entry, Expected, File, Https, Source
from model_cache.download import Limits, shown
from model_cache.file import parse
from model_cache.obtain import Supply
from model_cache.progress import Progress, Silent
from model_cache.schema import read_catalog
from model_cache.workplace import Workplace
from model_cache.writing import Growing, disk


@dataclass(frozen=True, slots=True)
class _Blank:
    """An empty value in the text, to be replaced between two offsets."""

    start: int
    end: int
    value: str


def lock(path: Path, progress: Progress | None = None, limits: Limits | None = None) -> int:
    """Fill the empty sizes and hashes in the file `path`, leaving all else of it; returns how many.

    A file's first source that answers says what it is; the others are held to that, and one that
    fails or disagrees is told to `progress`. Raises ConfigurationError and SourceError.
    """
    source = path.read_text(encoding="utf-8")
    catalog = read_catalog(parse(source, path), locked=False)
    with tempfile.TemporaryDirectory() as folder:
        place = Workplace(Path(folder))
        place.sweep([])
        with closing(Supply(place, limits or Limits(), progress or Silent())) as supply:
            blanks = list(_blanks(source, catalog, _Measurer(supply, place.files, progress or Silent())))
    if blanks:
        _rewrite(path, source, blanks)
    return len(blanks)


class _Measurer:
    """Asks sources what a file is."""

    def __init__(self, supply: Supply, folder: Path, progress: Progress) -> None:
        self._supply = supply
        self._target = folder / "measured"
        self._progress = progress
        self._archives: dict[str, Expected] = {}

    def archive(self, source: Https) -> Expected:
        """What the archive at the source's URL is."""
        if source.url not in self._archives:
            self._archives[source.url] = self._measure(Https(source.url), source.archive)
        return self._archives[source.url]

    def file(self, entry: Entry, file: File) -> Expected:
        """What `file` is. Raises SourceError when no source has it."""
        known, reasons = file.expected, []
        measured = False
        for source in file.sources:
            try:
                known = self._measure(self._whole(source), known)
                measured = True
            except SourceError as error:
                name = shown(source.url) if isinstance(source, Https) else str(source)
                reasons.append(f"{name}: {error}")
                self._progress.source_failed(entry.name, file.path, name, str(error))
        if not measured:
            raise SourceError(f"no source has {file.path} of {entry.name}: " + "; ".join(reasons))
        return known

    def _whole(self, source: Source) -> Source:
        if isinstance(source, Https) and source.member is not None:
            return replace(source, archive=self.archive(source))
        return source

    def _measure(self, source: Source, expected: Expected | None) -> Expected:
        self._target.unlink(missing_ok=True)
        self._supply.deliver(source, expected or Expected(None, None), self._target, lambda size: None)
        with Growing(self._target, Expected(None, None)) as found:
            return Expected(found.size, found.sha256)


def _blanks(source: str, catalog: Catalog, measurer: _Measurer) -> Iterator[_Blank]:
    models = _child(importlib.import_module("yaml").compose(source), "models")
    for name, entry in catalog.entries.items():
        files = iter(entry.files)
        for item in _child(_child(models, name), "files").value:
            each = _child(item, "each")
            hashes = [node for _, node in each.value] if each else [_child(item, "sha256")]
            yield from _of_item(item, hashes, [next(files) for _ in hashes], entry, measurer)


def _of_item(
    item: Any, hashes: list[Any], files: list[File], entry: Entry, measurer: _Measurer
) -> Iterator[_Blank]:
    """The blanks of one item of `files`: its archives', then one hash per file, and the size of them all."""
    for node, source in zip(_child(item, "sources").value, files[0].sources, strict=True):
        if isinstance(source, Https) and source.archive and None in _values(source.archive):
            yield from _filled(_child(node, "https"), measurer.archive(source))
    sizes = set()
    for node, file in zip(hashes, files, strict=True):
        if None in _values(file.expected):
            found = measurer.file(entry, file)
            sizes.add(found.size)
            if file.expected.sha256 is None:
                yield _blank(node, f"{found.sha256}")
    if len(sizes) > 1:
        raise ConfigurationError(f"models.{entry.name}: {files[0].path} and its like differ in size")
    if files[0].expected.size is None:
        yield _blank(_child(item, "size"), f"{sizes.pop()}")


def _filled(node: Any, found: Expected) -> Iterator[_Blank]:
    for key, value in (("size", found.size), ("sha256", found.sha256)):
        if _child(node, key).value in ("", "null", "~"):
            yield _blank(_child(node, key), f"{value}")


def _values(expected: Expected) -> tuple[object, object]:
    return expected.size, expected.sha256


def _child(node: Any, key: str) -> Any:
    return next((value for name, value in node.value if name.value == key), None)


def _blank(node: Any, value: str) -> _Blank:
    start, end = node.start_mark.index, node.end_mark.index
    return _Blank(start, end, value if end > start else f" {value}")


def _rewrite(path: Path, source: str, blanks: list[_Blank]) -> None:
    for blank in sorted(blanks, key=lambda each: each.start, reverse=True):
        source = source[: blank.start] + blank.value + source[blank.end :]
    read_catalog(parse(source, path))
    aside = path.with_name(f".{path.name}.locking")
    with disk(aside):
        aside.write_text(source, encoding="utf-8")
        aside.replace(path)
