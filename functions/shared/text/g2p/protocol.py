"""What a front end is: text in, phonemes out."""

from __future__ import annotations

from typing import Literal, Protocol

#: The English accents that there is a lexicon for.
Accent = Literal["us", "gb"]


class Phonemizer(Protocol):
    """Turns normalised text of one language into a string over `table.VOCABULARY`.

    Any text gives a result, empty when nothing of it can be spoken. Several threads may call it at once.
    """

    def __call__(self, text: str, /) -> str: ...
