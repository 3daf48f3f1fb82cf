"""Tests of a store whose file another program has locked: it closes in time, and nothing is lost."""

import asyncio
import sqlite3
from base64 import b64encode
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from deskpet.chat.events import BlockStarted, TextAppended
from deskpet.chat.messages import Image, Message, StreamingText, Text, user_message
from deskpet.chat.model import TextDelta
from deskpet.store import Draft, Recorder, Store, StoreUnavailable
from tests.chat.fake_model import EchoModel, conversation_with
from tests.support.waiting import until

PICTURE = Image("image/png", b64encode(b"a picture").decode())
# A test that waited for the lock would never end.
FOREVER = 3600.0


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with a session of a question and an answer, and a draft of a new session."""
    file = tmp_path / "talks.db"
    store = Store(file)
    question = user_message("an old question", 1.0)
    answer = Message("assistant", (Text(StreamingText("an old answer")),), "answer", created_at=2.0, ended="stop")
    store.save_message("old", question, None, question.id, 1.0)
    store.save_message("old", answer, question.id, answer.id, 2.0, "Mikan")
    store.save_message("other", user_message("another question", 3.0), None, None, 3.0)
    store.save_draft(None, "a draft that is sent later")
    store.close()
    return file


@contextmanager
def locked(file: Path) -> Generator[None]:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


def unsaved_files(file: Path) -> list[str]:
    return [each.name for each in file.parent.iterdir() if "unsaved" in each.name]


async def test_every_kind_of_change_survives_an_end_while_the_file_is_locked(file):
    store = Store(file, wait=FOREVER)
    with locked(file):
        store.rename("old", "A name")
        store.pin("old", pinned=True)
        store.append_events("answer", [BlockStarted(1, Text()), TextAppended(1, " and more")])
        store.save_draft("old", "half a thought")
        store.save_draft_attachments("old", [PICTURE])
        store.delete("other")
        store.save_draft(None, "")
        store.save_message("new", Message("user", (Text(StreamingText("see")), PICTURE), "q", 9.0), None, "q", 9.0)
        store.close()
        assert len(unsaved_files(file)) == 1
    store = Store(file)
    assert unsaved_files(file) == []
    assert [(each.id, each.title, each.is_named) for each in await store.sessions()] == [
        ("old", "A name", True),
        ("new", "see", False),
    ]
    old = await store.load("old")
    assert [node.message.text for node in old.nodes] == ["an old question", "an old answer and more"]
    assert (old.draft, old.speakers) == (Draft("half a thought", (PICTURE,)), {"answer": "Mikan"})
    assert (await store.load("new")).nodes[0].message.blocks[1] == PICTURE
    assert await store.draft(None) == Draft()
    assert [hit.session_id for hit in await store.search("answer")] == ["old"]
    store.undo_delete("other")
    assert (await store.load("other")).nodes[0].message.text == "another question"
    store.close()


async def test_an_answer_that_streams_into_a_locked_file_is_there_at_the_next_start(file):
    store = Store(file, wait=FOREVER)
    talk = conversation_with(EchoModel([TextDelta("one "), TextDelta("two "), asyncio.Event()]))
    recorder = Recorder(store, talk)
    await recorder.open("old")
    with locked(file):
        turn = asyncio.create_task(talk.send("go"))
        await until(lambda: talk.messages[-1].text == "one two ")
        recorder.flush()
        talk.stop()
        with pytest.raises(asyncio.CancelledError):
            await turn
        store.close()
    store = Store(file)
    saved = store.last()
    store.close()
    assert saved.session.id == "old"
    assert tuple(node.message for node in saved.nodes) == talk.messages


async def test_the_file_of_unsaved_conversations_is_deleted_once_they_are_written(file):
    store = Store(file, wait=FOREVER)
    with locked(file):
        store.rename("old", "first")
        # As at the end of the desktop session, which may be cancelled.
        assert store.wait_until_written(60)
        store.rename("old", "second")
        assert store.wait_until_written(60)
        assert len(unsaved_files(file)) == 1
    store.rename("old", "third").result()
    assert unsaved_files(file) == []
    store.close()
    store = Store(file)
    assert [each.title for each in await store.sessions()] == ["another question", "third"]
    store.close()


async def test_a_start_while_the_file_is_still_locked_loses_nothing(file):
    store = Store(file)
    with locked(file):
        store.save_draft("old", "not lost")
        store.close()
        with pytest.raises(StoreUnavailable):
            Store(file, wait=0)
    store = Store(file)
    assert await store.draft("old") == Draft("not lost")
    assert unsaved_files(file) == []
    store.close()


async def test_a_damaged_file_of_unsaved_conversations_stays_where_it_is(file):
    damaged = file.with_name(f"{file.name}.unsaved-20260101-000000")
    damaged.write_text("no database " * 100, encoding="utf-8")
    store = Store(file)
    assert len(await store.sessions()) == 2
    store.close()
    assert damaged.exists()
