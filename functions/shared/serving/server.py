"""uvicorn, made to listen early and to drain before it stops."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn

from functions.shared.serving.asgi import App

#: How often the drain looks whether anything is still in flight, in seconds.
_DRAIN_POLL_SECONDS = 0.05

#: Connections that the kernel keeps for us while the process is loading.
_BACKLOG = 256

#: Longer than the idle time after which ingress gateways reuse a connection, so that it is they who close.
_KEEP_ALIVE_SECONDS = 75


class DrainingServer(uvicorn.Server):
    """Stops on SIGTERM once nothing has been in flight for `quiet` seconds, at most after `limit` seconds.

    `on_drain` is told first, so that readiness fails before anything else changes; the listener stays open,
    since requests may still be on their way here. SIGINT, or a second SIGTERM, stops at once.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        in_flight: Callable[[], int],
        on_drain: Callable[[], None],
        quiet: float,
        limit: float,
    ) -> None:
        super().__init__(config)
        self._in_flight = in_flight
        self._on_drain = on_drain
        self._quiet = quiet
        self._limit = limit
        self._drain: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until a signal has been obeyed."""
        self._loop = asyncio.get_running_loop()
        await super().serve(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Called by uvicorn in the signal handler. It is not told to raise the signal again: we exit 0."""
        if sig == signal.SIGTERM and self._loop is not None and self._drain is None:
            self._loop.call_soon_threadsafe(self._begin_drain)
        else:
            self.should_exit = True

    def _begin_drain(self) -> None:
        if self._drain is None:
            self._on_drain()
            self._drain = asyncio.ensure_future(self._drained())

    async def _drained(self) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + self._limit
        quiet_since = loop.time()
        while loop.time() < end and loop.time() - quiet_since < self._quiet:
            await asyncio.sleep(_DRAIN_POLL_SECONDS)
            if self._in_flight():
                quiet_since = loop.time()
        self.should_exit = True


def listen(host: str, port: int) -> socket.socket:
    """A listening socket: requests that come while the process loads wait in the kernel."""
    return socket.create_server((host, port), backlog=_BACKLOG, reuse_port=False)


def uvicorn_config(app: App) -> uvicorn.Config:
    """One process, no access log (each request has a line of its own), logs left as they are configured."""
    return uvicorn.Config(
        app,
        loop="asyncio",
        http="httptools",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
    )
