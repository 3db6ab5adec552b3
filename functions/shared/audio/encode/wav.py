"""RIFF WAVE, 16-bit mono.

With the number of samples known, all sizes are exact. Without it, and beyond 4 GiB, the RIFF and data sizes
are 0xFFFFFFFF, which readers take as "until the end of the stream"; nothing ever follows the samples.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

from functions.shared.audio.encode.tags import TAG_NAMES
from functions.shared.audio.pcm import Pcm

#: Size of what has no known size.
UNKNOWN = 0xFFFFFFFF
#: Bytes of a sample.
WIDTH = 2


class WavEncoder:
    """Holds nothing back; the header comes with the first chunk."""

    def __init__(self, rate: int, samples: int | None, tags: Mapping[str, str]) -> None:
        self._header = header(rate, samples, tags)

    def feed(self, pcm: Pcm) -> bytes:
        """Two bytes a sample, after the header where it has not been given yet."""
        head, self._header = self._header, b""
        return head + pcm.int16().tobytes()

    def finish(self) -> bytes:
        """The header, if nothing was ever fed."""
        head, self._header = self._header, b""
        return head


def header(rate: int, samples: int | None, tags: Mapping[str, str]) -> bytes:
    """Everything before the first sample."""
    layout = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, rate, rate * WIDTH, WIDTH, 8 * WIDTH)
    chunks = b"WAVE" + layout + _info(tags)
    data = UNKNOWN if samples is None else samples * WIDTH
    whole = len(chunks) + 8 + data
    if whole >= UNKNOWN:
        whole = data = UNKNOWN
    return struct.pack("<4sI", b"RIFF", whole) + chunks + struct.pack("<4sI", b"data", data)


def _info(tags: Mapping[str, str]) -> bytes:
    """LIST INFO, or nothing where there is nothing to tell."""
    if not tags:
        return b""
    body = b"INFO" + b"".join(_string(TAG_NAMES[name].riff, value) for name, value in tags.items())
    return struct.pack("<4sI", b"LIST", len(body)) + body


def _string(name: bytes, value: str) -> bytes:
    text = value.encode() + b"\0"
    # Chunks begin at even offsets; the padding is not part of the size.
    return struct.pack("<4sI", name, len(text)) + text + b"\0" * (len(text) % 2)
