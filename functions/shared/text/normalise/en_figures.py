"""Numbers that stand alone in English: ordinals, fractions, years, powers, and all others."""

from __future__ import annotations

import re

from functions.shared.text.normalise.common import Rule
from functions.shared.text.normalise.en_numbers import cardinal, decimal, digits, ordinal, year

_VULGAR = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
    "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅐": (1, 7), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8),
    "⅑": (1, 9), "⅒": (1, 10),
}  # fmt: skip

#: Pairs that have a reading of their own.
_PAIRS = {
    "24/7": "twenty-four seven",
    "9/11": "nine eleven",
    "20/20": "twenty twenty",
    "50/50": "fifty fifty",
}

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")

#: A denominator above this is "over": `five over one hundred twenty-eight`.
_LARGEST_NAMED = 100


def _fraction(above: int, below: int) -> str:
    if below == 0 or below > _LARGEST_NAMED or below == 1:
        return f"{cardinal(str(above))} over {cardinal(str(below))}"
    name = {2: "half", 4: "quarter"}.get(below) or ordinal(str(below))
    if above != 1:
        name = "halves" if below == 2 else _several(name)
    return f"{cardinal(str(above))} {name}"


def _several(name: str) -> str:
    """`quarters`, `thirds`, `twentieths`."""
    return f"{name}s"


def _mixed(whole: str, above: int, below: int) -> str:
    said = _fraction(above, below)
    said = "a" + said.removeprefix("one") if above == 1 else said
    return f"{cardinal(whole)} and {said}"


def _slashed(match: re.Match[str]) -> str:
    if match[0] in _PAIRS:
        return _PAIRS[match[0]]
    above, below = int(match["above"]), int(match["below"])
    if not match["whole"]:
        return _fraction(above, below)
    if above < below:
        return _mixed(match["whole"], above, below)
    return f"{match['whole']} {_fraction(above, below)}"


def _vulgar(match: re.Match[str]) -> str:
    above, below = _VULGAR[match["sign"]]
    after = " " if match.string[match.end() : match.end() + 1].isalnum() else ""
    return (_mixed(match["whole"], above, below) if match["whole"] else _fraction(above, below)) + after


def _power(match: re.Match[str]) -> str:
    power = match[1].translate(_SUPERSCRIPTS).lstrip("^").replace("−", "-")
    if named := {"2": " squared", "3": " cubed"}.get(power):
        return named
    sign = "minus " if power.startswith("-") else ""
    return f" to the power of {sign}{cardinal(power)}"


def _scientific(match: re.Match[str]) -> str:
    sign = "minus " if match[2].startswith("-") else ""
    return f"{decimal(match[1])} times ten to the power of {sign}{cardinal(match[2])}"


def _number(match: re.Match[str]) -> str:
    said = "minus " if match["minus"] else ""
    if match["fraction"]:
        said += f"{cardinal(match['whole']) if match['whole'] else 'zero'} point {digits(match['fraction'])}"
    else:
        said += cardinal(match["whole"])
    return _apart(match, said)


def _apart(match: re.Match[str], said: str) -> str:
    """`said` with spaces where `match` touches a word: `MP3` is `MP three`."""
    before = match.string[match.start() - 1 : match.start()]
    after = match.string[match.end() : match.end() + 1]
    return (" " if before.isalnum() else "") + said + (" " if after.isalnum() else "")


def _row(match: re.Match[str]) -> str:
    return ", ".join(map(digits, re.split(r"[-–]", match[0])))


_DIGITS = "0123456789"

RULES = (
    Rule("-", r"(?<![\w.-])\d{1,8}(?:-\d{1,8}){2,6}(?![\w-])", _row),
    Rule(
        "snrt",
        r"(?<![\w.,])(\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:st|nd|rd|th)\b",
        lambda match: ordinal(match[1]),
    ),
    Rule(
        "/",
        r"(?<![\w./-])(?:(?P<whole>\d{1,3})[ -])?(?P<above>\d{1,4})/(?P<below>\d{1,4})(?![\w/]|\.\d)",
        _slashed,
    ),
    Rule("".join(_VULGAR), rf"(?:(?<![\w.])(?P<whole>\d{{1,9}}) ?)?(?P<sign>[{''.join(_VULGAR)}])", _vulgar),
    Rule("eE", r"(?<![\w.])(\d{1,9}(?:\.\d{1,20})?)[eE]([+-]?\d{1,4})(?![\w.])", _scientific),
    Rule("^⁰¹²³⁴⁵⁶⁷⁸⁹", r"((?<=[\w)])(?:\^[-−]?\d{1,6}(?!\w)|[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,9}))", _power),
    Rule("⁰¹²³⁴⁵⁶⁷⁸⁹", "[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda match: match[0].translate(_SUPERSCRIPTS)),
    Rule(
        "x×",
        r"(?<=\d) ?[x×] ?(?=\d)",
        lambda match: " times " if "=" in match.string or "×" in match[0] else " by ",
    ),
    Rule("-–", r"(?<=\d) [-–] (?=\d)", lambda match: " minus " if "=" in match.string else " to "),
    Rule("12", r"(?<![\w.,-])(?:1[1-9]|20)\d{2}(?!\w|[.,]\d)", lambda match: year(match[0])),
    Rule(
        _DIGITS,
        r"(?P<minus>(?<![\w)\]])-(?=\.?\d))?(?:(?P<whole>(?<!\d)\d{1,3}(?:,\d{3})+(?!\d)|\d+)|(?<![\w.])(?=\.\d))"
        r"(?:\.(?P<fraction>\d+))?",
        _number,
    ),
)
