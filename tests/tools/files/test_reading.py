"""Listing, reading and searching files."""

import os

import pytest

from deskpet.chat.permission import NO_SCOPE
from deskpet.chat.tool import Reads, Scope
from deskpet.config.choices import Policy
from deskpet.tools.files.reading import MAX_ENTRIES, MAX_FOUND, READING_TOOLS, list_directory, read_file


def test_reading_in_the_chosen_folders_needs_no_question_and_is_private_and_foreign():
    assert {each.policy for each in READING_TOOLS} == {Policy.ALLOW}
    assert all(each.reads == {Reads.PRIVATE, Reads.FOREIGN} and not each.sends for each in READING_TOOLS)


async def test_without_a_path_the_folders_are_named(scene):
    assert await scene.call("list_directory") == [
        {"title": scene.root.as_posix(), "note": "chosen by the user; relative paths begin here"},
        {"title": scene.scratch.as_posix(), "note": "your own folder: what you write here needs no approval"},
    ]


async def test_a_folder_is_listed_with_its_folders_first(scene):
    (scene.root / "b.txt").write_text("x" * 1500, encoding="utf-8")
    os.utime(scene.root / "b.txt", (0, 1_700_000_000))
    for name in ("Z", ".git", "a\u202e"):
        (scene.root / name).mkdir()
    found = await scene.call("list_directory", path=".")
    assert [each["title"] for each in found] == [".git", "a\\u202e/", "Z/", "b.txt"]
    assert [each["note"] for each in found][:3] == ["protected: no tool may use it", "folder", "folder"]
    assert found[3]["note"].startswith("1.5 kB, changed 2023-11-1")
    assert await scene.call("list_directory", path=str(scene.root)) == found


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
async def test_strange_names_are_shown_on_one_line_and_can_be_read(scene):
    (scene.root / 'a\n"b"').write_text("inner", encoding="utf-8")
    assert (await scene.call("list_directory", path="."))[0]["title"] == 'a\\n"b"'
    assert (await scene.call("read_file", path='a\n"b"')).startswith("1\tinner\n")


async def test_the_scratch_folder_comes_into_being_when_it_is_first_used(scene):
    assert not scene.scratch.exists()
    assert await scene.call("list_directory", path=str(scene.scratch)) == []
    assert scene.scratch.is_dir()


async def test_lines_are_read_with_their_numbers(scene):
    path = scene.root / "notes" / "日記 'a'.md"
    path.parent.mkdir()
    path.write_text("\n".join(f"line {n}" for n in range(1, 11)) + "\n", encoding="utf-8")
    name = "notes/日記 'a'.md"
    shown = await scene.call("read_file", path=name, offset=4, limit=2)
    assert shown == f"4\tline 4\n5\tline 5\n(lines 4 to 5 of 10 in {path.as_posix()}. Go on with offset=6.)"
    assert (await scene.call("read_file", path=str(path))).endswith(f"(lines 1 to 10 of 10 in {path.as_posix()}.)")
    assert await scene.error("read_file", path=name, offset=11) == "after_the_end"
    assert await scene.error("read_file", path=name, limit=0) == "invalid_lines"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
async def test_a_text_is_read_in_its_encoding(scene, encoding):
    (scene.root / "a.txt").write_bytes("あ\r\nい".encode(encoding))
    assert (await scene.call("read_file", path="a.txt")).startswith("1\tあ\n2\tい\n(")


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"PNG\0\1", "binary"), (b"\xff\xfe\x00", "unknown_encoding"), (b"x" * 5_000_001, "too_large")],
)
async def test_what_is_no_text_is_told(scene, data, code):
    (scene.root / "a").write_bytes(data)
    assert await scene.error("read_file", path="a") == code


async def test_long_lines_and_files_are_cut_and_that_is_told(scene):
    (scene.root / "long").write_text("x" * 3_000 + "\n" + ("y" * 1_000 + "\n") * 100, encoding="utf-8")
    shown = await scene.call("read_file", path="long")
    assert "x... (1000 more characters)\n" in shown
    assert "Go on with offset=49" in shown
    assert len(shown) < 51_000


async def test_an_empty_file_is_told(scene):
    (scene.root / "a").touch()
    assert await scene.call("read_file", path="a") == f"({(scene.root / 'a').as_posix()} is empty)"


async def test_names_and_lines_are_found(scene):
    for name, text in (
        ("src/a.py", "x = 1\nMIKAN = 2\n"),
        ("mikan.txt", "-"),
        (".git/mikan", "mikan"),
        ("b.bin", "\0mikan"),
    ):
        (scene.root / name).parent.mkdir(exist_ok=True)
        (scene.root / name).write_text(text, encoding="utf-8")
    root = scene.root.as_posix()
    everywhere = await scene.call("search_files", pattern="mikan")
    assert everywhere == [
        {"title": f"{root}/mikan.txt", "note": "the name"},
        {"title": f"{root}/src/a.py:2", "note": "MIKAN = 2"},
    ]
    assert await scene.call("search_files", pattern="mikan", include="*.PY") == everywhere[1:]
    assert await scene.call("search_files", pattern="*.py", path="src") == [
        {"title": f"{root}/src/a.py", "note": "the name"}
    ]
    assert (await scene.call("search_files", pattern="yuzu"))[0]["title"] == "Nothing found"
    assert await scene.error("search_files", pattern=" ") == "invalid_pattern"
    assert await scene.error("search_files", pattern="x", path="nowhere") == "not_found"


async def test_a_long_list_is_cut_and_that_is_told(scene):
    for number in range(MAX_ENTRIES + 5):
        (scene.root / f"{number}").touch()
    listed = await scene.call("list_directory", path=".")
    assert len(listed) == MAX_ENTRIES + 1
    assert listed[-1]["note"] == "The folder has 5 more entries. Find one of them with search_files."


async def test_a_search_ends_when_it_has_found_much(scene):
    for number in range(MAX_FOUND + 20):
        (scene.root / f"mikan {number}").touch()
    found = await scene.call("search_files", pattern="mikan")
    assert len(found) == MAX_FOUND + 1
    assert found[-1]["note"].startswith("There may be more")


def test_a_rule_is_about_the_folder_of_the_file(scene):
    needs = {"workspace": scene.workspace}
    folder = Scope("folder", scene.root.as_posix())
    assert read_file.scope({"path": "a.txt"}, needs) == folder
    assert read_file.scope({"path": str(scene.root / "sub" / "a.txt")}, needs) == Scope("folder", f"{folder.value}/sub")
    assert folder.includes(read_file.scope({"path": "sub/b"}, needs))
    for path in ("../a", "/etc/passwd", 5, None, ["a"]):
        assert list_directory.scope({"path": path}, needs) == NO_SCOPE


def test_reading_runs_before_the_end_of_a_call_is_certain(scene):
    calls = {"list_directory": {"path": "."}, "read_file": {"path": "a"}, "search_files": {"pattern": "a"}}
    assert [name for name, arguments in calls.items() if not scene.box.may_run_early(name, arguments)] == []
    assert not scene.box.may_run_early("write_file", {"path": "a", "content": "x"})
