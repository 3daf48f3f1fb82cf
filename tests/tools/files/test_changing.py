"""Writing, editing, moving and deleting files: what is shown before is what is done, and it can be undone."""

import json
import os
import stat

import pytest

from deskpet.chat.permission import NO_SCOPE, Rule
from deskpet.chat.tool import ResultKind, Scope
from deskpet.config.choices import Policy
from deskpet.tools.files import undo_copies
from deskpet.tools.files.changing import CHANGING_TOOLS, edit_file, move_file, write_file
from deskpet.tools.files.undo_copies import UndoCopies
from tests.tools.files.folders import snapshot


def test_changes_ask_except_in_the_scratch_folder(scene):
    assert {each.policy for each in CHANGING_TOOLS} == {Policy.ASK}
    needs = {"workspace": scene.workspace}
    inner, outer = str(scene.scratch / "a"), "a"
    assert write_file.is_exempt({"path": inner, "content": "x"}, needs)
    assert move_file.is_exempt({"source": inner, "destination": inner + "b"}, needs)
    for path in (outer, f"{scene.scratch}/../a", f"{scene.scratch}2/a", None, 5, ""):
        assert not edit_file.is_exempt({"path": path}, needs)
    assert not move_file.is_exempt({"source": inner, "destination": outer}, needs)
    assert not move_file.is_exempt({"source": outer, "destination": inner}, needs)


async def test_a_new_file_is_shown_and_then_written(scene):
    arguments = {"path": "new/a.txt", "content": "one\ntwo\n"}
    proposal = await scene.propose("write_file", **arguments)
    path = scene.root / "new" / "a.txt"
    assert proposal.kind is ResultKind.DIFF
    assert proposal.shown == f"--- /dev/null\n+++ {path.as_posix()}\n@@ -0,0 +1,2 @@\n+one\n+two"
    assert not path.parent.exists()
    outcome = await scene.box.call("write_file", arguments, proposal=proposal)
    assert outcome.output == {"path": path.as_posix(), "name": "a.txt", "size": 8, "undo": outcome.output["undo"]}
    assert path.read_bytes() == b"one\ntwo\n"
    assert list(path.parent.iterdir()) == [path]


async def test_a_change_keeps_line_ends_encoding_and_permissions(scene):
    path = scene.root / "a.sh"
    path.write_bytes("あ\r\ntwo\r\n".encode("utf-16"))
    path.chmod(0o750)
    proposal = await scene.propose("edit_file", path="a.sh", old_text="two\n", new_text="2\n3\n")
    assert proposal.shown.splitlines()[2:] == ["@@ -1,2 +1,3 @@", " あ", "-two", "+2", "+3"]
    await scene.call("edit_file", path="a.sh", old_text="two\n", new_text="2\n3\n")
    assert path.read_bytes() == "あ\r\n2\r\n3\r\n".encode("utf-16")
    assert stat.S_IMODE(path.stat().st_mode) == 0o750 or os.name == "nt"


async def test_the_text_to_replace_has_to_occur_once(scene):
    (scene.root / "a.txt").write_text("one\ntwo\none\n", encoding="utf-8")
    before = snapshot(scene.root)
    assert await scene.refused("edit_file", path="a.txt", old_text="one", new_text="1") == "many_matches"
    assert await scene.refused("edit_file", path="a.txt", old_text="three", new_text="3") == "no_match"
    assert await scene.refused("edit_file", path="a.txt", old_text="", new_text="3") == "no_match"
    assert await scene.refused("edit_file", path="a.txt", old_text="two", new_text="two") == "no_change"
    assert await scene.refused("edit_file", path="b.txt", old_text="two", new_text="2") == "not_found"
    assert await scene.refused("write_file", path="a.txt", content="one\ntwo\none\n") == "no_change"
    assert snapshot(scene.root) == before
    await scene.call("edit_file", path="a.txt", old_text="two\none", new_text="2")
    assert (scene.root / "a.txt").read_text(encoding="utf-8") == "one\n2\n"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("write_file", {"path": "a.txt", "content": "mine"}),
        ("edit_file", {"path": "a.txt", "old_text": "one", "new_text": "mine"}),
        ("delete_file", {"path": "a.txt"}),
        ("move_file", {"source": "a.txt", "destination": "b.txt"}),
    ],
)
async def test_a_file_that_was_changed_after_it_was_shown_stays(scene, name, arguments):
    path = scene.root / "a.txt"
    path.write_text("one", encoding="utf-8")
    proposal = await scene.propose(name, **arguments)
    path.unlink()
    path.with_name("other").write_text("of the same length"[:3], encoding="utf-8")
    path.with_name("other").rename(path)
    before = snapshot(scene.root)
    outcome = await scene.box.call(name, arguments, proposal=proposal)
    assert outcome.error.code == "changed_since"
    assert snapshot(scene.root) == before
    path.unlink()
    assert (await scene.box.call(name, arguments, proposal=proposal)).error.code == "changed_since"
    assert snapshot(scene.root) == {}


async def test_a_file_that_came_meanwhile_stays(scene):
    arguments = {"path": "a.txt", "content": "mine"}
    proposal = await scene.propose("write_file", **arguments)
    (scene.root / "a.txt").write_text("theirs", encoding="utf-8")
    assert (await scene.box.call("write_file", arguments, proposal=proposal)).error.code == "changed_since"
    assert (scene.root / "a.txt").read_text(encoding="utf-8") == "theirs"


async def test_each_change_can_be_undone_once(scene):
    (scene.root / "a.txt").write_text("one\n", encoding="utf-8")
    (scene.root / "a.txt").chmod(0o640)
    states, undone = [snapshot(scene.root)], []
    for name, arguments in (
        ("write_file", {"path": "a.txt", "content": "two\n"}),
        ("edit_file", {"path": "a.txt", "old_text": "two", "new_text": "three"}),
        ("write_file", {"path": "b.txt", "content": "b"}),
        ("move_file", {"source": "a.txt", "destination": "c.txt"}),
        ("delete_file", {"path": "c.txt"}),
    ):
        output = await scene.call(name, **arguments)
        undone.append((name, arguments, output))
        states.append(snapshot(scene.root))
    assert len({json.dumps(each, default=repr) for each in states}) == 6
    assert list(scene.trash.folder.iterdir()) == [scene.trash.folder / "c.txt"]
    for state, (name, arguments, output) in zip(reversed(states[:-1]), reversed(undone), strict=True):
        outcome = await scene.box.undo(name, arguments, json.loads(json.dumps(output)))
        assert outcome.error is None, outcome.error
        assert snapshot(scene.root) == state
        assert (await scene.box.undo(name, arguments, output)).error
        assert snapshot(scene.root) == state


async def test_undo_leaves_what_others_changed_since(scene):
    (scene.root / "a.txt").write_text("one", encoding="utf-8")
    output = await scene.call("write_file", path="a.txt", content="two")
    (scene.root / "a.txt").write_text("three", encoding="utf-8")
    assert (await scene.box.undo("write_file", {}, output)).error.code == "changed_since"
    assert (scene.root / "a.txt").read_text(encoding="utf-8") == "three"
    for strange in (None, {}, {"undo": "../a"}, {"undo": 5}, {"undo": "0" * 16}, "x"):
        assert (await scene.box.undo("write_file", {}, strange)).error.code == "no_undo_copy"


@pytest.mark.skipif(os.name == "nt", reason="Windows counts no bytes")
@pytest.mark.parametrize("name", ["😀" * 60 + ".txt", "日" * 82 + ".txt", "a" * 255])
async def test_a_file_with_any_name_that_the_system_takes_is_written_and_changed(scene, name):
    await scene.call("write_file", path=name, content="one")
    await scene.call("write_file", path=name, content="two")
    assert {each.name: each.read_text(encoding="utf-8") for each in scene.root.iterdir()} == {name: "two"}


async def test_undo_copies_of_a_private_conversation_are_in_memory_until_it_ends(scene, tmp_path, monkeypatch):
    monkeypatch.setattr(undo_copies, "MAX_PRIVATE_BYTES", 15)
    scene.copies.begin_conversation(is_private=True)
    outputs = [await scene.call("write_file", path="a", content=f"number {each}") for each in range(4)]
    assert not (tmp_path / "data" / "undo").exists()
    assert (await scene.box.undo("write_file", {}, outputs[3])).error is None
    assert (scene.root / "a").read_text(encoding="utf-8") == "number 2"
    # Two copies have more than 15 bytes.
    assert (await scene.box.undo("write_file", {}, outputs[2])).error.code == "no_undo_copy"
    scene.copies.begin_conversation(is_private=False)
    assert (await scene.box.undo("write_file", {}, outputs[3])).error.code == "no_undo_copy"


async def test_undo_copies_are_bounded_and_private(scene, tmp_path):
    copies = UndoCopies(tmp_path / "bounded", max_bytes=3_000)
    box = type(scene.box)(CHANGING_TOOLS, workspace=scene.workspace, undo_copies=copies, trash=scene.trash)
    outputs = []
    for number in range(6):
        outcome = await box.call("write_file", {"path": "a.txt", "content": str(number) * 1_000})
        assert outcome.error is None
        outputs.append(outcome.output)
    assert sum(each.stat().st_size for each in (tmp_path / "bounded").iterdir()) <= 3_500
    assert (await box.undo("write_file", {}, outputs[-1])).error is None
    assert (await box.undo("write_file", {}, outputs[1])).error.code == "no_undo_copy"
    assert stat.S_IMODE((tmp_path / "bounded").stat().st_mode) == 0o700 or os.name == "nt"


async def test_a_change_that_fails_leaves_no_copy_and_no_temporary_file(scene):
    (scene.root / "a.txt").write_text("one", encoding="utf-8")

    class FullTrash:
        def move(self, folder, name):
            raise OSError(28, "No space left on device")

    box = type(scene.box)(CHANGING_TOOLS, workspace=scene.workspace, undo_copies=scene.copies, trash=FullTrash())
    assert (await box.call("delete_file", {"path": "a.txt"})).error.message.endswith("No space left on device")
    assert snapshot(scene.root).keys() == {"a.txt"}
    assert list((scene.root.parent / "data" / "undo").iterdir()) == []


async def test_folders_are_moved_and_nothing_is_overwritten(scene):
    (scene.root / "a" / "inner").mkdir(parents=True)
    (scene.root / "b.txt").touch()
    assert await scene.refused("move_file", source="a", destination="b.txt") == "exists"
    output = await scene.call("move_file", source="a", destination="new/c")
    assert (scene.root / "new" / "c" / "inner").is_dir()
    assert (await scene.box.undo("move_file", {}, output)).error is None
    assert (scene.root / "a" / "inner").is_dir()
    assert await scene.refused("delete_file", path="a") == "is_folder"
    (scene.root / "a" / "inner" / ".env").touch()
    assert await scene.refused("move_file", source="a", destination="c") == "protected"
    (scene.root / "settings" / "autostart").mkdir(parents=True)
    assert await scene.refused("move_file", source="settings", destination=".config") == "protected"
    proposal = await scene.propose("move_file", source="b.txt", destination="d.txt")
    (scene.root / "d.txt").write_text("theirs", encoding="utf-8")
    outcome = await scene.box.call("move_file", {"source": "b.txt", "destination": "d.txt"}, proposal=proposal)
    assert outcome.error.code == "exists"
    assert (scene.root / "d.txt").read_text(encoding="utf-8") == "theirs"


async def test_undo_of_a_move_leaves_another_file_that_took_the_place_alone(scene):
    (scene.root / "a.txt").write_text("moved", encoding="utf-8")
    output = await scene.call("move_file", source="a.txt", destination="b.txt")
    (scene.root / "b.txt").unlink()
    (scene.root / "b.txt").write_text("another one", encoding="utf-8")
    assert (await scene.box.undo("move_file", {}, output)).error.code == "changed_since"
    assert snapshot(scene.root).keys() == {"b.txt"}
    # The same content in a new file is what Undo of an edit leaves.
    (scene.root / "b.txt").unlink()
    (scene.root / "b.txt").write_text("moved", encoding="utf-8")
    assert (await scene.box.undo("move_file", {}, output)).error is None
    assert (scene.root / "a.txt").read_text(encoding="utf-8") == "moved"
    (scene.root / "c").mkdir()
    output = await scene.call("move_file", source="c", destination="d")
    (scene.root / "d").rename(scene.root / "e")
    (scene.root / "d").mkdir()
    assert (await scene.box.undo("move_file", {}, output)).error.code == "changed_since"


def test_a_rule_for_a_move_is_about_the_folder_of_both_places(scene):
    needs = {"workspace": scene.workspace}
    arguments = {"source": "a/b/c.txt", "destination": "a/d.txt"}
    assert move_file.scope(arguments, needs) == Scope("folder", f"{scene.root.as_posix()}/a")
    between = move_file.scope({"source": "a", "destination": str(scene.scratch / "a")}, needs)
    back = move_file.scope({"source": str(scene.scratch / "a"), "destination": "a"}, needs)
    within = move_file.scope({"source": "a", "destination": "b"}, needs)
    # Not for the folder that contains both, which nobody chose.
    assert between.label == f"{scene.root.as_posix()} → {scene.scratch.as_posix()}"
    assert [between.includes(each) for each in (between, back, within)] == [True, False, False]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_a_folder_whose_name_looks_like_two_widens_no_rule_for_a_move(scene):
    given = {"source": f"{scene.scratch}/out/a.txt", "destination": f"{scene.root}/drafts/a.txt"}
    rule = Rule("move_file", scene.box.scope_of("move_file", given), 0.0)
    assert rule.covers("move_file", scene.box.scope_of("move_file", given))
    widening = {"source": f"{scene.scratch}/out|{scene.root}/drafts/a", "destination": f"{scene.root}/site/a"}
    assert scene.box.scope_of("move_file", widening) == NO_SCOPE
    beneath = {**given, "destination": f"{scene.root}/drafts/deep/a.txt"}
    assert not rule.covers("move_file", scene.box.scope_of("move_file", beneath))
    within = scene.box.scope_of("move_file", {"source": "a|b/c", "destination": "a|b/d"})
    assert within == Scope("folder", f"{scene.root.as_posix()}/a|b")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
async def test_a_new_name_has_no_invisible_characters(scene):
    for name in ("a\nb", "a\u202etxt.exe", "a\u200b", "a\x1b[0m"):
        assert await scene.refused("write_file", path=name, content="x") == "invalid_path"
    for name in ("日記", 'it\'s "quoted"', "a b", "é"):
        await scene.call("write_file", path=name, content="x")


async def test_a_text_that_its_encoding_lacks_is_told(scene):
    (scene.root / "a.txt").write_bytes(b"\xff\xfea\x00")
    assert await scene.refused("write_file", path="a.txt", content="\ud800") == "not_encodable"
    assert await scene.refused("write_file", path="b.txt", content="\ud800") == "not_encodable"
    assert await scene.refused("write_file", path="b.txt", content="x" * 5_000_001) == "too_large"
    (scene.root / "a.bin").write_bytes(b"a\0b")
    assert await scene.refused("write_file", path="a.bin", content="x") == "binary"
    await scene.call("delete_file", path="a.bin")


async def test_a_huge_diff_is_cut_and_that_is_told(scene):
    (scene.root / "a").write_text("".join(f"{n}\n" for n in range(5_000)), encoding="utf-8")
    content = "".join(f"{n}!\n" for n in range(5_000))
    shown = (await scene.propose("write_file", path="a", content=content)).shown.splitlines()
    assert len(shown) == 601
    assert shown[-1] == "\\ 9403 more lines are not shown: 5000 added, 4403 removed"
    await scene.call("write_file", path="a", content=content)
    assert (scene.root / "a").read_text(encoding="utf-8") == content


async def test_nothing_in_a_diff_is_invisible(scene):
    proposal = await scene.propose("write_file", path="a", content="a = '\u202e\u2066'\x1b[2K\r\u2028-b\n")
    assert proposal.shown.splitlines()[3:] == ["+a = '\\u202e\\u2066'\\x1b[2K\\r\\u2028-b"]
