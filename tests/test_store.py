"""The store: what was kept is there again, also after a sudden end."""

import sqlite3
import subprocess
import sys

import pytest

from deskpet.chat.growing import GrowingText
from deskpet.chat.messages import Message, Text, user_message
from deskpet.store import Store, StoreError


def said(text: str, ended: str | None = "stop") -> Message:
    return Message("assistant", (Text(GrowingText(text)),), created_at=2.0, ended=ended)


def test_a_conversation_is_there_again_after_closing(tmp_path):
    store = Store(tmp_path / "talks.db")
    asked = user_message("你好", 1.0)
    store.keep(0, asked)
    for text in ("a", "ab", "abc"):
        store.keep(1, said(text, ended=None))
    finished = said("abc")
    store.keep(1, finished)
    store.close()
    again = Store(tmp_path / "talks.db")
    assert again.last_session() == [asked, finished]
    again.close()


def test_a_new_session_begins_empty_and_the_old_one_stays(tmp_path):
    store = Store(tmp_path / "talks.db")
    store.keep(0, user_message("first"))
    store.begin_session(5.0)
    assert store.last_session() == []
    store.keep(0, user_message("second"))
    assert [message.text for message in store.last_session()] == ["second"]
    store.close()
    with sqlite3.connect(tmp_path / "talks.db") as database:
        assert database.execute("SELECT count(*) FROM messages").fetchone() == (2,)
    database.close()


def test_what_was_kept_survives_a_kill(tmp_path):
    program = (
        "import os, sys; from pathlib import Path; from deskpet.store import Store;"
        "from deskpet.chat.messages import user_message;"
        "Store(Path(sys.argv[1])).keep(0, user_message('kept')).result(); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path / "talks.db")], check=False, timeout=60)
    store = Store(tmp_path / "talks.db")
    assert [message.text for message in store.last_session()] == ["kept"]
    store.close()


def test_a_file_of_another_kind_is_refused_with_its_name(tmp_path):
    file = tmp_path / "talks.db"
    file.write_text("this is no database, and long enough to be sure of it" * 20, encoding="utf-8")
    with pytest.raises(StoreError, match=r"talks\.db"):
        Store(file)


def test_a_file_of_a_newer_version_is_left_alone(tmp_path):
    file = tmp_path / "talks.db"
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(StoreError, match="newer"):
        Store(file)
