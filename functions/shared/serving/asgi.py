"""The little of ASGI that the functions need on their hot path: a request, and answers.

FastAPI costs more than a third of a second to import, longer than the fast engine takes to load and speak;
so the routes that a cold start waits for are plain ASGI, and FastAPI serves the rest once it is asked for.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

from functions.shared.errors import BodyTooLarge, MalformedRequest, UnsupportedMediaType

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

#: How much of an oversized body is read and thrown away before the answer, in bytes: a client that is still
#: sending when the connection closes sees a reset instead of the 413 (knative/serving#12387).
DISCARDED_BYTES = 64 * 1024 * 1024


class ClientGone(Exception):
    """The client closed the connection; nobody is there to answer."""


class Request:
    """One HTTP request: the scope's parts that handlers read, and the body, read with a bound."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        self.scope = scope
        self.receive = receive
        self.method: str = scope["method"]
        self.path: str = scope["path"]

    def header(self, name: str) -> str | None:
        """The first header of that (lower-case) name, decoded as Latin-1 as HTTP says."""
        wanted = name.encode("ascii")
        return next((value.decode("latin-1") for key, value in self.scope["headers"] if key == wanted), None)

    async def body(self, limit: int) -> bytes:
        """The whole body. Raises BodyTooLarge above `limit` bytes, ClientGone when it breaks off."""
        parts: list[bytes] = []
        size = 0
        while size <= DISCARDED_BYTES:
            message = await self.receive()
            if message["type"] == "http.disconnect":
                raise ClientGone
            part = message.get("body", b"")
            size += len(part)
            if size <= limit:
                parts.append(part)
            if not message.get("more_body", False):
                break
        if size > limit:
            raise BodyTooLarge(f"The body is larger than the {limit} bytes that this route takes.")
        return b"".join(parts)

    async def json_object(self, limit: int) -> dict[str, Any]:
        """The body as a JSON object. Raises UnsupportedMediaType, BodyTooLarge or MalformedRequest."""
        kind = (self.header("content-type") or "").partition(";")[0].strip().lower()
        if kind != "application/json":
            named = f"not {kind!r}" if kind else "and names no content type"
            raise UnsupportedMediaType(f"The body must be sent as application/json, {named}.")
        return _object(await self.body(limit))

    async def gone(self) -> None:
        """Returns when the client has closed the connection; the body must have been read."""
        while (await self.receive())["type"] != "http.disconnect":
            pass


def _object(body: bytes) -> dict[str, Any]:
    try:
        value = json.loads(body, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise MalformedRequest(f"The body is not valid JSON: {error}.") from error
    if not isinstance(value, dict):
        raise MalformedRequest("The body must be a JSON object.")
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")


async def answer(
    send: Send, status: int, body: bytes, content_type: str, headers: Iterable[tuple[bytes, bytes]] = ()
) -> None:
    """Send a whole response with its exact length."""
    head = [
        (b"content-type", content_type.encode("latin-1")),
        (b"content-length", str(len(body)).encode("ascii")),
        *headers,
    ]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body})


async def answer_json(
    send: Send, status: int, value: object, headers: Iterable[tuple[bytes, bytes]] = ()
) -> None:
    """Send `value` as JSON."""
    await answer(send, status, json.dumps(value, ensure_ascii=False).encode(), "application/json", headers)
