"""Japanese text to phonemes, in the style that Kokoro v1.0 was trained with.

Words and their readings come from `pyopenjtalk` (pyopenjtalk-plus), whose dictionary is in the package. Its
Sudachi correction stays off: it would need another 193 MB of dictionaries.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from functions.shared.text.g2p.kana import kana_phonemes
from functions.shared.text.g2p.protocol import Phonemizer

#: A word as OpenJTalk gives it: `string`, `pron` (katakana), `pos`, `pos_group1` and more.
Word = Mapping[str, Any]

_MARKS = {
    "。": ".", "．": ".", ".": ".", "、": ",", "，": ",", ",": ",", "？": "?", "?": "?", "！": "!", "!": "!",
    "：": ":", ":": ":", "；": ";", ";": ";", "…": "…", "‥": "…",
    "—": "—", "―": "—", "〜": "—", "～": "—", "－": "—",
    "「": "“", "『": "“", "“": "“", "《": "“", "〈": "“", "«": "“",
    "」": "”", "』": "”", "”": "”", "》": "”", "〉": "”", "»": "”",
    "（": "(", "(": "(", "【": "(", "［": "(", "）": ")", ")": ")", "】": ")", "］": ")",
}  # fmt: skip

_OPENING = frozenset("“(")

#: Marks without a space before them.
_CLOSING = frozenset(".,?!:;…”)")

#: Endings that are one word with the verb or adjective before them: 食べ|て, 読ん|で, 言っ|た, 行け|ば.
_JOINED_ENDINGS = frozenset(("テ", "デ", "タ", "ダ", "バ", "タラ", "ダラ", "タリ", "ダリ", "チャ", "ジャ"))

_INFLECTED = frozenset(("動詞", "形容詞", "助動詞"))


def open_japanese() -> Phonemizer:
    """Load OpenJTalk and its dictionary: about 0.15 s beyond numpy and onnxruntime, which it uses."""
    import pyopenjtalk

    def words(text: str) -> Sequence[Word]:
        try:
            found: Sequence[Any] = pyopenjtalk.run_frontend(text, use_sudachi_kanji_yomi=False)
        except ImportError:
            # A kanji that the dictionary lacks is looked up in Sudachi's all the same: skip it instead.
            found = pyopenjtalk.run_frontend(text, use_vanilla=True)
        return found

    return JapaneseG2P(words)


class JapaneseG2P:
    """The front end, given what cuts text into words with readings."""

    def __init__(self, words: Callable[[str], Sequence[Word]]) -> None:
        self._words = words

    def __call__(self, text: str) -> str:
        """Phonemes of `text`, words apart by a space."""
        text = _clean(text)
        if not text:
            return ""
        spoken = ""
        for kana in _joined(self._words(text)):
            spoken = _append(spoken, kana if kana in _MARKS.values() else kana_phonemes(kana))
        # A geminate belongs to both of its neighbours.
        return " ".join(spoken.split()).replace(" ʔ", "ʔ").replace("ʔ ", "ʔ")


def _clean(text: str) -> str:
    """Compatibility forms in one spelling, without what cannot be encoded or printed."""
    printable = "".join(c for c in text if c.isprintable() or c.isspace()).replace("‥", "…")
    # NFKC would make three full stops of an ellipsis.
    return "…".join(unicodedata.normalize("NFKC", part) for part in printable.split("…")).strip()


def _append(spoken: str, phonemes: str) -> str:
    if phonemes in _CLOSING:
        return spoken if spoken.endswith(f"{phonemes} ") else f"{spoken.rstrip()}{phonemes} "
    return f"{spoken}{phonemes}" if phonemes in _OPENING else f"{spoken}{phonemes} "


def _joined(words: Iterable[Word]) -> Iterable[str]:
    """Readings in katakana, endings joined to their stems; marks as phonemes."""
    reading, before = "", None
    for word in words:
        mark = _mark(word)
        kana = _reading(word)
        if mark or not (before and _continues(word, before)):
            yield reading
            reading = ""
        reading += mark or kana
        before = None if mark else word
    yield reading


def _mark(word: Word) -> str:
    marks = {_MARKS.get(sign, "") for sign in word["string"]}
    return marks.pop() if len(marks) == 1 else ""


def _reading(word: Word) -> str:
    return str(word["pron"]).replace("’", "").replace("'", "")


def _continues(word: Word, before: Word) -> bool:
    """Whether `word` is an ending or a suffix of the word before it, or the word after a prefix."""
    kana = _reading(word)
    if before["pos"] == "接頭詞":
        return True
    if word["pos_group1"] == "接尾":
        return bool(before["pos"] == "名詞")
    if before["pos"] not in _INFLECTED:
        return False
    polite: bool = kana.startswith("マス") and before["pos"] == "動詞"
    return polite or kana in _JOINED_ENDINGS
