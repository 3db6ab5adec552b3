"""Pinyin syllables to phonemes, in the alphabet that Kokoro v1.0 was trained with (misaki 0.9, Mandarin).

A syllable is written in letters with its tone as a last digit, 5 being the neutral tone: `ni3`, `lv4`, `de5`.
"""

from __future__ import annotations

from functools import cache

_INITIALS = """
b p c ʦʰ ch ꭧʰ d t f f g k h x j ʨ k kʰ l l m m n n p pʰ q ʨʰ r ɻ s s sh ʂ t tʰ x ɕ z ʦ zh ꭧ
"""

#: `0` stands where the tone is written: after the vowel that carries it.
_FINALS = """
a a0 ai ai0 an a0n ang a0ŋ ao au0 e ɤ0 ei ei0 en ə0n eng ə0ŋ
i i0 ia ja0 ian jɛ0n iang ja0ŋ iao jau0 ie je0 in i0n iou jou0 ing i0ŋ iong jʊ0ŋ
ong ʊ0ŋ ou ou0 u u0 uei wei0 ua wa0 uai wai0 uan wa0n uen wə0n uang wa0ŋ ueng wə0ŋ uo wo0 o wo0
v y0 ve ɥe0 van ɥɛ0n vn y0n
"""

#: Syllables that have no initial and no regular final.
_WHOLE = {"er": "ɚ0", "r": "ɚ0", "o": "ɔ0", "io": "jɔ0", "yo": "jɔ0", "ê": "ɛ0",
          "m": "m0", "n": "n0", "ng": "ŋ0", "hm": "hm0", "hng": "hŋ0"}  # fmt: skip

_TONES = {"1": "→", "2": "↗", "3": "↓", "4": "↘", "5": ""}

#: Finals that pinyin shortens after an initial.
_SHORTENED = {"iu": "iou", "ui": "uei", "un": "uen"}

_BUZZED = frozenset(("zh", "ch", "sh", "r", "z", "c", "s"))


@cache
def pinyin_phonemes(syllable: str) -> str:
    """Phonemes of one syllable, empty when it is none."""
    letters, tone = syllable[:-1], _TONES.get(syllable[-1:])
    if tone is None:
        return ""
    pattern = _WHOLE.get(letters) or _regular(letters)
    return pattern.replace("0", tone)


def _regular(letters: str) -> str:
    initial, final = _parted(letters)
    buzzed = final == "i" and initial in _BUZZED
    sound = "ɨ0" if buzzed else _finals().get(final, "")
    return _initials().get(initial, "") + sound if sound else ""


def _parted(letters: str) -> tuple[str, str]:
    """The initial and the final, the latter in full (`you` is ``, `iou`; `jue` is `j`, `ve`)."""
    if letters[:1] in ("y", "w"):
        return "", _glided(letters)
    size = 2 if letters[1:2] == "h" else 1
    if letters[:size] not in _initials():
        return "", letters
    initial, final = letters[:size], letters[size:]
    if initial in ("j", "q", "x") and final.startswith("u"):
        return initial, "v" + final[1:]
    if initial in ("l", "n") and final == "ue":
        return initial, "ve"
    return initial, _SHORTENED.get(final, final)


def _glided(letters: str) -> str:
    """`yi`, `yan`, `you`, `yue`, `wu`, `wei` as the finals that they spell."""
    rest = letters[1:]
    if letters[0] == "w":
        return rest if rest == "u" else "u" + rest
    if rest.startswith(("u", "v")):
        return "v" + rest[1:]
    return rest if rest.startswith("i") else "i" + rest


@cache
def _initials() -> dict[str, str]:
    return _table(_INITIALS)


@cache
def _finals() -> dict[str, str]:
    return _table(_FINALS)


def _table(text: str) -> dict[str, str]:
    fields = text.split()
    return dict(zip(fields[::2], fields[1::2], strict=True))
