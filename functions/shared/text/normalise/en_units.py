"""Measures in English: a number and its unit."""

from __future__ import annotations

import re

from functions.shared.text.normalise.common import Rule
from functions.shared.text.normalise.en_money import NUMBER, SCALES
from functions.shared.text.normalise.en_numbers import cardinal, decimal

#: One and several of each unit. Spelled as in the United States.
_UNITS = {
    "km": "kilometer", "cm": "centimeter", "mm": "millimeter", "nm": "nanometer", "µm": "micrometer",
    "μm": "micrometer", "m": "meter", "mi": "mile", "ft": "foot|feet", "yd": "yard", "in.": "inch|inches",
    "kg": "kilogram", "g": "gram", "mg": "milligram", "µg": "microgram", "μg": "microgram", "lb": "pound",
    "lbs": "pound", "oz": "ounce", "l": "liter", "L": "liter", "ml": "milliliter", "mL": "milliliter",
    "gal": "gallon", "h": "hour", "hr": "hour", "hrs": "hour", "min": "minute", "mins": "minute",
    "s": "second", "sec": "second", "secs": "second", "ms": "millisecond", "µs": "microsecond",
    "μs": "microsecond", "ns": "nanosecond", "kb": "kilobit", "Kb": "kilobit", "Mb": "megabit",
    "Gb": "gigabit", "B": "byte", "kB": "kilobyte", "KB": "kilobyte", "MB": "megabyte", "GB": "gigabyte",
    "TB": "terabyte", "PB": "petabyte", "KiB": "kibibyte", "MiB": "mebibyte", "GiB": "gibibyte",
    "TiB": "tebibyte", "Hz": "hertz|hertz", "kHz": "kilohertz|kilohertz", "MHz": "megahertz|megahertz",
    "GHz": "gigahertz|gigahertz", "W": "watt", "kW": "kilowatt", "MW": "megawatt", "GW": "gigawatt",
    "Wh": "watt hour", "kWh": "kilowatt hour", "V": "volt", "mV": "millivolt", "kV": "kilovolt",
    "mA": "milliamp", "mAh": "milliamp hour", "J": "joule", "kJ": "kilojoule", "cal": "calorie",
    "kcal": "kilocalorie", "N": "newton", "Pa": "pascal", "kPa": "kilopascal", "hPa": "hectopascal",
    "MPa": "megapascal", "bar": "bar", "psi": "P S I|P S I", "dB": "decibel", "mol": "mole", "Ω": "ohm",
    "kΩ": "kilohm", "px": "pixel", "pt": "point", "mph": "mile per hour|miles per hour",
    "kph": "kilometer per hour|kilometers per hour", "kmh": "kilometer per hour|kilometers per hour",
    "fps": "frame per second|frames per second", "rpm": "revolution per minute|revolutions per minute",
    "bps": "bit per second|bits per second", "kbps": "kilobit per second|kilobits per second",
    "Mbps": "megabit per second|megabits per second", "Gbps": "gigabit per second|gigabits per second",
    "ha": "hectare", "sq ft": "square foot|square feet", "sq mi": "square mile", "fl oz": "fluid ounce",
}  # fmt: skip

_DEGREES = {"C": " Celsius", "F": " Fahrenheit", "": ""}

_PER = {
    "h": "hour", "hr": "hour", "s": "second", "sec": "second", "min": "minute", "day": "day", "week": "week",
    "month": "month", "mo": "month", "year": "year", "yr": "year", "kg": "kilogram", "l": "liter",
    "L": "liter", "g": "gram", "m": "meter", "km": "kilometer", "lb": "pound", "ml": "milliliter",
    "mL": "milliliter", "dL": "deciliter", "cm": "centimeter", "gal": "gallon", "person": "person",
}  # fmt: skip

_POWERS = {"²": "square", "2": "square", "³": "cubic", "3": "cubic"}


def _named(unit: str, number: str) -> str:
    one, _, several = _UNITS[unit].partition("|")
    return one if number in ("1", "-1") else several or f"{one}s"


def _measure(match: re.Match[str]) -> str:
    number = match["number"].replace(",", "")
    said = f"{'minus ' if match['minus'] else ''}{decimal(number)} "
    power = _POWERS.get((match["power"] or "").lstrip("^"), "")
    said += f"{power} " if power else ""
    said += _named(match["unit"], number)
    if match["per"]:
        per_power = _POWERS.get((match["per_power"] or "").lstrip("^"), "")
        said += f" per {per_power + ' ' if per_power else ''}{_PER[match['per']]}"
    return said + _full_stop(match)


def _full_stop(match: re.Match[str]) -> str:
    """The one that `in.` has at the end of a sentence."""
    return "." if match[0].endswith("in.") and not match.string[match.end() :].strip() else ""


def _temperature(match: re.Match[str]) -> str:
    number = match["number"]
    name = "degree" if number == "1" else "degrees"
    return f"{'minus ' if match['minus'] else ''}{decimal(number)} {name}{_DEGREES[match['scale'] or '']}"


def _height(match: re.Match[str]) -> str:
    feet = "foot" if match[1] == "1" or match[2] else "feet"
    return f"{cardinal(match[1])} {feet}" + (f" {cardinal(match[2])}" if match[2] else "")


def _alternatives(names: dict[str, str]) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


_NUMBER = rf"(?<![\w.,])(?P<minus>-)?(?P<number>{NUMBER})"
_DIGITS = "0123456789"

RULES = (
    # A range first: "5-10 km" is then a number and a measure.
    Rule(
        "-–—",
        rf"(?<![\w.,:/–-])({NUMBER}%?)(?:[-–—]| – )(?={NUMBER}(?![\w]*[-–]\d))",
        lambda match: f"{match[1]} to ",
    ),
    Rule("°", rf"{_NUMBER}\s?°\s?(?P<scale>[CF]\b)?", _temperature),
    Rule("'", r"(?<![\w.,'])(\d{1,2})'\s?(\d{1,2})(?:\"|'')", _height),
    Rule(
        _DIGITS,
        rf"{_NUMBER}[ -]?(?P<unit>{_alternatives(_UNITS)})(?P<power>[²³]|\^?[23](?!\d))?"
        rf"(?:/(?P<per>{_alternatives(_PER)})(?P<per_power>[²³]|\^[23])?)?(?![\w²³])",
        _measure,
    ),
    Rule(
        _DIGITS,
        rf"{_NUMBER}\s?%",
        lambda m: f"{'minus ' if m['minus'] else ''}{decimal(m['number'].replace(',', ''))} percent",
    ),
    Rule(
        "kMBm",
        r"(?<![\w.,])(\d{1,3}(?:\.\d{1,6})?k|\d{2,4}[MB]|\d{1,4}\.\d{1,6}[MB]|\d{1,4}(?:\.\d{1,6})?(?:mn|bn))(?!\w)",
        lambda m: f"{decimal(m[1].rstrip('kMBmnb'))} {SCALES[m[1].lstrip('0123456789.')]}",
    ),
    Rule(
        "/",
        r"(?<=[a-z])/(?P<per>hour|hr|min|day|week|month|mo|year|yr|person)\b",
        lambda m: f" per {_PER.get(m['per'], m['per'])}",
    ),
)
