"""The API document and its pages, by FastAPI; imported when somebody asks for them.

The routes of the cold path are plain ASGI (see `functions.shared.serving.asgi`); what they take is described
here from the same tables of fields that validate it.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from functions.shared.audio.formats import FORMATS
from functions.shared.serving.asgi import App
from functions.shared.serving.fields import Field, object_schema
from functions.synthesize.order import SPEECH_FIELDS, TTS_FIELDS

_ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["message", "type", "param", "code"],
            "properties": {
                "message": {"type": "string"},
                "type": {"type": "string"},
                "param": {"type": ["string", "null"]},
                "code": {"type": "string"},
            },
        }
    },
}

#: Refusals that every speaking route may give, by status.
_REFUSALS = {
    "400": "The body is not JSON.",
    "413": "The body is too large.",
    "415": "The body is not application/json.",
    "422": "A field is wrong, or the text cannot be spoken.",
    "429": "The queue is full; Retry-After says when to come back.",
    "503": "The process is starting, going away, or without a model; Retry-After says when to come back.",
}


def document_app() -> App:
    """FastAPI with `/docs`, `/redoc` and `/openapi.json`."""
    app = FastAPI(title="voice-functions: synthesize", version="1", description=__doc__.partition("\n")[0])
    schema = get_openapi(title=app.title, version=app.version, routes=app.routes)
    schema["paths"] = _paths()
    app.openapi = lambda: schema  # type: ignore[method-assign]
    return app


def _paths() -> dict[str, Any]:
    tts = _speaking("The published write-ups' request.", TTS_FIELDS, events=False)
    return {
        "/v1/audio/speech": {"post": _speaking("OpenAI's speech request.", SPEECH_FIELDS, events=True)},
        "/v1/tts": {"post": tts},
        "/tts": {"post": tts},
        "/v1/audio/voices": {"get": _reading("The voices.", "application/json")},
        "/healthz": {"get": _reading("Whether the process lives.", "text/plain")},
        "/readyz": {"get": _reading("Whether it has spoken and is not going away.", "text/plain", "503")},
        "/metrics": {"get": _reading("Prometheus metrics.", "text/plain")},
    }


def _speaking(summary: str, fields: tuple[Field, ...], *, events: bool) -> dict[str, Any]:
    audio = {each.media_type: {"schema": {"type": "string"}} for each in FORMATS.values()}
    if events:
        audio["text/event-stream"] = {"schema": {"type": "string"}}
    refusals = {
        status: {"description": what, "content": {"application/json": {"schema": _ERROR}}}
        for status, what in _REFUSALS.items()
    }
    return {
        "summary": summary,
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": object_schema(fields)}},
        },
        "responses": {"200": {"description": "The audio.", "content": audio}, **refusals},
    }


def _reading(summary: str, kind: str, *others: str) -> dict[str, Any]:
    content = {kind: {"schema": {"type": "object" if kind == "application/json" else "string"}}}
    answer = {"description": summary, "content": content}
    return {"summary": summary, "responses": dict.fromkeys(("200", *others), answer)}
