"""English number words."""

from __future__ import annotations

from functions.shared.text.normalise.common import MOST_DIGITS

_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = [".", ".", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_SCALES = ("", "thousand", "million", "billion", "trillion", "quadrillion")

_IRREGULAR = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
}  # fmt: skip


def digits(number: str) -> str:
    """Each digit by its name; what is no digit is skipped."""
    return " ".join(_ONES[int(digit)] for digit in number if digit.isdecimal())


def cardinal(number: str) -> str:
    """A whole number, given as digits with or without separators. Leading zeros make it a row of digits."""
    number = "".join(filter(str.isdecimal, number))
    if len(number) >= MOST_DIGITS or (len(number) > 1 and number[0] == "0"):
        return digits(number)
    value = int(number)
    groups = []
    for scale in _SCALES:
        value, group = divmod(value, 1000)
        if group:
            groups.append(f"{_below_thousand(group)} {scale}".rstrip())
    return " ".join(reversed(groups)) or _ONES[0]


def decimal(number: str) -> str:
    """A number that may have a decimal point: `3.14`, `.5`, `1,000.0`."""
    whole, point, fraction = number.partition(".")
    if not (point and fraction):
        return cardinal(whole)
    return f"{cardinal(whole) if whole else 'zero'} point {digits(fraction)}"


def ordinal(number: str) -> str:
    """`first`, `twenty-third`."""
    words = cardinal(number)
    place = max(words.rfind(" "), words.rfind("-")) + 1
    return words[:place] + _ordinal_word(words[place:])


def year(number: str) -> str:
    """A year of four digits: `nineteen oh five`, `two thousand eight`, `twenty twenty-six`."""
    century, rest = int(number[:2]), int(number[2:])
    if century % 10 == 0 and rest < 10:
        return cardinal(number)
    if rest == 0:
        return f"{_below_hundred(century)} hundred"
    return f"{_below_hundred(century)} {'oh ' if rest < 10 else ''}{_below_hundred(rest)}"


def plural(words: str) -> str:
    """`nineties`, `twenty tens`, `sixes`."""
    if words.endswith("y"):
        return f"{words[:-1]}ies"
    return f"{words}es" if words.endswith("x") else f"{words}s"


def _ordinal_word(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    return f"{word[:-1]}ieth" if word.endswith("y") else f"{word}th"


def _below_thousand(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    if not hundreds:
        return _below_hundred(rest)
    return f"{_ONES[hundreds]} hundred" + (f" {_below_hundred(rest)}" if rest else "")


def _below_hundred(number: int) -> str:
    if number < 20:
        return _ONES[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")
