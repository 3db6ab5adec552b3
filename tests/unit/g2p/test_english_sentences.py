"""The fixed table of English sentences, and what goes for any text."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from functions.shared.errors import ModelDamaged, ModelMissing
from functions.shared.text.g2p.en import FILE, open_english
from functions.shared.text.g2p.prepare import prepare
from functions.shared.text.g2p.protocol import Phonemizer
from functions.shared.text.g2p.table import VOCABULARY

TABLE = Path(__file__).with_name("english.tsv").read_text("utf-8").splitlines()[1:]
ROWS = [tuple(line.split("\t")) for line in TABLE]


@pytest.fixture(scope="module")
def american(english: Path) -> Phonemizer:
    return open_english(english, "us")


@pytest.fixture(scope="module")
def british(english: Path) -> Phonemizer:
    return open_english(english, "gb")


@pytest.mark.parametrize(("text", "phonemes"), [row[:2] for row in ROWS])
def test_americans_read_as_the_reference_does(american: Phonemizer, text: str, phonemes: str) -> None:
    assert american(text) == phonemes


@pytest.mark.parametrize(("text", "phonemes"), [row[::2] for row in ROWS])
def test_britons_read_as_the_reference_does(british: Phonemizer, text: str, phonemes: str) -> None:
    assert british(text) == phonemes


@pytest.mark.parametrize(
    ("text", "phonemes"),
    [
        ('"Yes," he said.', "“jˈɛs,” hi sˈɛd."),
        ("He said 'hello' to the dogs' owner.", "hˌi sˈɛd “həlˈO” tə ðə dˈɔɡz ˈOnəɹ."),
        ("Wait... what?", "wˈAt… wˌʌt?"),
        ("no -- really", "nˈO — ɹˈiᵊli"),
        ("B2B in 42, please", "bˈi tˈu bˈi ɪn fˈɔɹ tˈu, plˈiz"),
        ("AT&T", "ˌAtˈi ænd tˈi"),
        ("Ａ　ｆｕｌｌ ｗｉｄｔｈ", "ɐ fˈʊl wˈɪdθ"),
        ("a café", "ɐ kæfˈA"),
        ("rock 'n' roll", "ɹˈɑk ən ɹˈOl"),
    ],
)
def test_marks_digits_and_odd_letters_are_spoken(american: Phonemizer, text: str, phonemes: str) -> None:
    assert american(text) == phonemes


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60) | st.text("aAbBtT.'’-\"5 é½…&/n", max_size=40))
@example("\ud800")
@example("a\x00b")
@example("'''-.-'''")
@example("-" * 1500)
@example("a-" * 750)
@example("word " * 300)
@example("x" * 1500)
def test_any_text_is_spoken_in_the_alphabet(american: Phonemizer, text: str) -> None:
    assert set(american(text)) <= VOCABULARY.keys()


def test_threads_get_the_answers_that_one_gets(english: Path) -> None:
    texts = [row[0] for row in ROWS] + ["zorblatt quuxly frobnicates"]
    expected = list(map(open_english(english, "us"), texts))
    shared = open_english(english, "us")
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: list(map(shared, texts)), range(8)))
    assert answers == [expected] * 8


def test_preparing_twice_gives_the_same_bytes(hibari_source: Path, english: Path, tmp_path: Path) -> None:
    prepare(hibari_source, tmp_path)
    assert (tmp_path / FILE).read_bytes() == (english / FILE).read_bytes()


def test_data_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match=FILE):
        open_english(tmp_path, "us")


@pytest.mark.parametrize("data", [b"", b"no database at all" * 100])
def test_data_of_another_kind_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / FILE).write_bytes(data)
    with pytest.raises(ModelDamaged, match=FILE):
        open_english(tmp_path, "us")
