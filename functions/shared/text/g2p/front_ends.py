"""All front ends, each opened when the first text of its language comes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Lock

from functions.shared.text.g2p.protocol import Accent, Phonemizer
from functions.shared.text.language import Language


class FrontEnds:
    """`english` and `mandarin` are the folders that hold the prepared data; Japanese is in its package."""

    def __init__(self, english: Path, mandarin: Path) -> None:
        self._english: dict[Accent, _Lazy] = {a: _Lazy(partial(_english, english, a)) for a in _ACCENTS}
        self._others: dict[Language, _Lazy] = {
            "zh": _Lazy(partial(_mandarin, mandarin)),
            "ja": _Lazy(_japanese),
        }

    def phonemes(self, text: str, language: Language, accent: Accent = "us") -> str:
        """Phonemes of normalised `text`; `accent` matters to English alone.

        Raises ModelMissing or ModelDamaged when the language's data is not there or not right.
        """
        lazy = self._english[accent] if language == "en" else self._others[language]
        return lazy.get()(text)


_ACCENTS: tuple[Accent, ...] = ("us", "gb")


class _Lazy:
    """A front end that is opened once, by whichever thread needs it first; a failure is tried again."""

    def __init__(self, opened: Callable[[], Phonemizer]) -> None:
        self._open = opened
        self._lock = Lock()
        self._phonemizer: Phonemizer | None = None

    def get(self) -> Phonemizer:
        if self._phonemizer is None:
            with self._lock:
                if self._phonemizer is None:
                    self._phonemizer = self._open()
        return self._phonemizer


def _english(folder: Path, accent: Accent) -> Phonemizer:
    from functions.shared.text.g2p.en import open_english

    return open_english(folder, accent)


def _mandarin(folder: Path) -> Phonemizer:
    from functions.shared.text.g2p.zh import open_mandarin

    return open_mandarin(folder)


def _japanese() -> Phonemizer:
    from functions.shared.text.g2p.ja import open_japanese

    return open_japanese()
