"""PCM to the bytes of a file, all at once or as it comes."""

from __future__ import annotations

from collections.abc import Mapping

from functions.shared.audio.encode.checked import CheckedEncoder
from functions.shared.audio.encode.protocol import Encoder
from functions.shared.audio.encode.tags import check_tags
from functions.shared.audio.formats import format_named, output_rate
from functions.shared.audio.pcm import Pcm
from functions.shared.audio.resample import Resampler, resampled_length

__all__ = ["Encoder", "encode", "open_encoder"]


def open_encoder(
    format: str,
    rate: int,
    *,
    source_rate: int | None = None,
    samples: int | None = None,
    tags: Mapping[str, str] | None = None,
) -> Encoder:
    """An encoder of one file in `format` at `rate` Hz, fed with PCM at `source_rate` (default: `rate`).

    `samples` is how many will be fed, at `source_rate`, where it is known: sizes in headers are then exact,
    else placeholders that say "not known". `tags` (title, artist, comment, copyright, date, software) are
    written where the container has them: not in aac and pcm.

    Raises InvalidValue for an unknown format or a rate that it lacks. The encoder raises ValueError when fed
    another rate, or not as many samples as promised.
    """
    output_rate(format, rate, rate)
    check_tags(tags or {})
    source_rate = source_rate or rate
    # Decoders open an empty WAV, but no file without a codec frame.
    least = 1 if format_named(format).frame(rate) > 1 else 0
    total = None if samples is None else max(least, resampled_length(samples, source_rate, rate))
    encoder = _open(format, rate, total, tags or {})
    return CheckedEncoder(encoder, Resampler(source_rate, rate), samples, least)


def encode(format: str, pcm: Pcm, *, rate: int | None = None, tags: Mapping[str, str] | None = None) -> bytes:
    """All of `pcm` as a file with exact sizes, resampled to `rate` where given; errors as `open_encoder`."""
    encoder = open_encoder(
        format, rate or pcm.rate, source_rate=pcm.rate, samples=len(pcm.samples), tags=tags
    )
    return encoder.feed(pcm) + encoder.finish()


def _open(format: str, rate: int, samples: int | None, tags: Mapping[str, str]) -> Encoder:
    """Imports only what this one format needs: start-up time is precious, and so is memory."""
    if format == "mp3":
        from functions.shared.audio.encode.mp3 import Mp3Encoder

        return Mp3Encoder(rate, samples, tags)
    if format == "opus":
        from functions.shared.audio.encode.opus import OpusEncoder

        return OpusEncoder(rate, tags)
    if format == "aac":
        from functions.shared.audio.encode.aac import AacEncoder

        return AacEncoder(rate)
    if format == "flac":
        from functions.shared.audio.encode.flac import FlacEncoder

        return FlacEncoder(rate, samples, tags)
    if format == "wav":
        from functions.shared.audio.encode.wav import WavEncoder

        return WavEncoder(rate, samples, tags)
    from functions.shared.audio.encode.pcm import PcmEncoder

    return PcmEncoder()
