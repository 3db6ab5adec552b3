"""Text as it is written turned into text as it is read: numbers, money, dates, units and signs become words.

Letters that no rule knows are kept as they are. Emoji are dropped.
"""

from __future__ import annotations

from functions.shared.text.language import Language
from functions.shared.text.normalise.common import fold


def normalise(text: str, language: Language) -> str:
    """`text`, which is in one language, as words and punctuation; it may be empty."""
    text = fold(text)
    if language == "en":
        from functions.shared.text.normalise.en import english as spoken
    elif language == "zh":
        from functions.shared.text.normalise.zh import mandarin as spoken
    else:
        from functions.shared.text.normalise.ja import japanese as spoken
    return spoken(text)
