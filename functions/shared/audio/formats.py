"""The audio formats a request can name, and what each can hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from functions.shared.errors import InvalidValue


@dataclass(frozen=True, slots=True)
class Format:
    """One of OpenAI's response formats; always mono."""

    name: str
    media_type: str
    #: File name extension without the dot.
    extension: str
    #: Sample rates it can be encoded at, in Hz, ascending.
    rates: tuple[int, ...]
    #: Samples in a codec frame at a rate; 1 where samples stand alone.
    frame: Callable[[int], int]


#: All the rates of MPEG-1, MPEG-2 and MPEG-2.5 layer III (ISO 11172-3, 13818-3), in Hz; AAC has them too
#: (ISO 14496-3, table 1.18).
MPEG_RATES = (8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000)
#: The rates libopus takes, in Hz (RFC 6716, section 2); players always decode at 48 kHz.
OPUS_RATES = (8000, 12000, 16000, 24000, 48000)
#: Samples in a block of libFLAC at its default level.
FLAC_BLOCK = 4096
#: Samples in a frame of AAC-LC (ISO 14496-3).
AAC_FRAME = 1024


def mp3_frame(rate: int) -> int:
    """Samples in a layer III frame: two granules of 576 in MPEG-1 (32 kHz and up), one below it."""
    return 1152 if rate >= 32000 else 576


def _formats() -> Mapping[str, Format]:
    every = (
        Format("mp3", "audio/mpeg", "mp3", MPEG_RATES, mp3_frame),
        # Ogg Opus files are audio/ogg (RFC 7845, section 9); audio/opus is the RTP payload.
        Format("opus", "audio/ogg; codecs=opus", "opus", OPUS_RATES, lambda rate: rate // 50),
        Format("aac", "audio/aac", "aac", MPEG_RATES, lambda rate: AAC_FRAME),
        Format("flac", "audio/flac", "flac", MPEG_RATES, lambda rate: FLAC_BLOCK),
        Format("wav", "audio/wav", "wav", MPEG_RATES, lambda rate: 1),
        Format("pcm", "audio/pcm", "pcm", MPEG_RATES, lambda rate: 1),
    )
    return MappingProxyType({each.name: each for each in every})


#: By the name that a request gives.
FORMATS: Mapping[str, Format] = _formats()


def format_named(name: str) -> Format:
    """The format called `name`. Raises InvalidValue (param `response_format`) naming all there are."""
    try:
        return FORMATS[name]
    except KeyError:
        names = ", ".join(FORMATS)
        raise InvalidValue(f"no format {name!r}; there are {names}", param="response_format") from None


def output_rate(name: str, source: int, requested: int | None = None) -> int:
    """The rate to encode speech of `source` Hz at, in the format called `name`.

    It is `requested` where given, else `source` itself or the next higher rate that the format has.
    Raises InvalidValue (param `sample_rate`) when the format lacks the requested rate.
    """
    rates = format_named(name).rates
    if requested is None:
        return next((rate for rate in rates if rate >= source), rates[-1])
    if requested not in rates:
        listed = ", ".join(map(str, rates))
        raise InvalidValue(f"{name} has no sample rate {requested}; it has {listed}", param="sample_rate")
    return requested
