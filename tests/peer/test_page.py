"""Tests of the peer's page without a browser, and of the pinned downloads."""

import io
import tarfile
import threading
from collections.abc import Generator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import peer
import pytest

from deskpet.pet import model_file
from tests.peer import page as peer_page


@pytest.fixture
def served() -> Generator[peer_page.Page]:
    model = model_file.find("mikan")
    with peer_page.Page(model) as page:
        thread = threading.Thread(target=page.serve_forever, args=(0.01,))
        thread.start()
        yield page
        page.shutdown()
        thread.join()


def fetched(page: peer_page.Page, path: str, body: bytes | None = None) -> bytes:
    base = page.address.partition("#")[0]
    with urlopen(Request(base + path, data=body)) as answer:
        return answer.read()


def test_the_page_and_its_model_are_there(served: peer_page.Page) -> None:
    assert b"Live2DModel" in fetched(served, "")
    assert b"FileReferences" in fetched(served, f"model/{served.model.name}")
    assert served.address.endswith(served.model.name)


@pytest.mark.parametrize("path", ["model/../../pyproject.toml", "model/%2e%2e/%2e%2e/pyproject.toml", "lib/x.js", "x"])
def test_nothing_else_is(served: peer_page.Page, path: str) -> None:
    with pytest.raises(HTTPError) as refused:
        fetched(served, path)
    assert refused.value.code == 404
    refused.value.close()


def test_frames_are_counted_and_the_rate_is_told(served: peer_page.Page) -> None:
    served.rate = 30
    assert fetched(served, "beat", b"41") == b"30"
    assert (served.frames, served.trouble) == (41, "")
    fetched(served, "trouble", b"no WebGL")
    assert served.trouble == "no WebGL"


def test_only_plain_files_are_unpacked_and_none_outside(tmp_path: Path) -> None:
    archive = tmp_path / "package.tgz"
    with tarfile.open(archive, "w:gz") as packed:
        for name in ("package/dist/a.js", "package/../../b.js", "c.js"):
            entry = tarfile.TarInfo(name)
            entry.size = 2
            packed.addfile(entry, io.BytesIO(b"ok"))
        link = tarfile.TarInfo("package/link.js")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/hostname"
        packed.addfile(link)
    peer.unpack(archive, tmp_path / "out")
    files = [file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*") if file.is_file()]
    assert sorted(files) == ["out/dist/a.js", "package.tgz"]
