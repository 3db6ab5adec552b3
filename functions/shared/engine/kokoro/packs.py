"""Kokoro's voices: which there are, and the style that one of them has for a text of some length."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

import numpy as np

from functions.shared.audio.pcm import Samples
from functions.shared.engine.protocol import Blend, Voice
from functions.shared.errors import ModelDamaged, ModelMissing, NotFound

#: All packs in one array, and their voices' ids, one a line in the array's order.
PACKS = "voices.npy"
NAMES = "voices.txt"

#: A pack has one style for each number of tokens from 1 to 510.
LENGTHS = 510
STYLE = 256

#: By the first letter of a voice's id (hexgrad/Kokoro-82M, VOICES.md).
_LOCALES = {
    "a": "en-US",
    "b": "en-GB",
    "e": "es-ES",
    "f": "fr-FR",
    "h": "hi-IN",
    "i": "it-IT",
    "j": "ja-JP",
    "p": "pt-BR",
    "z": "zh-CN",
}

#: By the second letter.
_GENDERS: dict[str, Literal["female", "male"]] = {"f": "female", "m": "male"}


class Packs:
    """The packs of `names`: `styles` has shape (voices, 510, 256)."""

    def __init__(self, names: Sequence[str], styles: Samples) -> None:
        self._places = {name: place for place, name in enumerate(names)}
        self._styles = styles
        self.voices: Mapping[str, Voice] = {name: described(name) for name in names}

    def style(self, blend: Blend, tokens: int) -> Samples:
        """The style for a run of `tokens` tokens, pads not counted; shape (1, 256).

        Raises NotFound for a voice that is not here.
        """
        # Kokoro's own rule (hexgrad/kokoro, pipeline.py): the first row is for one token.
        row = min(max(tokens, 1), LENGTHS) - 1
        style = np.zeros((1, STYLE), np.float32)
        for voice, weight in blend:
            style += np.float32(weight) * self._styles[self._place(voice), row]
        return style

    def _place(self, voice: str) -> int:
        if voice not in self._places:
            raise NotFound(f"there is no voice {voice!r}", param="voice")
        return self._places[voice]


def described(name: str) -> Voice:
    """What the id `name`, such as `bf_emma`, says of its voice. Raises ModelDamaged when it says nothing."""
    locale, gender = _LOCALES.get(name[:1]), _GENDERS.get(name[1:2])
    if locale is None or gender is None:
        raise ModelDamaged(f"{name!r} is not an id of a Kokoro voice")
    return Voice(name, locale[:2], locale, gender)


def open_packs(folder: Path) -> Packs:
    """Map the prepared packs in `folder` into memory. Raises ModelMissing or ModelDamaged."""
    try:
        names = (folder / NAMES).read_text("utf-8").split()
        styles = np.load(folder / PACKS, mmap_mode="r")
    except FileNotFoundError as error:
        raise ModelMissing(f"{error.filename} is not on this node: prepare it first") from error
    except (OSError, ValueError) as error:
        raise ModelDamaged(f"the voices in {folder} cannot be read: {error}") from error
    if styles.shape != (len(names), LENGTHS, STYLE) or styles.dtype != np.float32:
        raise ModelDamaged(f"{folder / PACKS}: has shape {styles.shape} for {len(names)} voices")
    return Packs(names, styles)
