"""Audio as a value: samples together with their rate."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Samples = npt.NDArray[np.float32]

#: Largest magnitude of a 16-bit sample on the positive side (2**15 - 1).
INT16_MAX = 32767


@dataclass(frozen=True, slots=True)
class Pcm:
    """Mono audio.

    `samples` has shape (n,), dtype float32, nominal range -1 to 1 (values beyond it are legal until
    the audio is encoded, where they are clipped, never wrapped); `rate` is in samples per second.
    """

    samples: Samples
    rate: int

    @property
    def seconds(self) -> float:
        """Duration in seconds."""
        return len(self.samples) / self.rate

    def int16(self) -> npt.NDArray[np.int16]:
        """The samples as little-endian 16-bit integers, clipped; shape (n,)."""
        scaled = np.rint(np.clip(self.samples, -1.0, 1.0) * np.float32(INT16_MAX))
        integers: npt.NDArray[np.int16] = scaled.astype("<i2")
        return integers


def silence(seconds: float, rate: int) -> Pcm:
    """`seconds` of digital silence."""
    return Pcm(np.zeros(round(seconds * rate), np.float32), rate)
