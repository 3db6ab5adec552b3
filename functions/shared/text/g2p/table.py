"""The alphabet that both engines read, and its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType


def _vocabulary() -> Mapping[str, int]:
    """Kokoro-82M v1.0's published `vocab` (config.json, Apache-2.0); hibari has the same one."""
    runs = {
        1: ";:,.!?", 9: '—…"()“” \u0303ʣʥʦʨᵝꭧAI', 31: "O", 33: "Q", 35: "ST", 39: "W", 41: "Yᵊabcdef",
        50: "hijklmnopqrstuvwxyzɑɐɒæ", 75: "βɔɕç", 80: "ɖðʤə", 85: "ɚɛɜ", 90: "ɟ", 92: "ɡ",
        99: "ɥ", 101: "ɨɪʝ",
        110: "ɯɰŋɳɲɴø", 118: "ɸθœ", 123: "ɹ", 125: "ɾɻ", 128: "ʁɽʂʃʈʧ", 135: "ʊʋ", 138: "ʌɣɤ", 142: "χʎ",
        147: "ʒʔ", 156: "ˈˌː", 162: "ʰ", 164: "ʲ", 169: "↓", 171: "→↗↘", 177: "ᵻ",
    }  # fmt: skip
    return MappingProxyType({c: first + place for first, run in runs.items() for place, c in enumerate(run)})


#: Token id by phoneme; 0 pads both ends of what a model is given.
VOCABULARY: Mapping[str, int] = _vocabulary()


def token_ids(phonemes: str) -> list[int]:
    """The ids of `phonemes`, without the pads; characters outside the alphabet are left out."""
    return [VOCABULARY[phoneme] for phoneme in phonemes if phoneme in VOCABULARY]
