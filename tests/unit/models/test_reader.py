from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from functions.shared.errors import ModelDamaged, ModelMissing
from functions.shared.models import READY, SHORT, find, verify

OLD = "a" * 64
NEW = "b" * 64


def publish(root: Path, digest: str = OLD, published: str = "2026-01-01T00:00:00.000000+00:00") -> Path:
    folder = root / "tiny" / digest[:SHORT]
    (folder / "voices").mkdir(parents=True)
    contents = {"model.bin": b"weights" * 9, "voices/one.bin": b"voice"}
    for path, content in contents.items():
        (folder / path).write_bytes(content)
    files = [{"path": p, "size": len(c), "sha256": sha256(c).hexdigest()} for p, c in contents.items()]
    texts = {"name": "tiny", "digest": digest, "engine": "none", "licence": "MIT", "published": published}
    (folder / READY).write_text(json.dumps({**texts, "files": files}))
    return folder


def test_a_published_model_is_found_with_what_its_manifest_says(tmp_path: Path) -> None:
    folder = publish(tmp_path)
    model = find(tmp_path, "tiny")
    assert model.path == folder
    assert (model.manifest.engine, model.manifest.licence) == ("none", "MIT")
    assert [file[:2] for file in model.manifest.files] == [("model.bin", 63), ("voices/one.bin", 5)]


def test_the_one_published_last_is_taken(tmp_path: Path) -> None:
    newest = publish(tmp_path, NEW, "2026-03-01T00:00:00.000000+00:00")
    publish(tmp_path, OLD, "2026-02-01T00:00:00.000000+00:00")
    assert find(tmp_path, "tiny").path == newest


@pytest.mark.parametrize("pin", [OLD, OLD[:SHORT]])
def test_a_pinned_digest_wins_over_the_newest(tmp_path: Path, pin: str) -> None:
    pinned = publish(tmp_path, OLD)
    publish(tmp_path, NEW, "2026-03-01T00:00:00.000000+00:00")
    assert find(tmp_path, "tiny", pin).path == pinned


def test_a_missing_model_says_which_one_where_and_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing) as raised:
        find(tmp_path, "tiny")
    assert all(part in str(raised.value) for part in ("tiny", str(tmp_path), "voice models fetch tiny"))


def test_a_missing_root_is_a_missing_model(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing):
        find(tmp_path / "nowhere", "tiny")


def test_a_missing_pinned_digest_is_named_even_if_another_one_is_there(tmp_path: Path) -> None:
    publish(tmp_path, NEW)
    with pytest.raises(ModelMissing, match=OLD):
        find(tmp_path, "tiny", OLD)


def test_a_pin_of_which_only_the_folder_name_agrees_is_damage(tmp_path: Path) -> None:
    publish(tmp_path, OLD)
    with pytest.raises(ModelDamaged, match="READY"):
        find(tmp_path, "tiny", OLD[:SHORT] + "c" * 48)


def test_a_folder_without_ready_is_invisible(tmp_path: Path) -> None:
    kept = publish(tmp_path, OLD)
    (publish(tmp_path, NEW, "2026-03-01T00:00:00.000000+00:00") / READY).unlink()
    (tmp_path / "tiny" / "a-stray-file").write_text("")
    assert find(tmp_path, "tiny").path == kept


def shorten(folder: Path) -> None:
    (folder / "model.bin").write_bytes(b"w")


def remove(folder: Path) -> None:
    (folder / "model.bin").unlink()


def link(folder: Path) -> None:
    (folder / "model.bin").rename(folder / "elsewhere")
    (folder / "model.bin").symlink_to("elsewhere")


@pytest.mark.parametrize(
    ("damage", "says"),
    [(shorten, "has 1 bytes, expected 63"), (remove, "expected 63 bytes"), (link, "not a regular file")],
)
def test_a_changed_file_is_named(tmp_path: Path, damage: Callable[[Path], None], says: str) -> None:
    damage(publish(tmp_path))
    with pytest.raises(ModelDamaged, match=rf"model\.bin: .*{says}"):
        find(tmp_path, "tiny")


@pytest.mark.parametrize("ready", ["", "[]", '{"name": "tiny"}', "\xff", '{"files": 3}'])
def test_a_ready_that_is_no_manifest_is_damage(tmp_path: Path, ready: str) -> None:
    (publish(tmp_path) / READY).write_text(ready, encoding="latin-1")
    with pytest.raises(ModelDamaged, match="READY"):
        find(tmp_path, "tiny")


def test_the_manifest_of_another_model_is_damage(tmp_path: Path) -> None:
    publish(tmp_path)
    shutil.copytree(tmp_path / "tiny", tmp_path / "other")
    with pytest.raises(ModelDamaged, match="is of tiny"):
        find(tmp_path, "other")


def test_a_sound_model_passes_verification_and_every_byte_is_counted(tmp_path: Path) -> None:
    publish(tmp_path)
    read: list[int] = []
    verify(find(tmp_path, "tiny"), read.append)
    assert sum(read) == 63 + 5


def test_bytes_changed_in_place_are_found_by_verification_only(tmp_path: Path) -> None:
    changed = publish(tmp_path) / "voices/one.bin"
    changed.write_bytes(b"vOice")
    model = find(tmp_path, "tiny")
    with pytest.raises(ModelDamaged, match=r"one\.bin"):
        verify(model)


def test_opening_a_model_imports_neither_hashes_nor_yaml(tmp_path: Path) -> None:
    publish(tmp_path)
    script = (
        "import sys; from pathlib import Path; from functions.shared.models import find\n"
        f"find(Path({str(tmp_path)!r}), 'tiny'); print({{'hashlib', 'yaml'}} & {{*sys.modules}})"
    )
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "set()"
