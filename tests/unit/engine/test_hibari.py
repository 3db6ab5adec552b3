"""The fast engine speaks, on its real weights."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from functions.shared.engine.hibari import Hibari, open_hibari
from functions.shared.engine.hibari_prepare import prepare
from functions.shared.engine.spectrum import RATE, pulses
from functions.shared.errors import InvalidValue, ModelMissing
from functions.shared.text.g2p.table import VOCABULARY

HEART = (("af_heart", 1.0),)
SENTENCE = "The weather is nice today, so let us go outside now."


@pytest.fixture(scope="module")
def engine(hibari_source: Path, english: Path) -> Hibari:
    return open_hibari(hibari_source, english, threads=1)


def test_a_sentence_becomes_a_few_seconds_of_sound(engine: Hibari) -> None:
    audio = engine.speak(SENTENCE, "en", HEART, 1.0)
    assert audio.rate == RATE
    assert 2.5 < audio.seconds < 5
    assert 0.05 < np.abs(audio.samples).max() <= 1


def test_the_same_text_gives_the_same_audio(engine: Hibari) -> None:
    first, second = (engine.speak(SENTENCE, "en", HEART, 1.0) for _ in range(2))
    assert np.array_equal(first.samples, second.samples)


def test_double_speed_takes_about_half_the_time(engine: Hibari) -> None:
    slow, fast = (engine.speak(SENTENCE, "en", HEART, speed).seconds for speed in (1.0, 2.0))
    assert 0.4 < fast / slow < 0.65


def test_a_text_beyond_the_bound_is_spoken_whole(engine: Hibari) -> None:
    once = engine.speak(SENTENCE, "en", HEART, 1.0).seconds
    many = " ".join([SENTENCE] * 20)
    assert engine.tokens(many, "en", "af_heart") > 2 * engine.max_tokens
    assert engine.speak(many, "en", HEART, 1.0).seconds > 15 * once


def test_the_prepared_network_speaks_the_same(
    engine: Hibari, hibari_source: Path, english: Path, tmp_path: Path
) -> None:
    prepare(hibari_source, tmp_path)
    prepared = open_hibari(tmp_path, english, threads=1).speak(SENTENCE, "en", HEART, 1.0).samples
    published = engine.speak(SENTENCE, "en", HEART, 1.0).samples
    assert prepared.shape == published.shape
    assert np.abs(prepared - published).max() < 1e-3


def test_text_without_a_sound_has_no_tokens(engine: Hibari) -> None:
    assert engine.tokens("?! ...", "en", "af_heart") == 0


def test_another_voice_or_language_is_refused(engine: Hibari) -> None:
    with pytest.raises(InvalidValue, match="af_heart"):
        engine.speak(SENTENCE, "en", (("am_onyx", 1.0),), 1.0)
    with pytest.raises(InvalidValue, match="English"):
        engine.speak("今天", "zh", HEART, 1.0)


def test_a_missing_network_is_named(tmp_path: Path, english: Path) -> None:
    with pytest.raises(ModelMissing, match=r"hibari\.onnx"):
        open_hibari(tmp_path, english, threads=1)


def test_pulses_repeat_at_the_pitch_and_rest_where_unvoiced() -> None:
    train = pulses(np.full(80, 100.0, np.float32))
    spectrum = np.abs(np.fft.rfft(train))
    assert np.argmax(spectrum[50:150]) + 50 == 100  # one second: bins are hertz
    assert not pulses(np.zeros(10, np.float32)).any()


def test_the_vocabulary_has_kokoros_114_phonemes() -> None:
    assert len(VOCABULARY) == 114
    assert (VOCABULARY["ˈ"], VOCABULARY["ᵻ"], VOCABULARY["ð"]) == (156, 177, 81)
