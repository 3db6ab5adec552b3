"""Where stress goes."""

from __future__ import annotations

import pytest

from functions.shared.text.g2p import stress


@pytest.mark.parametrize(
    ("phonemes", "weaker"),
    [("ˌɪntəɹnˈæʃənᵊl", "ɪntəɹnˌæʃənᵊl"), ("nˈOn", "nˌOn"), ("nˌOn", "nˌOn"), ("ðə", "ðə")],
)
def test_a_lesser_word_keeps_a_secondary_stress_at_most(phonemes: str, weaker: str) -> None:
    assert stress.demoted(phonemes) == weaker


@pytest.mark.parametrize(
    ("phonemes", "louder"),
    [("ænd", "ˈænd"), ("wɪl", "wˈɪl"), ("nˌOn", "nˈOn"), ("nˈOn", "nˈOn"), ("st", "st")],
)
def test_a_shouted_word_has_a_primary_stress(phonemes: str, louder: str) -> None:
    assert stress.at_least_primary(phonemes) == louder


def test_the_last_of_spelled_letters_is_the_loudest() -> None:
    assert stress.last_primary("bˈibˈisˈi") == "bˌibˌisˈi"
