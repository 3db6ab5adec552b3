"""Text as it was written cut into sentences, each when it is asked for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

#: Digits in a row from which on each is a number of its own, so that a cut between them changes no reading.
SPELLED_DIGITS = 25

#: A line as wide as this (a Han character counts twice) may have been wrapped; a shorter one was ended on
#: purpose.
WRAPPED_WIDTH = 50

#: Words, in lower case, whose full stop ends no sentence.
_WITH_FULL_STOP = frozenset((
    "al", "approx", "apr", "aug", "ave", "blvd", "ca", "capt", "cf", "ch", "cmdr", "col", "dec", "dept",
    "dr", "e.g", "ed", "eds", "eq", "eqs", "esq", "est", "ext", "feb", "fig", "figs", "fr", "fri", "ft",
    "gen", "gov", "hon", "i.e", "jan", "jr", "jul", "jun", "lt", "maj", "mar", "max", "min", "mon", "mr",
    "mrs", "ms", "mt", "mx", "no", "nos", "nov", "oct", "pp", "pres", "prof", "rd", "rep", "rev", "sat",
    "sec", "sen", "sep", "sept", "sgt", "sr", "st", "sun", "tel", "thu", "thur", "thurs", "trans", "tue",
    "tues", "viz", "vol", "vols", "vs", "wed",
))  # fmt: skip


def sentences(text: str, longest: int) -> Iterator[str]:
    """The sentences of `text`, none blank or longer than `longest` characters.

    A longer one is cut at a clause, else at a space, else anywhere but inside a grapheme cluster. A sentence
    that only the end of its line ends gets a full stop.
    """
    text = _digit_run().sub(lambda match: " ".join(match[0]), text)
    start = 0
    for match in _ends().finditer(text):
        if match.end() <= start or not _ends_sentence(text, start, match):
            continue
        yield from _bounded(_closed(text[start : match.end()], match[0]), longest)
        start = match.end()
    yield from _bounded(text[start:], longest)


def cut_place(text: str, near: int) -> int:
    """Where to cut `text`, at `near` or before it: after a clause, else a space, else a grapheme cluster.

    Never 0, nor the middle of a cluster: it may be after `near` where a cluster is longer.
    """
    earliest = near // 2
    for pattern in (_clause_end(), _space()):
        if found := [match.end() for match in pattern.finditer(text, earliest, near)]:
            return found[-1]
    place = near
    while place > 0 and _joins(text, place):
        place -= 1
    if place == 0:
        place = max(near, 1)
        while place < len(text) and _joins(text, place):
            place += 1
    return place


def _joins(text: str, place: int) -> bool:
    """Whether the character at `place` is in one cluster with the one before it."""
    return place < len(text) and unicodedata.category(text[place]).startswith("M")


def _bounded(text: str, longest: int) -> Iterator[str]:
    text = text.strip()
    while len(text) > longest:
        place = cut_place(text, longest)
        yield text[:place].rstrip()
        text = text[place:].lstrip()
    if text:
        yield text


def _closed(sentence: str, mark: str) -> str:
    if mark != "\n" or not sentence.strip() or not sentence.rstrip()[-1].isalnum():
        return sentence
    return sentence.rstrip() + ("." if sentence.rstrip()[-1] < "\u2e80" else "。")


def _ends_sentence(text: str, start: int, match: re.Match[str]) -> bool:
    if match[0] == "\n":
        return _line_ends(text, start, match.start())
    mark = match["mark"]
    if not mark or mark[0] not in ".…":
        return not (mark and match[0] != mark and _lower_follows(text, match.end()))
    return not (_lower_follows(text, match.end()) or (mark == "." and is_abbreviation(text, match.start())))


def _line_ends(text: str, start: int, place: int) -> bool:
    if _lower_follows(text, place):
        return False
    line = text[max(start, text.rfind("\n", start, place) + 1) : place].rstrip()
    width = len(line) + sum(1 for c in line if c >= "\u2e80")
    return width < WRAPPED_WIDTH or not text[place + 1 : place + 2].strip(" -*•·#").isalpha()


def _lower_follows(text: str, place: int) -> bool:
    return text[place : place + 40].lstrip("\n \"'“‘(")[:1].islower()


def is_abbreviation(text: str, place: int) -> bool:
    """Whether the full stop at `place` belongs to what is before it: `Dr.`, `J.`, `U.S.`, a line's `1.`."""
    word = text[max(0, place - 20) : place].split("\n")[-1].split(" ")[-1].lstrip("\"'“‘([")
    if len(word) == 1 and word.isupper():
        # "I." ends a sentence: a name rarely has that initial.
        return word != "I"
    if word.isdigit():
        return (
            not text[max(0, place - 20) : place].rsplit("\n")[-1].strip(" *").removesuffix(word)
            and len(word) <= 3
        )
    return word.lower() in _WITH_FULL_STOP or _dotted().fullmatch(word) is not None


@cache
def _digit_run() -> re.Pattern[str]:
    return re.compile(rf"\d{{{SPELLED_DIGITS},}}")


@cache
def _ends() -> re.Pattern[str]:
    closing = "[)\\]\"'”’」』）】》]"
    return re.compile(rf"(?P<mark>[.!?…]+){closing}*(?!\S)|[。！？｡‼⁇⁈⁉]+[。！？…]*{closing}*|\n")


@cache
def _clause_end() -> re.Pattern[str]:
    return re.compile(r"[,;:—–](?=\s)|[，、；：。！？…]")


@cache
def _space() -> re.Pattern[str]:
    return re.compile(r"\s")


@cache
def _dotted() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z](?:\.[A-Za-z])+")
