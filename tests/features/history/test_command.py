"""`deskpet import` and `deskpet export`, as a user calls them."""

import json
from pathlib import Path
from typing import Any

from deskpet.processes.instance_lock import InstanceLock, LockResult
from tests.features.history.test_imports import chatgpt, claude, node, said
from tests.support.deskpet_process import data_folder, start


def run(*arguments: str, code: int = 0) -> tuple[str, str]:
    program = start(*arguments)
    out, err = program.communicate(timeout=60)
    assert program.returncode == code, err
    return out, err


def exports(folder: Path) -> tuple[str, str, str]:
    """Write an export of ChatGPT, one of Claude, and a file that is none. Returns their paths."""
    values: dict[str, Any] = {
        "a.json": chatgpt(node("q", None, "user", "hi"), node("a", "q", "assistant", "Owls fly.")),
        "b.json": claude(said("q", "human", {"type": "text", "text": "hi"}, files=[{}]), name="Birds"),
        "c.json": [1],
    }
    for name, value in values.items():
        (folder / name).write_text(json.dumps(value), encoding="utf-8")
    first, second, third = (str(folder / name) for name in values)
    return first, second, third


def test_files_are_imported_one_by_one_and_exported_in_each_form(tmp_path: Path) -> None:
    first, second, other = exports(tmp_path)
    out, err = run("import", first, other, second, "--json", code=1)
    assert [json.loads(line) for line in out.splitlines()] == [
        {"program": "ChatGPT", "new": 1, "known": 0, "left_out": {}},
        {"program": "Claude", "new": 1, "known": 0, "left_out": {"attached_files": 1}},
    ]
    assert "c.json is no export" in err
    assert run("import", first)[0] == "a.json: This conversation is here already\n"
    for form, words in (("md", "Owls fly."), ("html", "<p>Owls fly.</p>"), ("json", "Owls fly."), ("pdf", "%PDF-")):
        file = tmp_path / f"out.{form}"
        run("export", "--session", "owls", "--format", form, "--out", str(file))
        assert words in file.read_bytes().decode("utf-8", "replace")
    whole = tmp_path / "all.json"
    run("export", "--format", "json", "--out", str(whole))
    assert len(json.loads(whole.read_bytes())["sessions"]) == 2
    assert "no such conversation" in run("export", "--session", "x", "--format", "md", "--out", first, code=1)[1]


def test_a_pet_that_does_not_answer_is_left_alone(tmp_path: Path) -> None:
    lock = InstanceLock(data_folder())
    assert lock.acquire() is LockResult.HELD
    lock.publish("")
    try:
        assert "does not answer" in run("import", exports(tmp_path)[0], code=1)[1]
    finally:
        lock.release()
