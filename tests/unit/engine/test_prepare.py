"""Preparing Kokoro and hibari."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from functions.shared.engine import hibari_prepare
from functions.shared.engine.kokoro import prepare as kokoro_prepare
from functions.shared.engine.kokoro.packs import NAMES, PACKS, open_packs
from functions.shared.errors import ModelDamaged, ModelMissing

JAPANESE = ["jf_alpha", "jf_gongitsune", "jf_nezumi", "jf_tebukuro", "jm_kumo"]


@pytest.mark.parametrize("module", [kokoro_prepare, hibari_prepare])
def test_the_version_names_the_onnxruntime_that_writes(module: object) -> None:
    version = getattr(module, "VERSION")  # noqa: B009 - it is made on demand
    assert version.endswith(f"onnxruntime-{onnxruntime.__version__}")


def test_each_pack_lies_where_its_name_is(kokoro_source: Path, kokoro_model: Path) -> None:
    assert (kokoro_model / NAMES).read_text().split() == JAPANESE
    packs = np.load(kokoro_model / PACKS, mmap_mode="r")
    for place, name in enumerate(JAPANESE):
        published = np.fromfile(kokoro_source / "voices" / f"{name}.bin", "<f4")
        assert np.array_equal(packs[place].ravel(), published)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("jf_short.bin", b"\0" * 8),
        ("jf_nan.bin", b"\xff" * 510 * 256 * 4),
        ("xx_who.bin", b"\0" * 510 * 256 * 4),
    ],
)
def test_what_is_no_pack_is_named(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / "voices").mkdir()
    (tmp_path / "voices" / name).write_bytes(content)
    with pytest.raises(ModelDamaged, match=name.removesuffix(".bin")):
        kokoro_prepare.prepare(tmp_path, tmp_path)


def test_a_source_without_voices_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match="voices"):
        kokoro_prepare.prepare(tmp_path, tmp_path)


def test_packs_that_do_not_fit_their_names_are_damaged(tmp_path: Path) -> None:
    np.save(tmp_path / PACKS, np.zeros((1, 510, 256), np.float32))
    (tmp_path / NAMES).write_text("jf_alpha\njm_kumo\n")
    with pytest.raises(ModelDamaged, match="2 voices"):
        open_packs(tmp_path)
    (tmp_path / PACKS).write_bytes(b"no array")
    with pytest.raises(ModelDamaged, match="cannot be read"):
        open_packs(tmp_path)
    (tmp_path / PACKS).unlink()
    with pytest.raises(ModelMissing, match=PACKS):
        open_packs(tmp_path)
