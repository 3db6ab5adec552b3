from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.shared.audio.join import join
from functions.shared.audio.pcm import Pcm

RATE = 1000
FADE = 50


def constant(samples: int, value: float = 1.0) -> Pcm:
    return Pcm(np.full(samples, value, np.float32), RATE)


def joined(parts: list[tuple[Pcm, float]]) -> np.ndarray:
    return np.concatenate([np.zeros(0, np.float32), *(chunk.samples for chunk in join(parts))])


@given(st.lists(st.tuples(st.integers(0, 300), st.sampled_from([0.0, 0.2])), max_size=8))
def test_the_length_is_segments_and_pauses_less_the_overlaps(shape: list[tuple[int, float]]) -> None:
    spoken: list[int | None] = []
    for samples, pause in shape:
        spoken += [samples] if samples else []
        spoken += [None] if pause else []
    overlaps = sum(min(FADE, a // 2, b // 2) for a, b in pairwise(spoken) if a and b)
    total = sum(n + round(pause * RATE) for n, pause in shape) - overlaps
    assert len(joined([(constant(n), pause) for n, pause in shape])) == total


@given(st.lists(st.integers(0, 300), max_size=6))
def test_across_pauses_every_sample_is_kept_as_it_is(lengths: list[int]) -> None:
    segments = [np.random.default_rng(n).random(n, np.float32) for n in lengths]
    expected = [part for each in segments for part in (each, np.zeros(100, np.float32))]
    actual = joined([(Pcm(each, RATE), 0.1) for each in segments])
    assert np.array_equal(actual, np.concatenate([np.zeros(0, np.float32), *expected]))


@given(st.integers(2, 300), st.integers(2, 300))
def test_the_powers_of_both_sides_of_a_join_add_up_to_one(before: int, after: int) -> None:
    falling = joined([(constant(before), 0.0), (constant(after, 0.0), 0.0)])
    rising = joined([(constant(before, 0.0), 0.0), (constant(after), 0.0)])
    assert np.allclose(falling**2 + rising**2, 1.0, atol=1e-5)
    assert np.all(np.diff(falling) <= 0)
    assert np.all(np.diff(rising) >= 0)


def test_a_segment_is_given_out_before_the_next_one_is_made() -> None:
    made = []

    def segments() -> Iterator[tuple[Pcm, float]]:
        for number in range(3):
            made.append(number)
            yield constant(400), 0.0

    first = next(join(segments()))
    assert made == [0]
    assert len(first.samples) == 400 - FADE


def test_a_pause_releases_the_tail_before_the_next_segment_is_made() -> None:
    def segments() -> Iterator[tuple[Pcm, float]]:
        yield constant(400), 0.3
        raise AssertionError("asked for more")

    stream = join(segments())
    assert sum(len(next(stream).samples) for _ in range(3)) == 400 + 300


def test_the_held_tail_does_not_keep_its_segment_in_memory() -> None:
    stream = join(iter([(constant(400), 0.0)]))
    assert [chunk.samples.base is None for chunk in stream][-1]


def test_a_fade_of_zero_only_appends() -> None:
    chunks = join([(constant(30), 0.0), (constant(40, 0.5), 0.0)], fade_seconds=0.0)
    assert np.concatenate([each.samples for each in chunks]).tolist() == [1.0] * 30 + [0.5] * 40


def test_segments_of_different_rates_are_refused() -> None:
    with pytest.raises(ValueError, match="16000"):
        list(join([(constant(10), 0.0), (Pcm(np.zeros(10, np.float32), 16000), 0.0)]))
