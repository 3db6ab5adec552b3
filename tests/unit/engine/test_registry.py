"""Engines by name, from a root of published models."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from functions.shared.engine import hibari_prepare
from functions.shared.engine.registry import engine_names, load_engine
from functions.shared.errors import ConfigurationError, ModelMissing
from functions.shared.models import READY, SHORT


def published(root: Path, name: str, files: Path) -> None:
    """Lay `files` out below `root` as model-cache publishes a model."""
    digest = hashlib.sha256(name.encode()).hexdigest()
    folder = root / name / digest[:SHORT]
    folder.mkdir(parents=True)
    listed = []
    for file in files.iterdir():
        if file.is_file():
            (folder / file.name).hardlink_to(file)
            listed.append({"path": file.name, "size": file.stat().st_size, "sha256": "0" * 64})
    texts = {"name": name, "digest": digest, "engine": name, "licence": "Apache-2.0", "published": "2026"}
    (folder / READY).write_text(json.dumps({**texts, "files": listed}))


def test_the_engines_that_there_are() -> None:
    assert engine_names() == ["hibari", "kokoro"]


@pytest.mark.parametrize("name", ["festival", "spectrum", "kokoro.prepare", "", "../hibari", "protocol"])
def test_an_unknown_name_is_answered_with_those_that_exist(name: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="hibari, kokoro"):
        load_engine(name, tmp_path, 1)


@pytest.mark.parametrize("name", ["hibari", "kokoro"])
def test_an_engine_without_its_model_says_so(name: str, tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match=name):
        load_engine(name, tmp_path, 1)


def test_published_models_speak(
    kokoro_model: Path, hibari_source: Path, english: Path, tmp_path: Path
) -> None:
    network = tmp_path / "network"
    network.mkdir()
    hibari_prepare.prepare(hibari_source, network)
    root = tmp_path / "models"
    for name, files in {"kokoro": kokoro_model, "hibari": network, "english": english}.items():
        published(root, name, files)
    kokoro, hibari = (load_engine(name, root, 1) for name in ("kokoro", "hibari"))
    assert kokoro.speak("Hello.", "en", (("jm_kumo", 1.0),), 1.0).seconds > 0.5
    assert hibari.speak("Hello.", "en", (("af_heart", 1.0),), 1.0).seconds > 0.5
