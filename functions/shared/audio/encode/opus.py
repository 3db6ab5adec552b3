"""Ogg Opus, by libsndfile.

The pre-skip in the header and the granule position of the last page make its length exact, known beforehand
or not (RFC 7845).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from functions.shared.audio.encode.sink import Sink
from functions.shared.audio.pcm import Pcm

#: Target in bits per second; 28 to 40 kbit/s are recommended for fullband speech (RFC 7587, section 3.1.1).
#: It is variable: voiced speech alone was measured at 72 kbit/s.
BIT_RATE = 64_000
#: libsndfile maps its compression level 1..0 linearly onto these bits per second and channel (ogg_opus.c).
LOWEST_BIT_RATE, HIGHEST_BIT_RATE = 6_000, 256_000
#: SFC_SET_OGG_PAGE_LATENCY_MS of sndfile.h: the longest a page waits to be filled; 1,000 by default.
PAGE_LATENCY_COMMAND = 0x1302
#: Milliseconds; the page ends with the frame of 20 ms that passes it, which makes three a page: 6 % more
#: bytes than in pages of a second.
PAGE_LATENCY = 40.0


class OpusEncoder:
    """Holds back at most 80 ms: a page and the encoder's look-ahead."""

    def __init__(self, rate: int, tags: Mapping[str, str]) -> None:
        import soundfile

        level = (HIGHEST_BIT_RATE - BIT_RATE) / (HIGHEST_BIT_RATE - LOWEST_BIT_RATE)
        self._sink = Sink()
        self._file = soundfile.SoundFile(
            self._sink, "w", rate, 1, "OPUS", format="OGG", compression_level=level
        )
        for name, value in tags.items():
            setattr(self._file, name, value)
        # soundfile has no public way to the command, and a page of one second is no stream.
        latency = soundfile._ffi.new("double *", PAGE_LATENCY)
        size = soundfile._ffi.sizeof("double")
        soundfile._snd.sf_command(self._file._file, PAGE_LATENCY_COMMAND, latency, size)

    def feed(self, pcm: Pcm) -> bytes:
        """The pages that are complete."""
        self._file.write(np.clip(pcm.samples, -1.0, 1.0))
        return self._sink.take()

    def finish(self) -> bytes:
        """The last page, which tells the exact length."""
        self._file.close()
        return self._sink.take()
