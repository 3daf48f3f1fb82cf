"""Unusable files and failing writes: the reason is reported, and nothing is lost."""

import asyncio
import os
import sqlite3
import stat
from contextlib import closing

import pytest

from deskpet.chat.events import BlockStarted
from deskpet.chat.messages import Text
from deskpet.chat.model import TextDelta
from deskpet.store import Draft, Recorder, Salvage, Store, StoreError, StoreUnavailable, schema
from deskpet.store.opening import open_database
from tests.chat.fake_model import EchoModel, conversation_with
from tests.support.waiting import until


def test_a_file_that_is_no_database_is_moved_aside_unchanged(tmp_path):
    file = tmp_path / "talks.db"
    said = "this is no database, and long enough to be sure of it" * 20
    file.write_text(said, encoding="utf-8")
    found: list[Salvage] = []
    store = Store(file, on_salvage=found.append)
    assert store.last() is None
    store.close()
    assert (found[0].read, found[0].restored) == (0, 0)
    assert found[0].aside.read_text(encoding="utf-8") == said


def test_a_database_of_another_program_is_left_alone(tmp_path):
    file = tmp_path / "talks.db"
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE theirs (x)")
    with pytest.raises(StoreError, match="another program"):
        Store(file)
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT name FROM sqlite_master").fetchall() == [("theirs",)]


def test_a_file_of_a_newer_version_is_left_alone(tmp_path):
    file = tmp_path / "talks.db"
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match=rf"newer deskpet: it has format 99, .* up to {schema.VERSION}\. Update"):
        Store(file)


def test_the_error_of_a_locked_file_names_it(tmp_path):
    file = tmp_path / "talks.db"
    Store(file).close()
    with closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match=r"in use by another program\. Close"):
            open_database(file, wait=0.01)


def test_the_error_of_an_unwritable_folder_names_the_file(tmp_path):
    folder = tmp_path / "file"
    folder.write_text("no folder", encoding="utf-8")
    with pytest.raises(StoreError, match=r"talks\.db can't be"):
        Store(folder / "talks.db")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="whoever is root may write everything")
def test_the_error_of_a_read_only_file_names_it(tmp_path):
    file = tmp_path / "talks.db"
    Store(file).close()
    file.chmod(stat.S_IRUSR)
    with pytest.raises(StoreError, match="can't be written"):
        Store(file)


async def test_a_failed_write_is_reported_and_repeated_before_the_next(tmp_path):
    troubles: list[StoreError | None] = []
    store = Store(tmp_path / "talks.db", on_trouble=troubles.append, wait=0.01)
    pause = asyncio.Event()
    talk = conversation_with(EchoModel([TextDelta("one "), pause, TextDelta("two "), asyncio.Event()]))
    recorder = Recorder(store, talk)
    turn = asyncio.create_task(talk.send("go"))
    await until(lambda: len(talk.messages) == 2 and talk.messages[1].text == "one ")
    await store.sessions()
    with closing(sqlite3.connect(tmp_path / "talks.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        recorder.flush()
        recorder.save_draft("and then")
        await until(lambda: len(troubles) == 2)
        pause.set()
        await until(lambda: talk.messages[1].text == "one two ")
        recorder.flush()
        await until(lambda: len(troubles) == 3)
        other.execute("ROLLBACK")
    assert "in use by another program" in str(troubles[0])
    talk.stop()
    with pytest.raises(asyncio.CancelledError):
        await turn
    saved = store.last()
    assert saved.draft == Draft("and then")
    assert tuple(node.message for node in saved.nodes) == talk.messages
    store.close()
    # Then, once, None for the end of the trouble.
    assert [type(each) for each in troubles[1:]] == [StoreUnavailable, StoreUnavailable, type(None)]


async def test_pending_writes_are_written_on_close(tmp_path):
    store = Store(tmp_path / "talks.db", wait=0.01)
    with closing(sqlite3.connect(tmp_path / "talks.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        kept = store.save_draft(None, "not lost")
        with pytest.raises(StoreError, match="in use"):
            kept.result()
        other.execute("ROLLBACK")
    store.close()
    store = Store(tmp_path / "talks.db")
    assert await store.draft(None) == Draft("not lost")
    store.close()


async def test_a_write_that_can_never_succeed_does_not_block_others(tmp_path):
    store = Store(tmp_path / "talks.db")
    with pytest.raises(StoreError, match="erased meanwhile"):
        store.append_events("nobody", [BlockStarted(0, Text())]).result()
    store.save_draft(None, "kept").result()
    store.close()


def test_waiting_for_queued_writes_reports_no_trouble(tmp_path):
    troubles: list[StoreError | None] = []
    store = Store(tmp_path / "talks.db", on_trouble=troubles.append)
    for number in range(50):
        store.save_draft(None, f"draft {number}")
    assert store.wait_until_written(60)
    store.save_draft(None, "the last draft").result()
    store.close()
    assert troubles == []
