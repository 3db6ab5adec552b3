"""Mandarin phonemes: readings, tones beside each other, and any text."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from functions.shared.errors import ModelMissing
from functions.shared.text.g2p.pinyin import pinyin_phonemes
from functions.shared.text.g2p.prepare_zh import prepare
from functions.shared.text.g2p.protocol import Phonemizer
from functions.shared.text.g2p.table import VOCABULARY
from functions.shared.text.g2p.zh import FILE, open_mandarin


@pytest.fixture(scope="module")
def speak(mandarin: Path) -> Phonemizer:
    return open_mandarin(mandarin)


# misaki 0.9.4's `pinyin_to_ipa` and `retone` give these.
@pytest.mark.parametrize(
    ("syllable", "phonemes"),
    [
        ("ma1", "ma→"),
        ("zhong1", "ꭧʊ→ŋ"),
        ("guo2", "kwo↗"),
        ("nv3", "ny↓"),
        ("jue2", "ʨɥe↗"),
        ("lve4", "lɥe↘"),
        ("yuan2", "ɥɛ↗n"),
        ("xiong2", "ɕjʊ↗ŋ"),
        ("shi4", "ʂɨ↘"),
        ("zi5", "ʦɨ"),
        ("er2", "ɚ↗"),
        ("wu3", "u↓"),
        ("wei4", "wei↘"),
        ("yi1", "i→"),
        ("you3", "jou↓"),
        ("ying1", "i→ŋ"),
        ("bo1", "pwo→"),
        ("liu2", "ljou↗"),
        ("gui4", "kwei↘"),
        ("chun1", "ꭧʰwə→n"),
        ("qu4", "ʨʰy↘"),
        ("xun1", "ɕy→n"),
        ("ka", ""),
        ("", ""),
    ],
)
def test_a_syllable_has_its_sounds(syllable: str, phonemes: str) -> None:
    assert pinyin_phonemes(syllable) == phonemes


# The same as misaki 0.9.4's, which these sentences' tones leave alone.
@pytest.mark.parametrize(
    ("text", "phonemes"),
    [
        ("中华人民共和国成立于一九四九年。", "ꭧʊ→ŋxwa↗ɻə↗nmi↗nkʊ↘ŋxɤ↗kwo↗ ꭧʰə↗ŋli↘ y↗ i→ʨjou↓sɨ↘ʨjou↓njɛ↗n."),
        (
            "重庆的重要性不可忽视，重新开始吧。",
            "ꭧʰʊ↗ŋʨʰi↘ŋ tɤ ꭧʊ↘ŋjau↘ɕi↘ŋ pu↘kʰɤ↓ xu→ʂɨ↘, ꭧʰʊ↗ŋɕi→n kʰai→ʂɨ↓ pa.",
        ),
        ("音乐会七点开始，别迟到。", "i→nɥe↘xwei↘ ʨʰi→tjɛ↓n kʰai→ʂɨ↓, pje↗ ꭧʰɨ↗tau↘."),
        ("银行在那里。", "i↗nxa↗ŋ ʦai↘ na↘li↓."),
    ],
)
def test_a_sentence_is_read_word_by_word(speak: Phonemizer, text: str, phonemes: str) -> None:
    assert speak(text) == phonemes


@pytest.mark.parametrize(
    ("text", "phonemes"),
    [
        ("你好", "ni↗xau↓"),
        ("很好", "xə↗n xau↓"),
        ("展览馆", "ꭧa↗nla↗nkwa↓n"),
        ("五把雨伞", "u↗ pa↗ y↗sa↓n"),
        ("不是", "pu↗ʂɨ↘"),
        ("不好", "pu↘xau↓"),
        ("不去", "pu↗ ʨʰy↘"),
        ("一定", "i↗ti↘ŋ"),
        ("一天", "i↘tʰjɛ→n"),
        ("一起", "i↘ʨʰi↓"),
        ("一百", "i↘pai↓"),
        ("第一", "ti↘i→"),
        ("十一", "ʂɨ↗i→"),
        ("统一", "tʰʊ↓ŋi→"),
        ("看一看", "kʰa↘nikʰa↘n"),
        ("妈妈", "ma→ma"),
        ("我们得走", "wo↓mən tei↗ ʦou↓"),
        ("长得高", "ꭧa↓ŋ tɤ kau→"),
    ],
)
def test_tones_change_beside_each_other(speak: Phonemizer, text: str, phonemes: str) -> None:
    assert speak(text) == phonemes


@pytest.mark.parametrize(
    ("text", "phonemes"),
    [
        ("他说：「好。」", "tʰa→ ʂwo→: “xau↓.”"),
        ("好……吧", "xau↓… pa"),
        ("A股", "ˈA ku↓"),
        ("２０", "ɚ↘ li↗ŋ"),
    ],
)
def test_marks_letters_and_digits_are_spoken(speak: Phonemizer, text: str, phonemes: str) -> None:
    assert speak(text) == phonemes


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60) | st.text(st.characters(min_codepoint=0x3000, max_codepoint=0x9FFF), max_size=60))
@example("\ud800")
@example("一" * 1500)
@example("不" * 50)
@example("，" * 1500)
def test_any_text_is_spoken_in_the_alphabet(speak: Phonemizer, text: str) -> None:
    assert set(speak(text)) <= VOCABULARY.keys()


def test_threads_get_the_answers_that_one_gets(mandarin: Path) -> None:
    texts = ["今天天气不错，我们去公园散步吧。", "请问洗手间在哪里？", "他长得很高，头发很长。"]
    expected = list(map(open_mandarin(mandarin), texts))
    shared = open_mandarin(mandarin)
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(lambda _: list(map(shared, texts)), range(8))) == [expected] * 8


def test_preparing_twice_gives_the_same_bytes(mandarin_source: Path, mandarin: Path, tmp_path: Path) -> None:
    prepare(mandarin_source, tmp_path)
    assert (tmp_path / FILE).read_bytes() == (mandarin / FILE).read_bytes()


def test_data_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match=FILE):
        open_mandarin(tmp_path)
