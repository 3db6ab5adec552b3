"""Who may be served now, who waits, and who is sent away with a time to come back."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from functions.shared.errors import NotReady, QueueFull


class Admission:
    """At most `concurrency` requests in flight and `queue` waiting, first come first served.

    Nobody waits longer than `patience` seconds. Belongs to one event loop.
    """

    def __init__(self, concurrency: int, queue: int, patience: float) -> None:
        self._free = concurrency
        self._concurrency = concurrency
        self._queue = queue
        self._patience = patience
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._average_hold = 1.0

    @property
    def in_flight(self) -> int:
        """Requests that hold a slot or wait for one."""
        return self._concurrency - self._free + len(self._waiting)

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[float]:
        """Hold a slot for the body of the `with`; yields the seconds waited for it.

        Raises QueueFull at once when the queue is full, NotReady when the patience ran out.
        """
        began = time.monotonic()
        await self._enter()
        entered = time.monotonic()
        try:
            yield entered - began
        finally:
            self._average_hold += 0.2 * (time.monotonic() - entered - self._average_hold)
            self._leave()

    async def _enter(self) -> None:
        if self._free > 0:
            self._free -= 1
            return
        if len(self._waiting) >= self._queue:
            raise QueueFull(
                f"{self._concurrency} requests are being spoken and {self._queue} wait; try again later.",
                retry_after=self._retry_after(),
            )
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await asyncio.wait_for(turn, self._patience)
        except BaseException as error:
            self._give_up(turn)
            if isinstance(error, TimeoutError):
                raise NotReady(
                    f"No worker came free within {self._patience:g} s; try again later.",
                    retry_after=self._retry_after(),
                ) from error
            raise

    def _give_up(self, turn: asyncio.Future[None]) -> None:
        if turn in self._waiting:
            self._waiting.remove(turn)
        elif turn.done() and not turn.cancelled():
            self._leave()  # the slot was handed over in the very moment of giving up

    def _leave(self) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _retry_after(self) -> int:
        """Whole seconds until the queue has probably moved on: its length times a request's usual time."""
        rounds = (len(self._waiting) + 1) / self._concurrency
        return max(1, min(60, round(rounds * self._average_hold)))
