from __future__ import annotations

import pytest

from functions.shared.audio.encode import open_encoder
from functions.shared.audio.formats import FORMATS, format_named, output_rate
from functions.shared.errors import InvalidValue


def test_openais_six_formats_are_there_and_take_the_engines_rate() -> None:
    assert set(FORMATS) == {"mp3", "opus", "aac", "flac", "wav", "pcm"}
    assert all(24000 in each.rates and each.name == name for name, each in FORMATS.items())


def test_an_unknown_format_is_refused_with_those_there_are() -> None:
    with pytest.raises(InvalidValue, match="mp3, opus, aac, flac, wav, pcm") as caught:
        format_named("ogg")
    assert caught.value.param == "response_format"


@pytest.mark.parametrize("name", FORMATS)
def test_a_rate_the_format_lacks_is_refused_with_those_it_has(name: str) -> None:
    with pytest.raises(InvalidValue, match=", ".join(map(str, FORMATS[name].rates))) as caught:
        open_encoder(name, 44101)
    assert caught.value.param == "sample_rate"


def test_opus_has_no_44100() -> None:
    with pytest.raises(InvalidValue, match="8000, 12000, 16000, 24000, 48000"):
        output_rate("opus", 24000, 44100)


@pytest.mark.parametrize(
    ("source", "requested", "rate"),
    [(24000, None, 24000), (22050, None, 24000), (96000, None, 48000), (24000, 8000, 8000)],
)
def test_the_rate_is_the_requested_or_the_next_one_up(source: int, requested: int | None, rate: int) -> None:
    assert output_rate("opus", source, requested) == rate
