"""What is the same before every codec: the rate, the promised length, and that there is something."""

from __future__ import annotations

import numpy as np

from functions.shared.audio.encode.protocol import Encoder
from functions.shared.audio.pcm import Pcm
from functions.shared.audio.resample import Resampler


class CheckedEncoder:
    """Resamples for `encoder`, and refuses what would make its header lie.

    `samples` is the promised number before resampling, or None for no promise. ValueError, when it is not
    kept, must abort the response: the header with the promise has left. A stream of nothing is encoded as
    `least` silent samples.
    """

    def __init__(
        self, encoder: Encoder, resampler: Resampler, samples: int | None = None, least: int = 0
    ) -> None:
        self._encoder = encoder
        self._resampler = resampler
        self._promised = samples
        self._least = least
        self._fed = 0

    def feed(self, pcm: Pcm) -> bytes:
        """Raises ValueError for another rate than the resampler's and for more samples than promised."""
        self._fed += len(pcm.samples)
        if self._promised is not None and self._fed > self._promised:
            raise ValueError(f"fed {self._fed} samples of {self._promised} promised")
        return self._encoder.feed(self._resampler.feed(pcm))

    def finish(self) -> bytes:
        """Raises ValueError for fewer samples than promised."""
        if self._promised is not None and self._fed != self._promised:
            raise ValueError(f"fed {self._fed} samples of {self._promised} promised")
        rest = self._resampler.finish()
        if not self._fed:
            rest = Pcm(np.zeros(self._least, np.float32), rest.rate)
        last = self._encoder.feed(rest) if len(rest.samples) else b""
        return last + self._encoder.finish()
