"""Command line while a pet is running: it reads the pet's data and changes nothing."""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from deskpet.chat.messages import Message, StreamingText, Text, user_message
from deskpet.processes.instance_lock import InstanceLock, LockResult
from deskpet.store import Store
from tests.support.deskpet_process import PROJECT, data_folder


def contents(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize(
    "command",
    [("ask", "what time is it?", "--offline"), ("ask", "remind me of tea", "--offline", "--json"), ("doctor", "mikan")],
)
def test_it_changes_nothing_that_the_pet_keeps(command: tuple[str, ...]) -> None:
    data = data_folder()
    lock = InstanceLock(data)
    assert lock.acquire() is LockResult.HELD
    lock.publish("")
    (data / "endpoints.json").write_text(json.dumps({"http://a/v1": {"m": {"tools": "work"}}}), encoding="utf-8")
    (data / "reminders.json").write_text('[{"number": 1, "due": 4e9, "text": "tea"}]', encoding="utf-8")
    store = Store(data / "conversations.db")
    question = user_message("go on for long", 1.8e9)
    answer = Message("assistant", (Text(StreamingText("so far")),), created_at=1.8e9)
    store.save_message("s", question, None, question.id)
    store.save_message("s", answer, question.id, answer.id).result()
    before = contents(data)
    command_line = [sys.executable, "-m", "deskpet", *command]
    run = subprocess.run(command_line, capture_output=True, cwd=PROJECT, timeout=60, check=False)
    assert run.returncode == 0, run.stderr
    assert contents(data) == before
    store.close()
    with closing(sqlite3.connect(data / "conversations.db")) as database:
        assert database.execute("SELECT count(*) FROM messages").fetchone() == (2,)
