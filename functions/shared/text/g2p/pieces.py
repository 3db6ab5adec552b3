"""Cutting English text into pieces that a part-of-speech tagger knows: words, clitics, punctuation.

The cuts follow the Penn Treebank: `don't` is `do` and `n't`, `cat's` is `cat` and `'s`, a hyphen is a piece.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

#: What the words for a symbol are where normalisation has left one.
_SYMBOLS = {"%": "percent", "&": "and", "+": "plus", "@": "at", "=": "equals", "#": "hash", "°": "degrees"}

_SAME_AS = {
    "'": "‘’ʼ′`´",
    '"': "„‟〝〞＂",
    "“": "«「『《〈",
    "”": "»」』》〉",
    ".": "。．｡",
    ",": "、，､",
    "(": "【〔（[{",
    ")": "】〕）]}",
    "-": "‐‑‒−",
    "—": "―",
    " ": "/\\_|*~^<>",
}


class Piece:
    """A token: its text, whether white space follows it, and its part of speech once that is known."""

    __slots__ = ("spaced", "tag", "text")

    def __init__(self, text: str, spaced: bool, tag: str = "") -> None:
        self.text = text
        self.spaced = spaced
        self.tag = tag


def pieces(text: str) -> list[Piece]:
    """The pieces of `text`, digits and symbols as words."""
    found: list[Piece] = []
    for match in _token().finditer(_clean(text)):
        parts = _clitics(match["token"])
        found += [Piece(part, False) for part in parts[:-1]]
        found.append(Piece(parts[-1], bool(match["space"])))
    return found


def subwords(text: str) -> list[str]:
    """`You`, `Tube` of `YouTube`; leading and trailing apostrophes apart."""
    return _subword().findall(text)


def _clean(text: str) -> str:
    if not text.isascii():
        kept = (unicodedata.normalize("NFKC", part) for part in text.split("…"))
        text = "".join(map(_plain_digit, "…".join(kept)))
    return text.translate(_replacements())


def _plain_digit(character: str) -> str:
    return str(unicodedata.digit(character)) if character.isdigit() else character


@cache
def _replacements() -> dict[int, str]:
    table = {ord(odd): plain for plain, odds in _SAME_AS.items() for odd in odds}
    table |= {ord(symbol): f" {word} " for symbol, word in _SYMBOLS.items()}
    return table | {ord(str(digit)): f" {word} " for digit, word in enumerate(_DIGITS)}


@cache
def _token() -> re.Pattern[str]:
    letter = r"[^\W\d_]"
    return re.compile(
        rf"""(?P<token>
            (?<!{letter}) {letter} (?:\.{letter}{{1,2}})+ \b \.?   # U.S., a.m.
            | Ph\.D\b\.?
            | (?<!{letter})'(?:cause|em|til|tis|twas|bout|round|cos|n')(?!{letter})
            | (?<!{letter}) (?-i:[A-Z])\. (?=\s+(?-i:[A-Z]))         # the initial of a name
            | {letter}+ (?:'{letter}+)*
            | \.{{2,}} | -{{2,}}
            | \S
        ) (?P<space>\s*)""",
        re.VERBOSE | re.IGNORECASE,
    )


@cache
def _clitic() -> re.Pattern[str]:
    return re.compile(r"(?<=[A-Za-z])(n't|'(?:[sS]|m|d|re|ve|ll))$")


_SPLIT = {"cannot": 3, "gonna": 3, "gotta": 3}


def _clitics(token: str) -> list[str]:
    """`could`, `n't`, `'ve` of `couldn't've`."""
    if token.lower() in _SPLIT:
        place = _SPLIT[token.lower()]
        return [token[:place], token[place:]]
    tail: list[str] = []
    while "'" in token and (match := _clitic().search(token)):
        tail.append(match[0])
        token = token[: match.start()]
    return [token, *reversed(tail)]


@cache
def _subword() -> re.Pattern[str]:
    upper, lower = "[A-ZÀ-ÖØ-Þ]", "[a-zß-öø-ÿ]"
    letter = r"[^\W\d_]"
    return re.compile(
        rf"""^'+ | '+$
        | {upper} (?={upper}{lower})
        | {letter}*? (?:'{letter})* {lower} (?={upper})
        | {letter}+ (?:'{letter}+)*
        | .""",
        re.VERBOSE | re.DOTALL,
    )
