from __future__ import annotations

import io
import zipfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from functions.shared.errors import SourceError
from model_cache.download import Limits
from model_cache.file import load_catalog
from model_cache.lock import lock

HEAD = """# a comment that stays
models:
  tiny:
    engine: none
    licence: MIT
    needed_by: [synthesize]
    files:
"""


def written(tmp_path: Path, files: str) -> Path:
    path = tmp_path / "models.yaml"
    path.write_text(HEAD + files)
    return path


@pytest.mark.parametrize("blank", ["", " null", " ~"])
def test_empty_sizes_and_hashes_are_filled_and_the_rest_stays(
    tmp_path: Path, server: Any, content: bytes, limits: Limits, blank: str
) -> None:
    text = (
        f"      - path: model.bin  # the weights\n        size:{blank}\n        sha256:{blank}\n"
        f"        sources:\n          - https: {{url: {server.url}/model.bin}}\n"
    )
    path = written(tmp_path, text)
    assert lock(path, limits=limits) == 2
    found = f" {sha256(content).hexdigest()}"
    filled = text.replace(f"size:{blank}\n", "size: 300000\n").replace(
        f"sha256:{blank}\n", f"sha256:{found}\n"
    )
    assert path.read_text() == HEAD + filled


def test_a_complete_file_is_left_alone_and_asks_nobody(tmp_path: Path, server: Any, limits: Limits) -> None:
    text = (
        f"      - {{path: model.bin, size: 1, sha256: {'a' * 64}, "
        f"sources: [{{https: {{url: {server.url}/model.bin}}}}]}}\n"
    )
    assert lock(written(tmp_path, text), limits=limits) == 0
    assert server.requests == []


def test_a_set_of_files_in_an_archive_is_locked_with_the_archive(
    tmp_path: Path, server: Any, limits: Limits
) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("one.npy", "one")
        archive.writestr("two.npy", "two")
    server.files["/voices.bin"] = packed.getvalue()
    path = written(
        tmp_path,
        "      - path: '{each}.bin'\n        size:\n        sources:\n"
        f"          - https: {{url: {server.url}/voices.bin, member: '{{each}}.npy', size: ~, sha256: ~}}\n"
        "        each:\n          one:\n          two: ~\n",
    )
    assert lock(path, limits=limits) == 5
    one, two = load_catalog(path).entries["tiny"].files
    assert (one.size, one.expected.sha256) == (3, sha256(b"one").hexdigest())
    assert two.expected.sha256 == sha256(b"two").hexdigest()
    assert len(server.requests) == 2


def test_a_source_that_disagrees_with_the_first_is_told(
    tmp_path: Path, server: Any, limits: Limits, recorder: Any, content: bytes
) -> None:
    server.files["/other.bin"] = content[::-1]
    path = written(
        tmp_path,
        "      - path: model.bin\n        size:\n        sha256:\n        sources:\n"
        f"          - https: {{url: {server.url}/model.bin}}\n"
        f"          - https: {{url: {server.url}/other.bin}}\n",
    )
    lock(path, recorder, limits)
    [(_, _, source, reason)] = recorder.failures
    assert source == f"{server.url}/other.bin"
    assert "sha256" in reason


def test_a_file_that_no_source_has_leaves_models_yaml_as_it_was(
    tmp_path: Path, server: Any, limits: Limits
) -> None:
    text = (
        "      - path: model.bin\n        size:\n        sha256:\n        sources:\n"
        f"          - https: {{url: {server.url}/gone}}\n"
    )
    path = written(tmp_path, text)
    with pytest.raises(SourceError, match="HTTP 404"):
        lock(path, limits=limits)
    assert path.read_text() == HEAD + text
