"""Turns jieba's word counts and pypinyin's dictionaries into the file that `zh.open_mandarin` opens.

Run once per node or image, not by the functions. The same source files give the same bytes: `dict.txt`
of PyPI `jieba` 0.42.1, `phrases_dict.json` and `pinyin_dict.json` of PyPI `pypinyin` 0.55.0 (all MIT).
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from functions.shared.text.g2p.storing import new_store
from functions.shared.text.g2p.zh import FILE, FORMAT

#: Changes whenever the prepared file would: it is a part of what identifies it.
VERSION = f"mandarin-{FORMAT}"

#: The files that `prepare` reads, under their original names.
SOURCES = ("dict.txt", "phrases_dict.json", "pinyin_dict.json")

_SCHEMA = """
CREATE TABLE size (total INTEGER NOT NULL);
CREATE TABLE words (word TEXT PRIMARY KEY, count INTEGER NOT NULL, pinyin TEXT) WITHOUT ROWID;
CREATE TABLE signs (sign TEXT PRIMARY KEY, pinyin TEXT NOT NULL, longest INTEGER NOT NULL) WITHOUT ROWID;
"""

_TONE_MARKS = {"\u0304": "1", "\u0301": "2", "\u030c": "3", "\u0300": "4"}


def prepare(source: Path, target: Path) -> None:
    """Write `mandarin.sqlite` into the folder `target`, which must exist.

    Raises FileNotFoundError when `source` lacks one of SOURCES.
    """
    counts = _counts(source / "dict.txt")
    signs = {chr(int(code)): _syllable(found.split(",")[0]) for code, found in _read(source, "pinyin_dict")}
    phrases = {word: [_syllable(found[0]) for found in read] for word, read in _read(source, "phrases_dict")}
    with new_store(target / FILE, _SCHEMA, FORMAT) as insert:
        insert("size", [(sum(counts.values()),)])
        insert("words", [(w, n, _listed(w, phrases, signs)) for w, n in counts.items()])
        insert("signs", list(_sign_rows(counts, signs)))


def _counts(path: Path) -> dict[str, int]:
    """From lines of `word count part-of-speech`, what is all Chinese characters: only that is looked up."""
    rows = (line.split(" ") for line in path.read_text("utf-8").splitlines())
    return {word: int(count) for word, count, *_ in rows if min(word) >= "\u3007" and int(count)}


def _sign_rows(counts: Mapping[str, int], signs: Mapping[str, str]) -> Iterator[tuple[str, str, int]]:
    longest: dict[str, int] = {}
    for word in counts:
        longest[word[0]] = max(longest.get(word[0], 1), len(word))
    for sign in signs.keys() | longest.keys():
        yield sign, signs.get(sign, ""), longest.get(sign, 1)


def _listed(word: str, phrases: Mapping[str, Sequence[str]], signs: Mapping[str, str]) -> str | None:
    """The reading of `word` where it is not that of its characters one by one."""
    plain = [signs.get(sign, "") for sign in word]
    found = list(_reading(word, phrases, signs))
    return None if found == plain or "" in found else " ".join(found)


def _reading(word: str, phrases: Mapping[str, Sequence[str]], signs: Mapping[str, str]) -> Iterator[str]:
    """From the front, the longest phrases that are known, else a character."""
    place = 0
    while place < len(word):
        ends = range(len(word), place + 1, -1)
        end = next((end for end in ends if word[place:end] in phrases), place + 1)
        yield from phrases.get(word[place:end], ()) if end > place + 1 else (signs.get(word[place], ""),)
        place = end


def _syllable(marked: str) -> str:
    """`nǚ` as `nv3`."""
    tone, letters = "5", []
    for character in unicodedata.normalize("NFD", marked):
        if character in _TONE_MARKS:
            tone = _TONE_MARKS[character]
        else:
            letters.append("v" if character == "\u0308" else character)
    plain = unicodedata.normalize("NFC", "".join(letters)).replace("uv", "v").replace("ɡ", "g")
    return plain + tone


def _read(source: Path, name: str) -> list[tuple[str, Any]]:
    return list(json.loads((source / f"{name}.json").read_text("utf-8")).items())
