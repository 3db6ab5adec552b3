"""Each format decodes, with a decoder that is not its encoder, to the audio that went in."""

from __future__ import annotations

import io

import numpy as np
import pytest

from functions.shared.audio.encode import encode, open_encoder
from functions.shared.audio.formats import FORMATS, format_named
from functions.shared.audio.join import join
from functions.shared.audio.pcm import Pcm, Samples
from functions.shared.errors import InvalidValue

RATE = 24000
#: Samples that a player cannot trim from a stream whose header could not name its length: LAME's delay
#: and the decoder's own (576 + 529).
STREAMED_DELAY = {"mp3": 1105}


def _speechlike(seconds: float) -> Pcm:
    """A chirp with a voice's energy from its first sample to its last."""
    time = np.arange(round(seconds * RATE)) / RATE
    return Pcm((0.5 * np.sin(2 * np.pi * (200 + 300 * time) * time)).astype(np.float32), RATE)


def _decoded(name: str, data: bytes) -> tuple[Samples, int]:
    if name == "pcm":
        return (np.frombuffer(data, "<i2") / 32767).astype(np.float32), RATE
    if name in ("aac", "flac"):
        return _decoded_by_av(data)
    import soundfile

    samples, rate = soundfile.read(io.BytesIO(data), dtype="float32")
    return samples, rate


def _decoded_by_av(data: bytes) -> tuple[Samples, int]:
    import av

    with av.open(io.BytesIO(data)) as container:
        frames = list(container.decode(audio=0))
    whole = np.concatenate([frame.to_ndarray().reshape(-1) for frame in frames])
    scale = 1.0 if whole.dtype == np.float32 else float(np.iinfo(whole.dtype).max)
    return (whole / scale).astype(np.float32), frames[0].sample_rate


@pytest.mark.parametrize("name", ["wav", "pcm", "flac", "mp3", "opus"])
def test_the_duration_is_right_within_one_codec_frame(name: str) -> None:
    audio = _speechlike(1.37)
    samples, rate = _decoded(name, encode(name, audio))
    frame = format_named(name).frame(RATE) / RATE
    assert abs(len(samples) / rate - audio.seconds) <= frame


@pytest.mark.parametrize("name", ["wav", "pcm", "flac"])
def test_a_lossless_format_gives_every_sample_back(name: str) -> None:
    audio = _speechlike(0.4)
    samples, _ = _decoded(name, encode(name, audio))
    assert np.abs(samples - audio.samples).max() < 2 / 32767


@pytest.mark.parametrize("name", ["mp3", "opus", "aac"])
def test_a_lossy_format_keeps_the_tail(name: str) -> None:
    audio = _speechlike(1.0)
    samples, rate = _decoded(name, encode(name, audio))
    tail = samples[-round(0.1 * rate) :]
    assert np.sqrt(np.mean(tail**2)) > 0.1


@pytest.mark.parametrize("name", list(FORMATS))
def test_chunks_decode_as_long_as_the_whole(name: str) -> None:
    audio = _speechlike(0.9)
    encoder = open_encoder(name, RATE)
    parts = np.array_split(audio.samples, [0, 1, 700, 5000, 20000])
    data = b"".join(encoder.feed(Pcm(part, RATE)) for part in parts) + encoder.finish()
    streamed, rate = _decoded(name, data)
    whole, _ = _decoded(name, encode(name, audio))
    assert abs(len(streamed) - len(whole)) <= format_named(name).frame(rate) + STREAMED_DELAY.get(name, 0)


def test_too_loud_audio_is_clipped_and_never_wraps() -> None:
    samples, _ = _decoded("wav", encode("wav", Pcm(np.full(100, 1.5, np.float32), RATE)))
    assert samples.min() > 0.99


def test_a_wav_of_known_length_has_exact_sizes() -> None:
    data = encode("wav", _speechlike(0.1))
    assert int.from_bytes(data[4:8], "little") == len(data) - 8


def test_a_rate_that_a_format_lacks_is_refused_with_those_it_has() -> None:
    with pytest.raises(InvalidValue, match="48000"):
        open_encoder("opus", 44100)


def test_an_unknown_format_is_refused_with_those_there_are() -> None:
    with pytest.raises(InvalidValue, match="mp3"):
        open_encoder("ogg", RATE)


def test_joined_segments_lose_only_their_overlaps() -> None:
    segments = [(_speechlike(0.5), 0.0), (_speechlike(0.3), 0.2), (_speechlike(0.4), 0.0)]
    total = sum(len(chunk.samples) for chunk in join(iter(segments)))
    assert total == round((0.5 + 0.3 + 0.2 + 0.4 - 0.05) * RATE)
