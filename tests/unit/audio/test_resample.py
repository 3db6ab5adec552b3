from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.shared.audio.formats import MPEG_RATES
from functions.shared.audio.pcm import Pcm, Samples
from functions.shared.audio.resample import Resampler, resampled_length


def resampled(samples: Samples, to_rate: int, chunk: int) -> Samples:
    resampler = Resampler(24000, to_rate)
    parts = [
        resampler.feed(Pcm(samples[at : at + chunk], 24000)).samples for at in range(0, len(samples), chunk)
    ]
    return np.concatenate([*parts, resampler.finish().samples])


def tone(seconds: float, rate: int) -> Samples:
    return np.sin(2 * np.pi * 440 * np.arange(round(seconds * rate)) / rate).astype(np.float32)


@given(st.integers(0, 5000), st.sampled_from(MPEG_RATES), st.integers(1, 3000))
def test_the_length_is_exact_in_any_chunking(samples: int, rate: int, chunk: int) -> None:
    made = resampled(np.zeros(samples, np.float32), rate, chunk)
    assert len(made) == resampled_length(samples, 24000, rate)
    assert abs(len(made) - samples * rate / 24000) <= 0.5


@pytest.mark.parametrize("rate", [rate for rate in MPEG_RATES if rate != 24000])
def test_a_tone_stays_that_tone_in_its_place(rate: int, snr: Callable[[Samples, Samples], float]) -> None:
    made = resampled(tone(1.0, 24000), rate, 1000)
    edge = rate // 50
    assert snr(tone(1.0, rate)[edge:-edge], made[edge:-edge]) > 60


@given(st.integers(1, 2000))
def test_chunks_sound_like_the_whole(chunk: int) -> None:
    whole = resampled(tone(0.2, 24000), 16000, 100_000)
    assert np.allclose(resampled(tone(0.2, 24000), 16000, chunk), whole, atol=1e-5)


def test_equal_rates_pass_untouched() -> None:
    pcm = Pcm(tone(0.1, 24000), 24000)
    resampler = Resampler(24000, 24000)
    assert resampler.feed(pcm) is pcm
    assert len(resampler.finish().samples) == 0


@pytest.mark.parametrize("to_rate", [16000, 24000])
def test_another_rate_is_refused(to_rate: int) -> None:
    with pytest.raises(ValueError, match="22050"):
        Resampler(24000, to_rate).feed(Pcm(np.zeros(1, np.float32), 22050))
