"""What the Mandarin front end's data is made of, fetched once and checked."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

CACHE = Path(__file__).parents[3] / ".cache" / "mandarin"

SHA256 = {
    "dict.txt": "7197c3211ddd98962b036cdf40324d1ea2bfaa12bd028e68faa70111a88e12a8",
    "phrases_dict.json": "a45ff140a6b631ca9c82127b280a2f414e0aba6bb2824a0e9d1e77fff359c665",
    "pinyin_dict.json": "5f294c01e6c6c0a1c8e329c79335a3f8e0b27d06bf1de7a99244b765892d1e5b",
}


@pytest.fixture(scope="session")
def mandarin_source() -> Path:
    """A folder with jieba's word counts and pypinyin's dictionaries."""
    folder = Path(os.environ.get("VOICE_TEST_MANDARIN_SOURCE", CACHE))
    if not all((folder / name).is_file() for name in SHA256):
        _download(folder)
    for name, expected in SHA256.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == expected, name
    return folder


@pytest.fixture(scope="session")
def mandarin(mandarin_source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The prepared Mandarin data."""
    from functions.shared.text.g2p.prepare_zh import prepare

    folder = tmp_path_factory.mktemp("mandarin")
    prepare(mandarin_source, folder)
    return folder


def _download(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder)]
    subprocess.run([*pip, "jieba==0.42.1", "pypinyin==0.55.0"], check=True)
    with zipfile.ZipFile(next(folder.glob("pypinyin*.whl"))) as wheel:
        _extract(wheel.namelist(), wheel.read, folder)
    with tarfile.open(next(folder.glob("jieba*.tar.gz"))) as archive:
        _extract(archive.getnames(), lambda name: archive.extractfile(name).read(), folder)  # type: ignore[union-attr]


def _extract(names: Iterable[str], read: Callable[[str], bytes], folder: Path) -> None:
    for name in names:
        if name.endswith(("pypinyin/phrases_dict.json", "pypinyin/pinyin_dict.json", "jieba/dict.txt")):
            (folder / Path(name).name).write_bytes(read(name))
