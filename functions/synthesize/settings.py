"""The function's settings: environment variables, read once at start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from functions.shared.errors import ConfigurationError
from functions.shared.serving.cpus import cpu_count

PREFIX = "VOICE_"

#: Set by Knative (PORT, K_REVISION); everything else is ours and has the prefix.
PORT = "PORT"
REVISION = "K_REVISION"


@dataclass(frozen=True, slots=True)
class Settings:
    """Each field is the variable VOICE_<NAME> unless said otherwise."""

    #: Root of the node's models.
    models_dir: Path = Path("/models")
    #: Engines to load, comma-separated, the one to be ready first in front.
    engines: tuple[str, ...] = ("hibari", "kokoro")
    #: Segments spoken at the same time, each on one thread; 0 means as many as this process has CPUs.
    workers: int = 0
    #: Requests in flight at the same time; they take turns by segment. 0 means twice the workers.
    concurrency: int = 0
    #: Requests that may wait for a slot; one more is refused with 429.
    queue: int = 16
    #: Longest wait for a slot, in seconds; then 503.
    queue_seconds: float = 30.0
    #: Longest duration of a request, in seconds: the Knative Service's `timeoutSeconds`.
    timeout_seconds: float = 300.0
    #: Largest request body, in bytes: several times the longest text that could be spoken in the time.
    max_body_bytes: int = 1_048_576
    #: Longest drain after SIGTERM, in seconds.
    drain_seconds: float = 290.0
    #: How long nothing must be in flight before a drain ends, in seconds. Knative has already drained us.
    drain_quiet_seconds: float = 0.5
    #: Address to listen on.
    host: str = "0.0.0.0"
    #: Variable PORT: port to listen on.
    port: int = 8080
    #: Variable K_REVISION: the revision that answers carry.
    revision: str = ""
    #: debug, info, warning or error.
    log_level: str = "info"

    @property
    def threads(self) -> int:
        """Segments spoken at the same time."""
        return self.workers or cpu_count()

    @property
    def slots(self) -> int:
        """Requests in flight at the same time."""
        return self.concurrency or 2 * self.threads


def read_settings(environment: Mapping[str, str]) -> Settings:
    """Raises ConfigurationError naming the variable and its value; an unknown VOICE_ variable is one, too."""
    names = {field.name: PREFIX + field.name.upper() for field in fields(Settings)} | {
        "port": PORT,
        "revision": REVISION,
    }
    unknown = sorted(v for v in environment if v.startswith(PREFIX) and v not in names.values())
    if unknown:
        raise ConfigurationError(f"{unknown[0]} is not a setting; there are {', '.join(names.values())}.")
    given = {name: variable for name, variable in names.items() if variable in environment}
    return Settings(
        **{name: _read(name, variable, environment[variable]) for name, variable in given.items()}
    )


def _read(name: str, variable: str, text: str) -> Any:
    try:
        return _READERS.get(type(getattr(_DEFAULTS, name)), str)(text)
    except ValueError as error:
        raise ConfigurationError(f"{variable}={text!r}: {error}.") from error


def _whole(text: str) -> int:
    value = int(text)
    if value < 0:
        raise ValueError("it must not be negative")
    return value


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 <= value < 1e6:
        raise ValueError("it must be a number of seconds from 0 up")
    return value


def _names(text: str) -> tuple[str, ...]:
    names = tuple(part.strip() for part in text.split(",") if part.strip())
    if not names:
        raise ValueError("it names nothing")
    return names


_DEFAULTS = Settings()
_READERS: Mapping[type, Callable[[str], Any]] = {
    int: _whole,
    float: _seconds,
    tuple: _names,
    type(Path()): Path,
}
