"""Turns the published English data (PyPI `hibari-tts` 0.2.1) into the form that `en.open_english` opens.

Run once per node or image, not by the functions. The same source files give the same bytes.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from functions.shared.text.g2p.en import FILE, FORMAT, NETWORKS
from functions.shared.text.g2p.protocol import Accent
from functions.shared.text.g2p.storing import Insert, new_store
from functions.shared.text.g2p.tagger import SCORE

#: Changes whenever the prepared files would: it is a part of what identifies them.
VERSION = f"english-{FORMAT}"

#: The files that `prepare` reads, under their original names.
SOURCES = (
    "lexicon_us_gold.json.gz",
    "lexicon_us_silver.json.gz",
    "lexicon_gb_gold.json.gz",
    "lexicon_gb_silver.json.gz",
    "tagger.json.gz",
    "oov.onnx",
    "oov.json",
    "oov_gb.onnx",
    "oov_gb.json",
)

_SCHEMA = """
CREATE TABLE us (word TEXT PRIMARY KEY, checked TEXT, derived TEXT) WITHOUT ROWID;
CREATE TABLE gb (word TEXT PRIMARY KEY, checked TEXT, derived TEXT) WITHOUT ROWID;
CREATE TABLE tags (number INTEGER PRIMARY KEY, tag TEXT NOT NULL);
CREATE TABLE tagged (word TEXT PRIMARY KEY, tag TEXT, frequent INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE weights (feature TEXT PRIMARY KEY, scores BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE networks (accent TEXT PRIMARY KEY, letters TEXT, sounds TEXT, longest INTEGER) WITHOUT ROWID;
"""

_ACCENTS: dict[Accent, str] = {"us": "oov", "gb": "oov_gb"}


def prepare(source: Path, target: Path) -> None:
    """Write `english.sqlite` and the two networks into the folder `target`, which must exist.

    Raises FileNotFoundError when `source` lacks one of SOURCES.
    """
    _write_store(source, target / FILE)
    for accent, name in _ACCENTS.items():
        _write_network(source / f"{name}.onnx", target / NETWORKS[accent])


def _write_store(source: Path, path: Path) -> None:
    with new_store(path, _SCHEMA, FORMAT) as insert:
        for accent in _ACCENTS:
            insert(accent, list(_words(source, accent)))
        insert("networks", [_network_row(a, source / f"{name}.json") for a, name in _ACCENTS.items()])
        _insert_tagger(insert, _read(source / "tagger.json.gz"))


def _words(source: Path, accent: Accent) -> Iterator[tuple[str, str | None, str | None]]:
    checked = _read(source / f"lexicon_{accent}_gold.json.gz")
    derived = _read(source / f"lexicon_{accent}_silver.json.gz")
    for word in checked.keys() | derived.keys():
        yield word, _encoded(checked.get(word)), derived.get(word)


def _encoded(entry: str | Mapping[str, str | None] | None) -> str | None:
    if entry is None or isinstance(entry, str):
        return entry
    return "\n".join(f"{tag}={phonemes or ''}" for tag, phonemes in sorted(entry.items()))


def _insert_tagger(insert: Insert, model: Mapping[str, Any]) -> None:
    # In alphabetical order, so that of two tags with one score the later number wins, as in the original.
    numbers = {tag: number for number, tag in enumerate(sorted(model["tags"]))}
    insert("tags", [(number, tag) for tag, number in numbers.items()])
    frequent, tagged = set(model["vocab"]), model["tagdict"]
    insert("tagged", [(w, tagged.get(w), int(w in frequent)) for w in frequent | tagged.keys()])
    insert("weights", [(f, _scores(s, numbers)) for f, s in model["weights"].items()])


def _scores(scores: Mapping[str, float], numbers: Mapping[str, int]) -> bytes:
    pairs = sorted((numbers[tag], round(score * 10)) for tag, score in scores.items())
    return b"".join(SCORE.pack(*pair) for pair in pairs)


def _network_row(accent: str, path: Path) -> tuple[str, str, str, int]:
    meta = _read(path)
    return accent, "".join(meta["in"]), "".join(meta["out"]), int(meta["maxlen"])


def _write_network(source: Path, target: Path) -> None:
    """Optimise as far as stays portable between machines, and save in onnxruntime's own format."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    options.optimized_model_filepath = str(target)
    options.add_session_config_entry("session.save_model_format", "ORT")
    onnxruntime.InferenceSession(str(source), options, providers=["CPUExecutionProvider"])


def _read(path: Path) -> Any:
    data = path.read_bytes()
    return json.loads(gzip.decompress(data) if path.suffix == ".gz" else data)
