"""MPEG layer III at a constant bit rate, by LAME.

With the number of samples known, an Info frame (after ID3v2.4, where there are tags) tells players the
encoder's delay and padding, and they play exactly these samples. Without it the file is a plain stream,
because FFmpeg plays an Info frame that lacks its counts: `START_DELAY` samples of silence come first (46 ms
at 24 kHz), and less than one frame of it last.
"""

from __future__ import annotations

from collections.abc import Mapping

from functions.shared.audio.encode.id3 import id3
from functions.shared.audio.encode.mp3_info import DECODER_DELAY, ENCODER_DELAY, Layout, info_frame
from functions.shared.audio.formats import mp3_frame
from functions.shared.audio.pcm import Pcm

#: Samples of silence before the first one, where no Info frame tells players to take them off.
START_DELAY = ENCODER_DELAY + DECODER_DELAY
#: LAME's algorithm quality, 0 (best) to 9 (fastest). Voiced speech has the same SNR (26.0 dB) at all of them,
#: and 5 costs less than half of 2.
QUALITY = 5


class Mp3Encoder:
    """Holds back at most 100 ms of 24 kHz, and gives whole frames only."""

    def __init__(self, rate: int, samples: int | None, tags: Mapping[str, str]) -> None:
        import lameenc

        self._layout = Layout(rate, bit_rate(rate), mp3_frame(rate))
        self._lame = lameenc.Encoder()
        self._lame.silence()
        self._lame.set_channels(1)
        self._lame.set_in_sample_rate(rate)
        self._lame.set_out_sample_rate(rate)
        self._lame.set_bit_rate(self._layout.bit_rate // 1000)
        self._lame.set_quality(QUALITY)
        self._head = id3(tags) + (b"" if samples is None else info_frame(self._layout, samples))
        self._buffer = bytearray(self._lame.encode(b""))
        self._fed = self._frames = 0

    def feed(self, pcm: Pcm) -> bytes:
        """The frames that are complete."""
        self._fed += len(pcm.samples)
        self._buffer += self._lame.encode(pcm.int16().tobytes())
        return self._take()

    def finish(self) -> bytes:
        """The last frames, without those of LAME's that hold no sample of ours."""
        self._buffer += self._lame.flush()
        return self._take()

    def _take(self) -> bytes:
        head, self._head = self._head, b""
        needed = self._layout.frames(self._fed)
        end = 0
        while self._frames < needed and (after := self._frame_end(end)):
            end = after
            self._frames += 1
        taken = bytes(self._buffer[:end])
        del self._buffer[:end]
        return head + taken

    def _frame_end(self, start: int) -> int | None:
        """Where the frame at `start` ends, or None when it is not there as a whole."""
        if len(self._buffer) < start + 4:
            return None
        end = start + self._layout.base_bytes + (self._buffer[start + 2] >> 1 & 1)
        return end if end <= len(self._buffer) else None


def bit_rate(rate: int) -> int:
    """Bits per second for speech of `rate` Hz: 4 a sample, up to what mono speech can use."""
    if rate <= 12000:
        return 48_000
    return 96_000 if rate <= 24000 else 128_000
