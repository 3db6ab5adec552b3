"""Mandarin text to phonemes, in the alphabet that Kokoro v1.0 was trained with.

Words and readings come from a prepared file made of jieba's word counts and pypinyin's dictionaries (MIT), so
that neither package (0.7 s to load together) is needed to speak.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path

from functions.shared.text.g2p.hanzi import Dictionary
from functions.shared.text.g2p.pinyin import pinyin_phonemes
from functions.shared.text.g2p.protocol import Phonemizer
from functions.shared.text.g2p.sandhi import with_sandhi
from functions.shared.text.g2p.store import open_store

#: Number of the prepared file's form; `prepare_zh` stamps it on the file.
FORMAT = 1

FILE = "mandarin.sqlite"

_MARKS = {
    ".": "。．｡", ",": "，、､", "!": "！", "?": "？", ":": "：", ";": "；", "…": "⋯", "—": "―─～〜",
    "“": "「『《〈«【〔", "”": "」』》〉»】〕", "(": "（［[", ")": "）］]",
}  # fmt: skip

_DIGITS = "零一二三四五六七八九"

#: The names of Latin letters, as the English lexicon has them.
_LETTERS = """
A ˈA B bˈi C sˈi D dˈi E ˈi F ˈɛf G ʤˈi H ˈAʧ I ˈI J ʤˈA K kˈA L ˈɛl M ˈɛm N ˈɛn O ˈO P pˈi Q kjˈu R ˈɑɹ
S ˈɛs T tˈi U jˈu V vˈi W dˈʌbᵊlju X ˈɛks Y wˈI Z zˈi
"""


def open_mandarin(folder: Path) -> Phonemizer:
    """Open the prepared dictionary in `folder`. Raises ModelMissing or ModelDamaged."""
    return MandarinG2P(Dictionary(open_store(folder / FILE, FORMAT)))


class MandarinG2P:
    """The front end, given its dictionary."""

    def __init__(self, dictionary: Dictionary) -> None:
        self._dictionary = dictionary

    def __call__(self, text: str) -> str:
        """Phonemes of `text`, words apart by a space."""
        spoken = "".join(self._token(match) for match in _tokens().finditer(_clean(text)))
        spaced = " ".join(spoken.split())
        return _loose_mark().sub(r"\1", spaced).replace("“ ", "“").replace("( ", "(")

    def _token(self, match: re.Match[str]) -> str:
        if match["han"]:
            return f" {self._han(match['han'])} "
        if match["letter"]:
            return f" {_letters()[match['letter'].upper()]} "
        return f" {match['mark']} "

    def _han(self, text: str) -> str:
        words = self._dictionary.words(text)
        readings = with_sandhi(words, self._dictionary.readings(words))
        return " ".join("".join(map(pinyin_phonemes, syllables)) for syllables in readings)


def _clean(text: str) -> str:
    if not text.isascii():
        text = "…".join(unicodedata.normalize("NFKC", part) for part in text.split("…"))
    return text.translate(_replacements())


@cache
def _replacements() -> dict[int, str]:
    marks = {ord(odd): mark for mark, odds in _MARKS.items() for odd in odds}
    return marks | {ord(str(digit)): name for digit, name in enumerate(_DIGITS)}


@cache
def _tokens() -> re.Pattern[str]:
    han = "\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
    return re.compile(rf"(?P<han>[{han}]+)|(?P<letter>[A-Za-z])|(?P<mark>[.,!?:;…—“”()])(?P=mark)*")


@cache
def _loose_mark() -> re.Pattern[str]:
    return re.compile(r" ([.,!?:;…”)])")


@cache
def _letters() -> dict[str, str]:
    fields = _LETTERS.split()
    return dict(zip(fields[::2], fields[1::2], strict=True))
