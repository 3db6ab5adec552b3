"""Kokoro speaks, on its real weights."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnx.parser
import pytest

from functions.shared.engine.kokoro import Kokoro, open_kokoro
from functions.shared.engine.kokoro.packs import Packs, described
from functions.shared.engine.protocol import Blend, Voice
from functions.shared.engine.session import open_session, save_optimised
from functions.shared.errors import InvalidValue, ModelDamaged, ModelMissing, NotFound, SynthesisFailed

ALPHA: Blend = (("jf_alpha", 1.0),)
HEART: Blend = (("af_heart", 1.0),)
SENTENCE = "The weather is nice today."


@pytest.fixture(scope="module")
def engine(kokoro_model: Path, english: Path) -> Kokoro:
    return open_kokoro(kokoro_model, english, threads=1)


@pytest.mark.parametrize(("text", "language"), [(SENTENCE, "en"), ("今日はいい天気ですね。", "ja")])
def test_a_sentence_becomes_a_few_seconds_of_sound(engine: Kokoro, text: str, language: Any) -> None:
    audio = engine.speak(text, language, ALPHA, 1.0)
    assert audio.rate == 24000
    assert 1.2 < audio.seconds < 4
    assert 0.05 < np.abs(audio.samples).max() <= 1.2


def test_double_speed_takes_about_half_the_time(engine: Kokoro) -> None:
    slow, fast = (engine.speak(SENTENCE, "en", ALPHA, speed).seconds for speed in (1.0, 2.0))
    assert 0.4 < fast / slow < 0.7


def test_threads_at_once_hear_each_their_own_text(engine: Kokoro) -> None:
    texts = ["One.", "Forty two.", "Nothing at all.", "A long road."]
    alone = [engine.speak(text, "en", ALPHA, 1.0).samples for text in texts]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda text: engine.speak(text, "en", ALPHA, 1.0).samples, texts))
    assert all(map(np.array_equal, together, alone))


def test_a_blend_is_neither_of_its_voices(engine: Kokoro) -> None:
    blends: list[Blend] = [ALPHA, (("jm_kumo", 1.0),), (("jf_alpha", 0.5), ("jm_kumo", 0.5))]
    first, second, both = (engine.speak("Hello.", "en", blend, 1.0).samples for blend in blends)
    assert not np.array_equal(both, first)
    assert not np.array_equal(both, second)


def test_text_without_a_sound_has_no_tokens_and_no_audio(engine: Kokoro) -> None:
    assert engine.tokens("?! ...", "en", "jf_alpha") == 0
    assert engine.speak("?! ...", "en", ALPHA, 1.0).seconds == 0
    assert engine.tokens(SENTENCE, "en", "jf_alpha") > 15


def test_an_unknown_voice_is_not_found(engine: Kokoro) -> None:
    with pytest.raises(NotFound, match="af_nobody") as raised:
        engine.speak(SENTENCE, "en", (("af_nobody", 1.0),), 1.0)
    assert raised.value.param == "voice"


def test_without_its_data_there_is_no_mandarin(engine: Kokoro) -> None:
    assert engine.languages == {"en", "ja"}
    with pytest.raises(InvalidValue, match="zh"):
        engine.tokens("今天", "zh", "jf_alpha")


def test_a_network_that_is_missing_or_damaged_is_named(tmp_path: Path, english: Path) -> None:
    with pytest.raises(ModelMissing, match=r"kokoro\.ort"):
        open_kokoro(tmp_path, english, threads=1)
    (tmp_path / "kokoro.ort").write_bytes(b"no network")
    with pytest.raises(ModelDamaged, match=r"kokoro\.ort"):
        open_kokoro(tmp_path, english, threads=1)


#: A network with Kokoro's inputs whose audio is what it was given: the style, the number of ids, the speed.
ECHO = """
<ir_version: 9, opset_import: ["": 20]>
echo (int64[1, ids] tokens, float[1, 256] style, float[1] speed) => (float[samples] audio)
<int64[1] flat = {-1}>
{
    row = Reshape (style, flat)
    length = Shape <start = 1> (tokens)
    ids = Cast <to = 1> (length)
    audio = Concat <axis = 0> (row, ids, speed)
}
"""


def network(folder: Path, text: str) -> Path:
    save_optimised(onnx.parser.parse_model(text).SerializeToString(), folder / "kokoro.ort")
    return folder / "kokoro.ort"


def echo(folder: Path, seen: list[str] | None = None, text: str = ECHO) -> Kokoro:
    """An engine whose phonemes are its text, with packs whose styles are their row numbers."""

    def phonemes(text: str, _: str, accent: str) -> str:
        if seen is not None:
            seen.append(accent)
        return text

    rows = np.broadcast_to(np.arange(510, dtype=np.float32)[:, None], (510, 256))
    packs = Packs(["af_heart", "bf_emma"], np.stack([rows, rows + 1000]))
    return Kokoro(open_session(network(folder, text), 1), packs, phonemes, frozenset(("en",)))


def test_a_long_text_is_spoken_in_bounded_runs_with_the_style_of_their_length(tmp_path: Path) -> None:
    text = ", ".join(["abcde"] * 60)
    runs = echo(tmp_path).speak(text, "en", HEART, 1.5).samples.reshape(-1, 258)
    lengths = runs[:, 256] - 2  # each run has a pad at both ends
    assert lengths.sum() == len(text)
    assert lengths.max() <= 150
    assert np.array_equal(runs[:, 0], lengths - 1)
    assert set(runs[:, 257]) == {1.5}


def test_a_blend_adds_its_styles_by_weight(tmp_path: Path) -> None:
    spoken = echo(tmp_path).speak("abc", "en", (("af_heart", 0.75), ("bf_emma", 0.25)), 1.0)
    assert set(spoken.samples[:256]) == {252.0}


def test_the_heaviest_voice_gives_english_its_accent(tmp_path: Path) -> None:
    seen: list[str] = []
    engine = echo(tmp_path, seen)
    for weight in (0.75, 0.25):
        engine.speak("abc", "en", (("af_heart", weight), ("bf_emma", 1 - weight)), 1.0)
    assert seen == ["us", "gb"]


@pytest.mark.parametrize("audio", ["Div (none, none)", "Log (none)", "Slice (none, flat, flat)"])
def test_no_audio_or_no_numbers_is_a_failure(tmp_path: Path, audio: str) -> None:
    text = ECHO.replace("Concat <axis = 0> (row, ids, speed)", audio)
    text = text.replace("row =", "none = Sub (speed, speed)\n    row =")
    with pytest.raises(SynthesisFailed, match="no audio"):
        echo(tmp_path, text=text).speak("abc", "en", HEART, 1.0)


def test_a_network_that_fails_is_a_failure(tmp_path: Path) -> None:
    text = ECHO.replace("Concat <axis = 0> (row, ids, speed)", "Reshape (row, length)")
    with pytest.raises(SynthesisFailed, match="could not speak"):
        echo(tmp_path, text=text).speak("abc", "en", HEART, 1.0)


def test_an_id_tells_language_region_and_gender() -> None:
    assert described("bf_emma") == Voice("bf_emma", "en", "en-GB", "female")
    assert described("zm_yunxi") == Voice("zm_yunxi", "zh", "zh-CN", "male")
    assert described("pm_alex") == Voice("pm_alex", "pt", "pt-BR", "male")
