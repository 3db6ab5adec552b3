"""Segments of speech joined into one stream, a cross-fade where they touch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from functions.shared.audio.pcm import Pcm, Samples, silence


def join(segments: Iterable[tuple[Pcm, float]], fade_seconds: float = 0.05) -> Iterator[Pcm]:
    """Yield the chunks of one stream from pairs of (segment, seconds of pause after it).

    Segments without a pause between them overlap; a pause is silence, and nothing is faded into it. With
    n[i] samples in segment i, the overlap at a join is min(fade, n[i] // 2, n[i + 1] // 2) samples, so
    that the two fades of a short segment never meet; the stream is the sum of segments and pauses less
    the overlaps. Empty segments count only for their pause.

    The cross-fade is equal-power: separately spoken segments are uncorrelated at their edges, and with
    cos² + sin² = 1 the power of breath and noise floor stays level where a linear one dips by 3 dB.

    A chunk is yielded as soon as its segment exists; only the last `fade_seconds` of a segment are held
    back. Raises ValueError when the segments' rates differ.
    """
    held: Pcm | None = None
    rate: int | None = None
    for segment, pause in segments:
        rate = rate or segment.rate
        if segment.rate != rate:
            raise ValueError(f"a segment of {segment.rate} Hz cannot join a stream of {rate} Hz")
        gap = silence(pause, rate)
        if len(segment.samples):
            body, held = _continue(held, segment, round(fade_seconds * rate))
            yield from _not_empty(body)
        if len(gap.samples):
            yield from _not_empty(held)
            yield gap
            held = None
    yield from _not_empty(held)


def _continue(held: Pcm | None, segment: Pcm, fade: int) -> tuple[Pcm, Pcm]:
    """What can be said now that `segment` follows `held`, and the tail to hold back next."""
    samples = segment.samples
    half = min(fade, len(samples) // 2)
    cut = len(samples) - half
    head = samples[:cut] if held is None else _cross_fade(held.samples, samples[:cut], half)
    # A copy, because a view would keep the whole segment in memory.
    return Pcm(head, segment.rate), Pcm(samples[cut:].copy(), segment.rate)


def _cross_fade(held: Samples, head: Samples, most: int) -> Samples:
    """`held` followed by `head`, overlapped by at most `most` samples."""
    overlap = min(len(held), most)
    angle = (np.arange(overlap, dtype=np.float32) + np.float32(0.5)) * np.float32(np.pi / 2 / max(overlap, 1))
    cut = len(held) - overlap
    mixed = held[cut:] * np.cos(angle) + head[:overlap] * np.sin(angle)
    return np.concatenate((held[:cut], mixed, head[overlap:]))


def _not_empty(chunk: Pcm | None) -> Iterator[Pcm]:
    if chunk is not None and len(chunk.samples):
        yield chunk
