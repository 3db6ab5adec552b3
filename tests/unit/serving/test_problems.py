"""Every error has a status, and OpenAI's shape."""

from __future__ import annotations

import pytest

from functions.shared import errors
from functions.shared.serving.problems import body_of, headers_of, status_of


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (errors.MalformedRequest("m"), 400),
        (errors.NotFound("m"), 404),
        (errors.BodyTooLarge("m"), 413),
        (errors.UnsupportedMediaType("m"), 415),
        (errors.InvalidValue("m"), 422),
        (errors.NothingToSpeak("m"), 422),
        (errors.TextTooLong("m"), 422),
        (errors.QueueFull("m", retry_after=3), 429),
        (errors.NotReady("m", retry_after=3), 503),
        (errors.ModelMissing("m"), 503),
        (errors.SynthesisFailed("m"), 500),
    ],
)
def test_each_error_has_its_status(error: errors.VoiceError, status: int) -> None:
    assert status_of(error) == status


def test_the_body_names_the_field_at_fault() -> None:
    body = body_of(errors.InvalidValue("speed is 100; it must be 0.25 to 4", param="speed"))
    assert body["error"]["param"] == "speed"
    assert body["error"]["type"] == "invalid_request_error"


def test_whoever_may_come_back_is_told_when() -> None:
    assert headers_of(errors.QueueFull("m", retry_after=7)) == [(b"retry-after", b"7")]
    assert headers_of(errors.InvalidValue("m")) == []
