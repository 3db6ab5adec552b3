"""From hibari's spectrum, five parts a frame, to a waveform.

The network of PyPI `hibari-tts` 0.2.1 describes each 12.5 ms by what three sources add to a short-time
spectrum: a train of pulses at the pitch, shaped in magnitude (`exp lh`) and phase (`pi tanh theta`); noise,
shaped in magnitude (`exp ln`); and a part with a phase of its own (`exp(lr + i phi)`). One inverse short-time
Fourier transform (1,200 points, hop 300, Hann window, 24 kHz) makes the waveform.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from functions.shared.audio.pcm import Samples

RATE = 24000
POINTS = 1200
HOP = 300
OVERLAP = POINTS // HOP
BINS = POINTS // 2 + 1

#: Pitch below which a frame is unvoiced, in Hz.
LOWEST_PITCH = 40.0
#: Highest harmonic in a pulse, in Hz.
HIGHEST_HARMONIC = 11000.0
#: Log magnitudes are cut here; full scale is near 6.
LOUDEST = np.float32(7.0)

Complex = npt.NDArray[np.complex64]


class Frames(NamedTuple):
    """The network's answer for F frames: `pitch` has shape (F,) in Hz, the others (601, F)."""

    harmonic: Samples
    harmonic_phase: Samples
    noise: Samples
    free: Samples
    free_phase: Samples
    pitch: Samples


def waveform(frames: Frames, seed: int) -> Samples:
    """The samples of `frames`, 300 a frame; the same `seed` gives the same noise."""
    window = _window()
    count = frames.harmonic.shape[1]
    spectrum = _analysed(pulses(frames.pitch), count, window / np.float32(POINTS / 4))
    spectrum *= _polar(frames.harmonic, np.float32(np.pi) * np.tanh(frames.harmonic_phase))
    random = np.random.default_rng(seed).standard_normal((BINS, 2 * count), dtype=np.float32)
    spectrum += random.view(np.complex64) * _magnitude(frames.noise)
    spectrum += _polar(frames.free, frames.free_phase)
    return _synthesised(spectrum, window)


def pulses(pitch: Samples) -> Samples:
    """A train of band-limited pulses: every harmonic below 11 kHz at amplitude 1; 0 where unvoiced.

    The harmonics' sum has a closed form, Dirichlet's kernel: sum of cos(h x) for h = 1 to H is
    sin((H + 1/2) x) / (2 sin(x / 2)) - 1/2.
    """
    hertz = _by_sample(pitch)
    voiced = hertz > LOWEST_PITCH
    hertz = np.maximum(hertz, LOWEST_PITCH)
    turns = np.cumsum(hertz, dtype=np.float64) / RATE
    phase = (2 * np.pi * (turns % 1.0)).astype(np.float32)
    order = np.floor(HIGHEST_HARMONIC / hertz) + np.float32(0.5)
    below = 2 * np.sin(phase / 2)
    peak = np.abs(below) <= 2e-3  # the limit at the pulse itself, where both sines vanish
    kernel = np.where(peak, order, np.sin(order * phase) / np.where(peak, 1, below))
    train: Samples = np.where(voiced, kernel - np.float32(0.5), 0).astype(np.float32)
    return train


def _by_sample(pitch: Samples) -> Samples:
    """The pitch of each sample, straight lines between the frames' centres."""
    centres = (np.arange(len(pitch)) + 0.5) * HOP
    hertz: Samples = np.interp(np.arange(len(pitch) * HOP) + 0.5, centres, pitch).astype(np.float32)
    return hertz


def _window() -> Samples:
    """The periodic Hann window."""
    return (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(POINTS) / POINTS)).astype(np.float32)


def _magnitude(logarithm: Samples) -> Samples:
    return np.exp(np.minimum(logarithm, LOUDEST))


def _polar(logarithm: Samples, phase: Samples) -> Complex:
    turned = np.empty(phase.shape, np.complex64)
    np.cos(phase, out=turned.real)
    np.sin(phase, out=turned.imag)
    turned *= _magnitude(logarithm)
    return turned


def _analysed(samples: Samples, frames: int, window: Samples) -> Complex:
    """Short-time spectrum, frames centred on multiples of the hop; shape (601, frames)."""
    padded = np.pad(samples, POINTS // 2, mode="reflect")
    cut = np.lib.stride_tricks.sliding_window_view(padded, POINTS)[::HOP][:frames]
    return np.ascontiguousarray(np.fft.rfft(cut * window, axis=1).T.astype(np.complex64, copy=False))


def _synthesised(spectrum: Complex, window: Samples) -> Samples:
    """Overlap-add of the windowed frames, divided by the windows' summed squares."""
    count = spectrum.shape[1]
    frames = np.fft.irfft(spectrum.T, n=POINTS, axis=1).astype(np.float32, copy=False) * window
    blocks = frames.reshape(count, OVERLAP, HOP)
    squares = (window * window).reshape(OVERLAP, HOP)
    total = np.zeros((count + OVERLAP - 1, HOP), np.float32)
    weight = np.zeros_like(total)
    for place in range(OVERLAP):
        total[place : place + count] += blocks[:, place]
        weight[place : place + count] += squares[place]
    total /= np.maximum(weight, np.float32(1e-11))
    return total.reshape(-1)[POINTS // 2 : POINTS // 2 + count * HOP]
