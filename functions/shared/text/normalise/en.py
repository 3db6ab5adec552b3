"""English, as it is written, made English as it is read, the American way."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain

from functions.shared.text.normalise.common import Rule, apply


def english(text: str) -> str:
    """`text` as words and punctuation."""
    if not text.isascii():
        text = text.translate(_plain())
    if _needs_rules().search(text):
        text = apply(_rules(), text)
    return _tidy(text)


@cache
def _rules() -> tuple[Rule, ...]:
    # Loaded here: most short texts have no digit, sign or abbreviation, and start faster without.
    from functions.shared.text.normalise import en_dates, en_figures, en_money, en_signs, en_units, en_web

    modules = (en_web, en_dates, en_money, en_units, en_figures, en_signs)
    return tuple(chain.from_iterable(module.RULES for module in modules))


@cache
def _needs_rules() -> re.Pattern[str]:
    """Anything but plain words: a digit, a sign, or a full stop after a short word or inside one."""
    return re.compile(
        r"""[^A-Za-z ,.!?'"();:…—–-]|\.\w|\b[A-Za-z]{1,6}\.(?=\s+\S)| --? |\.\.|[!?]{2}|\b(?:etc|Jr|Sr|Inc|Ltd|Co|Corp|St|Ave|Rd"""
        r"""|Blvd)\.|\b(?:Dr|Mrs?|Ms|Prof|vs)\b"""
    )


def _tidy(text: str) -> str:
    if "  " in text or "\n" in text or not text.isascii():
        text = " ".join(text.split())
    return (
        _loose().sub(r"\1", text).strip()
        if " ," in text or " ." in text or "..." in text or "!!" in text
        else text.strip()
    )


@cache
def _loose() -> re.Pattern[str]:
    return re.compile(r" +([,.;:!?])(?=\s|$)")


@cache
def _plain() -> dict[int, str]:
    """Typographic and full-width punctuation as English writes it."""
    pairs = {
    "‘": "'", "’": "'", "‛": "'", "ʼ": "'", "′": "'", "″": '"', "„": '"', "«": '"', "»": '"', "‐": "-",
    "‑": "-", "‒": "–", "―": "—", "−": "-", "…": "…", "，": ", ", "。": ". ", "！": "! ", "？": "? ", "：": ": ",
    "；": "; ", "、": ", ", "（": " (", "）": ") ", "｡": ". ", "．": ".", "「": ' "', "」": '" ', "『": ' "',
    "』": '" ', "《": ' "', "》": '" ', "【": " (", "】": ") ", "～": "~", "〜": "~", "￥": "¥", "⁄": "/", "∕": "/",
    "∙": "·", "™": "", "®": "", "©": "",
}  # fmt: skip
    return str.maketrans(pairs)
