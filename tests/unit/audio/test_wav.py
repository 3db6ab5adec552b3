from __future__ import annotations

import io
import struct
import wave

import numpy as np
import pytest

from functions.shared.audio.encode import encode, open_encoder
from functions.shared.audio.encode.wav import header
from functions.shared.audio.formats import MPEG_RATES


@pytest.mark.parametrize("rate", MPEG_RATES)
def test_the_standard_library_reads_exactly_the_samples(rate: int, speech) -> None:
    pcm = speech(1001, rate)
    with wave.open(io.BytesIO(encode("wav", pcm))) as file:
        assert file.getparams()[:4] == (1, 2, rate, 1001)
        assert np.array_equal(np.frombuffer(file.readframes(1001), "<i2"), pcm.int16())


@pytest.mark.parametrize("tags", [{}, {"comment": "synthetic speech"}, {"title": "語", "artist": "odd"}])
def test_sizes_are_exact_when_the_length_is_known(tags: dict[str, str], speech) -> None:
    data = encode("wav", speech(333), tags=tags)
    assert struct.unpack_from("<I", data, 4)[0] == len(data) - 8
    at = data.index(b"data")
    assert struct.unpack_from("<I", data, at + 4)[0] == len(data) - at - 8 == 666


def test_a_stream_has_placeholder_sizes_once_and_nothing_after_the_samples(speech, in_chunks) -> None:
    pcm = speech(5000)
    data = in_chunks("wav", pcm, [1000, 0, 1000])
    assert data.count(b"RIFF") == data.count(b"data") == 1
    assert data[4:8] == data[40:44] == b"\xff" * 4
    assert data[44:] == pcm.int16().tobytes()


def test_other_readers_play_a_stream_to_its_end(speech, in_chunks, decoders) -> None:
    data = in_chunks("wav", speech(5000), [1000])
    assert len(decoders.ffmpeg(data)) == 5000
    assert len(decoders.miniaudio(data, 24000)) == 5000
    with wave.open(io.BytesIO(data)) as file:
        assert len(file.readframes(1 << 20)) == 10000


def test_more_than_four_gibibytes_have_placeholder_sizes() -> None:
    assert struct.unpack_from("<I", header(24000, 1 << 31, {}), 4)[0] == 0xFFFFFFFF
    assert struct.unpack_from("<I", header(24000, (1 << 31) - 30, {}), 4)[0] == (1 << 32) - 60 + 36


def test_the_header_comes_with_an_empty_first_chunk(speech) -> None:
    assert len(open_encoder("wav", 24000).feed(speech(0))) == 44


def test_tags_are_read_back(speech, written) -> None:
    import soundfile

    data = encode("wav", speech(333), tags={"comment": "synthetic speech", "title": "語"})
    with soundfile.SoundFile(written(data)) as file:
        assert (file.comment, file.title) == ("synthetic speech", "語")
