"""Moving stress inside a phoneme string.

`ˈ` (primary) and `ˌ` (secondary) stand directly before the vowel that they stress, as in misaki's lexicons.
"""

from __future__ import annotations

PRIMARY = "ˈ"
SECONDARY = "ˌ"
VOWELS = frozenset("AIOQWYaiuæɑɒɔəɛɜɪʊʌᵻ")
CONSONANTS = frozenset("bdfhjklmnpstvwzðŋɡɹɾʃʒʤʧθ")

#: Written as one character, spoken as two sounds; they count twice in a word's weight.
_DOUBLE = frozenset("AIOQWYʤʧ")

_LOWER_PRIMARY = str.maketrans({PRIMARY: SECONDARY, SECONDARY: None})
_RAISE_SECONDARY = str.maketrans({SECONDARY: PRIMARY})
_LOWER_ALL = str.maketrans({PRIMARY: SECONDARY})


def is_stressed(phonemes: str) -> bool:
    """Whether any vowel carries a stress mark."""
    return PRIMARY in phonemes or SECONDARY in phonemes


def weight(phonemes: str) -> int:
    """Length in sounds; the heavier half of a compound keeps its stress."""
    return len(phonemes) + sum(1 for sound in phonemes if sound in _DOUBLE)


def demoted(phonemes: str) -> str:
    """Primary stress becomes secondary, and what was secondary goes; unchanged without a primary."""
    return phonemes.translate(_LOWER_PRIMARY) if PRIMARY in phonemes else phonemes


def at_least_secondary(phonemes: str) -> str:
    """A word without stress gets a secondary one on its first vowel."""
    return phonemes if is_stressed(phonemes) else _marked(phonemes, SECONDARY)


def at_least_primary(phonemes: str) -> str:
    """A word without a primary stress gets one: its secondary raised, or its first vowel marked."""
    if PRIMARY in phonemes:
        return phonemes
    if SECONDARY in phonemes:
        return phonemes.translate(_RAISE_SECONDARY)
    return _marked(phonemes, PRIMARY)


def last_primary(letters: str) -> str:
    """Stress of a spelled word (`BBC`): every letter secondary, the last one primary."""
    head, mark, tail = letters.translate(_LOWER_ALL).rpartition(SECONDARY)
    return f"{head}{PRIMARY}{tail}" if mark else tail


def _marked(phonemes: str, mark: str) -> str:
    for place, sound in enumerate(phonemes):
        if sound in VOWELS:
            return f"{phonemes[:place]}{mark}{phonemes[place:]}"
    return phonemes
