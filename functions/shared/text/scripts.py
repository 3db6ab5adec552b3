"""Which writing system a character belongs to, and which of them can be spoken here."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from functions.shared.errors import InvalidValue, NothingToSpeak
from functions.shared.text.language import Language

#: Letters of the Latin script: also full-width and mathematical ones, which normalisation makes plain.
LATIN = (
    "A-Za-zªºÀ-ÖØ-öø-\u02b8\u1d00-\u1d25\u1d2c-\u1d5c\u1d62-\u1d65\u1d6b-\u1d77\u1d79-\u1dbe\u1e00-\u1eff"
    "\u2071\u207f\u2090-\u209c\u212a\u212b\u2c60-\u2c7f\ua722-\ua7ff\uab30-\uab5a\ufb00-\ufb06\uff21-\uff3a\uff41-\uff5a"
    "\U0001d400-\U0001d6a3"
)

#: Han ideographs, with the iteration mark, the ideographic zero and the closing mark.
HAN = "\u3005-\u3007\u303b\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"

#: Hiragana and katakana, full and half width, with the prolonged sound mark.
KANA = "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9d\U0001b000-\U0001b167"

#: Signs that have a name of their own wherever they stand.
SPOKEN_SIGNS = "&@%‰+=$£€¥￥¢₩₹°℃℉×÷±√∞≈≠≤≥§½¼¾⅓⅔⅛⅜⅝⅞"

_NAMES: dict[Language, str] = {"en": "English", "zh": "Mandarin", "ja": "Japanese"}

#: What each language's front end reads of the scripts above.
_READ_BY: dict[str, tuple[Language, ...]] = {"Han": ("zh", "ja"), "Kana": ("ja",)}


def is_speakable(text: str, start: int = 0) -> bool:
    """Whether `text` from `start` on holds a letter, a digit or a sign with a name."""
    return _speakable().search(text, start) is not None


def refuse_unspeakable(text: str, only: Language | None = None) -> None:
    """Raise NothingToSpeak when `text` holds nothing to speak, InvalidValue for a script that none reads.

    With `only`, also for one that this language's front end does not read.
    """
    if not is_speakable(text):
        message = "The text holds nothing that can be spoken: no letter, digit or sign with a name."
        raise NothingToSpeak(message, param="input")
    for match in _other_letters().finditer(text):
        if name := _foreign_script(match[0]):
            message = f"The text is in the {name} script, which cannot be spoken here."
            raise InvalidValue(message, param="input")
    if only is not None:
        _refuse_other_languages(text, only)


def _refuse_other_languages(text: str, only: Language) -> None:
    for script, letters in (("Kana", KANA), ("Han", HAN)):
        if only not in _READ_BY[script] and (not text.isascii()) and re.search(f"[{letters}]", text):
            message = f"The text has {script} characters, and only {_NAMES[only]} can be spoken here."
            raise InvalidValue(message, param="input")


def _foreign_script(run: str) -> str | None:
    """The script of a run of characters outside our scripts, where it is one that words are written in."""
    letters = [c for c in run if c.isalpha() and unicodedata.category(c) != "Lm"]
    for letter in letters:
        if _is_latin_variant(letter):
            continue
        name = unicodedata.name(letter, "").split()[0:1]
        # A single Greek letter is a symbol, and has a name in every language.
        if name and not (name == ["GREEK"] and len(letters) == 1):
            return name[0].capitalize()
    return None


def _is_latin_variant(letter: str) -> bool:
    """Whether the compatible form of `letter` is Latin, Han, kana, or a lone Greek letter (as in 𝛼)."""
    plain = unicodedata.normalize("NFKC", letter)
    return plain != letter and _ours().match(plain) is not None


@cache
def _speakable() -> re.Pattern[str]:
    return re.compile(rf"[^\W_]|[{SPOKEN_SIGNS}]")


@cache
def _other_letters() -> re.Pattern[str]:
    return re.compile(rf"[^\W\d_\u0000-\u007f{LATIN}{HAN}{KANA}]+")


@cache
def _ours() -> re.Pattern[str]:
    return re.compile(rf"[\d{LATIN}{HAN}{KANA}\u0370-\u03ff\u2200-\u22ff]")
