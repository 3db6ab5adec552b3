"""Where a cold start's time went, from the birth of the process."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from functions.shared.serving.metrics import Instruments


def process_start() -> float:
    """When the kernel started this process, on the clock of `time.monotonic()`, in seconds.

    Linux counts `starttime` (field 22 of /proc/self/stat, proc(5)) on CLOCK_BOOTTIME, in clock ticks.
    """
    stat = Path("/proc/self/stat").read_text()
    ticks = int(stat.rpartition(")")[2].split()[19])
    age = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    return time.monotonic() - age


class Phases:
    """Named durations in seconds, in the order in which they ended; safe to use from several threads."""

    def __init__(self, began: float) -> None:
        self.began = began
        self._seconds: dict[str, float] = {}
        self._lock = threading.Lock()

    def add(self, phase: str, seconds: float) -> None:
        """Record a phase's duration; the first record of a phase stands."""
        with self._lock:
            self._seconds.setdefault(phase, seconds)

    def reach(self, phase: str) -> None:
        """Record a moment as the seconds since the process began."""
        self.add(phase, time.monotonic() - self.began)

    def seconds(self) -> dict[str, float]:
        """A copy of what was recorded so far."""
        with self._lock:
            return dict(self._seconds)

    def server_timing(self) -> str:
        """The `Server-Timing` header's value: milliseconds by phase."""
        return ", ".join(f"{phase};dur={1000 * value:.1f}" for phase, value in self.seconds().items())

    def observe(self, instruments: Instruments) -> None:
        """Set the metric of every phase that was recorded so far."""
        for phase, seconds in self.seconds().items():
            instruments.cold_start.labels(phase).set(seconds)
