"""Cutting Chinese text into words, and their readings as pinyin syllables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import log

from functions.shared.text.g2p.store import Store

_CACHED = 16384

_PRONOUNS = frozenset("我你他她它们谁您也就还必总都不可")

#: What a particle or a word of several readings is on its own, where the first reading listed is another.
_ALONE = {"得": "de5", "长": "chang2", "发": "fa1", "干": "gan4", "行": "xing2"}


class Dictionary:
    """Words with how often they occur, and readings."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._log_total = log(store.rows("SELECT total FROM size")[0][0])
        self._word = lru_cache(maxsize=_CACHED)(self._read_word)
        self._sign = lru_cache(maxsize=_CACHED)(self._read_sign)

    def words(self, text: str) -> list[str]:
        """The cut of `text`, all of it Chinese characters, whose words are likeliest together."""
        best = [(0.0, 0)] * (len(text) + 1)
        for start in range(len(text) - 1, -1, -1):
            ends = self._ends(text, start)
            best[start] = max((weight + best[end][0], end) for end, weight in ends)
        found, place = [], 0
        while place < len(text):
            found.append(text[place : best[place][1]])
            place = best[place][1]
        return found

    def readings(self, words: Sequence[str]) -> list[list[str]]:
        """The syllables of each word; a character without a reading has none."""
        return [
            self._particle(words, place) or self._reading(word) if len(word) == 1 else self._reading(word)
            for place, word in enumerate(words)
        ]

    def _ends(self, text: str, start: int) -> list[tuple[int, float]]:
        """Where words from `start` can end, each with its log probability."""
        longest = max(1, self._sign(text[start])[1])
        ends = range(start + 1, min(start + longest, len(text)) + 1)
        counts = [(end, self._word(text[start:end])[0]) for end in ends]
        known = [(end, log(count) - self._log_total) for end, count in counts if count]
        return known or [(start + 1, -self._log_total)]

    def _reading(self, word: str) -> list[str]:
        listed = self._word(word)[1]
        return listed.split() if listed else [found for c in word if (found := self._sign(c)[0])]

    def _particle(self, words: Sequence[str], place: int) -> list[str] | None:
        """The reading of a one-character word that its neighbours decide."""
        word = words[place]
        before = words[place - 1] if place else ""
        after = words[place + 1] if place + 1 < len(words) else ""
        if word == "得" and (not before or before[-1] in _PRONOUNS):
            return ["dei3"]
        if word == "地" and len(before) > 1 and after:
            return ["de5"]
        if word == "长" and after[:1] in ("得", "大", "出", "成", "着", "了", "高"):
            return ["zhang3"]
        if word == "了" and before[-1:] in ("不", "得"):
            return ["liao3"]
        return [_ALONE[word]] if word in _ALONE else None

    def _read_word(self, word: str) -> tuple[int, str | None]:
        row = self._store.row("SELECT count, pinyin FROM words WHERE word = ?", word)
        return (row[0], row[1]) if row else (0, None)

    def _read_sign(self, sign: str) -> tuple[str, int]:
        row = self._store.row("SELECT pinyin, longest FROM signs WHERE sign = ?", sign)
        return (row[0], row[1]) if row else ("", 1)
