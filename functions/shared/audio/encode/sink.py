"""A file object for libsndfile whose bytes leave while it is still being written."""

from __future__ import annotations


class Sink:
    """Takes writes and seeks; what has been taken is gone, and later corrections of it are dropped.

    Only the bytes since the last `take` are kept.
    """

    def __init__(self) -> None:
        self._pending = bytearray()
        self._taken = 0
        self._position = 0

    def write(self, data: bytes) -> int:
        """Write at the position, except where the bytes have left."""
        offset = self._position - self._taken
        fresh = data[max(0, -offset) :]
        if fresh:
            start = max(0, offset)
            self._pending[start : start + len(fresh)] = fresh
        self._position += len(data)
        return len(data)

    def seek(self, offset: int, whence: int = 0) -> int:
        """As of any file."""
        base = (0, self._position, self._taken + len(self._pending))[whence]
        self._position = base + offset
        return self._position

    def tell(self) -> int:
        """As of any file."""
        return self._position

    def read(self, size: int = -1) -> bytes:
        """Nothing: what was written may have left."""
        return b""

    def take(self) -> bytes:
        """What was written since the last call."""
        taken = bytes(self._pending)
        self._taken += len(taken)
        self._pending.clear()
        return taken
