"""Reading one English word in its sentence: function words, letter case, endings, the lexicon.

The decisions are misaki's (0.9.4, `en.py`): the engines' training texts were read that way.
"""

from __future__ import annotations

from functions.shared.text.g2p import stress
from functions.shared.text.g2p.lexicon import Lexicon, parent_tag
from functions.shared.text.g2p.morphology import ENDINGS
from functions.shared.text.g2p.protocol import Accent

#: Capitalised words tagged as names are not read as inflected common words up to this length ("Waters").
_NAME_LETTERS = 7

_PAUSES = frozenset(";:,.!?—…")


class Ahead:
    """What follows a word: `vowel` tells the next sound's kind, None where a pause or the end comes first."""

    __slots__ = ("to", "vowel")

    def __init__(self, vowel: bool | None = None, to: bool = False) -> None:
        self.vowel = vowel
        self.to = to

    def behind(self, word: str, phonemes: str) -> Ahead:
        """What a word standing before `word` has ahead."""
        vowel = self.vowel
        for sound in phonemes:
            if sound in stress.VOWELS or sound in stress.CONSONANTS or sound in _PAUSES:
                vowel = None if sound in _PAUSES else sound in stress.VOWELS
                break
        return Ahead(vowel, word in ("to", "To", "TO"))


class WordReader:
    """Reads single words of one accent."""

    def __init__(self, lexicon: Lexicon, accent: Accent) -> None:
        self._lexicon = lexicon
        self._accent = accent

    def __call__(self, word: str, tag: str, ahead: Ahead) -> str | None:
        """Phonemes of `word`, or None when neither the lexicon nor a rule knows it."""
        found = self._function_word(word, tag, ahead)
        if found is not None:
            return found
        if _is_initialism(word):
            return self._lexicon.spelled(word)
        return self._content_word(word, tag, ahead)

    def _function_word(self, word: str, tag: str, ahead: Ahead) -> str | None:
        rule = _RULES.get(word.lower()) if len(word) <= _LONGEST_RULE else None
        return rule(self._lexicon, word, tag, ahead) if rule else None

    def _content_word(self, word: str, tag: str, ahead: Ahead) -> str | None:
        case = word
        if self._is_common_in_capitals(word, tag):
            word = word.lower()
        for candidate in (word, *_possessives(word)):
            if self._lexicon.can_read(candidate):
                phonemes = self._lexicon.read(candidate, tag, before_pause=ahead.vowel is None)
                return None if phonemes is None else _stressed_by_case(phonemes, case)
        return self._inflected(word, tag, ahead, case)

    def _is_common_in_capitals(self, word: str, tag: str) -> bool:
        """Whether `Word` or `WORD` is no entry, but its lower case is one, or an ending away from one."""
        lower = word.lower()
        if len(word) < 2 or word == lower or not word.replace("'", "").isalpha() or word in self._lexicon:
            return False
        if (tag == "NNP" and len(word) <= _NAME_LETTERS) or (word[1:] != lower[1:] and word != word.upper()):
            return False
        return lower in self._lexicon or self._inflected(lower, tag, Ahead(), word) is not None

    def _inflected(self, word: str, tag: str, ahead: Ahead, case: str) -> str | None:
        for stem_of, ending in ENDINGS:
            stem = stem_of(word, self._lexicon.can_read)
            phonemes = self._lexicon.read(stem, tag, before_pause=ahead.vowel is None) if stem else None
            if phonemes:
                phonemes = _stressed_by_case(phonemes, case)
                if stem_of is ENDINGS[-1][0]:
                    phonemes = stress.at_least_secondary(phonemes)
                result = ending(phonemes, self._accent)
                if result is not None:
                    return result
        return None


def _stressed_by_case(phonemes: str, word: str) -> str:
    """A capital speaks up a little, capitals throughout more."""
    if word == word.lower():
        return phonemes
    return stress.at_least_primary(phonemes) if word == word.upper() else stress.at_least_secondary(phonemes)


def _possessives(word: str) -> tuple[str, ...]:
    if word.endswith("s'"):
        return (word[:-2] + "'s", word[:-1])
    return (word[:-1],) if word.endswith("'") else ()


def _is_initialism(word: str) -> bool:
    """`U.S.`, `a.m.`, `Ph.D`: groups of one or two letters between dots."""
    inner = word.strip(".")
    return "." in inner and word.replace(".", "").isalpha() and max(map(len, inner.split("."))) < 3


def _article(lexicon: Lexicon, word: str, tag: str, ahead: Ahead) -> str | None:
    return "ɐ" if tag == "DT" else "ˈA"


def _am(lexicon: Lexicon, word: str, tag: str, ahead: Ahead) -> str | None:
    if tag.startswith("NN"):
        return lexicon.spelled(word)
    return _plain(lexicon, "am") if ahead.vowel is None or word != "am" else "ɐm"


def _an(lexicon: Lexicon, word: str, tag: str, ahead: Ahead) -> str | None:
    return lexicon.spelled(word) if word == "AN" and tag.startswith("NN") else "ɐn"


def _i(lexicon: Lexicon, word: str, tag: str, ahead: Ahead) -> str | None:
    return "ˌI" if word == "I" and tag == "PRP" else None


def _by(lexicon: Lexicon, word: str, tag: str, ahead: Ahead) -> str | None:
    return "bˈI" if parent_tag(tag) == "ADV" else None


def _to(lexicon: Lexicon, word: str, tag: str, ahead: Ahead) -> str | None:
    if word == "TO" and tag not in ("TO", "IN"):
        return None
    if ahead.vowel is None:
        return _plain(lexicon, "to")
    return "tʊ" if ahead.vowel else "tə"


def _in(lexicon: Lexicon, word: str, tag: str, ahead: Ahead) -> str | None:
    if word == "IN" and tag == "NNP":
        return None
    return "ˈɪn" if ahead.vowel is None or tag != "IN" else "ɪn"


def _the(lexicon: Lexicon, word: str, tag: str, ahead: Ahead) -> str | None:
    if word == "THE" and tag != "DT":
        return None
    return "ði" if ahead.vowel else "ðə"


def _used(lexicon: Lexicon, word: str, tag: str, ahead: Ahead) -> str | None:
    variants = lexicon.checked("used")
    if not isinstance(variants, dict):
        return variants
    return variants["VBD" if tag in ("VBD", "JJ") and ahead.to else "DEFAULT"]


def _plain(lexicon: Lexicon, word: str) -> str | None:
    found = lexicon.checked(word)
    return found if isinstance(found, str) else None


#: Words whose sound depends on what follows, or on their tag in ways that the lexicon does not list.
_RULES = {
    "a": _article,
    "am": _am,
    "an": _an,
    "i": _i,
    "by": _by,
    "to": _to,
    "in": _in,
    "the": _the,
    "used": _used,
}

_LONGEST_RULE = max(map(len, _RULES))
