"""A fetch drawn on a terminal; where there is none, a line for each step."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TextIO

from model_cache.progress import Phase

#: Seconds between two drawings: the eye sees no more, and a slow terminal costs nothing.
_BETWEEN = 0.05
_WIDTH = 30
_MEGABYTE = 1_000_000


class Bar:
    """A Progress that draws on `stream`."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._live = stream.isatty()
        self._step: tuple[str, Phase] | None = None
        self._drawn = 0.0
        self._shown = ""

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end_line()

    def update(self, model: str, phase: Phase, done: int, total: int) -> None:
        """Draw the step; within one, at most 20 times a second."""
        new = (model, phase) != self._step
        if new:
            self._end_line()
            self._step = (model, phase)
        if self._live:
            if new or done == total or time.monotonic() - self._drawn > _BETWEEN:
                self._draw(_line(model, phase, done, total))
        elif new:
            self._stream.write(f"{model}: {phase}{_amount(total)}\n")
            self._stream.flush()

    def source_failed(self, model: str, file: str, source: str, reason: str) -> None:
        """A line that stays."""
        self._end_line()
        self._stream.write(f"{model}: {file} not from {source}: {reason}\n")
        self._stream.flush()

    def _draw(self, line: str) -> None:
        self._drawn = time.monotonic()
        self._stream.write("\r" + line.ljust(len(self._shown)))
        self._stream.flush()
        self._shown = line

    def _end_line(self) -> None:
        if self._shown:
            self._stream.write("\n")
            self._stream.flush()
            self._shown = ""


def _line(model: str, phase: Phase, done: int, total: int) -> str:
    if not total:
        return f"{model}: {phase}"
    filled = _WIDTH * done // total
    bar = "#" * filled + "." * (_WIDTH - filled)
    return f"{model}: {phase:<11} [{bar}] {done / _MEGABYTE:.1f} of {total / _MEGABYTE:.1f} MB"


def _amount(total: int) -> str:
    return f", {total / _MEGABYTE:.1f} MB" if total else ""
