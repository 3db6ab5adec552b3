"""Dates, times and decades in English."""

from __future__ import annotations

import re

from functions.shared.text.normalise.common import Rule
from functions.shared.text.normalise.en_numbers import cardinal, ordinal, plural, year

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip

_MONTH = (
    r"(?P<month>Jan(?:uary|\.)?|Feb(?:ruary|\.)?|Mar(?:ch|\.)?|Apr(?:il|\.)?|May|June?\.?|July?\.?|Aug(?:ust|\.)?"
    r"|Sept?(?:ember|\.)?|Oct(?:ober|\.)?|Nov(?:ember|\.)?|Dec(?:ember|\.)?)"
)


def _month(name: str) -> str:
    return next(month for month in _MONTHS if month.startswith(name.rstrip(".")[:3]))


def _spoken(day: int, month: int, written_year: str) -> str | None:
    if not (1 <= day <= 31 and 1 <= month <= 12):
        return None
    return f"{_MONTHS[month - 1]} {ordinal(str(day))}, {_year(written_year)}"


def _year(written: str) -> str:
    if len(written) == 2:
        written = ("20" if written < "70" else "19") + written
    return year(written) if written[0] != "0" else cardinal(written)


def _iso(match: re.Match[str]) -> str:
    date = _spoken(int(match["day"]), int(match["month"]), match["year"])
    if date is None:
        return match[0]
    zone = " UTC" if match["zone"] == "Z" else f" {match['zone'] or ''}".rstrip()
    return f"{date} at {match['time']}{zone}" if match["time"] else date


def _slashed(match: re.Match[str]) -> str:
    first, second = int(match[1]), int(match[3])
    month, day = (second, first) if first > 12 or match[2] == "." else (first, second)
    return _spoken(day, month, match[4]) or match[0]


def _month_first(match: re.Match[str]) -> str:
    if not 1 <= int(match["day"]) <= 31:
        return match[0]
    said = f"{_month(match['month'])} {ordinal(match['day'])}"
    return f"{said}, {year(match['year'])}" if match["year"] else said


def _day_first(match: re.Match[str]) -> str:
    if not 1 <= int(match["day"]) <= 31:
        return match[0]
    before = match.string[max(0, match.start() - 4) : match.start()].lower()
    article = "" if before == "the " else "the "
    said = f"{article}{ordinal(match['day'])} of {_month(match['month'])}"
    return f"{said}, {year(match['year'])}" if match["year"] else said


def _time(match: re.Match[str]) -> str:
    hour, minute, second = int(match["hour"]), int(match["minute"]), match["second"]
    if hour > 24 or minute > 59:
        return f"{cardinal(match['hour'])} to {cardinal(match['minute'])}"
    half = _half(match)
    said = f"{cardinal(str(hour))}{_minutes(hour, minute, half)}"
    if second:
        said += f" and {cardinal(str(int(second)))} second{'' if int(second) == 1 else 's'}"
    return said + half


def _minutes(hour: int, minute: int, half: str) -> str:
    if minute:
        return f" {'oh ' if minute < 10 else ''}{cardinal(str(minute))}"
    if half:
        return ""
    return " o'clock" if 1 <= hour <= 12 else " hundred"


def _half(match: re.Match[str]) -> str:
    letter = match["half"]
    if not letter:
        return ""
    # The full stop of "p.m." also ends the sentence that it is last in.
    ends = match[0].endswith(".") and not match.string[match.end() :].strip()
    return f" {letter[0].upper()}M{'.' if ends else ''}"


def _hour(match: re.Match[str]) -> str:
    return f"{cardinal(str(int(match['hour'])))}{_half(match)}"


def _decade(match: re.Match[str]) -> str:
    number = match["number"]
    return plural(year(number) if len(number) == 4 else cardinal(number))


_HALF = r"(?P<half>[AaPp](?:[Mm]\b|\.\s?[Mm]\.))"

RULES = (
    Rule(
        "-/",
        r"(?<![\w/-])(?P<year>\d{4})(?P<sep>[-/])(?P<month>\d{1,2})(?P=sep)(?P<day>\d{1,2})"
        r"(?:[T ](?P<time>\d{2}:\d{2}(?::\d{2})?)(?:\.\d{1,9})?(?P<zone>Z|[+-]\d{2}:?\d{2})?)?(?![\w/-])",
        _iso,
    ),
    Rule("/.", r"(?<![\w/.])(\d{1,2})([/.])(\d{1,2})\2(\d{4}|\d{2})(?![\w/])", _slashed),
    Rule(
        "JFMASOND",
        rf"\b{_MONTH} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,? (?P<year>\d{{4}}))?(?![\w:%]|[.,]\d)",
        _month_first,
    ),
    Rule(
        "JFMASOND",
        rf"(?<![\w.,:$-])(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?{_MONTH}(?:,? (?P<year>\d{{4}}))?(?!\w)",
        _day_first,
    ),
    Rule("JFMASOND", rf"\b{_MONTH}(?=,? \d{{4}}(?!\d))", lambda match: _month(match["month"])),
    Rule(
        ":",
        rf"(?<![\w:.])(?P<hour>\d{{1,3}}):(?P<minute>\d{{2}})(?::(?P<second>\d{{2}}))?"
        rf"(?: ?{_HALF})?(?![\w:])",
        _time,
    ),
    Rule(":", r"(?<![\w:.])(\d{1,5}):(\d{1,5})(?![\w:])", lambda m: f"{cardinal(m[1])} to {cardinal(m[2])}"),
    Rule("AaPp", rf"(?<![\w:.,])(?P<hour>\d{{1,2}}) ?{_HALF}(?!\w)", _hour),
    Rule("s", r"(?<!\w)'?(?P<number>1\d\d0|20\d0)'?s\b", _decade),
    Rule("s", r"(?:(?<=\bthe )|(?<=\bmid-)|(?<=early )|(?<=late )|(?<!\w)')(?P<number>[2-9]0)'?s\b", _decade),
)
