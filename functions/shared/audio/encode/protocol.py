"""What every encoder does."""

from __future__ import annotations

from typing import Protocol

from functions.shared.audio.pcm import Pcm


class Encoder(Protocol):
    """Encodes one stream; bounded memory, no state shared with other encoders, one thread at a time."""

    def feed(self, pcm: Pcm) -> bytes:
        """The bytes that exist once `pcm` has been added; may be empty. Beyond ±1 is clipped."""
        ...

    def finish(self) -> bytes:
        """The rest of the file; nothing may be fed after it."""
        ...
