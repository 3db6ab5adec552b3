"""Parts of speech (Penn Treebank tags) by an averaged perceptron whose weights stay in the store.

The model and its features are those of hibari 0.2.1's `tagger.json.gz`. Frequent words with one dominant tag
are answered from a list; the others are scored from 15 features of the word, its neighbours and the two tags
before.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from struct import Struct

from functions.shared.text.g2p.store import Store

_CACHED = 8192

#: A feature's row: tag number and weight in tenths, pair after pair.
SCORE = Struct("<Bh")

_BEFORE = ("-START2-", "-START-")
_AFTER = ("-END-", "-END2-")

#: Given where no feature is known.
_COMMON_NOUN = "NN"


class Tagger:
    """Tags the tokens of a sentence."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tags: list[str] = [tag for (tag,) in store.rows("SELECT tag FROM tags ORDER BY number")]
        self._word = lru_cache(maxsize=_CACHED)(self._read_word)
        self._scores = lru_cache(maxsize=_CACHED)(self._read_scores)

    def __call__(self, words: Sequence[str]) -> list[str]:
        """One tag for each word."""
        window = [*_BEFORE, *map(self._context_form, words), *_AFTER]
        tags = list(_BEFORE)
        for place, word in enumerate(words):
            tag = self._word(word)[0]
            if tag is None:
                tag = self._best(_features(word, window[place : place + 5], tags[-2], tags[-1], place == 0))
            tags.append(tag)
        return tags[2:]

    def _best(self, features: Sequence[str]) -> str:
        totals = [0] * len(self._tags)
        seen: set[int] = set()
        for feature in features:
            for tag, score in self._scores(feature):
                totals[tag] += score
                seen.add(tag)
        if not seen:
            return _COMMON_NOUN
        return self._tags[max(range(len(totals)), key=lambda tag: (totals[tag], tag))]

    def _context_form(self, word: str) -> str:
        form = _normal(word)
        return form if self._word(form)[1] else f"<{_shape(word)}>"

    def _read_word(self, word: str) -> tuple[str | None, bool]:
        row = self._store.row("SELECT tag, frequent FROM tagged WHERE word = ?", word)
        return (row[0], bool(row[1])) if row else (None, False)

    def _read_scores(self, feature: str) -> tuple[tuple[int, int], ...]:
        row = self._store.row("SELECT scores FROM weights WHERE feature = ?", feature)
        return tuple(SCORE.iter_unpack(row[0])) if row else ()


def _features(word: str, near: Sequence[str], before2: str, before: str, first: bool) -> tuple[str, ...]:
    """`near` holds the context forms of two words before, the word itself, and two after."""
    return (
        "b",
        f"s3={word[-3:]}",
        f"p1={word[0]}",
        f"w={near[2]}",
        f"sh={_shape(word)}",
        "i0" if first else "i+",
        f"t-1={before}",
        f"t-2={before2}",
        f"t-12={before},{before2}",
        f"w-1={near[1]}",
        f"s3-1={near[1][-3:]}",
        f"w-2={near[0]}",
        f"w+1={near[3]}",
        f"s3+1={near[3][-3:]}",
        f"w+2={near[4]}",
    )


def _normal(word: str) -> str:
    if "-" in word[1:] and word[0] != "-":
        return "!HYPHEN"
    if word.isdigit() and len(word) == 4:
        return "!YEAR"
    return "!DIGITS" if word[0].isdigit() else word.lower()


def _shape(word: str) -> str:
    if word.isalpha():
        return _letter_case(word)
    if word.isdigit():
        return "d"
    return "".join("d" if c.isdigit() else "x" if c.isalpha() else c for c in word[:4])


def _letter_case(word: str) -> str:
    if word.islower():
        return "x"
    if word.isupper():
        return "XX" if len(word) > 1 else "X1"
    return "Xx" if word[0].isupper() and word[1:].islower() else "xX"
