"""Mixed text cut into runs of one language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.shared.errors import InvalidValue, NothingToSpeak
from functions.shared.text.language import Language
from functions.shared.text.runs import split_runs


def found(text: str, default: Language = "en", only: Language | None = None) -> str:
    return " | ".join(f"{run.language} {run.text}" for run in split_runs(text, default, only))


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        (
            "Hello 今天天气不错，こんにちは、元気ですか",
            "en Hello | zh 今天天气不错， | ja こんにちは、元気ですか",
        ),
        ("Hello, world!", "en Hello, world!"),
        ("今天是3月14日。", "zh 今天是3月14日。"),
        ("東京へ行く。", "ja 東京へ行く。"),
        ("東京、大阪に行く。", "ja 東京、大阪に行く。"),
        ("我用Python写代码。", "zh 我用 | en Python | zh 写代码。"),
        ("今日はPythonを使う", "ja 今日は | en Python | ja を使う"),
        ("A股上涨3%，用GPU。", "zh A股上涨3%，用GPU。"),
        ("他跑了5km，时速12km/h", "zh 他跑了5km，时速12km/h"),
        ("iPhone 15发布了", "en iPhone 15 | zh 发布了"),
        ("Hello 3月14日", "en Hello | zh 3月14日"),
        ("他说（really good）吧", "zh 他说 | en （really good） | zh 吧"),
        ("The word “你好” is nice", "en The word | zh “你好” | en is nice"),
        ("访问 https://a.cn/x?y=1,2。", "zh 访问 | en https://a.cn/x?y=1,2。"),
        ("café naïve Łódź", "en café naïve Łódź"),
        ("Ｈｅｌｌｏ 你好", "en Ｈｅｌｌｏ | zh 你好"),
        ("ｶﾀｶﾅ", "ja ｶﾀｶﾅ"),
        ("don't", "en don't"),
        ("2026", "en 2026"),
        ("the angle α", "en the angle α"),
    ],
)
def test_each_run_has_its_language(text: str, runs: str) -> None:
    assert found(text) == runs


def test_han_alone_is_japanese_where_the_text_is_said_to_be() -> None:
    assert found("本日休業。", "ja") == "ja 本日休業。"
    assert found("本日休業。", "zh") == "zh 本日休業。"


def test_text_without_letters_is_in_the_default_language() -> None:
    assert found("3.14", "zh") == "zh 3.14"


def test_only_one_language_makes_one_run() -> None:
    assert found("我用Python写", only="zh") == "zh 我用Python写"


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("Привет", "Cyrillic"),
        ("Hello مرحبا", "Arabic"),
        ("שלום", "Hebrew"),
        ("안녕하세요", "Hangul"),
        ("नमस्ते", "Devanagari"),
        ("สวัสดี", "Thai"),
        ("γεια σου", "Greek"),
        ("ㄅㄆㄇ", "Bopomofo"),
    ],
)
def test_a_script_that_no_front_end_reads_is_named(text: str, script: str) -> None:
    with pytest.raises(InvalidValue, match=script) as caught:
        split_runs(text, "en")
    assert caught.value.param == "input"


@pytest.mark.parametrize(("text", "only"), [("こんにちは", "zh"), ("你好", "en"), ("カナ", "en")])
def test_a_script_that_the_only_language_lacks_is_refused(text: str, only: Language) -> None:
    with pytest.raises(InvalidValue):
        split_runs(text, "en", only)


@pytest.mark.parametrize("text", ["", " \n", "🙂 👍🏽", "...", "，。！", "-- ()", "***", "__"])
def test_text_without_anything_to_speak_is_refused(text: str) -> None:
    with pytest.raises(NothingToSpeak):
        split_runs(text, "en")


@given(st.text(st.sampled_from("abcXYZ é今天東京こんカナー12 3.,!?，。、（）“”\"'$-:;\n"), max_size=80))
def test_runs_lose_nothing_but_white_space(text: str) -> None:
    try:
        runs = split_runs(text, "en")
    except NothingToSpeak:
        return
    assert "".join("".join(run.text for run in runs).split()) == "".join(text.split())
