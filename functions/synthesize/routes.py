"""The HTTP routes that speak."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import time
from collections.abc import AsyncGenerator
from typing import Any

from functions.shared.audio.formats import FORMATS
from functions.shared.engine.protocol import Blend, Engine
from functions.shared.errors import InvalidValue, VoiceError
from functions.shared.serving.admission import Admission
from functions.shared.serving.asgi import Headers, Request, Send
from functions.shared.serving.metrics import Metrics
from functions.shared.serving.problems import body_of
from functions.shared.serving.workers import Workers
from functions.shared.text.clean import clean
from functions.shared.text.language import Language
from functions.shared.text.runs import split_runs
from functions.synthesize.casting import can_speak, candidates, parse_blend
from functions.synthesize.order import Order
from functions.synthesize.service import Progress, Speech
from functions.synthesize.stage import Stage

_LOG = logging.getLogger("voice.speech")

_EVENT_STREAM = "text/event-stream"


class StreamBroken(Exception):
    """The audio broke off after its first bytes were sent: only cutting the connection says so."""


class Speaker:
    """Answers orders with audio, within what admission and the workers allow."""

    def __init__(self, stage: Stage, admission: Admission, workers: Workers, metrics: Metrics) -> None:
        self._stage = stage
        self._admission = admission
        self._workers = workers
        self._metrics = metrics

    async def answer(
        self, order: Order, request: Request, send: Send, headers: Headers, began: float
    ) -> Progress:
        """Speak `order`; returns what was spoken. Raises VoiceError only before the first byte is sent."""
        async with self._admission.slot() as waited:
            self._metrics.observe(lambda each: each.queue_wait.observe(waited))
            engine, blend = await self._cast(order)
            speech = Speech(order, engine, blend)
            parts = self._workers.run(speech.steps(), request)
            try:
                first = await anext(parts, b"")
                self._observe_first(engine.name, time.monotonic() - began)
                await _start(send, order, speech, headers)
                await self._send_parts(order, speech, first, parts, send)
            finally:
                await parts.aclose()
            self._observe_end(speech.progress)
            return speech.progress

    async def _cast(self, order: Order) -> tuple[Engine, Blend]:
        """The first engine that has the voice and can speak the text. Raises InvalidValue."""
        blend = parse_blend(order.voice)
        languages = _languages(order)
        names = candidates(order.model, self._stage.names)
        for name in names:
            engine = await asyncio.wrap_future(self._stage.engine(name))
            if can_speak(engine, blend, languages):
                return engine, blend
        raise self._nobody(order, names, languages)

    def _nobody(self, order: Order, names: tuple[str, ...], languages: frozenset[Language]) -> InvalidValue:
        engines = [self._stage.engine(name).result() for name in names]
        unspoken = sorted(languages - frozenset().union(*(engine.languages for engine in engines)))
        if unspoken:
            return InvalidValue(
                f"{', '.join(names)} cannot speak {', '.join(unspoken)}; ask for another model.",
                param="model",
            )
        return InvalidValue(
            f"there is no voice {order.voice[:64]!r} for this text and model; see GET /v1/audio/voices.",
            param="voice",
        )

    async def _send_parts(
        self, order: Order, speech: Speech, first: bytes, parts: AsyncGenerator[bytes, None], send: Send
    ) -> None:
        pack = _event if order.events else bytes
        try:
            await send({"type": "http.response.body", "body": pack(first), "more_body": True})
            async for part in parts:
                await send({"type": "http.response.body", "body": pack(part), "more_body": True})
        except VoiceError as error:
            await self._break(order, error, send)
        await send({"type": "http.response.body", "body": _done(speech.progress) if order.events else b""})

    async def _break(self, order: Order, error: VoiceError, send: Send) -> None:
        """Tell that the audio is not whole: by an event where there are events, else by a cut."""
        _LOG.error("the audio broke off", exc_info=error)
        if order.events:
            body = _sse({"type": "speech.audio.error", **body_of(error)})
            await send({"type": "http.response.body", "body": body, "more_body": True})
        raise StreamBroken from error

    def _observe_first(self, engine: str, seconds: float) -> None:
        self._metrics.observe(lambda each: each.first_audio.labels(engine).observe(seconds))

    def _observe_end(self, progress: Progress) -> None:
        def observe(each: Any) -> None:
            each.audio_duration.labels(progress.engine).observe(progress.audio_seconds)
            for factor in progress.factors:
                each.real_time_factor.labels(progress.engine).observe(factor)

        self._metrics.observe(observe)


def _languages(order: Order) -> frozenset[Language]:
    """The languages of the text. Raises NothingToSpeak, or InvalidValue for a script that nobody reads."""
    return frozenset(run.language for run in split_runs(clean(order.text), order.language or "en"))


async def _start(send: Send, order: Order, speech: Speech, headers: Headers) -> None:
    kind = _EVENT_STREAM if order.events else FORMATS[order.format].media_type
    head = [
        (b"content-type", kind.encode("ascii")),
        (b"x-sample-rate", str(speech.progress.rate).encode("ascii")),
        (b"x-engine", speech.progress.engine.encode("ascii")),
        *headers,
    ]
    if order.ignored:
        head.append((b"x-ignored-fields", ", ".join(order.ignored).encode("ascii")))
    if speech.length is not None and not order.events:
        head.append((b"content-length", str(speech.length).encode("ascii")))
    await send({"type": "http.response.start", "status": 200, "headers": head})


def _sse(value: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps(value).encode() + b"\n\n"


def _event(part: bytes) -> bytes:
    return _sse({"type": "speech.audio.delta", "audio": base64.b64encode(part).decode("ascii")})


def _done(progress: Progress) -> bytes:
    return _sse({"type": "speech.audio.done", "audio_seconds": round(progress.audio_seconds, 3)})
