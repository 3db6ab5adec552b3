"""The silences that a text asks for: `[pause 500ms]`, `[pause 1.5s]` and blank lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from functions.shared.errors import InvalidValue

#: Seconds of silence for a blank line.
PARAGRAPH = 0.4

#: Most seconds of silence in one place.
LONGEST = 10.0


@dataclass(frozen=True, slots=True)
class Part:
    """Text, and the seconds of silence after it."""

    text: str
    pause: float


def parts(text: str) -> list[Part]:
    """The parts of clean text, none of them blank, except the first where the text opens with a pause.

    A blank line beside a pause adds nothing to it. Raises InvalidValue for more than LONGEST seconds in one
    place.
    """
    text = text.strip()
    found: list[Part] = []
    current, asked, blank, start = "", 0.0, 0.0, 0
    for match in _silence().finditer(text):
        between = text[start : match.start()].strip()
        if between:
            found += _part(current, asked, blank)
            current, asked, blank = between, 0.0, 0.0
        asked += _seconds(match)
        blank = blank if match["number"] else PARAGRAPH
        start = match.end()
    found += _part(current, asked, blank)
    rest = text[start:].strip()
    return [*found, Part(rest, 0.0)] if rest else found


def _part(text: str, asked: float, blank: float) -> list[Part]:
    if asked > LONGEST:
        message = f"The text asks for {asked:g} s of silence in one place; {LONGEST:g} s is the most."
        raise InvalidValue(message, param="input")
    return [Part(text, asked or blank)] if text or asked else []


def _seconds(match: re.Match[str]) -> float:
    if not match["number"]:
        return 0.0
    return float(match["number"]) / (1000 if match["unit"].lower() == "ms" else 1)


@cache
def _silence() -> re.Pattern[str]:
    return re.compile(
        r"\[\s*pause\s+(?P<number>\d{1,12}(?:\.\d{1,12})?)\s*(?P<unit>ms|s)\s*\]|\n[ ]*\n\s*", re.IGNORECASE
    )
