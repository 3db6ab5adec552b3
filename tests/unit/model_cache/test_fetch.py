from __future__ import annotations

import os
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from functions.shared.errors import ConfigurationError, ModelError, SourceError
from functions.shared.models import READY, find
from functions.shared.models import verify as verify_model
from model_cache.catalog import Catalog, Entry, Expected, Https
from model_cache.digest import digest_of
from model_cache.download import Limits
from model_cache.fetch import fetch
from model_cache.status import status, verify

Prepared = Callable[[Entry, str], Entry]

UPPER = """
VERSION = "upper-1"
def prepare(source, target):
    (target / "deep").mkdir()
    (target / "deep" / "out.bin").write_bytes((source / "weights" / "model.bin").read_bytes()[::-1])
"""


def catalog_of(*entries: Entry) -> Catalog:
    return Catalog({entry.name: entry for entry in entries})


def with_sources(entry: Entry, *urls: str) -> Catalog:
    file = replace(entry.files[0], sources=tuple(Https(url) for url in urls))
    return catalog_of(replace(entry, files=(file,)))


def test_a_fetched_model_is_the_one_that_functions_find(
    catalog: Catalog, tmp_path: Path, limits: Limits, content: bytes
) -> None:
    [model] = fetch(catalog, tmp_path, ["tiny"], limits=limits)
    assert find(tmp_path, "tiny") == model
    verify_model(model)
    assert (model.path / "weights/model.bin").read_bytes() == content
    assert model.manifest.digest == digest_of(catalog.entries["tiny"])


def test_nothing_but_models_and_the_lock_is_left(catalog: Catalog, tmp_path: Path, limits: Limits) -> None:
    fetch(catalog, tmp_path, limits=limits)
    assert sorted(os.listdir(tmp_path)) == [".lock", "tiny"]


def test_a_second_fetch_asks_nobody_and_writes_nothing(
    catalog: Catalog, tmp_path: Path, limits: Limits, server: Any, recorder: Any
) -> None:
    first = fetch(catalog, tmp_path, limits=limits)
    (tmp_path / ".lock").unlink()
    server.requests.clear()
    assert fetch(catalog, tmp_path, progress=recorder, limits=limits) == first
    assert (server.requests, recorder.updates) == ([], [])
    assert os.listdir(tmp_path) == ["tiny"]


def test_published_files_are_readable_by_another_user(
    catalog: Catalog, tmp_path: Path, limits: Limits
) -> None:
    before = os.umask(0o077)
    try:
        [model] = fetch(catalog, tmp_path, limits=limits)
    finally:
        os.umask(before)
    modes = {stat.S_IMODE(path.stat().st_mode) for path in [model.path.parent, *model.path.rglob("*")]}
    assert modes == {0o644, 0o755}


def test_the_next_source_is_tried_and_the_failure_told(
    entry: Entry, server: Any, tmp_path: Path, limits: Limits, recorder: Any
) -> None:
    catalog = with_sources(entry, f"{server.url}/gone", f"{server.url}/model.bin")
    fetch(catalog, tmp_path, None, recorder, limits)
    assert recorder.failures == [("tiny", "weights/model.bin", f"{server.url}/gone", "answered HTTP 404")]


def test_the_error_names_every_source_with_its_reason(
    entry: Entry, server: Any, faults: Any, tmp_path: Path, limits: Limits
) -> None:
    server.faults["/page"] = [faults.page]
    with pytest.raises(SourceError) as raised:
        fetch(with_sources(entry, f"{server.url}/gone", f"{server.url}/page"), tmp_path, limits=limits)
    assert "weights/model.bin of tiny" in str(raised.value)
    assert f"{server.url}/gone: answered HTTP 404; " in str(raised.value)
    assert f"{server.url}/page: answered 26 bytes of text/html" in str(raised.value)


def test_a_corrupt_mirror_publishes_nothing(
    catalog: Catalog, server: Any, tmp_path: Path, limits: Limits, content: bytes
) -> None:
    server.files["/model.bin"] = content[::-1]
    with pytest.raises(SourceError, match="sha256"):
        fetch(catalog, tmp_path, limits=limits)
    assert [each.state for each in status(catalog, tmp_path)] == ["missing"]


def test_progress_never_goes_back_and_ends_at_the_whole(
    catalog: Catalog, server: Any, faults: Any, tmp_path: Path, limits: Limits, recorder: Any, content: bytes
) -> None:
    server.faults["/model.bin"] = [faults.cut(100_000), faults.whole]
    fetch(catalog, tmp_path, None, recorder, limits)
    done = [done for _, phase, done, _ in recorder.updates if phase == "downloading"]
    assert done == sorted(done)
    assert (done[0], done[-1]) == (0, len(content))
    assert recorder.updates[-1] == ("tiny", "done", len(content), len(content))


def test_a_failed_fetch_is_taken_up_by_the_next_one(
    catalog: Catalog, server: Any, faults: Any, tmp_path: Path, limits: Limits
) -> None:
    server.faults["/model.bin"] = [faults.cut(100_000), faults.status(404)]
    with pytest.raises(SourceError):
        fetch(catalog, tmp_path, limits=limits)
    server.requests.clear()
    fetch(catalog, tmp_path, limits=limits)
    assert server.requests == [("/model.bin", "bytes=100000-")]


def test_wrong_bytes_of_an_earlier_run_do_not_spoil_a_good_source(
    catalog: Catalog, tmp_path: Path, limits: Limits
) -> None:
    files = tmp_path / ".incoming" / "files"
    files.mkdir(parents=True)
    sha256 = catalog.entries["tiny"].files[0].expected.sha256
    (files / f"{sha256}.part").write_bytes(b"wrong" * 100)
    assert fetch(catalog, tmp_path, limits=limits)


def test_leftovers_of_earlier_runs_are_removed(catalog: Catalog, tmp_path: Path, limits: Limits) -> None:
    for name in ("staging/target/x", "archives/y/z", f"files/{'a' * 64}.part", "files/stray"):
        (tmp_path / ".incoming" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / ".incoming" / name).write_bytes(b"left")
    fetch(catalog, tmp_path, limits=limits)
    assert not (tmp_path / ".incoming").exists()


def test_a_damaged_model_is_made_again(
    catalog: Catalog, tmp_path: Path, limits: Limits, content: bytes
) -> None:
    [model] = fetch(catalog, tmp_path, limits=limits)
    (model.path / "weights/model.bin").write_bytes(b"short")
    assert [each.state for each in status(catalog, tmp_path)] == ["damaged"]
    [again] = fetch(catalog, tmp_path, limits=limits)
    assert (again.path / "weights/model.bin").read_bytes() == content


def test_what_a_preparation_writes_is_what_is_published(
    entry: Entry, prepared: Prepared, tmp_path: Path, limits: Limits, content: bytes
) -> None:
    [model] = fetch(catalog_of(prepared(entry, UPPER)), tmp_path / "root", limits=limits)
    assert [file.path for file in model.manifest.files] == ["deep/out.bin"]
    assert (model.path / "deep/out.bin").read_bytes() == content[::-1]
    verify_model(model)


def test_another_version_of_the_preparation_is_another_digest_beside_the_old_one(
    entry: Entry, prepared: Prepared, tmp_path: Path, limits: Limits
) -> None:
    root = tmp_path / "root"
    [old] = fetch(catalog_of(prepared(entry, UPPER)), root, limits=limits)
    [new] = fetch(catalog_of(prepared(entry, UPPER.replace("upper-1", "upper-2"))), root, limits=limits)
    assert old.path != new.path
    assert find(root, "tiny", old.manifest.digest) == old
    assert find(root, "tiny") == new


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("raise ValueError('no such node')", "ValueError: no such node"),
        ("pass", "nothing came of it"),
        ("(target / 'a').symlink_to(source)", "no file"),
    ],
)
def test_a_failing_preparation_publishes_nothing(
    entry: Entry, prepared: Prepared, tmp_path: Path, limits: Limits, body: str, says: str
) -> None:
    source = f"VERSION = '1'\ndef prepare(source, target):\n    {body}\n"
    root = tmp_path / "root"
    with pytest.raises(ModelError, match=says):
        fetch(catalog_of(prepared(entry, source)), root, limits=limits)
    assert list(root.rglob(READY)) == []


@pytest.mark.parametrize("source", ["", "VERSION = 1\ndef prepare(a, b): ...", "import nothing_of_that_name"])
def test_a_module_that_is_no_preparation_is_a_configuration_error_before_any_download(
    entry: Entry, prepared: Prepared, tmp_path: Path, server: Any, source: str
) -> None:
    with pytest.raises(ConfigurationError, match=r"models\.tiny\.prepare"):
        fetch(catalog_of(prepared(entry, source)), tmp_path / "root")
    assert server.requests == []


def test_an_unknown_name_is_refused_with_the_known_ones(catalog: Catalog, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"'big'; there are: tiny"):
        fetch(catalog, tmp_path, ["big"])


def test_a_model_larger_than_the_disk_is_refused_before_any_download(
    entry: Entry, tmp_path: Path, server: Any
) -> None:
    huge = replace(entry.files[0], expected=Expected(1 << 60, "a" * 64))
    with pytest.raises(ModelError, match="tiny needs 3,458,764,513,820,540,928 bytes of free space"):
        fetch(catalog_of(replace(entry, files=(huge,))), tmp_path)
    assert server.requests == []


def test_an_unwritable_root_is_a_model_error_that_names_it(catalog: Catalog, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ModelError, match="file"):
        fetch(catalog, tmp_path / "file")


def test_status_tells_missing_from_ready(catalog: Catalog, tmp_path: Path, limits: Limits) -> None:
    [before] = status(catalog, tmp_path)
    fetch(catalog, tmp_path, limits=limits)
    [after] = status(catalog, tmp_path)
    assert (before.state, before.size) == ("missing", 0)
    assert (after.state, after.size) == ("ready", 300_000)


def test_verification_names_the_file_whose_bytes_changed(
    catalog: Catalog, tmp_path: Path, limits: Limits, recorder: Any
) -> None:
    [model] = fetch(catalog, tmp_path, limits=limits)
    assert [each.state for each in verify(catalog, tmp_path, None, recorder)] == ["ready"]
    assert recorder.updates[-1] == ("tiny", "checking", 300_000, 300_000)
    with (model.path / "weights/model.bin").open("r+b") as stream:
        stream.write(b"!")
    [after] = verify(catalog, tmp_path)
    assert after.state == "damaged"
    assert "weights/model.bin" in after.reason
