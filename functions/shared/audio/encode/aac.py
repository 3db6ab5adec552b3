"""AAC-LC in ADTS, by FFmpeg's encoder.

ADTS has no place for the encoder's delay. A decoder that does not drop its first frame, as most do not, plays
one frame of silence first (1,024 samples: 43 ms at 24 kHz) and pads the last frame with less than
another; no sample is lost. The first frame cannot be left out: the second one only cancels the aliasing of
its own samples against it, and speech would start with 1,024 distorted samples instead of silent ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from functions.shared.audio.formats import AAC_FRAME
from functions.shared.audio.pcm import Pcm, Samples

if TYPE_CHECKING:
    from av import AudioFrame

#: Sampling frequency index by rate (ISO 14496-3, table 1.18).
RATE_INDEX = {
    48000: 3, 44100: 4, 32000: 5, 24000: 6, 22050: 7, 16000: 8, 12000: 9, 11025: 10, 8000: 11,
}  # fmt: skip
#: Bits per sample, below the 6 that a frame may have at most; 96 kbit/s at 24 kHz.
BITS_PER_SAMPLE = 4
#: Bits per second; mono gains nothing beyond it.
HIGHEST_BIT_RATE = 128_000
HEADER_BYTES = 7


class AacEncoder:
    """Holds back less than three frames."""

    def __init__(self, rate: int) -> None:
        import av

        self._frame_type = av.AudioFrame
        self._codec = av.CodecContext.create("aac", "w")
        self._codec.sample_rate = rate
        self._codec.layout = "mono"
        self._codec.format = "fltp"
        self._codec.bit_rate = min(HIGHEST_BIT_RATE, BITS_PER_SAMPLE * rate)
        self._codec.open()
        self._rate = rate
        self._rest: Samples = np.zeros(0, np.float32)
        self._fed = 0

    def feed(self, pcm: Pcm) -> bytes:
        """The frames that are complete."""
        samples = np.concatenate((self._rest, np.clip(pcm.samples, -1.0, 1.0)))
        whole = len(samples) - len(samples) % AAC_FRAME
        self._rest = samples[whole:].copy()
        return b"".join(self._encode(samples[at : at + AAC_FRAME]) for at in range(0, whole, AAC_FRAME))

    def finish(self) -> bytes:
        """The last frames."""
        last = self._encode(self._rest) if len(self._rest) else b""
        return last + self._packets(None)

    def _encode(self, samples: Samples) -> bytes:
        frame = self._frame_type.from_ndarray(samples[np.newaxis], format="fltp", layout="mono")
        frame.sample_rate = self._rate
        frame.pts = self._fed
        self._fed += len(samples)
        return self._packets(frame)

    def _packets(self, frame: AudioFrame | None) -> bytes:
        packets = [bytes(packet) for packet in self._codec.encode(frame)]
        return b"".join(adts_header(self._rate, len(data)) + data for data in packets)


def adts_header(rate: int, payload: int) -> bytes:
    """The seven bytes before a frame of `payload` bytes: MPEG-4, LC, mono, no CRC (14496-3, 1.A.2.2)."""
    length = HEADER_BYTES + payload
    bits = 0xFFF1 << 40 | 1 << 38 | RATE_INDEX[rate] << 34 | 1 << 30 | length << 13 | 0x7FF << 2
    return bits.to_bytes(HEADER_BYTES, "big")
