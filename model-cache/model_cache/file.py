"""models.yaml: where it is, and YAML that does not let a key be given twice."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from functions.shared.errors import ConfigurationError
from model_cache.catalog import Catalog
from model_cache.schema import read_catalog

#: Beside this module, so that a checkout and an installed wheel find the same file.
DEFAULT = Path(__file__).with_name("models.yaml")


def load_catalog(path: Path | None = None) -> Catalog:
    """The catalogue in the file `path`, the one that ships with this package for None.

    Raises ConfigurationError naming the key and its value.
    """
    path = path or DEFAULT
    try:
        source = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise ConfigurationError(f"{path}: cannot be read: {error}") from error
    return read_catalog(parse(source, path))


def parse(source: str, path: Path) -> Any:
    """The plain values of the YAML text `source`, which stands in `path`."""
    yaml = importlib.import_module("yaml")
    try:
        return yaml.load(source, Loader=_strict_loader(yaml))  # a subclass of the safe loader
    except yaml.YAMLError as error:
        raise ConfigurationError(f"{path}: {error}") from error


def _strict_loader(yaml: Any) -> Any:
    # libyaml's parser takes 10 ms where the one in Python takes 150.
    base = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    def construct_mapping(self: Any, node: Any, deep: bool = False) -> Any:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key!r} is given twice", node.start_mark
                )
        return base.construct_mapping(self, node, deep)

    return type("Loader", (base,), {"construct_mapping": construct_mapping})
