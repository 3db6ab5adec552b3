from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from functions.shared.errors import ConfigurationError
from model_cache.catalog import Https, Packages
from model_cache.digest import digest_of
from model_cache.file import load_catalog, parse
from model_cache.schema import read_catalog

HASH = "a" * 64
COMMIT = "b" * 40

GOOD: dict[str, Any] = {
    "models": {
        "tiny": {
            "engine": "none",
            "licence": "MIT",
            "needed_by": ["synthesize"],
            "files": [
                {
                    "path": "model.bin",
                    "size": 7,
                    "sha256": HASH,
                    "sources": [
                        {"pypi": {"package": "tiny", "version": "1.0", "member": "tiny/model.bin"}},
                        {"https": {"url": "https://example.org/model.bin"}},
                        {"hub": {"repo": "owner/tiny", "revision": COMMIT, "path": "model.bin"}},
                    ],
                }
            ],
        }
    }
}


def test_the_catalogue_that_ships_is_valid_and_complete() -> None:
    catalog = load_catalog()
    assert set(catalog.entries) == {"kokoro", "hibari", "english", "mandarin"}
    voices = [file for file in catalog.entries["kokoro"].files if file.path.startswith("voices/")]
    assert len(voices) == 54
    assert {file.size for file in voices} == {510 * 256 * 4}
    assert len({file.expected.sha256 for file in voices}) == 54


def test_every_file_of_the_embedded_default_asks_a_package_first() -> None:
    files = [file for entry in load_catalog().entries.values() for file in entry.files]
    assert all(isinstance(file.sources[0], Packages) for file in files)


def test_a_voice_without_npm_comes_from_the_release(tmp_path: Path) -> None:
    voice = next(f for f in load_catalog().entries["kokoro"].files if f.path == "voices/af_heart.bin")
    release = voice.sources[-1]
    assert isinstance(release, Https)
    assert (release.member, release.format) == ("af_heart.npy", "npy")


def test_sources_keep_their_order() -> None:
    [file] = read_catalog(GOOD).entries["tiny"].files
    assert [str(source) for source in file.sources] == [
        "pypi tiny 1.0",
        "https://example.org/model.bin",
        f"hub owner/tiny@{COMMIT[:12]}",
    ]


Change = Callable[[dict[str, Any]], object]


def file_of(model: dict[str, Any]) -> dict[str, Any]:
    file: dict[str, Any] = model["files"][0]
    return file


@pytest.mark.parametrize(
    ("change", "where", "value"),
    [
        (lambda m: m.update(colour="red"), "models.tiny.colour", "'red'"),
        (lambda m: m.pop("licence"), "models.tiny.licence", "missing"),
        (lambda m: m.update(engine=3), "models.tiny.engine", "3"),
        (lambda m: m.update(needed_by=["sing"]), "models.tiny.needed_by", "'sing'"),
        (lambda m: m.update(prepare="os.path"), "models.tiny.prepare", "'os.path'"),
        (lambda m: m.update(files=[]), "models.tiny.files", r"\[\]"),
        (lambda m: file_of(m).update(path="../up"), "path", "'../up'"),
        (lambda m: file_of(m).update(path="/etc/passwd"), "path", "'/etc/passwd'"),
        (lambda m: file_of(m).update(path="READY"), "files", "'READY'"),
        (lambda m: file_of(m).update(size="7"), "size", "'7'"),
        (lambda m: file_of(m).update(size=True), "size", "True"),
        (lambda m: file_of(m).update(size=0), "size", "0"),
        (lambda m: file_of(m).update(sha256=HASH[1:]), "sha256|files", HASH[1:]),
        (lambda m: file_of(m).update(sha256=None), "files", "None"),
        (lambda m: file_of(m)["sources"].append({"ftp": {}}), r"sources\[3\]", "'ftp'"),
        (lambda m: file_of(m)["sources"][0]["pypi"].update(version="latest"), "version", "'latest'"),
        (lambda m: file_of(m)["sources"][0]["pypi"].update(version="^1.2"), "version", r"'\^1\.2'"),
        (lambda m: file_of(m)["sources"][0]["pypi"].update(version=1.0), "version", "1.0"),
        (lambda m: file_of(m)["sources"][0]["pypi"].update(package="--index-url=x"), "package", "--index"),
        (lambda m: file_of(m)["sources"][1]["https"].update(url="file:///x"), "url", "file:///x"),
        (lambda m: file_of(m)["sources"][1]["https"].update(url="https://me:pw@h/x"), "url", "https"),
        (lambda m: file_of(m)["sources"][1]["https"].update(member="x"), "https.size", "missing"),
        (lambda m: file_of(m)["sources"][2]["hub"].update(revision="main"), "revision", "'main'"),
        (lambda m: file_of(m)["sources"][2]["hub"].update(repo="a/b/c"), "repo", "'a/b/c'"),
    ],
)
def test_a_fault_is_named_by_its_key_and_its_value(change: Change, where: str, value: str) -> None:
    document = deepcopy(GOOD)
    change(document["models"]["tiny"])
    with pytest.raises(ConfigurationError, match=f"({where}).*{value}"):
        read_catalog(document)


@pytest.mark.parametrize("path", ["model.bin", "model.bin/below"])
def test_two_files_cannot_have_one_place(path: str) -> None:
    document = deepcopy(GOOD)
    files = document["models"]["tiny"]["files"]
    files.append({**files[0], "path": path})
    with pytest.raises(ConfigurationError, match="already taken"):
        read_catalog(document)


@pytest.mark.parametrize("document", [None, [], "text", {}, {"models": {}}, {"models": {"Big": {}}}, {1: 2}])
def test_a_document_of_another_shape_is_refused(document: object) -> None:
    with pytest.raises(ConfigurationError):
        read_catalog(document)


def test_a_set_of_files_is_written_once_with_a_hash_each() -> None:
    document = deepcopy(GOOD)
    [file] = document["models"]["tiny"]["files"]
    del file["sha256"]
    file.update(path="voices/{each}.bin", each={"one": "1" * 64, "two": "2" * 64})
    file["sources"] = [{"npm": {"package": "tiny", "version": "1.0.0", "member": "p/{each}.bin"}}]
    one, two = read_catalog(document).entries["tiny"].files
    assert (one.path, two.expected.sha256) == ("voices/one.bin", "2" * 64)
    assert isinstance(two.sources[0], Packages)
    assert two.sources[0].parts[0].member == "p/two.bin"


@pytest.mark.parametrize("source", ["a: 1\na: 2", "a: [", "!!python/object:os.system {}", "? [a]\n: 1"])
def test_yaml_that_is_not_plain_or_says_a_key_twice_is_refused(source: str) -> None:
    with pytest.raises(ConfigurationError, match=r"models\.yaml"):
        read_catalog(parse(source, Path("models.yaml")))


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="absent"):
        load_catalog(tmp_path / "absent")


@pytest.mark.parametrize(
    ("change", "same"),
    [
        (lambda m: file_of(m).update(sha256="c" * 64), False),
        (lambda m: file_of(m).update(path="other.bin"), False),
        (lambda m: m.update(engine="other"), False),
        (lambda m: m.update(needed_by=["clone"]), True),
        (lambda m: file_of(m)["sources"].pop(), True),
    ],
)
def test_the_digest_follows_what_is_published_not_where_it_comes_from(change: Change, same: bool) -> None:
    document = deepcopy(GOOD)
    change(document["models"]["tiny"])
    before = digest_of(read_catalog(GOOD).entries["tiny"])
    assert (digest_of(read_catalog(document).entries["tiny"]) == before) is same


def test_every_model_that_ships_has_its_preparation_and_a_digest_of_its_own() -> None:
    digests = [digest_of(entry) for entry in load_catalog().entries.values()]
    assert len(set(digests)) == len(digests)
