"""The alphabet, its numbers, and the front ends behind one door."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from functions.shared.errors import ModelMissing
from functions.shared.text.g2p.front_ends import FrontEnds
from functions.shared.text.g2p.table import VOCABULARY, token_ids


def test_the_alphabet_has_the_numbers_that_kokoro_publishes() -> None:
    assert len(VOCABULARY) == len(set(VOCABULARY.values())) == 114
    known = {
        ";": 1,
        " ": 16,
        "A": 24,
        "a": 43,
        "ɡ": 92,
        "ɹ": 123,
        "ˈ": 156,
        "ː": 158,
        "↓": 169,
        "↘": 173,
        "ᵻ": 177,
    }
    assert {phoneme: VOCABULARY[phoneme] for phoneme in known} == known


def test_what_is_outside_the_alphabet_has_no_token() -> None:
    assert token_ids("hɛ5l漢O\n") == [50, 86, 54, 31]


def test_each_language_and_accent_has_its_front_end(english: Path, mandarin: Path) -> None:
    ends = FrontEnds(english, mandarin)
    assert ends.phonemes("Hello, water.", "en") == "həlˈO, wˈɔTəɹ."
    assert ends.phonemes("Hello, water.", "en", "gb") == "həlˈQ, wˈɔːtə."
    assert ends.phonemes("你好", "zh") == "ni↗xau↓"
    assert ends.phonemes("今日は", "ja") == "kʲoː βa"


def test_threads_may_open_a_front_end_together(english: Path, tmp_path: Path) -> None:
    ends = FrontEnds(english, tmp_path)
    with ThreadPoolExecutor(8) as threads:
        answers = set(threads.map(lambda _: ends.phonemes("Hello there.", "en"), range(32)))
    assert answers == {"həlˈO ðˈɛɹ."}


def test_a_language_without_data_is_refused_again_and_again(tmp_path: Path) -> None:
    ends = FrontEnds(tmp_path, tmp_path)
    for _ in range(2):
        with pytest.raises(ModelMissing):
            ends.phonemes("你好", "zh")


def test_english_needs_no_heavy_library(english: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from functions.shared.text.g2p.en import open_english;"
        f"open_english(Path({str(english)!r}), 'us')('Hello there.');"
        "sys.exit(bool({'numpy', 'onnxruntime', 'json', 'asyncio', 'dataclasses'} & sys.modules.keys()))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
