"""What a client asked for, validated as far as that goes without an engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from functions.shared.audio.formats import FORMATS
from functions.shared.serving.fields import Field, read_fields
from functions.shared.text.language import LANGUAGES, Language

#: OpenAI's bounds of `speed`.
SLOWEST, FASTEST = 0.25, 4.0

_INPUT = "The text to speak."
_FORMAT = Field("response_format", "string", "Format of the audio.", default="mp3", choices=tuple(FORMATS))

SPEECH_FIELDS = (
    Field("model", "string", "tts-1, tts-1-hd, gpt-4o-mini-tts, or an engine's name.", required=True),
    Field("input", "string", _INPUT, required=True),
    Field(
        "voice",
        "string",
        "A voice's id, one of OpenAI's names, or a blend: af_bella(2)+af_sky.",
        required=True,
    ),
    _FORMAT,
    Field("speed", "number", "Speed; 1 is the voice's own.", default=1.0, low=SLOWEST, high=FASTEST),
    Field(
        "stream_format", "string", "Bytes, or server-sent events.", default="audio", choices=("audio", "sse")
    ),
    Field("instructions", "string", "Accepted for compatibility; no engine here follows instructions."),
    Field("language", "string", "Language of the text where it cannot tell by itself.", choices=LANGUAGES),
    Field("sample_rate", "integer", "Samples per second; the engine's own by default.", low=8000, high=48000),
)

TTS_FIELDS = (
    Field("text", "string", _INPUT, required=True),
    Field("split", "boolean", "Accepted; text is always spoken in segments.", default=True),
    Field("voice", "string", "As for /v1/audio/speech.", default="alloy"),
    Field("format", "string", "Format of the audio.", default="wav", choices=tuple(FORMATS)),
)


@dataclass(frozen=True, slots=True)
class Order:
    """A request to speak. `whole` asks for one answer of exact length; `events` for server-sent events."""

    text: str
    voice: str
    model: str = "tts-1"
    format: str = "mp3"
    speed: float = 1.0
    language: Language | None = None
    sample_rate: int | None = None
    events: bool = False
    whole: bool = False
    ignored: tuple[str, ...] = ()


def speech_order(payload: Mapping[str, Any]) -> Order:
    """OpenAI's request. Raises InvalidValue."""
    values = read_fields(SPEECH_FIELDS, {**payload, "voice": _voice_name(payload.get("voice"))})
    return Order(
        text=values["input"],
        voice=values["voice"],
        model=values["model"],
        format=values["response_format"],
        speed=values["speed"],
        language=_language(values["language"]),
        sample_rate=values["sample_rate"],
        events=values["stream_format"] == "sse",
        ignored=("instructions",) if values["instructions"] else (),
    )


def tts_order(payload: Mapping[str, Any]) -> Order:
    """The request of the published write-ups, `{text, split, voice?, format?}`. Raises InvalidValue."""
    values = read_fields(TTS_FIELDS, payload)
    return Order(text=values["text"], voice=values["voice"], format=values["format"], whole=True)


def _voice_name(voice: Any) -> Any:
    """OpenAI's newer clients may send `{"id": name}`."""
    return voice["id"] if isinstance(voice, dict) and voice.keys() == {"id"} else voice


def _language(name: str | None) -> Language | None:
    return next((language for language in get_args(Language) if language == name), None)
