"""The bounded pool in which all speaking is done, one segment at a time.

Requests take turns by segment: a long text keeps no short one waiting for more than the segment in hand.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from functions.shared.serving.asgi import ClientGone, Request

_END = object()


class Workers:
    """`count` threads; a request's generator runs on one of them at a time."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="speak")

    async def run(self, steps: Iterator[bytes], request: Request) -> AsyncGenerator[bytes, None]:
        """What `steps` yields, each step made in the pool while the client is still there.

        Raises ClientGone after the step in hand when the client has left, and what `steps` raises. The
        generator is closed before this ends, however it ends.
        """
        loop = asyncio.get_running_loop()
        gone = asyncio.create_task(request.gone())
        try:
            while True:
                step = loop.run_in_executor(self._pool, next, steps, _END)
                waited: set[asyncio.Future[Any]] = {step, gone}
                await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
                part = await _finished(step)
                if gone.done():
                    raise ClientGone
                if part is _END:
                    return
                if part:
                    assert isinstance(part, bytes)
                    yield part
        finally:
            gone.cancel()
            close = getattr(steps, "close", None)
            if close is not None:
                await loop.run_in_executor(self._pool, close)

    def close(self) -> None:
        """Let the threads end; nothing may be running."""
        self._pool.shutdown(wait=False, cancel_futures=True)


async def _finished(step: asyncio.Future[object]) -> object:
    """The step's result. Even a cancelled request waits for it: a generator that runs cannot be closed."""
    try:
        return await asyncio.shield(step)
    except asyncio.CancelledError:
        await asyncio.wait({step})
        raise
