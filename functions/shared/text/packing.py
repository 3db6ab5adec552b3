"""Normalised text packed into pieces of bounded size, cut where a speaker would pause if at all possible."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from math import ceil

from functions.shared.text.language import Language
from functions.shared.text.sentences import cut_place, is_abbreviation

#: Tokens that an engine needs for a text in a language.
Measure = Callable[[str, Language], int]


@dataclass(frozen=True, slots=True)
class SegmentLimits:
    """How large a segment may be.

    `first_tokens` bounds the first one, which the listener waits for; `max_tokens` the others: an engine's
    time and memory for each token grow with the segment (at 120 tokens Kokoro peaks at 362 MB, at 270 at 579
    MB). `max_characters` bounds both normalised segments and the sentences that normalisation works on.
    """

    first_tokens: int = 40
    max_tokens: int = 120
    max_characters: int = 1500


@dataclass(frozen=True, slots=True)
class Unit:
    """Text that is spoken together.

    `ends` says that a sentence ends with it, `last` that the text up to the next pause does.
    """

    text: str
    language: Language
    tokens: int
    ends: bool = False
    last: bool = False


class Packer:
    """Cuts text of one language into units that each fit `tokens` and `characters`."""

    def __init__(self, language: Language, measure: Measure, tokens: int, characters: int) -> None:
        self._language = language
        self._measure = measure
        self._tokens = tokens
        self._characters = characters

    def head(self, text: str) -> tuple[Unit, str]:
        """A short first unit, the first clause or a few of them, and the text that is left."""
        taken, cost = "", 0
        for clause in clauses(text):
            tokens = self._cost(clause)
            if taken and cost + tokens > self._tokens:
                break
            # A clause that only just makes a unit takes the rest along where that is the last and fits.
            if cost >= self._tokens // 3 and len(taken) + len(clause) < len(text):
                break
            taken, cost = taken + clause, cost + tokens
        if not self._fits(taken):
            taken = next(self._fitting(taken))
        return self._unit(taken), text[len(taken) :].lstrip()

    def units(self, text: str) -> list[Unit]:
        """All of `text`, in units of about equal size."""
        pieces = [piece for clause in clauses(text) for piece in self._fitting(clause)]
        costs = [self._cost(piece) for piece in pieces]
        share = sum(costs) / max(1, ceil(sum(costs) / self._tokens))
        groups: list[str] = []
        room = 0.0
        for piece, tokens in zip(pieces, costs, strict=True):
            full = not groups or tokens > room or len(groups[-1]) + len(piece) > self._characters
            if full or self._tokens - room + tokens / 2 > share:
                groups.append("")
                room = self._tokens
            groups[-1] += piece
            room -= tokens
        # Together pieces may take more tokens than each on its own.
        return [self._unit(piece) for group in groups for piece in self._fitting(group)]

    def joined(self, first: Unit, second: Unit) -> Unit | None:
        """Both as one unit, where that fits."""
        if first.language != second.language or first.tokens + second.tokens > self._tokens:
            return None
        text = first.text + (" " if first.language == "en" else "") + second.text
        tokens = self._cost(text)
        if tokens > self._tokens or len(text) > self._characters:
            return None
        return Unit(text, first.language, tokens)

    def _fitting(self, text: str) -> Iterator[str]:
        """`text` in pieces that fit; a single grapheme cluster is kept whole even where it does not."""
        parts = max(ceil(self._cost(text) / self._tokens), ceil(len(text) / self._characters))
        place = cut_place(text, len(text) * (parts // 2) // parts) if parts > 1 else 0
        if not 0 < place < len(text):
            yield text
            return
        yield from self._fitting(text[:place])
        yield from self._fitting(text[place:])

    def _fits(self, text: str) -> bool:
        return len(text) <= self._characters and self._cost(text) <= self._tokens

    def _cost(self, text: str) -> int:
        return self._measure(text.strip(), self._language)

    def _unit(self, text: str) -> Unit:
        return Unit(text.strip(), self._language, self._cost(text))


def clauses(text: str) -> Iterator[str]:
    """The clauses of `text`, with their punctuation and the spaces after it."""
    start = 0
    for match in _clause_ends().finditer(text):
        if text[match.start()] == "." and is_abbreviation(text, match.start()):
            continue
        yield text[start : match.end()]
        start = match.end()
    if start < len(text):
        yield text[start:]


@cache
def _clause_ends() -> re.Pattern[str]:
    return re.compile(r"""(?:[,;:.!?—–…]+["')\]”’]*(?=\s)|[，、；：。！？…—]+[」』”’）】]*)\s*""")
