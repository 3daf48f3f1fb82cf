"""Downloads of files whose size and hash are known, from a server on the loopback address."""

import hashlib
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from deskpet.network.file_download import (
    DownloadFailed,
    DownloadLimits,
    FileServer,
    RemoteFile,
    checked_address,
    request_text,
)
from tests.network import file_server

CONTENT = Random(1).randbytes(300_000)
LIMITS = DownloadLimits(silent_s=5)


@pytest.fixture
def server() -> Iterator[file_server.FileServer]:
    with file_server.running_server() as server:
        yield server


@pytest.fixture
def wanted(server: file_server.FileServer) -> RemoteFile:
    server.serve("a.bin", CONTENT)
    return RemoteFile(server.url + "a.bin", len(CONTENT), hashlib.sha256(CONTENT).hexdigest())


async def test_a_file_is_downloaded_and_not_again(
    server: file_server.FileServer, wanted: RemoteFile, tmp_path: Path
) -> None:
    steps: list[tuple[int, int]] = []
    target = tmp_path / "new" / "a.bin"
    await FileServer(limits=LIMITS).download(wanted, target, lambda *step: steps.append(step))
    assert target.read_bytes() == CONTENT
    assert steps[-1] == (len(CONTENT), len(CONTENT))
    assert [each.name for each in target.parent.iterdir()] == ["a.bin"]
    if os.name == "posix":
        assert target.stat().st_mode & 0o077 == 0
    await FileServer(limits=LIMITS).download(wanted, target)
    assert len(server.requests) == 1


async def test_what_breaks_off_is_resumed_where_it_was(
    server: file_server.FileServer, wanted: RemoteFile, tmp_path: Path
) -> None:
    server.files["a.bin"].cuts = [100_000, 50_000]
    await FileServer(limits=LIMITS).download(wanted, tmp_path / "a.bin")
    assert (tmp_path / "a.bin").read_bytes() == CONTENT
    ranges = [(headers.get("Range"), headers.get("If-Range")) for _, headers in server.requests]
    assert ranges == [(None, None), ("bytes=100000-", '"1"'), ("bytes=150000-", '"1"')]


async def test_another_run_goes_on_with_what_is_there(
    server: file_server.FileServer, wanted: RemoteFile, tmp_path: Path
) -> None:
    server.files["a.bin"].cuts = [100_000, 0]
    with pytest.raises(DownloadFailed, match=r"broke off: .*100\.0 kB of 300\.0 kB are kept"):
        await FileServer(limits=LIMITS).download(wanted, tmp_path / "a.bin")
    await FileServer(limits=LIMITS).download(wanted, tmp_path / "a.bin")
    assert server.requests[-1][1]["Range"] == "bytes=100000-"
    assert (tmp_path / "a.bin").read_bytes() == CONTENT


@pytest.mark.parametrize("change", [{"etag": '"2"'}, {"knows_ranges": False}, {"etag": 'W/"1"'}, {"etag": ""}], ids=str)
async def test_a_server_that_changed_or_knows_no_ranges_sends_all_again(
    change: dict, server: file_server.FileServer, wanted: RemoteFile, tmp_path: Path
) -> None:
    server.files["a.bin"] = replace(server.files["a.bin"], cuts=[100_000, 0])
    with pytest.raises(DownloadFailed):
        await FileServer(limits=LIMITS).download(wanted, tmp_path / "a.bin")
    server.files["a.bin"] = replace(server.files["a.bin"], cuts=[], **change)
    await FileServer(limits=LIMITS).download(wanted, tmp_path / "a.bin")
    assert (tmp_path / "a.bin").read_bytes() == CONTENT


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"content": CONTENT[:-1] + b"!" + CONTENT[-1:]}, "more than the 300.0 kB that were announced"),
        ({"more": b"!"}, "more than the 300.0 kB that were announced"),
        ({"content": CONTENT[::-1]}, "came damaged"),
        ({"content": CONTENT[:-1]}, "the rest is missing"),
        ({"pause_s": 0.05}, "it was too slow"),
        ({"status": 503}, "answered 503"),
        ({"target": "https://elsewhere.example/a.bin"}, "leads to https://elsewhere.example/a.bin, which is no"),
        ({"target": "http://192.0.2.1/a.bin"}, "leads to http://192.0.2.1/a.bin, which is no"),
        ({"target": "a.bin"}, "redirects in circles"),
    ],
    ids=lambda value: str(value)[:30],
)
async def test_what_is_not_the_file_is_refused_with_its_reason(
    change: dict, sentence: str, server: file_server.FileServer, wanted: RemoteFile, tmp_path: Path
) -> None:
    server.files["a.bin"] = replace(server.files["a.bin"], **change)
    slow = DownloadLimits(silent_s=5, window_s=0.2, attempts=1)
    with pytest.raises(DownloadFailed, match=sentence):
        await FileServer(limits=slow).download(wanted, tmp_path / "a.bin")
    assert not (tmp_path / "a.bin").exists()


async def test_a_server_that_is_not_there_is_named(tmp_path: Path, wanted: RemoteFile) -> None:
    with file_server.running_server() as gone:
        pass
    with pytest.raises(DownloadFailed, match=r"127\.0\.0\.1 can't be reached"):
        await FileServer(limits=LIMITS).download(replace(wanted, url=gone.url + "a.bin"), tmp_path / "a.bin")


async def test_a_small_file_is_read_within_its_limit(server: file_server.FileServer, wanted: RemoteFile) -> None:
    assert await FileServer(limits=LIMITS).read(wanted.url, len(CONTENT)) == CONTENT
    with pytest.raises(DownloadFailed, match=r"sends more than 1\.0 kB"):
        await FileServer(limits=LIMITS).read(wanted.url, 1000)
    server.files["a.bin"].pause_s = 1
    with pytest.raises(DownloadFailed, match="too slow"):
        await FileServer(limits=DownloadLimits(silent_s=0.2)).read(wanted.url, len(CONTENT))


async def test_the_request_is_the_one_that_is_shown(server: file_server.FileServer, wanted: RemoteFile) -> None:
    shown = request_text(wanted.url)
    await FileServer().read(wanted.url, len(CONTENT))
    ((line, headers),) = server.requests
    first, *rest = shown.splitlines()
    assert first == f"GET {wanted.url}"
    assert line.startswith("GET /a.bin ")
    assert rest == [f"{name}: {value}" for name, value in headers.items()]


@pytest.mark.parametrize("url", ["http://example.org/a", "ftp://example.org/a", "http://192.168.0.1/", "", "file:///a"])
def test_an_address_is_encrypted_or_of_this_computer(url: str) -> None:
    with pytest.raises(DownloadFailed, match="not encrypted"):
        checked_address(url)
    assert checked_address("https://example.org/a")
    assert checked_address("http://[::1]:80/a")


@pytest.mark.skipif(sys.platform == "win32", reason="a limit for files stands for a full disk")
async def test_a_full_disk_is_told_as_one(wanted: RemoteFile, tmp_path: Path) -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(CONTENT) // 2, before[1]))
    try:
        with pytest.raises(OSError, match="too large") as raised:
            await FileServer(limits=LIMITS).download(wanted, tmp_path / "a.bin")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert raised.value.filename == str(tmp_path / f"a.bin.{wanted.sha256[:12]}.part")
