"""What all languages share: plain forms of characters, and rules that are compiled when first needed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache

#: From this many digits on a number is read digit by digit: the scales have no common names beyond.
MOST_DIGITS = 16


class Rule:
    """A pattern with what to say for it, compiled when a text first holds one of the characters `needs`.

    `needs` names what every match holds: characters of which one must be there ("" for any text).
    """

    __slots__ = ("_compiled", "_flags", "_needs", "_pattern", "_say")

    def __init__(
        self,
        needs: str,
        pattern: str,
        say: Callable[[re.Match[str]], str] | str,
        *,
        ignore_case: bool = False,
    ) -> None:
        self._needs = needs
        self._pattern = pattern
        self._say = say
        self._flags = re.IGNORECASE if ignore_case else 0
        self._compiled: re.Pattern[str] | None = None

    def __call__(self, text: str) -> str:
        if self._needs and not any(character in text for character in self._needs):
            return text
        if self._compiled is None:
            self._compiled = re.compile(self._pattern, self._flags)
        return self._compiled.sub(self._say, text)


def apply(rules: Sequence[Rule], text: str) -> str:
    """`text` after each of the rules, in order."""
    for rule in rules:
        text = rule(text)
    return text


def fold(text: str) -> str:
    """Full-width, circled, mathematical and squared characters in their plain form; emoji as a space."""
    if text.isascii():
        return text
    text = _compatible().sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
    text = _other_digit().sub(lambda match: str(unicodedata.decimal(match[0])), text)
    return _emoji().sub(" ", text)


@cache
def _compatible() -> re.Pattern[str]:
    """Characters whose compatible form is read the same; not superscripts and fractions, whose form tells."""
    squared = (
        "\u2100\u2103\u2105\u2106\u2109-\u2115\u2119-\u211d\u2121\u2124\u212a\u212b\u2160-\u217f"
        "\u2460-\u24ff\u3200-\u33ff"
    )
    return re.compile(
        f"[ªº\u00a0\u2000-\u200a\u202f\u205f\u2080-\u2089{squared}\ufb00-\ufb06\uff10-\uff19\uff21-\uff3a\uff41-\uff5a"
        "\uff02-\uff07\uff0a\uff0b\uff0d-\uff0f\uff1c-\uff1e\uff20\uff3b-\uff40\uff5b-\uff5d"
        "\uff65-\uff9f\uffe0\uffe1\uffe5\uffe6\U0001d400-\U0001d7ff\U0001f100-\U0001f169]+"
    )


@cache
def _other_digit() -> re.Pattern[str]:
    return re.compile(r"(?![0-9])\d")


@cache
def _emoji() -> re.Pattern[str]:
    """Pictures and their modifiers: nobody agrees on how they are read."""
    return re.compile(
        "(?:[#*0-9]\u20e3|[\u200d\u20d0-\u20f0\u2139\u2190-\u21ff\u2300-\u23ff\u2500-\u27bf\u2900-\u297f\u2b00-\u2bff"
        "\u3030\u303d\ue000-\uf8ff\ufff9-\uffff\U0001f000-\U0001f0ff\U0001f16a-\U0001faff\U000e0000-\U0010ffff])+"
    )
