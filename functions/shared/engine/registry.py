"""Engines by name: an engine is a module of this package with a `load` as in `protocol.Loader`."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from functions.shared.engine.protocol import Engine, Loader
from functions.shared.errors import ConfigurationError

_PACKAGE = "functions.shared.engine"


def load_engine(name: str, models: Path, threads: int) -> Engine:
    """Load the engine `name` from the models' root; each call of it will run on `threads` threads.

    Raises ConfigurationError for an unknown name, and ModelMissing or ModelDamaged.
    """
    loader = _loader(name)
    if loader is None:
        raise ConfigurationError(f"there is no engine {name!r}; there are {', '.join(engine_names())}")
    return loader(models, threads=threads)


def engine_names() -> list[str]:
    """The engines that there are. This imports every module of the package: not for the way to readiness."""
    from pkgutil import iter_modules

    names = [module.name for module in iter_modules(import_module(_PACKAGE).__path__)]
    return sorted(name for name in names if _loader(name))


def _loader(name: str) -> Loader | None:
    if not name.isidentifier():
        return None
    module = f"{_PACKAGE}.{name}"
    try:
        found: Loader | None = getattr(import_module(module), "load", None)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return None
    return found
