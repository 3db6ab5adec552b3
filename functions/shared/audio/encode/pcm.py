"""Raw 16-bit little-endian samples without any header."""

from __future__ import annotations

from functions.shared.audio.pcm import Pcm


class PcmEncoder:
    """Holds nothing back."""

    def feed(self, pcm: Pcm) -> bytes:
        """Two bytes a sample."""
        return pcm.int16().tobytes()

    def finish(self) -> bytes:
        """Nothing."""
        return b""
