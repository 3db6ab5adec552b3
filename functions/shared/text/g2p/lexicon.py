"""Pronunciations of known English words, with their variants by part of speech."""

from __future__ import annotations

from functools import lru_cache

from functions.shared.text.g2p import stress
from functions.shared.text.g2p.protocol import Accent
from functions.shared.text.g2p.store import Store

#: Part of speech -> phonemes; "DEFAULT" is always there, "None" is the variant before a pause.
Variants = dict[str, str | None]

_QUERIES: dict[Accent, str] = {
    "us": "SELECT checked, derived FROM us WHERE word = ?",
    "gb": "SELECT checked, derived FROM gb WHERE word = ?",
}

#: Words kept decoded: a few times a long text's vocabulary, a few hundred bytes each.
_CACHED_WORDS = 8192

_SPELLABLE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")


class Lexicon:
    """Two layers of one accent: checked entries ("gold" in misaki) and derived ones ("silver")."""

    def __init__(self, store: Store, accent: Accent) -> None:
        self._store = store
        self._query = _QUERIES[accent]
        self._entry = lru_cache(maxsize=_CACHED_WORDS)(self._read_entry)

    def checked(self, word: str) -> str | Variants | None:
        """The checked entry of `word`."""
        return self._entry(word)[0]

    def __contains__(self, word: str) -> bool:
        return self._entry(word) != (None, None)

    def can_read(self, word: str) -> bool:
        """Whether `read` finds something: an entry, or capitals that are spelled."""
        if word in self:
            return True
        if not word or not _SPELLABLE.issuperset(word):
            return False
        return len(word) == 1 or word[1:].isupper()

    def read(self, word: str, tag: str, *, before_pause: bool = False) -> str | None:
        """Phonemes of `word` as the part of speech `tag` (Penn Treebank).

        Capitals without an entry of their own are read as the word in lower case, and spelled when that is
        unknown, or when they are a name and the word has no stress to make it one (`IT`, `US`).
        """
        in_capitals = word == word.upper() and self.checked(word) is None
        if in_capitals:
            word = word.lower()
        is_name = in_capitals and tag == "NNP"
        checked, derived = self._entry(word)
        found = checked if checked is not None or is_name else derived
        if isinstance(found, dict):
            found = _variant(found, tag, before_pause)
        if found is None or (is_name and stress.PRIMARY not in found):
            return self.spelled(word) or found
        return found

    def spelled(self, word: str) -> str | None:
        """The letters of `word` one by one, or None when one of them has no name."""
        names = [self.checked(letter.upper()) for letter in word if letter.isalpha()]
        known = [name for name in names if isinstance(name, str)]
        return stress.last_primary("".join(known)) if known and len(known) == len(names) else None

    def _read_entry(self, word: str) -> tuple[str | Variants | None, str | None]:
        checked, derived = self._row(word)
        if checked is None or derived is None:
            other = self._row(_other_case(word))
            checked = other[0] if checked is None else checked
            derived = other[1] if derived is None else derived
        return (None if checked is None else _decoded(checked)), derived

    def _row(self, word: str) -> tuple[str | None, str | None]:
        row = self._store.row(self._query, word) if word else None
        return (row[0], row[1]) if row else (None, None)


def _other_case(word: str) -> str:
    """`word` for `Word` and the reverse: one entry answers for both; "" for other spellings."""
    lower = word.lower()
    if len(word) < 2 or word not in (lower, lower.capitalize()):
        return ""
    return lower.capitalize() if word == lower else lower


def _decoded(entry: str) -> str | Variants:
    """`entry` is phonemes, or lines of `part of speech=phonemes` where nothing after the sign means None."""
    if "=" not in entry:
        return entry
    pairs = (line.partition("=") for line in entry.split("\n"))
    return {tag: phonemes or None for tag, _, phonemes in pairs}


def _variant(variants: Variants, tag: str, before_pause: bool) -> str | None:
    if before_pause and "None" in variants:
        tag = "None"
    elif tag not in variants:
        tag = parent_tag(tag)
    return variants.get(tag, variants["DEFAULT"])


def parent_tag(tag: str) -> str:
    """The coarse part of speech that variants are listed under."""
    for prefix, parent in (("VB", "VERB"), ("NN", "NOUN"), ("RB", "ADV"), ("JJ", "ADJ")):
        if tag.startswith(prefix):
            return parent
    return tag
