"""English text to phonemes, in misaki's alphabet.

Data: the lexicons, tagger and networks of PyPI `hibari-tts` 0.2.1 (Apache-2.0), in the form that `prepare`
gives them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path

from functions.shared.text.g2p import stress
from functions.shared.text.g2p.lexicon import Lexicon
from functions.shared.text.g2p.oov import UnknownWords
from functions.shared.text.g2p.pieces import Piece, pieces, subwords
from functions.shared.text.g2p.protocol import Accent, Phonemizer
from functions.shared.text.g2p.store import Store, open_store
from functions.shared.text.g2p.tagger import Tagger
from functions.shared.text.g2p.words import Ahead, WordReader

#: Number of the prepared files' form; `prepare` stamps it on them.
FORMAT = 1

FILE = "english.sqlite"

NETWORKS: dict[Accent, str] = {"us": "oov_us.ort", "gb": "oov_gb.ort"}

_PUNCTUATION = {mark: mark for mark in ";:,.!?—…()“”"} | {"..": "…", "...": "…", "--": "—", "–": "—"}

_CLOSING = frozenset(";:,.!?…)")

#: Sounds that the lexicon writes and the engines' alphabet writes otherwise: the flap and the glottal stop.
_ENGINE_SOUNDS = str.maketrans({"ɾ": "T", "ʔ": "t"})

#: Subwords joined for one look-up at most; the longest compounds of the lexicon have seven.
_LONGEST_COMPOUND = 8


def open_english(folder: Path, accent: Accent) -> Phonemizer:
    """Open the prepared data in `folder`. Raises ModelMissing or ModelDamaged."""
    return EnglishG2P(open_store(folder / FILE, FORMAT), folder, accent)


class EnglishG2P:
    """The front end of one accent."""

    def __init__(self, store: Store, folder: Path, accent: Accent) -> None:
        self._lexicon = Lexicon(store, accent)
        self._tag = Tagger(store)
        self._read = WordReader(self._lexicon, accent)
        network = store.row("SELECT letters, sounds, longest FROM networks WHERE accent = ?", accent)
        self._unknown = UnknownWords(folder / NETWORKS[accent], *(network or ("", "", 1)))

    def __call__(self, text: str) -> str:
        """Phonemes of `text`, words apart by a space."""
        found = pieces(text)
        for piece, tag in zip(found, self._tag([piece.text for piece in found]), strict=True):
            piece.tag = tag
        _settle_marks(found)
        spoken: list[str] = []
        ahead = Ahead()
        for group in reversed(list(_groups(found))):
            phonemes, ahead = self._group(group, ahead)
            spoken.append(phonemes + " " if group[-1].spaced else phonemes)
        return " ".join("".join(reversed(spoken)).translate(_ENGINE_SOUNDS).split())

    def _group(self, group: Sequence[Piece], ahead: Ahead) -> tuple[str, Ahead]:
        mark = _punctuation(group[0]) if len(group) == 1 else None
        if mark is not None:
            return mark, ahead.behind("", mark)
        whole = "".join(piece.text for piece in group)
        parts = [Piece(part, False, piece.tag) for piece in group for part in subwords(piece.text)]
        return self._compound(whole, parts, ahead)

    def _compound(self, whole: str, parts: Sequence[Piece], ahead: Ahead) -> tuple[str, Ahead]:
        """Read from the end, each time the longest run of parts that is a word."""
        readings: list[tuple[str, str]] = []
        end = len(parts)
        while end:
            start, phonemes = self._longest_word(parts[:end], ahead)
            text = "".join(part.text for part in parts[start:end])
            if phonemes is None:
                if any(map(str.isalnum, text)):
                    return self._spell_out(whole, ahead)
            else:
                ahead = ahead.behind(text, phonemes)
                readings.append((parts[start].text, phonemes))
            end = start
        return _joined(readings[::-1]), ahead

    def _longest_word(self, parts: Sequence[Piece], ahead: Ahead) -> tuple[int, str | None]:
        """Where the longest word at the end of `parts` starts, and its phonemes: None when there is none."""
        for start in range(max(0, len(parts) - _LONGEST_COMPOUND), len(parts)):
            run = parts[start:]
            phonemes = self._read("".join(part.text for part in run), _main_tag(run), ahead)
            if phonemes is not None:
                return start, phonemes
        return len(parts) - 1, None

    def _spell_out(self, word: str, ahead: Ahead) -> tuple[str, Ahead]:
        """A word that the lexicon does not know: without its accents, or by the network."""
        runs = "".join(c if c.isalpha() else " " for c in word.replace("'", "")).split()
        spoken = " ".join(filter(None, (self._plain(run) or self._unknown(run) for run in runs)))
        return spoken, ahead.behind(word, spoken)

    def _plain(self, word: str) -> str | None:
        """`cafe` for `café`."""
        if word.isascii():
            return None
        bare = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
        return self._read(bare, "NN", Ahead()) if bare != word and bare in self._lexicon else None


def _groups(found: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Runs of pieces that stand together as one word; punctuation alone."""
    group: list[Piece] = []
    for piece in found:
        alone = _punctuation(piece) is not None
        if alone and group:
            yield group
            group = []
        group.append(piece)
        if alone or piece.spaced:
            yield group
            group = []
    if group:
        yield group


def _settle_marks(found: Sequence[Piece]) -> None:
    """Tell opening quotes from closing ones and from apostrophes; no space before a mark that closes."""
    opened = False
    loose = True
    for place, piece in enumerate(found):
        if piece.text == '"':
            piece.text = "“" if loose else "”"
        elif piece.text == "'" and loose != piece.spaced and (loose or opened):
            opened = loose
            piece.text = "“" if loose else "”"
        elif piece.text in _CLOSING and place:
            found[place - 1].spaced = False
        loose = piece.spaced or piece.text in "(“—"


def _punctuation(piece: Piece) -> str | None:
    """The mark that `piece` is spoken as, or None when it is a word or a part of one."""
    text = piece.text
    if text in _PUNCTUATION:
        return _PUNCTUATION[text]
    if len(text) > 1 and not text.strip(".-"):
        return "…" if text[0] == "." else "—"
    return "—" if text == "-" and piece.tag == ":" else None


def _main_tag(run: Sequence[Piece]) -> str:
    """The tag of the longest part, capitals counting twice."""
    return max(run, key=lambda part: len(part.text) + sum(map(str.isupper, part.text))).tag


def _joined(readings: Sequence[tuple[str, str]]) -> str:
    """One word of several: half of the stresses, the lighter ones, give way."""
    phonemes = [reading for _, reading in readings]
    if len(phonemes) == 2 and len(readings[0][0]) == 1:
        phonemes[1] = stress.demoted(phonemes[1])
    elif len(phonemes) > 1:
        ranks = sorted((stress.PRIMARY in p, stress.weight(p), place) for place, p in enumerate(phonemes))
        if sum(stressed for stressed, _, _ in ranks) > (len(ranks) + 1) // 2:
            for _, _, place in ranks[: len(ranks) // 2]:
                phonemes[place] = stress.demoted(phonemes[place])
    return "".join(phonemes)
