"""The regular endings -s, -ed and -ing: which stem a word has, and how the ending sounds after it.

The rules are misaki's (0.9.4, `en.py`), which the engines' training texts were read with.
"""

from __future__ import annotations

from collections.abc import Callable

from functions.shared.text.g2p.protocol import Accent

#: Sounds after which an American `t` before a vowel is a flap.
_FLAP_AFTER = frozenset("AIOWYiuæɑəɛɪɹʊʌ")

_DOUBLED = frozenset("bcdgklmnprstvxz")

#: The British lexicon writes the vowel of -es and -ed as in "kit".
_WEAK_VOWEL: dict[Accent, str] = {"us": "ᵻ", "gb": "ɪ"}

Known = Callable[[str], bool]
Ending = Callable[[str, Accent], str | None]


def stem_of_s(word: str, known: Known) -> str | None:
    """`dog` of `dogs` and `dog's`, `box` of `boxes`, `city` of `cities`."""
    if len(word) < 3 or not word.endswith("s"):
        return None
    if not word.endswith("ss") and known(word[:-1]):
        return word[:-1]
    is_es = len(word) > 4 and word.endswith("es") and not word.endswith("ies")
    if (is_es or word.endswith("'s")) and known(word[:-2]):
        return word[:-2]
    if len(word) > 4 and word.endswith("ies") and known(word[:-3] + "y"):
        return word[:-3] + "y"
    return None


def stem_of_ed(word: str, known: Known) -> str | None:
    """`bake` of `baked`, `walk` of `walked`."""
    if len(word) < 4 or not word.endswith("d"):
        return None
    if not word.endswith("dd") and known(word[:-1]):
        return word[:-1]
    if len(word) > 4 and word.endswith("ed") and not word.endswith("eed") and known(word[:-2]):
        return word[:-2]
    return None


def stem_of_ing(word: str, known: Known) -> str | None:
    """`walk` of `walking`, `bake` of `baking`, `run` of `running`, `panic` of `panicking`."""
    if len(word) < 5 or not word.endswith("ing"):
        return None
    long = len(word) > 5
    candidates = [word[:-3]] if long else []
    candidates.append(word[:-3] + "e")
    if long and ((word[-4] == word[-5] and word[-4] in _DOUBLED) or word.endswith("cking")):
        candidates.append(word[:-4])
    return next((stem for stem in candidates if known(stem)), None)


def with_s(stem: str, accent: Accent) -> str | None:
    """The plural, possessive or third person of a stem's phonemes."""
    if stem[-1] in "ptkfθ":
        return stem + "s"
    if stem[-1] in "szʃʒʧʤ":
        return f"{stem}{_WEAK_VOWEL[accent]}z"
    return stem + "z"


def with_ed(stem: str, accent: Accent) -> str | None:
    """The past of a stem's phonemes."""
    if stem[-1] in "pkfθʃsʧ":
        return stem + "t"
    if stem[-1] == "d":
        return f"{stem}{_WEAK_VOWEL[accent]}d"
    if stem[-1] != "t":
        return stem + "d"
    if accent == "gb" or len(stem) < 2:
        return stem + "ɪd"
    return f"{_flapped(stem)}ᵻd"


def with_ing(stem: str, accent: Accent) -> str | None:
    """The present participle of a stem's phonemes; None where it needs an r that the stem does not show."""
    if accent == "gb":
        return None if stem[-1] in "əː" else stem + "ɪŋ"
    return f"{_flapped(stem)}ɪŋ"


def _flapped(stem: str) -> str:
    flaps = len(stem) > 1 and stem[-1] == "t" and stem[-2] in _FLAP_AFTER
    return f"{stem[:-1]}ɾ" if flaps else stem


#: Tried in this order.
ENDINGS: tuple[tuple[Callable[[str, Known], str | None], Ending], ...] = (
    (stem_of_s, with_s),
    (stem_of_ed, with_ed),
    (stem_of_ing, with_ing),
)
