"""Pronunciations of English words that the lexicon does not know, by a small character network.

The network (hibari 0.2.1, `oov.onnx` and `oov_gb.onnx`) answers a few sound ids per letter, with 0 for
"nothing" and repeats for one sound: connectionist temporal classification, decoded greedily.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

from functions.shared.errors import ModelDamaged, ModelMissing

_CACHED_WORDS = 4096

#: What the network was taught beyond the engines' alphabet: marks of a language switch and a French r.
_FOREIGN = str.maketrans({"ʀ": "ɹ", "(": None, ")": None, "-": None, "1": None})


class UnknownWords:
    """Reads a word letter by letter; the network is loaded when the first word needs it.

    `letters` and `sounds` list what the ids from 1 up mean; `longest` is the number of letters that fit.
    """

    def __init__(self, path: Path, letters: str, sounds: str, longest: int) -> None:
        self._path = path
        self._letters = {letter: number for number, letter in enumerate(letters, 1)}
        self._sounds = ["", *sounds]
        self._longest = longest
        self._lock = Lock()
        self._session: Any = None
        self._cached = lru_cache(maxsize=_CACHED_WORDS)(self._read)

    def __call__(self, word: str) -> str:
        """Phonemes of `word`, empty when the network knows none of its letters."""
        return self._cached(word)

    def _read(self, word: str) -> str:
        ids = [self._letters[letter] for letter in word if letter in self._letters]
        parts = (ids[start : start + self._longest] for start in range(0, len(ids), self._longest))
        return "".join(self._decode(self._run(part)) for part in parts).translate(_FOREIGN).strip()

    def _run(self, ids: list[int]) -> list[int]:
        import numpy as np

        if self._session is None:
            self._load()
        (sounds,) = self._session.run(None, {"chars": np.array([ids], dtype=np.int64)})
        answer: list[int] = sounds[0].tolist()
        return answer

    def _decode(self, ids: Iterable[int]) -> str:
        sounds, last = [], 0
        for number in ids:
            if number != last:
                sounds.append(self._sounds[number])
            last = number
        return "".join(sounds)

    def _load(self) -> None:
        with self._lock:
            if self._session is None:
                self._session = _session(self._path)


def _session(path: Path) -> Any:
    import onnxruntime

    if not path.is_file():
        raise ModelMissing(f"{path} is not on this node: prepare it first")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    for key, value in _OPTIONS.items():
        options.add_session_config_entry(key, value)
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime has no common base of its errors
        raise ModelDamaged(f"{path} cannot be loaded: {error}") from error


#: Use the mapped file's bytes as they are: loading then copies and repacks nothing.
_OPTIONS = {
    "session.intra_op.allow_spinning": "0",
    "session.inter_op.allow_spinning": "0",
    "session.use_memory_mapped_ort_model": "1",
    "session.use_ort_model_bytes_for_initializers": "1",
    "session.disable_prepacking": "1",
}
