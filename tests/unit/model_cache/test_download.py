from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from functions.shared.errors import SourceError
from model_cache.catalog import Expected
from model_cache.download import Limits, download, shown
from model_cache.writing import Growing

Get = Callable[..., bytes]


@pytest.fixture
def get(server: Any, limits: Limits, content: bytes, tmp_path: Path) -> Get:
    def get(path: str = "/model.bin", there: bytes = b"", limits: Limits = limits) -> bytes:
        (tmp_path / "part").write_bytes(there)
        expected = Expected(len(content), sha256(content).hexdigest())
        with Growing(tmp_path / "part", expected) as into:
            download(server.url + path, into, limits, lambda size: None)
            into.finish(tmp_path / "whole")
        return (tmp_path / "whole").read_bytes()

    return get


def test_a_file_arrives_as_it_is(get: Get, content: bytes) -> None:
    assert get() == content


def test_what_is_there_is_not_asked_for_again(get: Get, server: Any, content: bytes) -> None:
    assert get(there=content[:1234]) == content
    assert server.requests == [("/model.bin", "bytes=1234-")]


def test_a_complete_file_asks_nothing(get: Get, server: Any, content: bytes) -> None:
    assert get(there=content) == content
    assert server.requests == []


def test_a_broken_connection_is_taken_up_where_it_broke(
    get: Get, server: Any, faults: Any, content: bytes
) -> None:
    server.faults["/model.bin"] = [faults.cut(100_000), faults.cut(50_000)]
    assert get() == content
    assert [asked for _, asked in server.requests] == [None, "bytes=100000-", "bytes=150000-"]


def test_a_server_that_ignores_ranges_starts_the_file_again(
    get: Get, server: Any, faults: Any, content: bytes
) -> None:
    server.faults["/model.bin"] = [faults.whole]
    assert get(there=content[:77]) == content


def test_a_stalled_connection_is_given_up_and_taken_up(
    get: Get, server: Any, faults: Any, content: bytes
) -> None:
    server.faults["/model.bin"] = [faults.stall]
    assert get() == content
    assert len(server.requests) == 2


@pytest.mark.parametrize("code", [500, 503, 429])
def test_a_busy_server_is_asked_again(get: Get, server: Any, faults: Any, content: bytes, code: int) -> None:
    server.faults["/model.bin"] = [faults.status(code)]
    assert get() == content


@pytest.mark.parametrize("code", [401, 403, 404])
def test_a_refusal_is_final(get: Get, server: Any, faults: Any, code: int) -> None:
    server.faults["/model.bin"] = [faults.status(code)]
    with pytest.raises(SourceError, match=f"HTTP {code}"):
        get()
    assert len(server.requests) == 1


def test_the_attempts_end(get: Get, server: Any, faults: Any) -> None:
    server.faults["/model.bin"] = [faults.status(500)] * 9
    with pytest.raises(SourceError, match=r"HTTP 500 \(attempt 3\)"):
        get()
    assert len(server.requests) == 3


def test_an_error_page_with_status_200_is_refused_by_its_size(get: Get, server: Any, faults: Any) -> None:
    server.faults["/model.bin"] = [faults.page]
    with pytest.raises(SourceError, match=r"26 bytes of text/html where 300,000 were expected"):
        get()


def test_a_shorter_file_of_the_server_does_not_keep_what_was_there(
    get: Get, server: Any, content: bytes
) -> None:
    server.files["/model.bin"] = content[:10]
    with pytest.raises(SourceError, match="10 bytes"):
        get(there=content[:100])


def test_wrong_bytes_of_the_right_size_are_found_and_forgotten(
    get: Get, server: Any, content: bytes, tmp_path: Path
) -> None:
    server.files["/model.bin"] = content[:-1] + b"!"
    with pytest.raises(SourceError, match="sha256"):
        get()
    assert (tmp_path / "part").read_bytes() == b""
    assert not (tmp_path / "whole").exists()


def test_a_redirect_is_followed(get: Get, server: Any, faults: Any, content: bytes) -> None:
    server.faults["/old"] = [faults.redirect("/model.bin")]
    assert get("/old") == content


def test_a_redirect_to_a_file_of_this_machine_is_refused(get: Get, server: Any, faults: Any) -> None:
    server.faults["/old"] = [faults.redirect("file:///etc/hostname")]
    with pytest.raises(SourceError):
        get("/old")


def test_a_token_does_not_follow_a_redirect_to_another_host(
    server: Any, faults: Any, limits: Limits, tmp_path: Path
) -> None:
    other = server.url.replace("127.0.0.1", "localhost")
    server.faults["/old"] = [faults.redirect(f"{other}/model.bin")]
    with Growing(tmp_path / "part", Expected(None, None)) as into:
        download(f"{server.url}/old", into, limits, lambda size: None, {"Authorization": "Bearer secret"})
    assert ["Authorization" in headers for headers in server.headers] == [True, False]


def test_an_unreachable_host_says_so(limits: Limits, tmp_path: Path) -> None:
    with (
        Growing(tmp_path / "part", Expected(1, None)) as into,
        pytest.raises(SourceError, match="cannot be reached"),
    ):
        download("http://127.0.0.1:9/x", into, replace(limits, attempts=1), lambda size: None)


def test_a_file_that_takes_too_long_is_given_up(get: Get, limits: Limits) -> None:
    with pytest.raises(SourceError, match="took too long"):
        get(limits=replace(limits, deadline=0))


def test_no_message_shows_a_url_s_password_or_query() -> None:
    assert shown("https://me:secret@host:1/file?token=abc") == "https://host:1/file"
