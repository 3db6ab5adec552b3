"""Which engine speaks, and with which voice."""

from __future__ import annotations

import re
from collections.abc import Mapping

from functions.shared.engine.protocol import Blend, Engine
from functions.shared.errors import InvalidValue
from functions.shared.text.language import Language

#: OpenAI's voices, by the one of ours that is nearest in sex and age. `alloy`, its default, is the voice that
#: the fast engine has.
OPENAI_VOICES: Mapping[str, str] = {
    "alloy": "af_heart",
    "ash": "am_michael",
    "ballad": "bm_lewis",
    "cedar": "am_fenrir",
    "coral": "af_bella",
    "echo": "am_echo",
    "fable": "bm_fable",
    "marin": "af_sarah",
    "nova": "af_nova",
    "onyx": "am_onyx",
    "sage": "af_kore",
    "shimmer": "af_sky",
    "verse": "am_puck",
}

#: OpenAI's models, by our engines in the order of preference.
OPENAI_MODELS: Mapping[str, tuple[str, ...]] = {
    "tts-1": ("hibari", "kokoro"),
    "tts-1-hd": ("kokoro",),
    "gpt-4o-mini-tts": ("hibari", "kokoro"),
}

#: Who speaks a language that the asked-for voice does not, by sex.
STAND_INS: Mapping[Language, Mapping[str, str]] = {
    "en": {"female": "af_heart", "male": "am_michael"},
    "zh": {"female": "zf_xiaobei", "male": "zm_yunjian"},
    "ja": {"female": "jf_alpha", "male": "jm_kumo"},
}

_PART = re.compile(r"([A-Za-z0-9_-]{1,64})(?:\((\d{1,3}(?:\.\d{1,3})?)\))?")
_MOST_PARTS = 8


def parse_blend(text: str) -> Blend:
    """`af_bella(2)+af_sky` as weights that sum to 1. Raises InvalidValue (param `voice`)."""
    parts = [_PART.fullmatch(part.strip()) for part in text.split("+")]
    named = [(OPENAI_VOICES.get(part[1], part[1]), float(part[2] or 1)) for part in parts if part]
    total = sum(weight for _, weight in named)
    if len(named) != len(parts) or len(parts) > _MOST_PARTS or total <= 0:
        raise InvalidValue(
            f"a voice is a name, or up to {_MOST_PARTS} names with weights such as af_bella(2)+af_sky.",
            param="voice",
        )
    return tuple((name, weight / total) for name, weight in named if weight > 0)


def candidates(model: str, engines: tuple[str, ...]) -> tuple[str, ...]:
    """The engines of this process that `model` means, the preferred one first. Raises InvalidValue."""
    wanted = OPENAI_MODELS.get(model, (model,))
    found = tuple(name for name in wanted if name in engines)
    if not found:
        names = [*(m for m, ours in OPENAI_MODELS.items() if set(ours) & set(engines)), *engines]
        raise InvalidValue(
            f"there is no model {model[:64]!r} here; there are {', '.join(names)}.", param="model"
        )
    return found


def can_speak(engine: Engine, blend: Blend, languages: frozenset[Language]) -> bool:
    """Whether `engine` has the voices of `blend` and all of `languages`."""
    known = all(voice in engine.voices for voice, _ in blend)
    return known and languages <= engine.languages and (engine.blends or len(blend) == 1)


def voice_for(engine: Engine, blend: Blend, language: Language, asked: Language | None) -> Blend:
    """Who speaks a run of `language`.

    A voice speaks its own language and the one asked for; for others a voice of that language and the same
    sex stands in. A voice whose own language has no front end here speaks everything.
    """
    voice = engine.voices[blend[0][0]]
    if language in (voice.language, asked) or voice.language not in STAND_INS:
        return blend
    stand_in = STAND_INS[language][voice.gender]
    return ((stand_in, 1.0),) if stand_in in engine.voices else blend
