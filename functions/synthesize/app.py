"""The synthesize function as an ASGI application."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from functions.shared.errors import NotFound, NotReady, VoiceError
from functions.shared.serving.admission import Admission
from functions.shared.serving.asgi import (
    App,
    ClientGone,
    Headers,
    Message,
    Receive,
    Request,
    Scope,
    Send,
    answer,
    answer_json,
)
from functions.shared.serving.metrics import CONTENT_TYPE, Metrics
from functions.shared.serving.phases import Phases
from functions.shared.serving.problems import body_of, headers_of, status_of
from functions.shared.serving.trace import request_id_from, trace_from
from functions.shared.serving.workers import Workers
from functions.synthesize.order import Order, speech_order, tts_order
from functions.synthesize.routes import Speaker, StreamBroken
from functions.synthesize.service import Progress
from functions.synthesize.settings import Settings
from functions.synthesize.stage import Stage

_LOG = logging.getLogger("voice.request")

#: Logged and counted when the client left before its answer was complete (nginx's convention).
CLIENT_LEFT = 499

#: Counted for a path that does not exist, so that no scan of ours can grow the label's values.
_OTHER_ROUTE = "other"


#: Served by FastAPI once it is asked for.
_DOCUMENT = frozenset(("/docs", "/redoc", "/openapi.json"))


class Fault(VoiceError):
    """A failure that nobody foresaw; its message tells the client nothing of the inside."""


@dataclass(slots=True)
class _Exchange:
    """One request and what became of it."""

    request: Request
    send: Send
    route: str
    headers: Headers
    facts: dict[str, Any] = field(default_factory=dict)
    began: float = field(default_factory=time.monotonic)
    status: int = 0

    async def send_counted(self, message: Message) -> None:
        """`send`, remembering the status."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
        await self.send(message)


Handler = Callable[[_Exchange], Awaitable[None]]


class Synthesize:
    """Routes requests, gives every answer its headers, and every request its log line and count."""

    def __init__(self, settings: Settings, stage: Stage, metrics: Metrics, phases: Phases) -> None:
        self._settings = settings
        self._stage = stage
        self._metrics = metrics
        self._phases = phases
        self._admission = Admission(settings.slots, settings.queue, settings.queue_seconds)
        self._workers = Workers(settings.threads)
        self._speaker = Speaker(stage, self._admission, self._workers, metrics)
        self._pages: App | None = None
        self._draining = False
        self._answered = False
        self._routes: dict[tuple[str, str], Handler] = {
            ("POST", "/v1/audio/speech"): self._speech,
            ("POST", "/v1/tts"): self._tts,
            ("POST", "/tts"): self._tts,
            ("GET", "/v1/audio/voices"): self._voices,
        }
        self._probes: dict[str, Callable[[Send], Awaitable[None]]] = {
            "/healthz": self._healthz,
            "/readyz": self._readyz,
            "/metrics": self._exposition,
        }

    @property
    def in_flight(self) -> int:
        """Requests being spoken or waiting."""
        return self._admission.in_flight

    def drain(self) -> None:
        """Fail readiness; what comes all the same is still served."""
        self._draining = True

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The ASGI entry."""
        request = Request(scope, receive)
        if request.method in ("GET", "HEAD") and request.path in self._probes:
            await self._probes[request.path](send)
            return
        await self._served(self._exchange(request, send))

    def _exchange(self, request: Request, send: Send) -> _Exchange:
        known = any(path == request.path for _, path in self._routes)
        request_id = request_id_from(request.header("x-request-id"))
        trace = trace_from(request.header("traceparent"), request.header("tracestate"))
        headers = [
            (b"x-request-id", request_id.encode("ascii")),
            (b"traceparent", trace.parent.encode("ascii")),
        ]
        if self._settings.revision:
            headers.append((b"x-revision", self._settings.revision.encode("ascii")))
        exchange = _Exchange(request, send, request.path if known else _OTHER_ROUTE, headers)
        exchange.facts = {"request_id": request_id, "trace_id": trace.trace_id}
        return exchange

    async def _served(self, exchange: _Exchange) -> None:
        try:
            await self._handler(exchange)(exchange)
        except ClientGone:
            exchange.status = CLIENT_LEFT
        except VoiceError as error:
            await self._refuse(exchange, error)
        except StreamBroken:
            exchange.facts["broken"] = True
            raise
        except Exception:
            _LOG.exception("a request failed", extra=exchange.facts)
            if exchange.status:
                raise
            await self._refuse(exchange, Fault("The request failed for a reason of ours."))
        finally:
            self._record(exchange)

    def _handler(self, exchange: _Exchange) -> Handler:
        request = exchange.request
        handler = self._routes.get((request.method, request.path))
        if handler is None and request.method == "GET" and request.path in _DOCUMENT:
            return self._document
        if handler is None:
            raise NotFound(f"there is no {request.method} {request.path[:100]}.")
        return handler

    async def _refuse(self, exchange: _Exchange, error: VoiceError) -> None:
        status = status_of(error)
        if status >= 500:
            _LOG.error("refused: %s", error, extra=exchange.facts)
        exchange.facts["code"] = error.code
        headers = [*exchange.headers, *headers_of(error)]
        await answer_json(exchange.send_counted, status, body_of(error), headers)

    def _record(self, exchange: _Exchange) -> None:
        route, status = exchange.route, str(exchange.status)
        self._metrics.observe(lambda each: each.requests.labels(route, status).inc())
        seconds = round(time.monotonic() - exchange.began, 4)
        facts = {**exchange.facts, "route": route, "status": exchange.status, "seconds": seconds}
        _LOG.info("request", extra={**facts, "revision": self._settings.revision})

    async def _speech(self, exchange: _Exchange) -> None:
        payload = await exchange.request.json_object(self._settings.max_body_bytes)
        await self._speak(exchange, speech_order(payload))

    async def _tts(self, exchange: _Exchange) -> None:
        payload = await exchange.request.json_object(self._settings.max_body_bytes)
        await self._speak(exchange, tts_order(payload))

    async def _speak(self, exchange: _Exchange, order: Order) -> None:
        exchange.facts["text_length"] = len(order.text)
        headers = [*exchange.headers, *self._server_timing()]
        work = self._speaker.answer(order, exchange.request, exchange.send_counted, headers, exchange.began)
        try:
            progress = await asyncio.wait_for(work, self._settings.timeout_seconds)
        except TimeoutError as error:
            if exchange.status:
                raise StreamBroken from error
            seconds = f"{self._settings.timeout_seconds:g} s"
            raise NotReady(f"Nothing could be spoken within {seconds}; try again.", retry_after=5) from error
        exchange.facts.update(_spoken(progress))
        await self._load_metrics()

    async def _load_metrics(self) -> None:
        """After the first answer: the library's import no longer keeps anybody waiting."""
        if not self._answered:
            self._answered = True
            self._metrics.observe(self._phases.observe)
            await asyncio.to_thread(self._metrics.load)

    def _server_timing(self) -> Headers:
        """The cold start's phases, on the first answer of the process."""
        if self._answered:
            return []
        return [(b"server-timing", self._phases.server_timing().encode("ascii"))]

    async def _document(self, exchange: _Exchange) -> None:
        if self._pages is None:
            self._pages = await asyncio.to_thread(_import_document)
        await self._pages(exchange.request.scope, exchange.request.receive, exchange.send_counted)

    async def _voices(self, exchange: _Exchange) -> None:
        engines = await asyncio.to_thread(self._stage.engines)
        voices = [
            {"id": v.id, "engine": e.name, "language": v.language, "locale": v.locale, "gender": v.gender}
            for e in engines
            for v in e.voices.values()
        ]
        await answer_json(exchange.send_counted, 200, {"voices": voices}, exchange.headers)

    async def _healthz(self, send: Send) -> None:
        await answer(send, 200, b"ok\n", "text/plain")

    async def _readyz(self, send: Send) -> None:
        if self._draining:
            await answer(send, 503, b"draining\n", "text/plain")
        elif not self._stage.ready:
            await answer(send, 503, b"loading\n", "text/plain")
        else:
            await answer(send, 200, b"ready\n", "text/plain")

    async def _exposition(self, send: Send) -> None:
        in_flight = self.in_flight
        self._metrics.observe(lambda each: each.in_flight.set(in_flight))
        await answer(send, 200, await asyncio.to_thread(self._metrics.exposition), CONTENT_TYPE)


def _import_document() -> App:
    from functions.synthesize.document import document_app

    return document_app()


def _spoken(progress: Progress) -> dict[str, Any]:
    return {
        "engine": progress.engine,
        "audio_seconds": round(progress.audio_seconds, 3),
        "inference_time_ms": round(1000 * progress.inference_seconds, 1),
        "segments": progress.segments,
    }
