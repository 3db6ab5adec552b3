"""What a client sees beside the audio."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.app.conftest import Server, StartServer

SPEECH = "/v1/audio/speech"
LONG = " ".join(
    f"This is sentence number {number}, and there are many more of them." for number in range(400)
)


def _body(**changes: Any) -> dict[str, Any]:
    return {"model": "tts-1", "voice": "alloy", "input": "Hello there.", "response_format": "wav"} | changes


def test_one_segment_has_an_exact_length(client: httpx.Client) -> None:
    answer = client.post(SPEECH, json=_body())
    assert answer.status_code == 200
    assert int(answer.headers["content-length"]) == len(answer.content)
    assert int.from_bytes(answer.content[4:8], "little") == len(answer.content) - 8


def test_the_published_write_ups_request_works_unchanged(client: httpx.Client) -> None:
    for route in ("/tts", "/v1/tts"):
        answer = client.post(route, json={"text": "Hello there. How are you today?", "split": True})
        assert answer.headers["content-type"] == "audio/wav"
        assert int.from_bytes(answer.content[4:8], "little") == len(answer.content) - 8


def test_every_answer_names_its_request_trace_and_revision(client: httpx.Client) -> None:
    parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    answer = client.post(SPEECH, json=_body(), headers={"x-request-id": "r-1", "traceparent": parent})
    assert answer.headers["x-request-id"] == "r-1"
    assert answer.headers["traceparent"].split("-")[1] == parent.split("-")[1]
    assert answer.headers["x-revision"] == "synthesize-00001"
    assert answer.headers["x-sample-rate"] == "24000"


def test_a_field_without_effect_is_named(client: httpx.Client) -> None:
    answer = client.post(SPEECH, json=_body(instructions="whisper"))
    assert answer.headers["x-ignored-fields"] == "instructions"


@pytest.mark.parametrize(
    ("changes", "status", "param"),
    [
        ({"input": ""}, 422, None),
        ({"input": "   \n"}, 422, None),
        ({"input": "😀😀"}, 422, None),
        ({"input": "\x00\x01"}, 422, None),
        ({"input": None}, 422, "input"),
        ({"input": 5}, 422, "input"),
        ({"voice": "nobody"}, 422, "voice"),
        ({"voice": "af_heart(0)"}, 422, "voice"),
        ({"voice": "../../etc/passwd"}, 422, "voice"),
        ({"model": "gpt-9"}, 422, "model"),
        ({"response_format": "ogg"}, 422, "response_format"),
        ({"speed": 0}, 422, "speed"),
        ({"speed": 100}, 422, "speed"),
        ({"speed": "1"}, 422, "speed"),
        ({"sample_rate": 44100, "response_format": "opus"}, 422, "sample_rate"),
        ({"language": "tlh"}, 422, "language"),
        ({"stream_format": "morse"}, 422, "stream_format"),
        ({"sped": 1}, 422, "sped"),
        ({"input": "<speak>Hello</speak>"}, 422, None),
        ({"input": "שלום עולם"}, 422, None),
    ],
)
def test_bad_input_is_refused_with_the_field_at_fault(
    client: httpx.Client, changes: Mapping[str, Any], status: int, param: str | None
) -> None:
    answer = client.post(SPEECH, json=_body(**changes))
    error = answer.json()["error"]
    assert answer.status_code == status
    assert error["message"]
    assert param in (None, error["param"])


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"[]", "application/json", 400),
        (b'{"speed": NaN}', "application/json", 400),
        (b"\xff", "application/json", 400),
        (b"input=hello", "application/x-www-form-urlencoded", 415),
        (b'{"model": "tts-1", "voice": "alloy", "input": "a\\ud800b"}', "application/json", 422),
        (b"x" * 10_000_000, "application/json", 413),
    ],
)
def test_a_body_that_cannot_be_read_is_refused(
    client: httpx.Client, content: bytes, kind: str, status: int
) -> None:
    answer = client.post(SPEECH, content=content, headers={"content-type": kind})
    assert answer.status_code == status
    assert answer.json()["error"]["message"]


@pytest.mark.parametrize(
    "text", ["5" * 5000, "a" * 3000, "if a < b & c > d", "Yes", "naïve café, e.g. Dr. Smith's"]
)
def test_odd_text_is_spoken(client: httpx.Client, text: str) -> None:
    answer = client.post(SPEECH, json=_body(input=text))
    assert answer.status_code == 200
    assert len(answer.content) > 10_000


def test_an_unknown_path_is_not_found(client: httpx.Client) -> None:
    answer = client.post("/v2/nothing", json={})
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


def test_the_voices_are_listed_with_their_language(client: httpx.Client) -> None:
    voices = client.get("/v1/audio/voices").json()["voices"]
    assert len({voice["id"] for voice in voices}) == 54
    assert {voice["language"] for voice in voices} >= {"en", "zh", "ja"}


def test_parallel_requests_never_mix(client: httpx.Client) -> None:
    texts = [f"Number {number} is speaking, and nobody else is." for number in range(12)]

    def speak(text: str) -> bytes:
        return client.post(SPEECH, json=_body(input=text, response_format="pcm")).content

    alone = [speak(text) for text in texts]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(speak, texts)) == alone


def test_the_metrics_count_requests_by_route_and_status(client: httpx.Client) -> None:
    client.post(SPEECH, json=_body())
    text = client.get("/metrics").text
    assert 'voice_requests_total{route="/v1/audio/speech",status="200"}' in text
    assert 'voice_first_audio_seconds_count{engine="hibari"}' in text
    assert 'voice_cold_start_seconds{phase="ready"}' in text


def test_a_full_queue_refuses_with_a_time_to_come_back(start_server: StartServer) -> None:
    with start_server(VOICE_CONCURRENCY="1", VOICE_QUEUE="0", VOICE_ENGINES="hibari") as server:
        with httpx.stream("POST", server.url + SPEECH, json=_body(input=LONG), timeout=60) as slow:
            assert slow.status_code == 200
            answer = httpx.post(server.url + SPEECH, json=_body(), timeout=60)
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) >= 1


def test_sigterm_lets_a_stream_end_and_exits_cleanly(start_server: StartServer) -> None:
    with start_server(VOICE_ENGINES="hibari") as server:
        with httpx.stream("POST", server.url + SPEECH, json=_body(input=LONG), timeout=60) as stream:
            parts = stream.iter_bytes()
            received = len(next(parts))
            server.process.terminate()
            assert httpx.get(server.url + "/readyz").status_code == 503
            received += sum(map(len, parts))
        whole = received
        assert server.process.wait(60) == 0
    assert whole > 24000 * 2 * 60


def test_a_client_that_leaves_stops_its_work(start_server: StartServer) -> None:
    with start_server(VOICE_CONCURRENCY="1", VOICE_QUEUE="0", VOICE_ENGINES="hibari") as server:
        with httpx.stream("POST", server.url + SPEECH, json=_body(input=LONG * 5), timeout=60) as stream:
            next(stream.iter_bytes())
        with httpx.Client(base_url=server.url, transport=httpx.HTTPTransport(retries=2)) as client:
            statuses = [client.post(SPEECH, json=_body(), timeout=60).status_code for _ in range(200)]
        assert statuses[-1] == 200
        text = httpx.get(server.url + "/metrics").text
    assert 'status="499"' in text


def test_a_missing_model_ends_the_process_with_its_name(models: Any, tmp_path: Any) -> None:
    environment = {**os.environ, "VOICE_MODELS_DIR": str(tmp_path), "PORT": "0"}
    command = [sys.executable, "-m", "functions.synthesize"]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 66
    assert "hibari" in ended.stderr


def test_an_unknown_setting_ends_the_process_with_its_name() -> None:
    command = [sys.executable, "-m", "functions.synthesize"]
    environment = {**os.environ, "VOICE_QUEU": "3"}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 78
    assert "VOICE_QUEU" in ended.stderr


def test_logs_tell_lengths_and_never_the_text(server: Server, client: httpx.Client) -> None:
    client.post(SPEECH, json=_body(input="Xylophone secrets."), headers={"x-request-id": "log-me"})
    [line] = _log_lines(server, "log-me")
    assert json.loads(line)["text_length"] == len("Xylophone secrets.")
    assert "Xylophone" not in server.log.read_text()


def _log_lines(server: Server, request_id: str) -> list[str]:
    """The lines of a request; the last is written after the client has its answer."""
    for _ in range(500):
        lines = [line for line in server.log.read_text().splitlines() if request_id in line]
        if lines:
            return lines
        time.sleep(0.01)
    raise AssertionError(server.log.read_text())
