from __future__ import annotations

import io

import pytest

from functions.shared.audio.encode import encode
from functions.shared.audio.formats import OPUS_RATES


@pytest.mark.parametrize("rate", OPUS_RATES)
@pytest.mark.parametrize("samples", [1, 400, 16001])
def test_the_length_is_exact_streamed_or_not(rate: int, samples: int, speech, in_chunks, decoders) -> None:
    pcm = speech(samples, rate)
    for data in (encode("opus", pcm), in_chunks("opus", pcm, [300] * 9)):
        assert len(decoders.ffmpeg(data)) == samples * 48000 // rate
        assert len(decoders.libsndfile(data)) == samples


def test_another_decoder_hears_the_same_at_both_ends(speech, decoders, snr) -> None:
    heard = decoders.ffmpeg(encode("opus", speech(48000, 48000)))
    expected = speech(48000, 48000).samples
    for part in (slice(0, 2400), slice(None), slice(-2400, None)):
        assert snr(expected[part], heard[part]) > 12


def test_the_bit_rate_is_what_is_documented(speech) -> None:
    assert len(encode("opus", speech(240000))) * 8 / 10 == pytest.approx(64000, rel=0.2)


def test_there_is_one_stream_with_one_beginning_and_one_end(speech, in_chunks) -> None:
    data = in_chunks("opus", speech(24000), [1000] * 20)
    kinds = [data[at + 5] for at in range(len(data)) if data.startswith(b"OggS\0", at)]
    assert kinds[0] == 2
    assert kinds[-1] == 4
    assert not any(kind & 6 for kind in kinds[1:-1])
    assert data.count(b"OpusHead") == data.count(b"OpusTags") == 1


def test_a_page_leaves_every_60_ms(speech, in_chunks) -> None:
    data = in_chunks("opus", speech(48000), [])
    assert data.count(b"OggS\0") >= 2 + 33


def test_tags_are_read_back(speech) -> None:
    import av

    data = encode("opus", speech(2400), tags={"comment": "synthetic speech"})
    with av.open(io.BytesIO(data)) as file:
        tags = {name.lower(): value for name, value in file.streams[0].metadata.items()}
    assert tags["comment"] == "synthetic speech"
