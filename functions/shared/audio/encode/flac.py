"""FLAC, 16-bit mono, by libsndfile.

STREAMINFO comes first and cannot be corrected later: its total is `samples` where known and 0 (unknown)
otherwise, as of any encoder into a pipe. (libsndfile cannot seek in such a file, so `soundfile.read` fails
on it; FFmpeg and miniaudio read it.) Its MD5 and frame sizes are 0, which the format defines as not known
(RFC 9639, section 8.2).
"""

from __future__ import annotations

from collections.abc import Mapping

from functions.shared.audio.encode.sink import Sink
from functions.shared.audio.pcm import Pcm

#: Byte that holds the last 4 bits of the sample width and the first 4 of the 36-bit total: the marker (4),
#: a block header (4), and 13 bytes into STREAMINFO.
TOTAL_OFFSET = 21
#: The four bytes after it hold the rest.
TOTAL_END = 26


class FlacEncoder:
    """Holds back one block."""

    def __init__(self, rate: int, samples: int | None, tags: Mapping[str, str]) -> None:
        from soundfile import SoundFile

        self._sink = Sink()
        self._file = SoundFile(self._sink, "w", rate, 1, "PCM_16", format="FLAC")
        for name, value in tags.items():
            setattr(self._file, name, value)
        self._samples = samples
        self._started = False

    def feed(self, pcm: Pcm) -> bytes:
        """The blocks that are complete."""
        self._file.write(pcm.int16())
        return self._take()

    def finish(self) -> bytes:
        """The last block."""
        self._file.close()
        return self._take()

    def _take(self) -> bytes:
        taken = self._sink.take()
        if self._started or not taken:
            return taken
        self._started = True
        return taken if self._samples is None else _with_total(taken, self._samples)


def _with_total(head: bytes, samples: int) -> bytes:
    """`head` with the total written into STREAMINFO; totals of 36 bits and more stay unknown."""
    total = samples if samples < 1 << 36 else 0
    field = (head[TOTAL_OFFSET] & 0xF0) << 32 | total
    return head[:TOTAL_OFFSET] + field.to_bytes(5, "big") + head[TOTAL_END:]
