"""What holds for every format."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from functions.shared.audio.encode import encode, open_encoder
from functions.shared.audio.formats import FORMATS
from functions.shared.audio.pcm import Pcm, Samples

RATE = 24000
every_format = pytest.mark.parametrize("format", FORMATS)

#: Silence before the first sample, for the decoder used here, without and with the length known.
LEAD = {"mp3": (1105, 0), "aac": (1024, 1024)}
#: dB; a lossy codec's worst over 50 ms.
ALIKE = {"mp3": 15, "opus": 12, "aac": 9, "flac": 80, "wav": 80, "pcm": 80}


@pytest.fixture(scope="module")
def decode(decoders: SimpleNamespace) -> Callable[[str, bytes], Samples]:
    def decode(format: str, data: bytes) -> Samples:
        if format == "pcm":
            return np.frombuffer(data, "<i2") / np.float32(32768)
        if format in ("aac", "flac"):  # libsndfile has no AAC, and reads no FLAC of unknown length
            return decoders.ffmpeg(data, format)
        return decoders.libsndfile(data)

    return decode


@every_format
@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("samples", [1, 1200, 12000, 48007])
def test_all_that_was_fed_is_heard_where_it_belongs(
    format: str, known: bool, samples: int, speech, in_chunks, decode, snr
) -> None:
    pcm = speech(samples)
    heard = decode(format, in_chunks(format, pcm, [700] * 30, samples if known else None))
    lead = LEAD.get(format, (0, 0))[known]
    assert 0 <= len(heard) - lead - samples < FORMATS[format].frame(RATE)
    heard = heard[lead:][:samples]
    for part in (slice(None), slice(0, 1200), slice(-1200, None)):
        assert samples < 1200 or snr(pcm.samples[part], heard[part]) > ALIKE[format]


@every_format
@settings(max_examples=15, deadline=None)
@given(samples=st.sampled_from([0, 1, 1200, 7001]), sizes=st.lists(st.integers(0, 2500), max_size=8))
def test_the_chunking_is_not_heard(format: str, samples, sizes, speech, in_chunks, decode) -> None:
    pcm = speech(samples)
    whole = decode(format, in_chunks(format, pcm, []))
    assert np.array_equal(whole, decode(format, in_chunks(format, pcm, sizes)))


@every_format
def test_what_is_too_loud_is_clipped_and_never_wrapped(format: str, speech, decode, snr) -> None:
    voice = speech(RATE).samples
    loud = Pcm(voice * np.float32(1.2 / np.abs(voice).max()), RATE)
    heard = decode(format, encode(format, loud))[LEAD.get(format, (0, 0))[1] :][:RATE]
    assert snr(np.clip(loud.samples, -1, 1), heard) > ALIKE[format]


@every_format
def test_nothing_becomes_a_file_that_opens(format: str, decode) -> None:
    heard = decode(format, encode(format, Pcm(np.zeros(0, np.float32), RATE)))
    assert len(heard) <= LEAD.get(format, (0, 0))[1] + FORMATS[format].frame(RATE)
    assert np.allclose(heard, 0, atol=1e-6)


@every_format
def test_another_rate_is_resampled_before_it_is_encoded(format: str, speech, decode, snr) -> None:
    heard = decode(format, encode(format, speech(RATE), rate=16000))[LEAD.get(format, (0, 0))[1] :]
    assert 0 <= len(heard) - 16000 < FORMATS[format].frame(16000)
    assert snr(speech(16000, 16000).samples[1000:15000], heard[1000:15000]) > min(50, ALIKE[format])


@every_format
def test_bytes_leave_while_the_speech_is_still_being_made(format: str, speech) -> None:
    encoder = open_encoder(format, RATE)
    sizes = [len(encoder.feed(speech(2400))) for _ in range(10)]
    held = len(encoder.finish())
    assert held < sum(sizes) / 3


@every_format
def test_memory_does_not_grow_with_the_audio(format: str, speech) -> None:
    second = speech(RATE)
    encoder = open_encoder(format, RATE)
    encoder.feed(second)
    tracemalloc.start()
    for _ in range(30):
        encoder.feed(second)
    held, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < 64_000
    assert peak < 10 * second.samples.nbytes


@every_format
def test_parallel_encoders_do_not_mix(format: str, speech, in_chunks, decode) -> None:
    voices = [speech(RATE, pitch=100.0 + 40 * n) for n in range(4)]
    alone = [decode(format, in_chunks(format, voice, [999] * 20)) for voice in voices]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda voice: in_chunks(format, voice, [999] * 20), voices))
    assert all(np.array_equal(a, decode(format, b)) for a, b in zip(alone, together, strict=True))


@every_format
def test_a_broken_promise_of_length_is_an_error(format: str, speech) -> None:
    with pytest.raises(ValueError, match="11 samples of 10 promised"):
        open_encoder(format, RATE, samples=10).feed(speech(11))
    short = open_encoder(format, RATE, samples=10)
    short.feed(speech(9))
    with pytest.raises(ValueError, match="9 samples of 10 promised"):
        short.finish()


def test_an_unknown_tag_is_refused() -> None:
    with pytest.raises(ValueError, match="mood"):
        open_encoder("wav", RATE, tags={"mood": "calm"})


@pytest.mark.parametrize("format", ["wav", "pcm"])
def test_plain_formats_load_no_codec_library(format: str) -> None:
    script = f"""
import sys, numpy
from functions.shared.audio.encode import encode
from functions.shared.audio.pcm import Pcm
encode({format!r}, Pcm(numpy.zeros(10, numpy.float32), 24000))
print({{name.split(".")[0] for name in sys.modules}} & {{"av", "soundfile", "lameenc", "soxr", "scipy"}})
"""
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert found.stdout == "set()\n"
