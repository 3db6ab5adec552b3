"""Text made safe to work on."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.shared.errors import InvalidValue
from functions.shared.text.clean import MOST_MARKS, clean


@pytest.mark.parametrize("text", ["\ud800", "Hello \udfff there", "\udc00\ud800"])
def test_a_lone_surrogate_is_refused(text: str) -> None:
    with pytest.raises(InvalidValue, match="surrogate") as caught:
        clean(text)
    assert caught.value.param == "input"


@pytest.mark.parametrize(
    "text",
    [
        "<speak>Hi</speak>",
        '\ufeff \n<speak version="1.0">Hi</speak>',
        "<SPEAK >",
        '<?xml version="1.0"?>\n<!-- a --><speak/>',
        "<!DOCTYPE speak><speak>",
    ],
)
def test_ssml_is_refused_by_its_own_code(text: str) -> None:
    with pytest.raises(InvalidValue) as caught:
        clean(text)
    assert (caught.value.code, caught.value.param) == ("ssml_not_supported", "input")


@pytest.mark.parametrize("text", ["<speaker> on", "I <speak> up", "speak", "<p>Hi</p>", "<?", "<! speak"])
def test_what_only_resembles_ssml_is_text(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("a\r\nb\rc\u2028d\x85e\vf", "a\nb\nc\nd\ne\nf"),
        ("a\tb", "a b"),
        ("\ufeffa\u200bb\u200dc\u2060d\u00ade", "abcde"),
        ("\u202ea\u2066b\u200f", "ab"),
        ("a\x00b\x07c\x1b[0m\x7f", "abc[0m"),
        ("e\u0301", "é"),
        ("か\u3099", "が"),
        ("❤\ufe0f 葛\U000e0100", "❤ 葛"),
        ("plain text", "plain text"),
    ],
)
def test_what_cannot_be_seen_is_removed(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


def test_only_so_many_marks_stay_on_a_character() -> None:
    cleaned = clean("a" + "\u0316\u0301" * 50_000 + "b")
    assert sum(map(bool, map(unicodedata.combining, unicodedata.normalize("NFD", cleaned)))) == MOST_MARKS
    assert cleaned[-1] == "b"


@given(st.text())
def test_clean_text_stays_as_it_is(text: str) -> None:
    try:
        once = clean(text)
    except InvalidValue:
        return
    assert clean(once) == once
    assert all(c == "\n" or unicodedata.category(c) not in ("Cc", "Cf", "Cs") for c in once)
