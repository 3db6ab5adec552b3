"""How Mandarin tones change beside each other.

The standard rules (https://en.wikipedia.org/wiki/Standard_Chinese_phonology#Tone_sandhi): a third tone before
another rises; 不 and 一 follow the next tone; some syllables lose theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

#: Common words whose last syllable has no tone, beyond those that the dictionary writes so.
_LIGHT_WORDS = """
认识 衣服 知道 葡萄 喜欢 头发 东西 先生 朋友 明白 意思 事情 时候 地方 眼睛 聪明 便宜 妻子 告诉 漂亮
学生 窗户 麻烦 休息 舒服 清楚 耳朵 豆腐 萝卜 钥匙 暖和 热闹 客气 消息 月亮 太阳 早上 晚上 关系 力气
脾气 生意 故事 名字 姑娘 丈夫 大夫 护士 师傅 干净 凉快 结实 厉害 困难 态度 味道 胳膊 脑袋 指甲 嘴巴
尾巴 狐狸 骆驼 蘑菇 核桃 石榴 黄瓜 粮食 点心 行李 家伙 笑话 打听 打扮 收拾 商量 招呼 吩咐 咳嗽 哆嗦
琢磨 溜达 应付 佩服 多少 什么 怎么 那么 这么 我们 你们 他们 她们 咱们
"""

#: After these 儿 is only a colour of the vowel, without a tone.
_COLOURED = frozenset("点会块边样事玩哪这那份")

#: Doubled, these lose the second tone: kinship terms, and verbs done "a bit".
_DOUBLED = frozenset("妈爸哥姐弟妹爷奶叔姑舅婶公婆宝星娃看听说走想试问谢等坐聊玩笑猜读写尝谈")

_DIGITS = frozenset("零〇一二三四五六七八九点")

#: 一 keeps its own tone after these and before those: it counts or numbers there.
_NUMBER_BEFORE = _DIGITS | frozenset("第初十")
_NUMBER_AFTER = _DIGITS | frozenset("月号楼")

_TONELESS = "5"


def with_sandhi(words: Sequence[str], readings: Sequence[Sequence[str]]) -> list[list[str]]:
    """`readings` as they are spoken; words whose syllables do not match their characters keep theirs."""
    spoken = [_lightened(word, list(syllables)) for word, syllables in zip(words, readings, strict=True)]
    signs = [sign for word, syllables in zip(words, spoken, strict=True) for sign in _signs(word, syllables)]
    tones = [syllable for syllables in spoken for syllable in syllables]
    _follow(signs, tones, _ends(spoken))
    _raise_thirds(tones, _feet(spoken))
    rest = iter(tones)
    return [[next(rest) for _ in syllables] for syllables in spoken]


def _signs(word: str, syllables: Sequence[str]) -> Sequence[str]:
    return word if len(word) == len(syllables) else "?" * len(syllables)


def _ends(spoken: Sequence[Sequence[str]]) -> frozenset[int]:
    """Places of the last syllables of words that have more than one."""
    ends, place = set(), 0
    for syllables in spoken:
        place += len(syllables)
        if len(syllables) > 1:
            ends.add(place - 1)
    return frozenset(ends)


def _lightened(word: str, syllables: list[str]) -> list[str]:
    doubled = len(word) == 2 and word[0] == word[1] and word[0] in _DOUBLED
    coloured = word[-1:] == "儿" and word[-2:-1] in _COLOURED
    if len(syllables) == len(word) > 1 and (doubled or coloured or word in _light_words()):
        syllables[-1] = _toned(syllables[-1], _TONELESS)
    return syllables


@cache
def _light_words() -> frozenset[str]:
    return frozenset(_LIGHT_WORDS.split())


def _follow(signs: Sequence[str], tones: list[str], ends: frozenset[int]) -> None:
    """不 and 一 take their tone from the syllable after them. `ends` are the ends of longer words."""
    for place, sign in enumerate(signs):
        if sign not in "不一":
            continue
        before = signs[place - 1] if place else ""
        after = signs[place + 1] if place + 1 < len(signs) else ""
        if before and before == after and before not in _DIGITS:
            tones[place] = _toned(tones[place], _TONELESS)
        elif sign == "不":
            tones[place] = _toned(tones[place], "2" if after and tones[place + 1].endswith("4") else "4")
        else:
            numeral = before in _NUMBER_BEFORE or after in _NUMBER_AFTER or place in ends or not after
            tones[place] = "yi1" if numeral else _yi(after, tones[place + 1])


def _yi(after: str, syllable: str) -> str:
    # 个 is a fourth tone that is usually spoken without one.
    return "yi2" if syllable.endswith("4") or after == "个" else "yi4"


def _feet(spoken: Sequence[Sequence[str]]) -> list[tuple[int, int]]:
    """Stretches within which third tones meet: a longer word with the single syllables before it."""
    feet, start, place = [], 0, 0
    for syllables in spoken:
        place += len(syllables)
        if len(syllables) > 1:
            feet.append((start, place))
            start = place
    return [*feet, (start, place)]


def _raise_thirds(tones: list[str], feet: Sequence[tuple[int, int]]) -> None:
    for start, end in feet:
        third = [tone.endswith("3") for tone in tones[start:end]]
        for place in range(start, end - 1):
            if third[place - start] and third[place - start + 1]:
                tones[place] = _toned(tones[place], "2")


def _toned(syllable: str, tone: str) -> str:
    return syllable[:-1] + tone
