from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from functions.shared.audio.encode import encode
from functions.shared.audio.formats import AAC_FRAME, MPEG_RATES

#: Of ISO 14496-3, table 1.18.
ADTS_RATES = (96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350)


def frames(data: bytes) -> list[bytes]:
    """The frames of an ADTS stream, found by the lengths in their headers."""
    found, at = [], 0
    while at < len(data):
        assert data[at : at + 2] == b"\xff\xf1"
        size = (data[at + 3] & 3) << 11 | data[at + 4] << 3 | data[at + 5] >> 5
        found.append(data[at : at + size])
        at += size
    assert at == len(data)
    return found


@pytest.mark.parametrize("rate", MPEG_RATES)
@pytest.mark.parametrize("samples", [1, 1024, 1025, 9999])
def test_there_are_the_frames_of_the_samples_and_one_before(
    rate: int, samples: int, speech, in_chunks
) -> None:
    pcm = speech(samples, rate)
    for data in (encode("aac", pcm), in_chunks("aac", pcm, [300] * 5)):
        assert len(frames(data)) == 1 + -(-samples // AAC_FRAME)


@pytest.mark.parametrize("rate", MPEG_RATES)
def test_headers_say_low_complexity_mono_and_the_rate(rate: int, speech) -> None:
    for frame in frames(encode("aac", speech(3000, rate))):
        assert frame[2] >> 6 == 1
        assert ADTS_RATES[frame[2] >> 2 & 15] == rate
        assert (frame[2] & 1) << 2 | frame[3] >> 6 == 1


def test_speech_follows_one_frame_of_silence_whole(speech, decoders, snr) -> None:
    heard = decoders.ffmpeg(encode("aac", speech(24000)), "aac")[AAC_FRAME:][:24000]
    for part in (slice(0, 1200), slice(None), slice(-1200, None)):
        assert snr(speech(24000).samples[part], heard[part]) > 9


@pytest.mark.skipif(
    shutil.which("faad") is None, reason="needs Debian's faad, a decoder that is not FFmpeg's"
)
@pytest.mark.parametrize("rate", [32000, 44100, 48000])
def test_faad_plays_the_speech_from_its_first_sample(
    rate: int, tmp_path: Path, speech, written, decoders, snr
) -> None:
    source, out = written(encode("aac", speech(20000, rate))), tmp_path / "out.wav"
    subprocess.run(["faad", "-o", str(out), str(source)], check=True, capture_output=True)
    heard = decoders.libsndfile(out.read_bytes())
    heard = heard if heard.ndim == 1 else heard[:, 0]
    assert 0 <= len(heard) - 20000 < AAC_FRAME
    assert snr(speech(20000, rate).samples, heard[:20000]) > 9
    assert snr(speech(20000, rate).samples[-2000:], heard[18000:20000]) > 9
