from __future__ import annotations

import numpy as np
import pytest

from functions.shared.audio.encode import encode
from functions.shared.audio.encode.sink import Sink
from functions.shared.audio.formats import FORMATS


def streaminfo_total(data: bytes) -> int:
    return int.from_bytes(data[18:26], "big") & (1 << 36) - 1


@pytest.mark.parametrize("rate", FORMATS["flac"].rates)
@pytest.mark.parametrize("samples", [1, 4096, 4097, 30000])
def test_two_decoders_return_every_sample(rate: int, samples: int, speech, decoders) -> None:
    pcm = speech(samples, rate)
    data = encode("flac", pcm)
    exact = pcm.int16() / np.float32(32768)
    assert np.array_equal(decoders.libsndfile(data), exact)
    assert np.array_equal(decoders.ffmpeg(data), exact)
    assert streaminfo_total(data) == samples


def test_a_stream_says_its_length_is_unknown_and_loses_nothing(speech, in_chunks, decoders) -> None:
    pcm = speech(30001)
    data = in_chunks("flac", pcm, [9000, 9000, 9000])
    assert streaminfo_total(data) == 0
    exact = pcm.int16() / np.float32(32768)
    assert np.array_equal(decoders.ffmpeg(data), exact)
    assert np.array_equal(decoders.miniaudio(data, 24000), exact)


def test_a_length_beyond_the_header_is_told_as_unknown(speech, in_chunks) -> None:
    from functions.shared.audio.encode.flac import FlacEncoder

    assert streaminfo_total(FlacEncoder(24000, 1 << 36, {}).feed(speech(9000))) == 0


def test_tags_are_read_back(speech, written) -> None:
    import soundfile

    with soundfile.SoundFile(written(encode("flac", speech(333), tags={"comment": "合成"}))) as file:
        assert file.comment == "合成"


def test_corrections_of_bytes_that_have_left_are_dropped() -> None:
    sink = Sink()
    sink.write(b"header")
    assert sink.take() == b"header"
    sink.write(b"body")
    sink.seek(4)
    assert sink.write(b"XXbo") == 4
    sink.seek(0, 2)
    assert sink.tell() == 10
    assert sink.take() == b"body"
