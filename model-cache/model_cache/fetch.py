"""Fetching models: what a node lacks of the catalogue is brought, prepared and published."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from functions.shared.errors import ModelDamaged, ModelMissing
from functions.shared.models import Model, find
from model_cache.catalog import Catalog, Entry
from model_cache.digest import digest_of
from model_cache.download import Limits
from model_cache.progress import Meter, Progress, Silent
from model_cache.workplace import INCOMING, working


def fetch(
    catalog: Catalog,
    root: Path,
    names: Iterable[str] | None = None,
    progress: Progress | None = None,
    limits: Limits | None = None,
) -> list[Model]:
    """Publish the models `names` of `catalog` (all for None) below `root`, and return them.

    What is there already costs a look at its sizes: no network, no lock, no writing, unless an earlier
    run broke off and left something to tidy up. Raises
    ConfigurationError for an unknown name or preparation, SourceError when no source has a file, and
    ModelError when the disk or a preparation fails; models published before that stay.
    """
    # The package clients run in folders of their own, where a relative root would mean another place.
    root = root.absolute()
    entries = catalog.named(names)
    absent = [entry for entry in entries if not is_present(root, entry)]
    if absent or (root / INCOMING).exists():
        others = [entry for entry in catalog.named(None) if entry not in entries]
        _bring(absent, others, root, progress or Silent(), limits or Limits())
    return [find(root, entry.name, digest_of(entry)) for entry in entries]


def is_present(root: Path, entry: Entry) -> bool:
    """Whether the model of `entry` is published at its digest with files of the right sizes."""
    try:
        find(root, entry.name, digest_of(entry))
    except (ModelMissing, ModelDamaged):
        return False
    return True


def _bring(entries: list[Entry], others: list[Entry], root: Path, progress: Progress, limits: Limits) -> None:
    """Publish `entries`; what is left of broken-off fetches of `others` stays for theirs."""
    # Only a fetch with something to do pays for these imports.
    from model_cache.obtain import Supply
    from model_cache.publish import publish

    with working(root, progress) as place:
        place.sweep([*entries, *others])
        with closing(Supply(place, limits, progress)) as supply:
            for entry in entries:
                if is_present(root, entry):
                    continue
                place.check_space(entry)
                meter = Meter(progress, entry.name, entry.size)
                files = {file.path: supply.obtain(entry, file, meter) for file in entry.files}
                publish(place, entry, files, progress)
                progress.update(entry.name, "done", entry.size, entry.size)
        place.clear(others)
