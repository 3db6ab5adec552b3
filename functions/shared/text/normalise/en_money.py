"""Amounts of money in English."""

from __future__ import annotations

import re

from functions.shared.text.normalise.common import Rule
from functions.shared.text.normalise.en_numbers import cardinal, decimal

#: A number with separators or without, bounded so that no pattern runs long.
NUMBER = r"(?:\d{1,3}(?:,\d{3}){1,9}(?!\d)|\d{1,40})(?:\.\d{1,40})?"

#: One, several, and the hundredth part of one; "" where a currency has none.
_CURRENCIES = {
    "$": ("dollar", "dollars", "cent", "cents"),
    "£": ("pound", "pounds", "penny", "pence"),
    "€": ("euro", "euros", "cent", "cents"),
    "¥": ("yen", "yen", "", ""),
    "₹": ("rupee", "rupees", "paisa", "paise"),
    "₩": ("won", "won", "", ""),
    "元": ("yuan", "yuan", "", ""),
    "円": ("yen", "yen", "", ""),
}
_CODES = {"USD": "$", "GBP": "£", "EUR": "€", "JPY": "¥", "CNY": "元", "RMB": "元", "INR": "₹", "KRW": "₩"}
_COUNTRIES = {
    "US": "U.S. ",
    "A": "Australian ",
    "C": "Canadian ",
    "CA": "Canadian ",
    "NZ": "New Zealand ",
    "HK": "Hong Kong ",
}
SCALES = {
    "k": "thousand", "K": "thousand", "m": "million", "M": "million", "mn": "million", "b": "billion",
    "B": "billion", "bn": "billion", "Bn": "billion", "T": "trillion", "tn": "trillion",
}  # fmt: skip

_SIGNS = "[$£€¥₹₩元円]"
_SCALE = (
    r"(?:\s?(?P<scale>hundred|thousand|million|billion|trillion|[kKmMbBT](?![\w/])|mn\b|bn\b|Bn\b|tn\b))?"
)


def _amount(match: re.Match[str]) -> str:
    sign = match["sign"]
    names = _CURRENCIES[_CODES.get(sign, sign)]
    country = _COUNTRIES.get(match.groupdict().get("country") or "", "")
    minus = "minus " if match["minus"] else ""
    number = match["number"].replace(",", "")
    if match["high"]:
        high = decimal(match["high"].replace(",", ""))
        return f"{minus}{decimal(number)} to {high}{_scale(match)} {country}{names[1]}"
    if match["scale"]:
        return f"{minus}{decimal(number)}{_scale(match)} {country}{names[1]}"
    return minus + _in_parts(number, country, names)


def _scale(match: re.Match[str]) -> str:
    scale = match["scale"]
    return f" {SCALES.get(scale, scale)}" if scale else ""


def _in_parts(number: str, country: str, names: tuple[str, str, str, str]) -> str:
    """`three dollars and fifty cents`; with more or fewer than two decimals `three point five dollars`."""
    whole, _, hundredths = number.partition(".")
    if hundredths and (len(hundredths) != 2 or not names[2]):
        return f"{decimal(number)} {country}{names[1]}"
    major = f"{cardinal(whole)} {country}{names[0] if whole == '1' else names[1]}"
    if not hundredths.strip("0"):
        return major
    cents = int(hundredths)
    minor = f"{cardinal(str(cents))} {names[2] if cents == 1 else names[3]}"
    return minor if not whole.strip("0") else f"{major} and {minor}"


RULES = (
    Rule(
        "$£€¥₹₩",
        rf"(?<![\w.])(?P<minus>-)?(?P<country>US|A|CA?|NZ|HK)?(?P<sign>[$£€¥₹₩])\s?(?P<minus2>-)?(?P<number>{NUMBER})"
        rf"(?:\s?[-–]\s?[$£€¥]?(?P<high>{NUMBER}))?{_SCALE}",
        _amount,
    ),
    Rule(
        "$£€¥₹₩元円ESDRPUMNBY",
        rf"(?<![\w.,])(?P<minus>-)?(?P<number>{NUMBER})(?P<high>(?!))?{_SCALE}\s?"
        rf"(?P<sign>[$£€¥₹₩元円]|(?:USD|GBP|EUR|JPY|CNY|RMB|INR|KRW)\b)(?!\d)",
        _amount,
    ),
    Rule(
        "¢",
        rf"(?<![\w.,])(?P<number>{NUMBER})\s?¢",
        lambda m: f"{decimal(m['number'])} cent{'' if m['number'] == '1' else 's'}",
    ),
)
