from __future__ import annotations

import io

import pytest

from functions.shared.audio.encode import encode
from functions.shared.audio.encode.mp3 import START_DELAY, bit_rate
from functions.shared.audio.encode.mp3_info import BIT_RATES_1, BIT_RATES_2, Layout, crc16
from functions.shared.audio.formats import MPEG_RATES, mp3_frame

SECOND = 24000


def frames(data: bytes) -> list[bytes]:
    """The frames of an MP3 without tags, found by their headers."""
    found, at = [], 0
    while at < len(data):
        assert data[at] == 0xFF
        assert data[at + 1] & 0xE0 == 0xE0
        newer = data[at + 1] >> 3 & 1
        low = {0: 11025, 1: 12000, 2: 8000}[data[at + 2] >> 2 & 3]
        rate = low << (0, None, 1, 2)[data[at + 1] >> 3 & 3]
        kilobits = (BIT_RATES_1 if (data[at + 1] >> 3 & 3) == 3 else BIT_RATES_2)[data[at + 2] >> 4]
        size = (144000 if newer and data[at + 1] >> 4 & 1 else 72000) * kilobits // rate
        size += data[at + 2] >> 1 & 1
        found.append(data[at : at + size])
        at += size
    assert at == len(data)
    return found


@pytest.mark.parametrize("rate", MPEG_RATES)
@pytest.mark.parametrize("samples", [50, 575, 1152, 20011])
def test_three_decoders_play_exactly_the_samples(rate: int, samples: int, speech, decoders) -> None:
    data = encode("mp3", speech(samples, rate))
    assert len(decoders.libsndfile(data)) == samples
    assert len(decoders.ffmpeg(data)) == samples
    assert len(decoders.miniaudio(data, rate)) == samples


@pytest.mark.parametrize("decoder", ["libsndfile", "ffmpeg"])
def test_both_ends_are_heard_in_their_place(decoder: str, speech, decoders, snr) -> None:
    heard = getattr(decoders, decoder)(encode("mp3", speech(SECOND)))
    for part in (slice(0, 1200), slice(None), slice(-1200, None)):
        assert snr(speech(SECOND).samples[part], heard[part]) > 15


@pytest.mark.parametrize("rate", MPEG_RATES)
def test_a_stream_starts_late_by_the_codecs_delay_and_ends_within_a_frame(
    rate, speech, in_chunks, decoders
) -> None:
    for samples in (50, 1000, 20000):
        data = in_chunks("mp3", speech(samples, rate), [300] * 5)
        for heard in (decoders.libsndfile(data), decoders.ffmpeg(data), decoders.miniaudio(data, rate)):
            assert 0 <= len(heard) - START_DELAY - samples < mp3_frame(rate)


@pytest.mark.parametrize("rate", MPEG_RATES)
def test_the_info_frame_counts_frames_and_bytes_exactly(rate: int, speech) -> None:
    for samples in (1, 999, 30000):
        data = encode("mp3", speech(samples, rate))
        found = frames(data)
        at = found[0].index(b"Info")
        assert int.from_bytes(data[at + 8 : at + 12], "big") == len(found) - 1
        assert int.from_bytes(data[at + 12 : at + 16], "big") == len(data)
        assert Layout(rate, bit_rate(rate), mp3_frame(rate)).frames(samples) == len(found) - 1


def test_a_stream_has_no_info_frame(speech, in_chunks) -> None:
    data = in_chunks("mp3", speech(5000), [1000])
    assert b"Info" not in data
    assert len(frames(data)) == 11


def test_chunks_end_where_frames_end(speech) -> None:
    from functions.shared.audio.encode import open_encoder

    encoder = open_encoder("mp3", 24000)
    fed = [encoder.feed(speech(700)) for _ in range(20)] + [encoder.finish()]
    assert all(frames(chunk) for chunk in fed if chunk)
    assert sum(map(bool, fed)) > 15


def test_the_checksum_is_the_published_one() -> None:
    # The check value of CRC-16/ARC.
    assert crc16(b"123456789") == 0xBB3D


def test_tags_are_read_back_and_stay_out_of_the_sound(speech, decoders) -> None:
    import av

    data = encode("mp3", speech(2400), tags={"comment": "合成音声" * 60, "title": "one"})
    with av.open(io.BytesIO(data)) as file:
        assert file.metadata["comment"] == "合成音声" * 60
        assert file.metadata["title"] == "one"
    assert len(decoders.libsndfile(data)) == len(decoders.ffmpeg(data)) == 2400
