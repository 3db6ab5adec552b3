"""A voice-like signal, decoders that share nothing with our encoders, and how alike two waveforms are."""

from __future__ import annotations

import io
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from functions.shared.audio.encode import open_encoder
from functions.shared.audio.pcm import Pcm, Samples

Speech = Callable[..., Pcm]


def _speech(samples: int, rate: int = 24000, pitch: float = 150.0) -> Pcm:
    """Harmonics of a gliding pitch below 3.2 kHz, in syllables, at full level from first to last sample."""
    time = np.arange(samples) / rate
    phase = 2 * np.pi * (pitch * time + 8 * np.sin(2 * np.pi * 0.7 * time))
    voice = sum(np.sin(k * phase + k) / k for k in range(1, int(3200 / pitch)))
    loudness = 0.2 + 0.05 * np.cos(2 * np.pi * 3 * time)
    return Pcm((loudness * voice).astype(np.float32), rate)


def _libsndfile(data: bytes) -> Samples:
    import soundfile

    samples: Samples = soundfile.read(io.BytesIO(data), dtype="float32")[0]
    return samples


def _ffmpeg(data: bytes, container: str | None = None) -> Samples:
    import av

    with av.open(io.BytesIO(data), format=container) as file:
        frames = [frame.to_ndarray()[0] for frame in file.decode(audio=0)]
    joined = np.concatenate(frames)
    return joined / np.float32(32768) if joined.dtype == np.int16 else joined


def _miniaudio(data: bytes, rate: int) -> Samples:
    import miniaudio

    kind = miniaudio.SampleFormat.FLOAT32
    decoded = miniaudio.decode(data, output_format=kind, nchannels=1, sample_rate=rate)
    return np.frombuffer(decoded.samples, np.float32)


def _snr(expected: Samples, actual: Samples) -> float:
    """Signal to noise in dB; of equal lengths only."""
    assert len(expected) == len(actual)
    noise = float(np.sum((expected.astype(np.float64) - actual) ** 2)) + 1e-20
    return float(10 * np.log10(np.sum(expected.astype(np.float64) ** 2) / noise))


def _in_chunks(
    format: str, pcm: Pcm, sizes: list[int], samples: int | None = None, **options: object
) -> bytes:
    """`pcm` encoded in chunks of `sizes`, the rest as the last one."""
    encoder = open_encoder(format, pcm.rate, samples=samples, **options)  # type: ignore[arg-type]
    edges = [0, *np.cumsum(sizes, dtype=int).clip(max=len(pcm.samples)), len(pcm.samples)]
    fed = [encoder.feed(Pcm(pcm.samples[a:b], pcm.rate)) for a, b in pairwise(edges)]
    return b"".join(fed) + encoder.finish()


@pytest.fixture(scope="session")
def speech() -> Speech:
    return _speech


@pytest.fixture(scope="session")
def decoders() -> SimpleNamespace:
    return SimpleNamespace(libsndfile=_libsndfile, ffmpeg=_ffmpeg, miniaudio=_miniaudio)


@pytest.fixture(scope="session")
def snr() -> Callable[[Samples, Samples], float]:
    return _snr


@pytest.fixture(scope="session")
def in_chunks() -> Callable[..., bytes]:
    return _in_chunks


@pytest.fixture
def written(tmp_path: Path) -> Callable[[bytes], Path]:
    """Bytes as a file."""

    def write(data: bytes) -> Path:
        (tmp_path / "audio").write_bytes(data)
        return tmp_path / "audio"

    return write
