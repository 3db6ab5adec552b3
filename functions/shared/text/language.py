"""The languages that have a front end here."""

from __future__ import annotations

from typing import Literal, get_args

#: ISO 639-1 codes of the languages that can be normalised and turned into phonemes.
Language = Literal["en", "zh", "ja"]

LANGUAGES: tuple[Language, ...] = get_args(Language)
