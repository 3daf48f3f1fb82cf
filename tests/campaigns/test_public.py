"""The campaign over public files: which it finds, and what it prints about each."""

import sys
import tarfile
from pathlib import Path

import pytest

from tests.campaigns import public
from tests.campaigns.public_readers import kind_of
from tests.documents import files
from tests.features.personas.cards import coded, png, text

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the memory is measured as POSIX does")


def test_files_in_folders_and_archives_are_read_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pypdf")
    (tmp_path / "plan.pdf").write_bytes(files.pdf("Tea"))
    (tmp_path / "cut.pdf").write_bytes(b"%PDF-1.7 cut")
    (tmp_path / "other.json").write_text('{"a": 1}')
    (tmp_path / "aria.png").write_bytes(png(text("chara", coded({"data": {"name": "Aria"}}))))
    (tmp_path / "mcp.json").write_text('{"mcpServers": {"files": {"command": "x"}}}')
    (tmp_path / "notes.txt").write_text("tea")
    with tarfile.open(tmp_path / "source.tar.gz", "w:gz") as archive:
        archive.add(tmp_path / "notes.txt", "source/inner.txt")
    assert public.main([str(tmp_path), "--all"]) == 0
    shown = capsys.readouterr().out
    assert "6 files: 5 read, 1 refused, 0 crashed" in shown
    assert "inner.txt" in shown
    assert "cut.pdf is damaged or incomplete" in " ".join(shown.split())


def test_a_reader_that_raises_has_crashed(tmp_path: Path) -> None:
    (tmp_path / "none.txt").symlink_to(tmp_path / "gone")
    row = public.read_row("document", tmp_path)
    assert row.result.outcome == "refused"
    assert public.read_row("nothing", tmp_path).result.outcome == "crashed"


def test_a_picture_and_a_json_file_are_told_by_their_content(tmp_path: Path) -> None:
    kinds = {
        "a.png": (png(), ""),
        "b.png": (png(text("ccv3", b"x")), "card"),
        "a.json": (b'{"char_name": "Dana"}', "card"),
        "b.json": ('{"mcpServers": {}}'.encode("utf-16"), "mcp"),
        "a.model3.json": (b"{}", "model"),
        "a.bin": (b"", ""),
    }
    for name, (data, kind) in kinds.items():
        (tmp_path / name).write_bytes(data)
        assert kind_of(tmp_path / name) == kind
