"""Bodies are read with a bound, and what is wrong with them is said."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from functions.shared.errors import BodyTooLarge, MalformedRequest, UnsupportedMediaType
from functions.shared.serving.asgi import ClientGone, Message, Request


def _request(parts: list[bytes], content_type: str = "application/json", cut: bool = False) -> Request:
    messages: Iterator[Message] = iter(
        [
            {"type": "http.request", "body": part, "more_body": cut or place < len(parts) - 1}
            for place, part in enumerate(parts)
        ]
        + [{"type": "http.disconnect"}]
    )

    async def receive() -> Message:
        return next(messages)

    headers = [(b"content-type", content_type.encode())]
    return Request({"method": "POST", "path": "/", "headers": headers}, receive)


def test_a_body_in_several_parts_is_one_object() -> None:
    request = _request([b'{"input":', b' "hi"}'])
    assert asyncio.run(request.json_object(100)) == {"input": "hi"}


def test_a_body_over_the_limit_is_refused_with_the_limit_named() -> None:
    with pytest.raises(BodyTooLarge, match="10 bytes"):
        asyncio.run(_request([b"x" * 6, b"x" * 6]).body(10))


def test_a_client_that_leaves_while_sending_is_not_answered() -> None:
    with pytest.raises(ClientGone):
        asyncio.run(_request([b"{"], cut=True).body(10))


def test_another_content_type_is_named_in_the_refusal() -> None:
    with pytest.raises(UnsupportedMediaType, match="text/plain"):
        asyncio.run(_request([b"{}"], "text/plain; charset=utf-8").json_object(10))


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"1", b'{"speed": NaN}', b"\xff\xfe", b"[" * 90, b"9" * 90]
)
def test_what_is_not_a_json_object_is_refused(body: bytes) -> None:
    with pytest.raises(MalformedRequest):
        asyncio.run(_request([body]).json_object(100))


def test_a_deeply_nested_body_is_refused() -> None:
    with pytest.raises(MalformedRequest):
        asyncio.run(_request([b"[" * 200_000]).json_object(1_000_000))
