"""The fields of a JSON request: one table a request, read by the validation and by the API document alike.

A validation library would cost a cold start 50 ms (msgspec) to 200 ms (pydantic), and say less exactly what
is wrong; these requests are flat.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from functions.shared.errors import InvalidValue

#: A sensible length of a wrong value in a message, in characters.
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Field:
    """One field. `low` and `high` bound a number, both included; `choices` bound a string."""

    name: str
    kind: Literal["string", "number", "integer", "boolean"]
    description: str
    required: bool = False
    default: Any = None
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None

    def read(self, payload: Mapping[str, Any]) -> Any:
        """The field's value in `payload`, or its default. Raises InvalidValue naming the field."""
        value = payload.get(self.name)
        if value is None:
            if self.required:
                raise self._wrong("is missing")
            return self.default
        if not _is_of(value, self.kind):
            raise self._wrong(f"must be a {self.kind}; it is {_shown(value)}")
        self._check_choice(value)
        self._check_range(value)
        return float(value) if self.kind == "number" else value

    def schema(self) -> dict[str, Any]:
        """The field as JSON Schema."""
        bounds = {"minimum": self.low, "maximum": self.high, "default": self.default}
        schema: dict[str, Any] = {"type": self.kind, "description": self.description}
        schema.update({key: value for key, value in bounds.items() if value is not None})
        if self.choices:
            schema["enum"] = list(self.choices)
        return schema

    def _check_choice(self, value: Any) -> None:
        if self.choices and value not in self.choices:
            raise self._wrong(f"must be one of {', '.join(self.choices)}; it is {_shown(value)}")

    def _check_range(self, value: Any) -> None:
        low = -math.inf if self.low is None else self.low
        high = math.inf if self.high is None else self.high
        if self.kind in ("number", "integer") and not low <= value <= high:
            raise self._wrong(f"must be from {low:g} to {high:g}; it is {_shown(value)}")

    def _wrong(self, what: str) -> InvalidValue:
        return InvalidValue(f"`{self.name}` {what}.", param=self.name)


def read_fields(fields: Sequence[Field], payload: Mapping[str, Any]) -> dict[str, Any]:
    """Every field's value by name. Raises InvalidValue; a field that is not in the table is one, too."""
    names = {field.name for field in fields}
    unknown = next((name for name in payload if name not in names), None)
    if unknown is not None:
        listed = ", ".join(sorted(names))
        raise InvalidValue(
            f"there is no field {_shown(unknown)}; there are {listed}.", param=unknown, code="unknown_field"
        )
    return {field.name: field.read(payload) for field in fields}


def object_schema(fields: Sequence[Field]) -> dict[str, Any]:
    """The table as the JSON Schema of an object."""
    return {
        "type": "object",
        "properties": {field.name: field.schema() for field in fields},
        "required": [field.name for field in fields if field.required],
        "additionalProperties": False,
    }


def _is_of(value: Any, kind: str) -> bool:
    if kind == "string":
        return isinstance(value, str)
    if kind == "boolean":
        return isinstance(value, bool)
    return isinstance(value, int if kind == "integer" else (int, float)) and not isinstance(value, bool)


def _shown(value: Any) -> str:
    try:
        text = ascii(value)
    except ValueError:  # an integer of more digits than Python turns into text
        text = "a very long number"
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
