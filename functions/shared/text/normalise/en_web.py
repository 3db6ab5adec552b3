"""Addresses: URLs, e-mail, phone numbers, IP addresses and version numbers."""

from __future__ import annotations

import re

from functions.shared.text.normalise.common import Rule
from functions.shared.text.normalise.en_numbers import cardinal, digits

_NAMES = {
    ".": "dot", "/": "slash", "-": "dash", "_": "underscore", "?": "question mark", "=": "equals", "&": "and",
    "%": "percent", "#": "hash", ":": "colon", "~": "tilde", "+": "plus", "@": "at",
}  # fmt: skip

#: Top-level domains that mark an address without a scheme; others would catch `end.Then`.
_TLD = "com|org|net|edu|gov|io|dev|ai|app|info|uk|de|fr|eu|jp|cn"


def _address(match: re.Match[str]) -> str:
    text = match[0]
    address = text.rstrip(".,;:!?)]}'\"")
    tail = text[len(address) :]
    bare = re.sub(r"^(?:https?|ftp)://", "", address, flags=re.IGNORECASE).rstrip("/")
    return spelled(bare) + tail


def spelled(address: str) -> str:
    """An address read out: letters as words, digits one by one, signs by name."""
    parts = re.findall(r"[^\W\d_]+|\d+|[\W_]", address)
    return " ".join(digits(part) if part.isdecimal() else _NAMES.get(part, part) for part in parts)


def _phone(match: re.Match[str]) -> str:
    groups = re.findall(r"\d+", match[0])
    if not 7 <= sum(map(len, groups)) <= 15:
        return match[0]
    if len(groups) == 1:
        groups = _grouped(groups[0])
    return ("plus " if match[0].startswith("+") else "") + ", ".join(map(digits, groups))


def _grouped(number: str) -> list[str]:
    """Groups of three, the last of four: `1 415 555 0123`."""
    head, tail = number[:-4], number[-4:]
    first = len(head) % 3
    return [
        part for part in (head[:first], *(head[i : i + 3] for i in range(first, len(head), 3)), tail) if part
    ]


def _version(match: re.Match[str]) -> str:
    parts = match["number"].split(".")
    joint = " dot " if len(parts) == 4 else " point "
    return f"{match['v'] and match['v'] + ' '}{joint.join(map(cardinal, parts))}"


RULES = (
    Rule("/.", r"(?:https?://|ftp://|www\.)[^\s<>\"“”，。！？、）」]+", _address, ignore_case=True),
    Rule(
        "@",
        r"(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}(?![\w-])",
        lambda match: spelled(match[0]),
        ignore_case=True,
    ),
    Rule(
        ".",
        rf"(?<![\w@.-])(?:[a-z0-9-]{{1,63}}\.){{1,8}}(?:{_TLD})(?::\d{{1,5}})?(?:/[^\s<>\"]*)?(?![\w-]|\.\w)",
        _address,
        ignore_case=True,
    ),
    Rule("+", r"(?<![\w+])\+\d[\d ().-]{6,20}\d(?!\w)", _phone),
    Rule("-.", r"(?<![\w.-])(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[.-]\d{4}(?![\w-])", _phone),
    Rule("-", r"(?<![\w.-])\d{3}-\d{4}(?![\w-])", _phone),
    Rule(".", r"(?<![\w.])(?!\d\d?\.\d\d?\.(?:19|20)\d\d(?![\w.]\w))(?P<v>[vV]?)(?P<number>\d{1,4}(?:\.\d{1,4}){2,5})(?!\w)", _version),
    Rule(".", r"(?<=\w\w)\.(?=[a-z]\w)", " dot "),
)
