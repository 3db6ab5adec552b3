"""Mixed text cut into runs of one language.

Clause by clause: kana makes a clause Japanese; Han alone is Mandarin, or Japanese where the text is said to
be; Latin words are English. Digits and punctuation go with the run around them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from functions.shared.text.language import Language
from functions.shared.text.scripts import HAN, KANA, LATIN, refuse_unspeakable

#: Longest word in capitals that is read out, letter by letter, in the language around it: `CPU`, `A股`.
LONGEST_ACRONYM = 5

#: Units that, straight after a digit, belong to the language around it; the normaliser of that language knows
#: them.
_UNITS = frozenset(
    [
        "km",
        "cm",
        "mm",
        "nm",
        "m",
        "g",
        "kg",
        "mg",
        "t",
        "l",
        "ml",
        "L",
        "mL",
        "h",
        "s",
        "ms",
        "min",
        "kb",
        "KB",
        "Mb",
        "MB",
        "GB",
        "TB",
        "Hz",
        "kHz",
        "MHz",
        "GHz",
        "W",
        "kW",
        "kWh",
        "V",
        "mAh",
        "Pa",
        "kPa",
        "hPa",
        "MPa",
        "km/h",
        "m/s",
        "KB/s",
        "MB/s",
        "GB/s",
        "Mbps",
        "Gbps",
        "kbps",
        "fps",
        "dB",
        "kcal",
        "cal",
        "ft",
        "mol",
    ]
)

#: Characters after a number that count or measure: the number before them is read in their language.
_COUNTERS = (
    "年月日号点點时時分秒个個人件本枚匹回度円元块塊万萬亿億千百十位名岁歳周週天次种種倍层層階台条條张張话話つ"
)


@dataclass(frozen=True, slots=True)
class Run:
    """A part of a text that is in one language, without white space around it."""

    text: str
    language: Language


@dataclass(slots=True)
class _Stretch:
    """Letters from `start` up to `end`; `language` is None while only the clause can tell."""

    start: int
    end: int
    language: Language | None
    kana: bool = False


def split_runs(text: str, default: Language, only: Language | None = None) -> list[Run]:
    """The runs of `text`, in order; nothing but white space is lost between them.

    `default` is the language of text without letters, and "ja" makes Han alone Japanese. `only` makes the
    text one run of that language. Raises NothingToSpeak for text with nothing to speak in it, InvalidValue
    for a script that no front end (or not that of `only`) reads.
    """
    refuse_unspeakable(text, only)
    return runs(text, default, only)


def runs(text: str, default: Language, only: Language | None = None) -> list[Run]:
    """As `split_runs`, for text that is known to be speakable."""
    if only is not None or text.isascii():
        language = only or (default if not _has_letter(text) else "en")
        return [Run(text.strip(), language)]
    found: list[Run] = []
    start = 0
    stretches = _merged(_stretches(text, "ja" if default == "ja" else "zh"))
    for here, after in pairwise(stretches):
        end = _boundary(text, here.end, after.start)
        found.append(Run(text[start:end].strip(), here.language or default))
        start = end
    last = stretches[-1].language if stretches else default
    return [*found, Run(text[start:].strip(), last or default)]


def _has_letter(text: str) -> bool:
    return re.search("[A-Za-z]", text) is not None


def _stretches(text: str, han: Language) -> Iterator[_Stretch]:
    clause: list[_Stretch] = []
    for match in _tokens().finditer(text):
        if match["end"]:
            yield from _settled(text, clause, han)
            clause = []
        elif match["latin"]:
            clause.append(_Stretch(*match.span(), "en"))
        else:
            clause.append(_Stretch(*match.span(), None, kana=bool(match["kana"])))
    yield from _settled(text, clause, han)


def _settled(text: str, clause: list[_Stretch], han: Language) -> list[_Stretch]:
    """The stretches of one clause, each with its language."""
    if all(stretch.language for stretch in clause):
        return clause
    language: Language = "ja" if any(stretch.kana for stretch in clause) else han
    for stretch in clause:
        stretch.language = stretch.language or language
    for latin in _latin_groups(clause):
        if all(_stays(text, stretch) for stretch in latin):
            for stretch in latin:
                stretch.language = language
    return clause


def _latin_groups(clause: list[_Stretch]) -> Iterator[list[_Stretch]]:
    group: list[_Stretch] = []
    for stretch in clause:
        if stretch.language == "en":
            group.append(stretch)
        elif group:
            yield group
            group = []
    if group:
        yield group


def _stays(text: str, stretch: _Stretch) -> bool:
    """Whether a Latin word is read in the language around it: an acronym, or the unit of a number."""
    word = text[stretch.start : stretch.end]
    if word.isupper() and len(word) <= LONGEST_ACRONYM:
        return True
    before = text[max(0, stretch.start - 2) : stretch.start].rstrip(" /")
    return word in _UNITS and (before[-1:].isdigit() or text[stretch.start - 1 : stretch.start] == "/")


def _merged(stretches: Iterator[_Stretch]) -> list[_Stretch]:
    merged: list[_Stretch] = []
    for stretch in stretches:
        if merged and merged[-1].language == stretch.language:
            merged[-1].end = stretch.end
        else:
            merged.append(stretch)
    return merged


def _boundary(text: str, end: int, start: int) -> int:
    """Where, between the end of one run and the start of the next, the first one ends."""
    # What opens belongs to what follows; so does a number that what follows counts.
    if text[start] in _COUNTERS and (number := _number_before().search(text, end, start)):
        return number.start()
    opening = _opening().search(text, end, start)
    return opening.start() if opening else start


@cache
def _tokens() -> re.Pattern[str]:
    word = rf"[{LATIN}]+(?:['’\u0300-\u036f]+[{LATIN}]+)*"
    # The ideographic comma ends no clause here: in Japanese it parts Han words from the kana that follow.
    return re.compile(rf"(?P<latin>{word})|(?P<kana>[{KANA}]+)|[{HAN}]+|(?P<end>[，。！？；：｡,;:!?…\n])")


@cache
def _number_before() -> re.Pattern[str]:
    return re.compile(r"(?<!\d)[(（「『《【“‘$£€¥￥]*[+\-−]?\d[\d.,:/~〜-]*\Z")


@cache
def _opening() -> re.Pattern[str]:
    return re.compile(r"""(?:(?<=\s)["']|[(\[{（「『《〈【“‘$£€¥￥#@])+\Z""")
