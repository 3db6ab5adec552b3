"""ID3v2.4 tags, before the first frame (id3.org/id3v2.4.0-structure)."""

from __future__ import annotations

import struct
from collections.abc import Mapping

from functions.shared.audio.encode.tags import TAG_NAMES

UTF_8 = b"\x03"


def id3(tags: Mapping[str, str]) -> bytes:
    """The tag, or nothing where there is nothing to tell."""
    if not tags:
        return b""
    frames = b"".join(_frame(TAG_NAMES[name].id3, value) for name, value in tags.items())
    return b"ID3\x04\x00\x00" + synchsafe(len(frames)) + frames


def synchsafe(size: int) -> bytes:
    """28 bits in four bytes whose first bit is 0, so that no decoder finds a frame in them."""
    return bytes(size >> shift & 0x7F for shift in (21, 14, 7, 0))


def _frame(name: bytes, value: str) -> bytes:
    # A comment has a language (undetermined) and an empty description before its text.
    before = UTF_8 + b"und\0" if name == b"COMM" else UTF_8
    text = before + value.encode()
    return name + synchsafe(len(text)) + struct.pack(">H", 0) + text
