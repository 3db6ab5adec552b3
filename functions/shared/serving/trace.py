"""W3C trace context: taken from the caller, passed on, made up when there is none.

https://www.w3.org/TR/trace-context/ (level 1, version 00).
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

_TRACEPARENT = re.compile(r"(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?")
_REQUEST_ID = re.compile(r"[A-Za-z0-9._:/+=-]{1,128}")


@dataclass(frozen=True, slots=True)
class Trace:
    """The trace that a request belongs to, and our own span in it."""

    trace_id: str
    span_id: str
    flags: str
    state: str | None = None

    @property
    def parent(self) -> str:
        """The `traceparent` to hand to whatever we call or answer."""
        return f"00-{self.trace_id}-{self.span_id}-{self.flags}"


def trace_from(traceparent: str | None, tracestate: str | None = None) -> Trace:
    """Continue the caller's trace, or begin one (unsampled) when its header is missing or malformed."""
    found = _TRACEPARENT.fullmatch(traceparent.strip()) if traceparent else None
    span = os.urandom(8).hex()
    if found is None or not found[1].strip("0") or not found[2].strip("0"):
        return Trace(os.urandom(16).hex(), span, "00")
    return Trace(found[1], span, found[3], tracestate)


def request_id_from(header: str | None) -> str:
    """The caller's request id when it is fit for a log line, else a new one."""
    if header and _REQUEST_ID.fullmatch(header):
        return header
    return os.urandom(16).hex()
