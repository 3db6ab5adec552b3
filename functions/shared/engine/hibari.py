"""hibari: fast English speech in one voice (PyPI `hibari-tts` 0.2.1, Apache-2.0)."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from functions.shared.audio.pcm import Pcm
from functions.shared.engine.protocol import Blend, Voice
from functions.shared.engine.runs import bounded, speakable
from functions.shared.engine.session import open_session
from functions.shared.engine.spectrum import RATE, Frames, waveform
from functions.shared.errors import InvalidValue, SynthesisFailed
from functions.shared.models import find
from functions.shared.text.g2p.en import open_english
from functions.shared.text.g2p.protocol import Phonemizer
from functions.shared.text.g2p.table import token_ids
from functions.shared.text.language import Language

#: The network as published, and as `hibari_prepare` writes it.
FILE = "hibari.onnx"
PREPARED = "hibari.ort"

#: The network was distilled from this voice of Kokoro's, and answers to its name.
VOICE = Voice("af_heart", "en", "en-US", "female")


class Hibari:
    """An engine as in `protocol.Engine`."""

    name = "hibari"
    rate = RATE
    voices: Mapping[str, Voice] = {VOICE.id: VOICE}
    languages: frozenset[Language] = frozenset(("en",))
    blends = False
    max_tokens = 400

    def __init__(self, session: Any, phonemes: Phonemizer) -> None:
        self._session = session
        self._phonemes = phonemes

    def tokens(self, text: str, language: Language, voice: str) -> int:
        """Number of tokens of `text`; 0 when nothing of it can be spoken."""
        ids = self._ids(text, language)
        return len(ids) if speakable(ids) else 0

    def speak(self, text: str, language: Language, voice: Blend, speed: float) -> Pcm:
        """Speak `text`. Raises InvalidValue for another voice or language, SynthesisFailed on a failure."""
        if voice != ((VOICE.id, 1.0),):
            raise InvalidValue(f"hibari speaks with the voice {VOICE.id} alone.", param="voice")
        runs = bounded(self._ids(text, language), self.max_tokens)
        spoken = [self._run(run, speed) for run in runs]
        samples = np.concatenate(spoken) if spoken else np.zeros(0, np.float32)
        return Pcm(samples, RATE)

    def _ids(self, text: str, language: Language) -> list[int]:
        if language not in self.languages:
            raise InvalidValue(f"hibari speaks English, not {language!r}.", param="language")
        return token_ids(self._phonemes(text))

    def _run(self, ids: list[int], speed: float) -> np.ndarray[Any, np.dtype[np.float32]]:
        tokens = np.array([[0, *ids, 0]], np.int64)
        inputs = {"ids": tokens, "speed": np.array([speed], np.float32)}
        try:
            frames = Frames(*(part[0] for part in self._session.run(None, inputs)))
        except Exception as error:  # onnxruntime has no common base of its errors
            raise SynthesisFailed("hibari could not speak this segment.") from error
        # The noise follows from the text, so that one request always gives the same audio.
        samples = waveform(frames, zlib.crc32(tokens.tobytes()))
        if not len(samples) or not np.isfinite(samples).all():
            raise SynthesisFailed("hibari gave no audio for this segment.")
        return samples


def open_hibari(model: Path, english: Path, *, threads: int) -> Hibari:
    """Open the network in the folder `model`, prepared or as published.

    `english` is the folder of the front end's prepared data. Raises ModelMissing or ModelDamaged.
    """
    prepared = model / PREPARED
    session = open_session(prepared if prepared.is_file() else model / FILE, threads)
    return Hibari(session, open_english(english, "us"))


def load(models: Path, *, threads: int) -> Hibari:
    """As in `protocol.Loader`."""
    return open_hibari(find(models, "hibari").path, find(models, "english").path, threads=threads)
