"""English phonemes as misaki's lexicon and rules have them."""

from __future__ import annotations

from pathlib import Path

import pytest

from functions.shared.text.g2p.en import open_english
from functions.shared.text.g2p.protocol import Phonemizer
from functions.shared.text.g2p.table import VOCABULARY


@pytest.fixture(scope="module")
def american(english: Path) -> Phonemizer:
    return open_english(english, "us")


@pytest.mark.parametrize(
    ("text", "phonemes"),
    [
        ("Hello there.", "həlˈO ðˈɛɹ."),
        (
            "The weather is nice today, so let us go outside now.",
            "ðə wˈɛðəɹ ɪz nˈIs tədˈA, sˌO lˈɛt ˌʌs ɡˌO ˌWtsˈId nˈW.",
        ),
        ("I read the book. I will read it.", "ˌI ɹˈɛd ðə bˈʊk. ˌI wɪl ɹˈid ɪt."),
    ],
)
def test_a_sentence_is_read_as_kokoro_was_taught(american: Phonemizer, text: str, phonemes: str) -> None:
    assert american(text) == phonemes


@pytest.mark.parametrize(
    "text", ["", " ", "zorblatt", "😀", "\ud800", "5" * 300, "<|en|>", "naïve café", "a\x00b"]
)
def test_any_text_gives_phonemes_of_the_alphabet(american: Phonemizer, text: str) -> None:
    assert set(american(text)) <= VOCABULARY.keys()


def test_an_unknown_word_is_spoken_all_the_same(american: Phonemizer) -> None:
    assert american("zorblatt")
