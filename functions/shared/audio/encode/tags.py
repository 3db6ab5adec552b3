"""Metadata that a file can carry, and what its containers call it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class TagNames(NamedTuple):
    """A tag's name in RIFF's LIST INFO (RIFF MCI, 1991) and in ID3v2.4; Vorbis comments use ours."""

    riff: bytes
    id3: bytes


TAG_NAMES: Mapping[str, TagNames] = {
    "title": TagNames(b"INAM", b"TIT2"),
    "artist": TagNames(b"IART", b"TPE1"),
    "comment": TagNames(b"ICMT", b"COMM"),
    "copyright": TagNames(b"ICOP", b"TCOP"),
    "date": TagNames(b"ICRD", b"TDRC"),
    "software": TagNames(b"ISFT", b"TSSE"),
}


def check_tags(tags: Mapping[str, str]) -> None:
    """Raise ValueError for a tag without a name in every container, or with a NUL, which ends strings."""
    for name, value in tags.items():
        if name not in TAG_NAMES:
            raise ValueError(f"no tag {name!r}; there are {', '.join(TAG_NAMES)}")
        if "\0" in value:
            raise ValueError(f"tag {name!r} holds a NUL character")
