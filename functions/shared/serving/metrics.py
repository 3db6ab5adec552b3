"""The Prometheus metrics of a function.

`prometheus_client` costs 40 to 80 ms to import, so that is left until somebody scrapes or the first answer is
out; what is observed before then is kept and replayed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

#: Seconds. From the fast engine's few milliseconds to a cold start on a busy node.
FIRST_AUDIO_BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1.0, 1.5, 2.5, 5.0, 10.0, 30.0)
QUEUE_WAIT_BUCKETS = (0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
AUDIO_DURATION_BUCKETS = (0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 180.0, 600.0, 1800.0, 3600.0)
#: Ratio of inference time to audio time; below 1 the audio is made faster than it plays.
REAL_TIME_FACTOR_BUCKETS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.5)

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Instruments:
    """The metric objects themselves, once the library is there."""

    registry: CollectorRegistry
    first_audio: Histogram
    audio_duration: Histogram
    queue_wait: Histogram
    real_time_factor: Histogram
    requests: Counter
    in_flight: Gauge
    cold_start: Gauge

    def __init__(self) -> None:
        import prometheus_client as prometheus

        registry = self.registry = prometheus.CollectorRegistry()
        prometheus.ProcessCollector(registry=registry)
        prometheus.GCCollector(registry=registry)
        self.first_audio = prometheus.Histogram(
            "voice_first_audio_seconds",
            "From the request's arrival to its first audio bytes, in seconds.",
            ["engine"],
            buckets=FIRST_AUDIO_BUCKETS,
            registry=registry,
        )
        self.audio_duration = prometheus.Histogram(
            "voice_audio_duration_seconds",
            "Length of the audio that a request was answered with, in seconds.",
            ["engine"],
            buckets=AUDIO_DURATION_BUCKETS,
            registry=registry,
        )
        self.queue_wait = prometheus.Histogram(
            "voice_queue_wait_seconds",
            "How long a request waited for a worker, in seconds.",
            buckets=QUEUE_WAIT_BUCKETS,
            registry=registry,
        )
        self.real_time_factor = prometheus.Histogram(
            "voice_real_time_factor",
            "Seconds of inference for a second of audio, by segment.",
            ["engine"],
            buckets=REAL_TIME_FACTOR_BUCKETS,
            registry=registry,
        )
        self.requests = prometheus.Counter(
            "voice_requests",
            "Requests by route and HTTP status; 499 when the client left first.",
            ["route", "status"],
            registry=registry,
        )
        self.in_flight = prometheus.Gauge(
            "voice_in_flight", "Requests being spoken or waiting to be.", registry=registry
        )
        self.cold_start = prometheus.Gauge(
            "voice_cold_start_seconds",
            "Where this process's start went, in seconds by phase.",
            ["phase"],
            registry=registry,
        )


Observation = Callable[[Instruments], object]


class Metrics:
    """Takes observations from any thread at any time; `exposition` renders them."""

    def __init__(self) -> None:
        self._instruments: Instruments | None = None
        self._early: list[Observation] = []
        self._lock = threading.Lock()

    def observe(self, observation: Observation) -> None:
        """Apply `observation` to the instruments, now or once they exist."""
        with self._lock:
            if self._instruments is None:
                self._early.append(observation)
                return
        observation(self._instruments)

    def load(self) -> Instruments:
        """Import the library and replay what came before; blocks, so call it off the event loop."""
        with self._lock:
            if self._instruments is None:
                self._instruments = Instruments()
                for observation in self._early:
                    observation(self._instruments)
                self._early.clear()
            return self._instruments

    def exposition(self) -> bytes:
        """The text format, version 0.0.4. Blocks like `load`."""
        from prometheus_client import generate_latest

        return generate_latest(self.load().registry)
