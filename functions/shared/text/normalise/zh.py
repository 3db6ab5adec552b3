"""Mandarin."""

from __future__ import annotations


def mandarin(text: str) -> str:
    """`text` as words and punctuation."""
    return text.strip()
