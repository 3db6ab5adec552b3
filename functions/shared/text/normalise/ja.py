"""Japanese."""

from __future__ import annotations


def japanese(text: str) -> str:
    """`text` as words and punctuation."""
    return text.strip()
