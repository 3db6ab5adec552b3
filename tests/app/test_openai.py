"""OpenAI's own client, unmodified."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import av
import numpy as np
import openai
import pytest

from functions.shared.audio.formats import FORMATS
from tests.app.conftest import Server

SENTENCE = "The weather is nice today, so let us go outside now."


@pytest.fixture
def sdk(server: Server) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=f"{server.url}/v1", api_key="none", max_retries=0) as sdk:
        yield sdk


def _seconds(name: str, data: bytes) -> float:
    if name == "pcm":
        return len(data) / 2 / 24000
    with av.open(io.BytesIO(data)) as container:
        frames = list(container.decode(audio=0))
        return sum(frame.samples for frame in frames) / frames[0].sample_rate


@pytest.mark.parametrize("name", list(FORMATS))
def test_speech_to_a_file_in_every_format(sdk: openai.OpenAI, name: str, tmp_path: Path) -> None:
    answer = sdk.audio.speech.create(model="tts-1", voice="alloy", input=SENTENCE, response_format=name)  # type: ignore[arg-type]
    answer.write_to_file(tmp_path / "speech")
    assert 2.5 < _seconds(name, (tmp_path / "speech").read_bytes()) < 5


@pytest.mark.parametrize("name", list(FORMATS))
def test_streamed_speech_in_every_format(sdk: openai.OpenAI, name: str) -> None:
    request = sdk.audio.speech.with_streaming_response.create(
        model="tts-1",
        voice="alloy",
        input=" ".join([SENTENCE] * 8),
        response_format=name,  # type: ignore[arg-type]
    )
    with request as answer:
        data = b"".join(answer.iter_bytes())
    assert 20 < _seconds(name, data) < 40


def test_server_sent_events_carry_the_same_audio(sdk: openai.OpenAI) -> None:
    import base64
    import json

    with sdk.audio.speech.with_streaming_response.create(
        model="tts-1", voice="alloy", input=SENTENCE, response_format="pcm", stream_format="sse"
    ) as answer:
        events = [json.loads(line[6:]) for line in answer.iter_lines() if line.startswith("data: ")]
    audio = b"".join(base64.b64decode(event["audio"]) for event in events[:-1])
    plain = sdk.audio.speech.create(model="tts-1", voice="alloy", input=SENTENCE, response_format="pcm")
    assert events[-1]["type"] == "speech.audio.done"
    assert np.array_equal(np.frombuffer(audio, "<i2"), np.frombuffer(plain.content, "<i2"))


def test_an_unknown_voice_is_an_unprocessable_entity(sdk: openai.OpenAI) -> None:
    with pytest.raises(openai.UnprocessableEntityError) as refused:
        sdk.audio.speech.create(model="tts-1", voice="nobody", input=SENTENCE)
    assert refused.value.param == "voice"


def test_a_faster_speed_makes_shorter_audio(sdk: openai.OpenAI) -> None:
    def spoken(speed: float) -> float:
        answer = sdk.audio.speech.create(
            model="tts-1", voice="alloy", input=SENTENCE, response_format="wav", speed=speed
        )
        return _seconds("wav", answer.content)

    assert spoken(2.0) < 0.7 * spoken(1.0)


def test_the_better_model_is_another_engine(sdk: openai.OpenAI) -> None:
    raw = sdk.audio.speech.with_raw_response.create(model="tts-1-hd", voice="nova", input="Good morning.")
    assert raw.headers["x-engine"] == "kokoro"
