"""Katakana to phonemes, in the style of misaki 0.7's Japanese reader, which Kokoro v1.0 was trained with."""

from __future__ import annotations

from functools import cache

_PLAIN = """
ア a イ i ウ ɯ エ e オ o
カ ka キ kʲi ク kɯ ケ ke コ ko ガ ɡa ギ ɡʲi グ ɡɯ ゲ ɡe ゴ ɡo
サ sa シ ɕi ス sɨ セ se ソ so ザ ʣa ジ ʥi ズ zɨ ゼ ʣe ゾ ʣo
タ ta チ ʨi ツ ʦɨ テ te ト to ダ da ヂ ʥi ヅ zɨ デ de ド do
ナ na ニ ɲi ヌ nɯ ネ ne ノ no
ハ ha ヒ çi フ ɸɯ ヘ he ホ ho バ ba ビ bʲi ブ bɯ ベ be ボ bo パ pa ピ pʲi プ pɯ ペ pe ポ po
マ ma ミ mʲi ム mɯ メ me モ mo ヤ ja ユ jɯ ヨ jo
ラ ɾa リ ɾʲi ル ɾɯ レ ɾe ロ ɾo
ワ βa ヰ i ヱ e ヲ o ヴ vɯ ヷ va ヸ vʲi ヹ ve ヺ vo ヵ ka ヶ ke
ァ a ィ i ゥ ɯ ェ e ォ o ャ ja ュ jɯ ョ jo ヮ βa
"""

#: Pairs that are neither a palatal consonant with a small y-kana nor a kana with its vowel exchanged.
_PAIRS = """
イェ je ウィ βi ウェ βe ウォ βo
クァ kᵝa クィ kᵝi クェ kᵝe クォ kᵝo グァ ɡᵝa グィ ɡᵝi グェ ɡᵝe グォ ɡᵝo
ツィ ʦʲi ティ tʲi テュ tʲɨ ディ dʲi デュ dʲɨ フィ ɸʲi フュ ɸʲɨ フョ ɸʲo ヴィ vʲi ヴュ bʲɨ ヴョ bʲo
"""

_SMALL = frozenset("ァィゥェォャュョヮ")

#: The vowel of a small kana after a consonant of the i column: キャ, キュ, キョ, キェ.
_AFTER_PALATAL = {"ャ": "a", "ュ": "ɨ", "ョ": "o", "ェ": "e"}

#: The syllabic n sounds like the consonant that follows it in the word.
_ASSIMILATED = {
    **dict.fromkeys("mpb", "m"),
    **dict.fromkeys("kɡ", "ŋ"),
    **dict.fromkeys("ɲʨʥ", "ɲ"),
    **dict.fromkeys("ntdɾz", "n"),
}


def kana_phonemes(kana: str) -> str:
    """Phonemes of one word in katakana; what is no kana is left out."""
    sounds = []
    for place, sign in enumerate(kana):
        following = kana[place + 1 : place + 2]
        if sign not in _SMALL or place == 0 or kana[place - 1] not in _plain():
            sounds.append(_sound(sign, following))
    return "".join(sounds)


def _sound(sign: str, following: str) -> str:
    if sign == "ー":
        return "ː"
    if sign == "ッ":
        return "ʔ"
    if sign == "ン":
        return _ASSIMILATED.get(_plain().get(following, " ")[0], "ɴ")
    return _syllable(sign, following) if following in _SMALL else _plain().get(sign, "")


def _syllable(sign: str, small: str) -> str:
    """`sign` with the small kana that changes its vowel."""
    plain = _plain()
    pair = _pairs().get(sign + small)
    if pair is not None or sign not in plain or not small:
        return pair if pair is not None else plain.get(sign, "")
    palatal = len(plain[sign]) > 1 and plain[sign].endswith("i")
    vowel = _AFTER_PALATAL.get(small, plain[small]) if palatal else plain[small]
    return plain[sign][:-1] + vowel


@cache
def _plain() -> dict[str, str]:
    return _table(_PLAIN)


@cache
def _pairs() -> dict[str, str]:
    return _table(_PAIRS)


def _table(text: str) -> dict[str, str]:
    fields = text.split()
    return dict(zip(fields[::2], fields[1::2], strict=True))
