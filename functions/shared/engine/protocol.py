"""What the functions know of an engine: text, voice and speed in, PCM with its rate out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from functions.shared.audio.pcm import Pcm
from functions.shared.text.language import Language


@dataclass(frozen=True, slots=True)
class Voice:
    """A voice that an engine can speak with.

    `language` is an ISO 639-1 code and may be one without a front end here (`es`); `locale` is a BCP 47 tag.
    """

    id: str
    language: str
    locale: str
    gender: Literal["female", "male"]


#: Voice ids with positive weights that sum to 1; a plain voice is the one-entry blend.
Blend = tuple[tuple[str, float], ...]


class Engine(Protocol):
    """A loaded engine. `speak` and `tokens` may be called from several threads at once."""

    name: str
    rate: int
    voices: Mapping[str, Voice]
    languages: frozenset[Language]
    blends: bool
    #: Most tokens one call of `speak` gives the model at once; longer text is spoken in several runs.
    max_tokens: int

    def tokens(self, text: str, language: Language, voice: str) -> int:
        """Number of model tokens that `text` (normalised) takes; 0 when nothing of it can be spoken."""
        ...

    def speak(self, text: str, language: Language, voice: Blend, speed: float) -> Pcm:
        """Speak one segment of normalised text.

        `speed` is 0.25 to 4, 1 being the voice's own. Raises SynthesisFailed when the model fails.
        """
        ...


class Loader(Protocol):
    """`load` of an engine's module, `functions.shared.engine.<name>`."""

    def __call__(self, models: Path, *, threads: int) -> Engine:
        """Open the engine's models below the root `models`. Raises ModelMissing or ModelDamaged."""
        ...
