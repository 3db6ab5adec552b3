"""Conversion between sample rates, chunk by chunk.

`soxr` (the package and the libsoxr in it) is LGPL-2.1-or-later: a separate, replaceable extension module,
imported unmodified, which leaves this project's own licence as it is.
"""

from __future__ import annotations

import numpy as np

from functions.shared.audio.pcm import Pcm, Samples


def resampled_length(samples: int, from_rate: int, to_rate: int) -> int:
    """Number of samples that `samples` become: samples * to_rate / from_rate, halves rounded up."""
    return (samples * to_rate + from_rate // 2) // from_rate


class Resampler:
    """Converts one stream from `from_rate` to `to_rate`; equal rates pass through untouched.

    All chunks together have exactly `resampled_length` samples, whatever the chunking. For one stream and
    one thread at a time.
    """

    def __init__(self, from_rate: int, to_rate: int) -> None:
        self._from, self._to = from_rate, to_rate
        self._fed = self._made = 0
        self._stream = None
        if from_rate != to_rate:
            import soxr

            self._stream = soxr.ResampleStream(from_rate, to_rate, 1, dtype="float32", quality="HQ")

    def feed(self, pcm: Pcm) -> Pcm:
        """What can be said after `pcm`; shorter than it by the filter's delay at first.

        Raises ValueError when `pcm` is not at `from_rate`.
        """
        if pcm.rate != self._from:
            raise ValueError(f"fed {pcm.rate} Hz to a stream of {self._from} Hz")
        if self._stream is None:
            return pcm
        self._fed += len(pcm.samples)
        return self._count(self._stream.resample_chunk(np.ascontiguousarray(pcm.samples, np.float32)))

    def finish(self) -> Pcm:
        """The rest of the stream; nothing may be fed after it."""
        if self._stream is None:
            return Pcm(np.zeros(0, np.float32), self._to)
        rest = self._stream.resample_chunk(np.zeros(0, np.float32), last=True)
        missing = resampled_length(self._fed, self._from, self._to) - self._made
        # soxr's own count may differ by one where the division leaves a rest.
        return self._count(np.pad(rest[:missing], (0, max(0, missing - len(rest)))))

    def _count(self, samples: Samples) -> Pcm:
        self._made += len(samples)
        return Pcm(samples, self._to)
