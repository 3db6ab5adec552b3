"""The text as a request brings it, made safe to work on: valid, composed, free of what cannot be seen."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from functions.shared.errors import InvalidValue

#: Most combining marks kept on one character: the bound of the Stream-Safe Text Format (UAX #15). Without
#: one, composing takes time quadratic in the number of marks.
MOST_MARKS = 30


def clean(text: str) -> str:
    """Composed text (NFC) whose only control character is the newline.

    Control and format characters go (byte order mark, zero-width, bidirectional), tabs become spaces and all
    line ends newlines. Raises InvalidValue for lone surrogates, and with code `ssml_not_supported` for SSML.
    """
    _refuse_surrogates(text)
    text = _line_end().sub("\n", text)
    if not (text.isascii() and text.replace("\n", "").isprintable()):
        text = _without_unseen(text)
    _refuse_ssml(text)
    return unicodedata.normalize("NFC", text)


def _refuse_surrogates(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        message = f"The text has a lone surrogate at character {error.start}: it is not valid Unicode."
        raise InvalidValue(message, param="input") from None


def _without_unseen(text: str) -> str:
    text = text.replace("\t", " ")
    # As a set first: a long text has few different characters.
    unseen = {c for c in set(text) if c != "\n" and _is_unseen(c)}
    text = text.translate(dict.fromkeys(map(ord, unseen))) if unseen else text
    if not any(map(unicodedata.combining, set(text))):
        return text
    return _with_few_marks(text)


def _is_unseen(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf") or _is_variation_selector(ord(character))


def _is_variation_selector(point: int) -> bool:
    return 0xFE00 <= point <= 0xFE0F or 0xE0100 <= point <= 0xE01EF


def _with_few_marks(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= MOST_MARKS:
            kept.append(character)
    return "".join(kept)


def _refuse_ssml(text: str) -> None:
    start = text.lstrip()
    while start.startswith(("<?", "<!")):
        _, end, rest = start.partition(">")
        start = rest.lstrip()
        if not end:
            return
    if _ssml_root().match(start):
        message = "SSML is not supported: send plain text. For silence write [pause 500ms]."
        raise InvalidValue(message, param="input", code="ssml_not_supported")


@cache
def _line_end() -> re.Pattern[str]:
    return re.compile("\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]")


@cache
def _ssml_root() -> re.Pattern[str]:
    return re.compile(r"<speak(?![\w-])", re.IGNORECASE)
