"""Parting token ids into runs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from functions.shared.engine.runs import bounded, speakable

IDS = st.lists(st.integers(1, 40), max_size=120)
SOUND, SPACE, COMMA = 50, 16, 3


@given(IDS, st.integers(1, 30))
def test_no_sound_is_lost_and_no_run_is_too_long(ids: list[int], most: int) -> None:
    runs = list(bounded(ids, most))
    assert all(len(run) <= most and speakable(run) for run in runs)
    assert [n for run in runs for n in run if n > SPACE] == [n for n in ids if n > SPACE]


def test_a_mark_is_a_better_place_to_part_than_a_space() -> None:
    ids = [SOUND, COMMA, SOUND, SPACE, SOUND, SOUND, SOUND]
    assert list(bounded(ids, 5)) == [ids[:2], ids[2:]]


def test_a_space_is_a_better_place_to_part_than_a_word() -> None:
    ids = [SOUND, SPACE, SOUND, SOUND, SOUND]
    assert list(bounded(ids, 4)) == [ids[:2], ids[2:]]


def test_marks_and_spaces_are_nothing_to_speak() -> None:
    assert not speakable([COMMA, SPACE, COMMA])
    assert not list(bounded([COMMA] * 9, 4))
