"""Reading configuration without guessing: each value is checked, each fault names its key and value."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NoReturn

from functions.shared.errors import ConfigurationError


def wrong(where: str, value: object, should: str) -> NoReturn:
    """Raise the ConfigurationError of the key `where`."""
    raise ConfigurationError(f"{where}: {value!r} {should}")


def mapping(value: object, where: str) -> dict[str, object]:
    """`value` as a non-empty mapping with text keys."""
    if not isinstance(value, dict) or not value:
        wrong(where, value, "must be a mapping with at least one key")
    for key in value:
        if not isinstance(key, str):
            wrong(where, key, "must be text; quote it")
    return value


def fields(
    value: object, where: str, required: Collection[str], optional: Collection[str] = ()
) -> dict[str, object]:
    """`value` as a mapping with all of `required` and nothing beyond `optional`."""
    given = mapping(value, where)
    for key in given:
        if key not in required and key not in optional:
            known = ", ".join([*required, *optional])
            wrong(f"{where}.{key}", given[key], f"has an unknown key; known are: {known}")
    for key in required:
        if key not in given:
            raise ConfigurationError(f"{where}.{key}: is missing")
    return given


def sequence(value: object, where: str) -> list[object]:
    """`value` as a non-empty list."""
    if not isinstance(value, list) or not value:
        wrong(where, value, "must be a list with at least one item")
    return value


def text(value: object, where: str, pattern: str, should: str) -> str:
    """`value` as text that matches the whole of `pattern`."""
    if not isinstance(value, str):
        wrong(where, value, f"must be text (quote it) and {should}")
    if not re.fullmatch(pattern, value):
        wrong(where, value, should)
    return value


def count(value: object, where: str) -> int:
    """`value` as a whole number above 0."""
    if not isinstance(value, int) or isinstance(value, bool) or value <= 0:
        wrong(where, value, "must be a whole number above 0")
    return value


def relative_path(value: object, where: str) -> str:
    """`value` as a path below the folder it is relative to, with / between its parts."""
    path = text(value, where, r"[^\x00-\x1f\x7f\\]{1,200}", "must be a relative path of printable characters")
    if any(part in ("", ".", "..") for part in path.split("/")):
        wrong(where, value, "must stay below its folder: no leading /, no empty part, no . or ..")
    return path
