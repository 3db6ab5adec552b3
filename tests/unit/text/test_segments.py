"""Texts cut into segments: in order, complete, bounded, and one at a time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from functions.shared.errors import InvalidValue, NothingToSpeak
from functions.shared.text.language import Language
from functions.shared.text.segments import Segment, SegmentLimits, plan

Planned = Callable[..., list[Segment]]

LIMITS = SegmentLimits()


def tokens(text: str, language: Language) -> int:
    return len(text) * (1 if language == "en" else 4)


def planned(text: str, language: Language | None = None, only: Language | None = None) -> list[Segment]:
    return list(plan(text, language=language, limits=LIMITS, measure=tokens, only=only))


def texts(text: str) -> list[str]:
    return [segment.text for segment in planned(text)]


def test_each_language_is_a_segment_of_its_own() -> None:
    found = planned("Hello 今天天气不错，こんにちは、元気ですか")
    assert [(s.language, s.text, s.continues) for s in found] == [
        ("en", "Hello", True),
        ("zh", "今天天气不错，", True),
        ("ja", "こんにちは、元気ですか", False),
    ]


def test_the_first_segment_is_the_first_clause() -> None:
    found = planned("Good morning everyone, and welcome to the show that never ends.")
    assert [s.text for s in found] == ["Good morning everyone,", "and welcome to the show that never ends."]
    assert [s.continues for s in found] == [True, False]


def test_a_short_text_is_one_segment() -> None:
    assert texts("Hi, Bob. How are you?") == ["Hi, Bob. How are you?"]


def test_small_sentences_are_spoken_together() -> None:
    assert texts("This is the very first sentence of it. Yes. No. Maybe. And so on.") == [
        "This is the very first sentence of it.",
        "Yes. No. Maybe. And so on.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Today I met Dr. Smith and his wife there.",
        "We should ask J. R. R. Tolkien about that one.",
        "He takes many of them, e.g. Apples and pears.",
        "The whole thing starts at 3:30 in room 2.5 today.",
        "Have a look at www.example.com/a.b?c=d, please.",
        "It was about the U.S. Army and nothing else at all.",
    ],
)
def test_a_full_stop_inside_a_sentence_does_not_end_it(text: str) -> None:
    whole = SegmentLimits(first_tokens=200, max_tokens=200)
    two = f"{text} Then it was over and we all went home at last, and slept until the sun came up again."
    first = next(plan(two, language=None, limits=whole, measure=tokens))
    assert not first.continues


def test_a_pause_is_the_silence_after_a_segment() -> None:
    found = planned("Wait. [pause 500ms] [pause 1.5s] Go on.\n\nDone.")
    assert [(s.text, s.pause) for s in found] == [("Wait.", 2.0), ("Go on.", 0.4), ("Done.", 0.0)]


def test_a_pause_before_any_text_is_a_segment_without_text() -> None:
    found = planned("[pause 1s] Hello.")
    assert [(s.text, s.pause) for s in found] == [("", 1.0), ("Hello.", 0.0)]


def test_a_pause_before_an_emoji_is_kept() -> None:
    found = planned("Hello. [pause 1s] 🙂 [pause 2s] Bye.")
    assert [(s.text, s.pause) for s in found] == [("Hello.", 1.0), ("", 2.0), ("Bye.", 0.0)]


@pytest.mark.parametrize(
    "tag", ["[pause 10.1s]", "[pause 10001ms]", "[pause 6s] [pause 6s]", "[pause 999999s]"]
)
def test_a_pause_of_more_than_ten_seconds_is_refused(tag: str) -> None:
    with pytest.raises(InvalidValue) as caught:
        planned(f"Hello {tag} there")
    assert caught.value.param == "input"


@pytest.mark.parametrize(
    "text", ["", "  \n ", "🙂🎉", "?!... — ()", "[pause 1s]", "[pause 1s]\n\n[pause 2s]", "\u200b"]
)
def test_nothing_to_speak_is_refused_at_once(text: str) -> None:
    with pytest.raises(NothingToSpeak):
        plan(text, language=None, limits=LIMITS, measure=tokens)


def test_text_that_the_engine_has_no_token_for_is_refused() -> None:
    with pytest.raises(NothingToSpeak):
        list(plan("[pause 1s] Hello", language=None, limits=LIMITS, measure=lambda text, language: 0))


def test_a_script_at_the_end_of_a_text_is_refused_at_once() -> None:
    with pytest.raises(InvalidValue, match="Cyrillic"):
        plan("Hello. " * 1000 + "Привет", language=None, limits=LIMITS, measure=tokens)


def test_an_english_only_engine_refuses_other_scripts() -> None:
    with pytest.raises(InvalidValue, match="Han"):
        planned("Hello 今天", only="en")


def test_the_first_segment_of_a_long_text_needs_no_more_than_its_sentence() -> None:
    measured: list[str] = []

    def measure(text: str, language: Language) -> int:
        measured.append(text)
        return tokens(text, language)

    text = "This is one sentence, and this is more of it. " * 1000
    next(plan(text, language=None, limits=LIMITS, measure=measure))
    assert sum(map(len, measured)) < 400


@pytest.mark.parametrize(
    "text", ["word " * 10_000, "x" * 50_000, "今天" * 5_000, "a, " * 15_000, "Dr. " * 12_000]
)
def test_a_long_text_is_spoken_in_bounded_work(text: str) -> None:
    measured = 0

    def measure(part: str, language: Language) -> int:
        nonlocal measured
        measured += len(part)
        return tokens(part, language)

    found = list(plan(text, language=None, limits=LIMITS, measure=measure))
    assert all(tokens(s.text, s.language) <= LIMITS.max_tokens for s in found)
    assert measured < 20 * len(text)


def test_a_grapheme_cluster_is_never_cut() -> None:
    text = "e\u0301\u0302\u0303" * 200
    assert all(segment.startswith("é") for segment in texts(text))


def test_five_thousand_digits_are_spoken_one_by_one() -> None:
    spoken = " ".join(texts("12345" * 1000)).split()
    assert spoken == ["one", "two", "three", "four", "five"] * 1000


def test_a_line_is_a_sentence_unless_it_was_wrapped() -> None:
    assert texts("A heading\nThen there is the text under it.") == [
        "A heading.",
        "Then there is the text under it.",
    ]
    wrapped = "A line that has been wrapped by a mail program at about\nSixty characters"
    assert " ".join(texts(wrapped)) == wrapped.replace("\n", " ")


WORDS = st.text(st.sampled_from("abdjkqwXYZéßñ今天气不错東京こんにちはカナ"), min_size=1, max_size=12)
GLUE = st.sampled_from(
    [" ", ", ", ". ", "! ", "，", "。", "、", "\n", "\n\n", " — ", "… ", " (", ") ", " 🙂 ", '" ', "; "]
)


@given(st.lists(st.tuples(WORDS, GLUE), min_size=1, max_size=60))
@settings(max_examples=150, deadline=None)
def test_every_letter_ends_in_exactly_one_segment(pieces: list[tuple[str, str]]) -> None:
    text = "".join(word + glue for word, glue in pieces)
    spoken = "".join(texts(text))
    assert [c for c in spoken if c.isalpha()] == [c for c in text if c.isalpha()]


@given(st.text(max_size=300))
@settings(max_examples=300, deadline=None)
def test_any_text_is_planned_within_bounds_or_refused(text: str) -> None:
    try:
        found = planned(text)
    except (InvalidValue, NothingToSpeak):
        return
    spoken = [s for s in found if s.text]
    assert spoken
    assert tokens(spoken[0].text, spoken[0].language) <= LIMITS.first_tokens
    assert all(0 < tokens(s.text, s.language) <= LIMITS.max_tokens for s in spoken)
    assert all(s.text == s.text.strip() for s in found)
