"""The trash of Linux desktops."""

import os
import shutil
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest

from deskpet.tools.files.handles import Folder
from deskpet.tools.files.trash import FreedesktopTrash

pytestmark = pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="these systems have their own trash")


def noted_path(info: Path) -> str:
    lines = info.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "[Trash Info]"
    assert lines[2].startswith("DeletionDate=2")
    return unquote(lines[1].removeprefix("Path="))


def test_a_file_is_moved_with_a_note_of_where_it_was(home):
    folder, trash = home / "Documents", home / "data" / "Trash"
    folder.mkdir()
    for text in ("one", "two"):
        (folder / "日 記.tar.gz").write_text(text, encoding="utf-8")
        with Folder.open_root(folder) as opened:
            FreedesktopTrash().move(opened, "日 記.tar.gz")
    assert list(folder.iterdir()) == []
    found = {each.name: each.read_text(encoding="utf-8") for each in (trash / "files").iterdir()}
    assert found == {"日 記.tar.gz": "one", "日 記.tar.2.gz": "two"}
    notes = sorted((trash / "info").iterdir())
    assert [each.name for each in notes] == ["日 記.tar.2.gz.trashinfo", "日 記.tar.gz.trashinfo"]
    assert {noted_path(each) for each in notes} == {str(folder / "日 記.tar.gz")}
    assert trash.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("name", ["日" * 82 + ".txt", "a" * 255, "a." + "b" * 253, "😀" * 60 + ".tar.gz"])
def test_a_name_of_any_length_can_be_moved(home, name):
    folder, trash = home / "Documents", home / "data" / "Trash"
    folder.mkdir()
    for text in ("one", "two"):
        (folder / name).write_text(text, encoding="utf-8")
        with Folder.open_root(folder) as opened:
            FreedesktopTrash().move(opened, name)
    assert list(folder.iterdir()) == []
    notes = sorted((trash / "info").iterdir())
    assert {noted_path(each) for each in notes} == {str(folder / name)}
    kept = {(trash / "files" / each.name.removesuffix(".trashinfo")).read_text(encoding="utf-8") for each in notes}
    assert kept == {"one", "two"}


def test_a_file_that_is_not_there_leaves_no_note(home):
    with Folder.open_root(home) as opened, pytest.raises(FileNotFoundError):
        FreedesktopTrash().move(opened, "nothing")
    assert list((home / "data" / "Trash" / "info").iterdir()) == []


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="needs a second file system")
def test_another_file_system_has_a_trash_of_its_own(home):
    folder = Path("/dev/shm") / f"deskpet-{os.getpid()}" / "sub"
    folder.mkdir(parents=True)
    trash = Path("/dev/shm") / f".Trash-{os.getuid()}"
    existed = trash.exists()
    try:
        if folder.stat().st_dev == home.stat().st_dev:
            pytest.skip("needs a second file system")
        (folder / "a.txt").write_text("x", encoding="utf-8")
        with Folder.open_root(folder) as opened:
            FreedesktopTrash().move(opened, "a.txt")
        (note,) = (each for each in (trash / "info").iterdir() if folder.parent.name in each.read_text("utf-8"))
        assert noted_path(note) == f"{folder.parent.name}/sub/a.txt"
        assert (trash / "files" / note.name.removesuffix(".trashinfo")).read_text(encoding="utf-8") == "x"
    finally:
        shutil.rmtree(folder.parent)
        if not existed:
            shutil.rmtree(trash, ignore_errors=True)
