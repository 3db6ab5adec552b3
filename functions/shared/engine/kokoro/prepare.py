"""Turns the published Kokoro model and its voice packs into the form that `kokoro.load` opens fastest.

Run once per node or image, not by the functions: it needs the package `onnx`.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from functions.shared.audio.pcm import Samples
from functions.shared.engine.kokoro import NETWORK
from functions.shared.engine.kokoro.graph import rewrite_convolutions
from functions.shared.engine.kokoro.packs import LENGTHS, NAMES, PACKS, STYLE, described
from functions.shared.engine.session import runtime, save_optimised
from functions.shared.errors import ModelDamaged, ModelMissing

#: The network as published, and the folder of the voices' packs, `<id>.bin`: float32, little-endian.
MODEL = "kokoro-v1.0.int8.onnx"
VOICES = "voices"


def __getattr__(name: str) -> str:
    """VERSION changes whenever the prepared files would; it is looked up when asked for, not on import."""
    if name == "VERSION":
        return f"kokoro-1-{runtime()}"
    raise AttributeError(name)


def prepare(source: Path, target: Path) -> None:
    """Write the network, `voices.npy` and `voices.txt` into the folder `target`, which must exist.

    Raises ModelMissing or ModelDamaged when `source` does not hold MODEL and VOICES as published.
    """
    _write_packs(source / VOICES, target)
    _write_network(source / MODEL, target / NETWORK)


def _write_packs(source: Path, target: Path) -> None:
    paths = sorted(source.glob("*.bin"))
    if not paths:
        raise ModelMissing(f"{source} holds no voice")
    np.save(target / PACKS, np.stack([_pack(path) for path in paths]))
    (target / NAMES).write_text("".join(f"{described(path.stem).id}\n" for path in paths), "utf-8")


def _pack(path: Path) -> Samples:
    pack: Samples = np.fromfile(path, "<f4").astype(np.float32, copy=False)
    if pack.size != LENGTHS * STYLE or not np.isfinite(pack).all():
        raise ModelDamaged(f"{path}: is not a pack of {LENGTHS} by {STYLE} finite numbers")
    return pack.reshape(LENGTHS, STYLE)


def _write_network(source: Path, target: Path) -> None:
    import onnx

    if not source.is_file():
        raise ModelMissing(f"{source} is not there")
    model = onnx.load(source)
    rewrite_convolutions(model)
    save_optimised(model.SerializeToString(), target)
