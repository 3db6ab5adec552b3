"""Kokoro-82M v1.0 in 8 bits: English, Mandarin and Japanese in 54 voices (hexgrad/Kokoro-82M, Apache-2.0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from functions.shared.audio.pcm import Pcm, Samples
from functions.shared.engine.kokoro.packs import Packs, open_packs
from functions.shared.engine.protocol import Blend, Voice
from functions.shared.engine.runs import bounded, speakable
from functions.shared.engine.session import open_session
from functions.shared.errors import InvalidValue, ModelMissing, SynthesisFailed
from functions.shared.models import find
from functions.shared.text.g2p.protocol import Accent
from functions.shared.text.g2p.table import token_ids
from functions.shared.text.language import LANGUAGES, Language

RATE = 24000

#: The network as `prepare` writes it.
NETWORK = "kokoro.ort"

#: Phonemes of a text of a language, in an accent where the language is English.
Phonemes = Callable[[str, Language, Accent], str]


class Kokoro:
    """An engine as in `protocol.Engine`."""

    name = "kokoro"
    rate = RATE
    blends = True
    #: The model takes 510, but memory grows faster than the text: 0.4 GB at 120 tokens, 1.5 GB at 505.
    max_tokens = 150

    def __init__(
        self, session: Any, packs: Packs, phonemes: Phonemes, languages: frozenset[Language]
    ) -> None:
        self._session = session
        self._packs = packs
        self._phonemes = phonemes
        self.languages = languages
        self.voices: Mapping[str, Voice] = packs.voices

    def tokens(self, text: str, language: Language, voice: str) -> int:
        """Number of tokens of `text`; 0 when nothing of it can be spoken."""
        ids = self._ids(text, language, voice)
        return len(ids) if speakable(ids) else 0

    def speak(self, text: str, language: Language, voice: Blend, speed: float) -> Pcm:
        """Speak `text`; English has the accent of the voice that weighs most.

        Raises NotFound for an unknown voice, InvalidValue for a language without a front end here, and
        SynthesisFailed.
        """
        heaviest = max(voice, key=lambda entry: entry[1])[0]
        runs = bounded(self._ids(text, language, heaviest), self.max_tokens)
        spoken = [self._run(run, self._packs.style(voice, len(run)), speed) for run in runs]
        return Pcm(np.concatenate(spoken) if spoken else np.zeros(0, np.float32), RATE)

    def _ids(self, text: str, language: Language, voice: str) -> list[int]:
        if language not in self.languages:
            raise InvalidValue(f"Kokoro does not speak {language!r} here.", param="language")
        return token_ids(self._phonemes(text, language, "gb" if voice.startswith("b") else "us"))

    def _run(self, ids: list[int], style: Samples, speed: float) -> Samples:
        inputs = {
            "tokens": np.array([[0, *ids, 0]], np.int64),
            "style": style,
            "speed": np.array([speed], np.float32),
        }
        try:
            samples: Samples = self._session.run(None, inputs)[0]
        except Exception as error:  # onnxruntime has no common base of its errors
            raise SynthesisFailed("Kokoro could not speak this segment.") from error
        if not len(samples) or not np.isfinite(samples).all():
            raise SynthesisFailed("Kokoro gave no audio for this segment.")
        return samples


def open_kokoro(model: Path, english: Path, *, threads: int, mandarin: Path | None = None) -> Kokoro:
    """Open the prepared model in the folder `model`, with the folders of the front ends' prepared data.

    Without `mandarin` it does not speak Mandarin. Raises ModelMissing or ModelDamaged.
    """
    from functions.shared.text.g2p.front_ends import FrontEnds

    front_ends = FrontEnds(english, mandarin or english)
    languages = frozenset(LANGUAGES) if mandarin else frozenset(LANGUAGES) - {"zh"}
    session = open_session(model / NETWORK, threads)
    return Kokoro(session, open_packs(model), front_ends.phonemes, languages)


def load(models: Path, *, threads: int) -> Kokoro:
    """As in `protocol.Loader`. A node without Mandarin's data has an engine without Mandarin."""
    try:
        mandarin = find(models, "mandarin").path
    except ModelMissing:
        mandarin = None
    model, english = find(models, "kokoro").path, find(models, "english").path
    return open_kokoro(model, english, threads=threads, mandarin=mandarin)
