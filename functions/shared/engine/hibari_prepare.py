"""Turns hibari's published network into the form that `hibari.load` opens fastest."""

from __future__ import annotations

from pathlib import Path

from functions.shared.engine.hibari import FILE, PREPARED
from functions.shared.engine.session import runtime, save_optimised


def __getattr__(name: str) -> str:
    """VERSION changes whenever the prepared file would; it is looked up when asked for, not on import."""
    if name == "VERSION":
        return f"hibari-1-{runtime()}"
    raise AttributeError(name)


def prepare(source: Path, target: Path) -> None:
    """Write `hibari.ort` into the folder `target`, which must exist, from `hibari.onnx` in `source`."""
    save_optimised(source / FILE, target / PREPARED)
