"""One URL into one file: resumed, retried, bounded in time, and never trusted."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from functions.shared.errors import SourceError
from model_cache.writing import BLOCK, Growing

if TYPE_CHECKING:
    from http.client import HTTPResponse


@dataclass(frozen=True, slots=True)
class Limits:
    """How long sources may take."""

    #: Seconds without a byte after which a connection counts as broken.
    stall: float = 30.0
    #: Seconds a file, or a package, may take in all: 100 MB over 1 Mbit/s take 800.
    deadline: float = 3600.0
    #: Connections made for a file before its source is given up.
    attempts: int = 5
    #: Seconds before the second attempt; they double with each one, with jitter.
    backoff: float = 1.0


class Interrupted(SourceError):
    """The source broke off, or is busy; another attempt may go on from there."""


class RangeRefused(Interrupted):
    """The source's file ends before the byte asked for: what is there is of something else."""


def shown(url: str) -> str:
    """`url` without what may be secret: user, password and query."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def download(
    url: str,
    into: Growing,
    limits: Limits,
    moving: Callable[[int], None],
    headers: Mapping[str, str] | None = None,
) -> None:
    """Append what `into` lacks of `url`; `moving` is told its size as it grows. Raises SourceError."""
    end = time.monotonic() + limits.deadline
    for attempt in range(1, limits.attempts + 1):
        try:
            _attempt(url, into, limits, end, moving, headers or {})
            return
        except Interrupted as error:
            pause = limits.backoff * 2 ** (attempt - 1) * random.uniform(0.5, 1.0)
            if attempt == limits.attempts or time.monotonic() + pause > end:
                raise SourceError(f"{error} (attempt {attempt})") from error
            time.sleep(pause)


def _attempt(
    url: str,
    into: Growing,
    limits: Limits,
    end: float,
    moving: Callable[[int], None],
    headers: Mapping[str, str],
) -> None:
    if into.size and into.size == into.expected.size:
        return
    from model_cache.connection import connect

    try:
        response = connect(url, into.size, limits.stall, headers)
    except RangeRefused:
        into.restart()
        raise
    with response:
        _check_answer(response, into)
        _copy(response, into, end, moving)


def _check_answer(response: HTTPResponse, into: Growing) -> None:
    """Restart where the server sends the whole file; refuse an answer that cannot be the file."""
    sent_range = response.headers.get("Content-Range", "")
    if response.status != 206:
        if into.size:
            into.restart()
    elif not sent_range.startswith(f"bytes {into.size}-"):
        into.restart()
        raise Interrupted(f"answered with another range than asked for: {sent_range!r}")
    length = response.headers.get("Content-Length", "")
    expected = into.expected.size
    if expected is not None and length.isdigit() and int(length) != expected - into.size:
        kind = response.headers.get_content_type()
        raise SourceError(
            f"answered {int(length):,} bytes of {kind} where {expected - into.size:,} were expected"
        )


def _copy(response: HTTPResponse, into: Growing, end: float, moving: Callable[[int], None]) -> None:
    while block := _read(response):
        into.write(block)
        moving(into.size)
        if time.monotonic() > end:
            raise SourceError(f"took too long; {into.size:,} bytes had arrived")
    length = response.headers.get("Content-Length", "")
    expected = into.expected.size
    if response.length or (expected is not None and not length and into.size < expected):
        raise Interrupted(f"broke off after {into.size:,} bytes")


def _read(response: HTTPResponse) -> bytes:
    from http.client import HTTPException

    try:
        # read1 gives what has arrived, so that the deadline is looked at even when bytes trickle.
        return response.read1(BLOCK)
    except (OSError, HTTPException) as error:
        raise Interrupted(f"broke off: {error or type(error).__name__}") from error
