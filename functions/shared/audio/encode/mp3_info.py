"""The Info frame: a silent first frame by which players learn length, delay and padding.

The fields are Xing's, followed by LAME's (gabriel.mp3-tech.org/mp3infotag.html).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

#: Samples before the first one in LAME's stream (ENCDELAY of LAME's encoder.h).
ENCODER_DELAY = 576
#: Samples every layer III decoder adds (528 of its filter bank and 1); players take them off by themselves.
DECODER_DELAY = 529
#: kbit/s by their index in a frame header, layer III (ISO 11172-3 and 13818-3); 0 is "free".
BIT_RATES_1 = (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
BIT_RATES_2 = (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)
#: Version bits and rate index of a frame header by rate: MPEG-1 is 3, MPEG-2 is 2, MPEG-2.5 is 0.
RATES = {
    44100: (3, 0), 48000: (3, 1), 32000: (3, 2),
    22050: (2, 0), 24000: (2, 1), 16000: (2, 2),
    11025: (0, 0), 12000: (0, 1), 8000: (0, 2),
}  # fmt: skip
#: Which of Xing's fields are there: frames (1), bytes (2), table of contents (4).
FIELDS = 1 | 2 | 4


@dataclass(frozen=True, slots=True)
class Layout:
    """What is the same in all frames of a file."""

    #: Hz.
    rate: int
    #: Bits per second.
    bit_rate: int
    #: Samples in a frame.
    frame: int

    @property
    def base_bytes(self) -> int:
        """Bytes of a frame without a padding byte."""
        return self.frame // 8 * self.bit_rate // self.rate

    def frames(self, samples: int) -> int:
        """Frames until a decoder has given out all of `samples`; two at least, or FFmpeg sees no MP3."""
        return max(2, -(-(samples + ENCODER_DELAY + DECODER_DELAY) // self.frame))

    def bytes(self, frames: int) -> int:
        """Bytes of the first `frames` frames: LAME pads one where its debt would grow beyond a byte."""
        debt = self.frame // 8 * self.bit_rate % self.rate
        return frames * self.base_bytes - (-(frames - 1) * debt // self.rate)


def info_frame(layout: Layout, samples: int) -> bytes:
    """The frame before a stream of `samples`."""
    frames = layout.frames(samples)
    side = 17 if RATES[layout.rate][0] == 3 else 9
    counts = struct.pack(">4sIII", b"Info", FIELDS, frames, layout.base_bytes + layout.bytes(frames))
    contents = bytes(percent * 256 // 100 for percent in range(100))
    padding = frames * layout.frame - ENCODER_DELAY - samples
    head = _header(layout) + bytes(side) + counts + contents + _lame(layout, padding)
    return (head + struct.pack(">H", crc16(head))).ljust(layout.base_bytes, b"\0")


def _header(layout: Layout) -> bytes:
    """The four bytes that start every frame: no CRC, no padding, one channel, original."""
    version, index = RATES[layout.rate]
    rates = BIT_RATES_1 if version == 3 else BIT_RATES_2
    rate = rates.index(layout.bit_rate // 1000)
    return struct.pack(">I", 0x7FF << 21 | version << 19 | 0b011 << 16 | rate << 12 | index << 10 | 0xC4)


def _lame(layout: Layout, padding: int) -> bytes:
    """LAME's fields up to its checksum: those we know, zero (not told) for the others."""
    method_cbr = 1
    gap = (ENCODER_DELAY << 12 | padding).to_bytes(3, "big")
    return struct.pack(
        ">9sBB8sBB3s8sxx", b"LAME4.0", method_cbr, 0, b"", 0, layout.bit_rate // 1000, gap, b""
    )


def crc16(data: bytes) -> int:
    """CRC-16 as LAME's tag has it: polynomial x¹⁶ + x¹⁵ + x² + 1, reflected, from 0."""
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xA001 if crc & 1 else 0)
    return crc
