"""How far a fetch is, told to whoever draws it."""

from __future__ import annotations

from typing import Literal, Protocol

Phase = Literal["waiting", "downloading", "preparing", "checking", "done"]


class Progress(Protocol):
    """What a fetch tells while it runs. Both methods are called from the fetching thread."""

    def update(self, model: str, phase: Phase, done: int, total: int) -> None:
        """`done` of `total` bytes of this phase; `total` is 0 where it is not known."""

    def source_failed(self, model: str, file: str, source: str, reason: str) -> None:
        """A source did not deliver `file`; the next one is tried. `reason` is one line."""


class Silent:
    """Tells nobody."""

    def update(self, model: str, phase: Phase, done: int, total: int) -> None:
        """Nothing."""

    def source_failed(self, model: str, file: str, source: str, reason: str) -> None:
        """Nothing."""


class Meter:
    """Adds up the bytes of one model's files; what it tells never goes back."""

    def __init__(self, progress: Progress, model: str, total: int) -> None:
        self._progress = progress
        self._model = model
        self._total = total
        self._settled = 0
        self._told = 0
        self._tell(0)

    def settle(self, size: int) -> None:
        """A file of `size` bytes is complete."""
        self._settled += size
        self._tell(self._settled)

    def moving(self, done: int) -> None:
        """`done` bytes of what is being fetched have arrived."""
        self._tell(self._settled + done)

    def _tell(self, done: int) -> None:
        self._told = min(max(self._told, done), self._total)
        self._progress.update(self._model, "downloading", self._told, self._total)
