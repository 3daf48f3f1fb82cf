"""Tests with a database that another program has locked: the chat is usable, and nothing is lost."""

import sqlite3
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.chat.messages import Message, Notice, StreamingText, Text, user_message
from deskpet.config import paths
from deskpet.features.data.ui.page import DataPage
from deskpet.features.memory.ui.page import MemoryPage
from deskpet.store import Store, facts
from deskpet.store.facts import Fact
from tests.app.running_pet import ChatServer, converse, running, running_with_server, write_settings
from tests.features.history.test_history_panel import choose, texts_of, toast
from tests.support.waiting import until

pytestmark = pytest.mark.window
NO_OPEN_FILE_IS_DELETED = pytest.mark.skipif(sys.platform == "win32", reason="Windows does not delete an open file")


def keep_old_conversation() -> None:
    store = Store(paths.data_folder() / "conversations.db")
    question = user_message("an old question", 1.0)
    answer = Message("assistant", (Text(StreamingText("an old answer")),), created_at=2.0, ended="stop")
    store.save_message("old", question, None, question.id, 1.0)
    store.save_message("old", answer, question.id, answer.id, 2.0)
    store.close()


@contextmanager
def held() -> Generator[sqlite3.Connection]:
    """Lock the file from another connection until that is closed."""
    with closing(sqlite3.connect(paths.data_folder() / "conversations.db", isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        yield other


@asynccontextmanager
async def running_while_locked(
    folder: Path,
) -> AsyncGenerator[tuple[ChatController, ChatServer, sqlite3.Connection]]:
    """Run the pet after an old conversation; the last value holds the lock until it is closed."""
    keep_old_conversation()
    with held() as other:
        async with running_with_server(folder, is_locked=True) as (talk, upstream):
            yield talk, upstream, other


def shown(talk: ChatController) -> list[str]:
    return [message.text for message in talk.conversation.messages]


def notices(talk: ChatController) -> list[Notice]:
    rows = [row.message for row in talk.chat.transcript.rows]
    return [block for message in rows for block in message.blocks if isinstance(block, Notice)]


async def kept_sessions() -> list[list[str]]:
    store = Store(paths.data_folder() / "conversations.db")
    loaded = [await store.load(session.id) for session in await store.sessions()]
    store.close()
    return sorted([node.message.text for node in saved.nodes] for saved in loaded)


OLD = ["an old question", "an old answer"]


async def test_what_is_said_while_the_file_is_locked_is_written_when_it_is_free(tmp_path):
    async with running_while_locked(tmp_path) as (talk, upstream, other):
        await until(lambda: [each.code for each in notices(talk)] == ["store_behind"])
        assert "in use by another program" in notices(talk)[0].cause
        await converse(talk, upstream, "first", "one")
        other.close()
        await until(lambda: [each.resolution for each in notices(talk)] == ["kept"])
        await converse(talk, upstream, "second", "two")
    assert await kept_sessions() == [OLD, ["first", "one", "second", "two"]]


@pytest.mark.slow
async def test_a_settings_window_that_was_opened_meanwhile_has_the_conversations_and_keeps_what_is_typed(tmp_path):
    async with running_while_locked(tmp_path) as (talk, _upstream, other):
        talk.open_settings("memory")
        window = talk.settings_window
        assert window
        window.findChild(MemoryPage).field.setText("half a wo")
        window.show_page("data")
        page = window.findChild(DataPage)
        assert not page.erase.isEnabled()
        other.close()
        await until(page.erase.isEnabled)
        assert "1 conversation," in page.summary.text()
        assert (talk.settings_window, window.findChild(MemoryPage).field.text()) == (window, "half a wo")


@pytest.mark.slow
async def test_a_page_that_is_shown_lists_what_is_stored_when_the_file_is_free(tmp_path):
    store = Store(paths.data_folder() / "conversations.db")
    await store.change(lambda database: facts.add(database, Fact("Drinks green tea", "user.drink", "preference")))
    store.close()
    async with running_while_locked(tmp_path) as (talk, _upstream, other):
        talk.open_settings("memory")
        window = talk.settings_window
        assert window
        page = window.findChild(MemoryPage)
        await until(lambda: "not open yet" in page.summary.text())
        other.close()
        await until(lambda: [row.record.lines[0][1] for row in page.rows.rows] == ["Drinks green tea"])
        assert page.import_button.isEnabled()


@pytest.mark.slow
async def test_every_conversation_begun_while_the_file_is_locked_is_kept(tmp_path):
    async with running_while_locked(tmp_path) as (talk, upstream, other):
        await until(lambda: [each.code for each in notices(talk)] == ["store_behind"])
        await converse(talk, upstream, "first", "one")
        talk.chat.header.new.click()
        await converse(talk, upstream, "second", "two")
        other.close()
        await until(lambda: toast(talk) == "What was said meanwhile is kept now.")
        await converse(talk, upstream, "third", "three")
    assert await kept_sessions() == [OLD, ["first", "one"], ["second", "two", "third", "three"]]


async def test_what_was_said_last_is_shown_when_the_file_is_free(tmp_path):
    async with running_while_locked(tmp_path) as (talk, _upstream, other):
        assert shown(talk) == []
        other.close()
        await until(lambda: shown(talk) == OLD)


async def test_what_was_said_while_the_file_was_never_free_is_there_at_the_next_start(tmp_path):
    upstream = ChatServer()
    settings = write_settings(tmp_path, await upstream.start())
    keep_old_conversation()
    with held():
        pet = PetController(settings, offline=False)
        async with running(pet, is_locked=True) as talk:
            await converse(talk, upstream, "first", "one")
            # The session of the desktop may end, and then it does not.
            talk.save_now()
            await converse(talk, upstream, "second", "two")
    pet = PetController(settings, offline=False)
    async with running(pet, upstream) as talk:
        await until(lambda: shown(talk) == ["first", "one", "second", "two"])
    assert await kept_sessions() == [OLD, ["first", "one", "second", "two"]]
    assert list(paths.data_folder().glob("*unsaved*")) == []


async def test_a_draft_typed_while_the_file_was_never_free_is_there_at_the_next_start(tmp_path):
    upstream = ChatServer()
    settings = write_settings(tmp_path, await upstream.start())
    keep_old_conversation()
    with held():
        async with running(PetController(settings, offline=False), is_locked=True) as talk:
            talk.chat.composer.field.setPlainText("half a thought")
            assert talk.chat.composer.draft_text() == "half a thought"
    async with running(PetController(settings, offline=False), upstream) as talk:
        await until(lambda: shown(talk) == OLD)
        talk.chat.header.new.click()
        await until(lambda: talk.chat.composer.field.toPlainText() == "half a thought")


@NO_OPEN_FILE_IS_DELETED
async def test_a_file_deleted_while_she_is_there_is_told_and_the_open_conversation_is_kept(tmp_path):
    async with running_with_server(tmp_path) as (talk, upstream):
        await converse(talk, upstream, "first", "one")
        for file in paths.data_folder().glob("conversations.db*"):
            file.unlink()
        await converse(talk, upstream, "second", "two")
        await until(lambda: [each.title for each in notices(talk)] != [])
        assert "deleted or replaced" in notices(talk)[0].title
    assert await kept_sessions() == [["first", "one", "second", "two"]]


@NO_OPEN_FILE_IS_DELETED
async def test_a_file_deleted_just_before_the_end_is_written_again_with_the_open_conversation(tmp_path):
    async with running_with_server(tmp_path) as (talk, upstream):
        await converse(talk, upstream, "first", "one")
        for file in paths.data_folder().glob("conversations.db*"):
            file.unlink()
    assert await kept_sessions() == [["first", "one"]]


async def test_a_database_locked_while_the_pet_runs_does_not_delay_its_end(tmp_path):
    upstream = ChatServer()
    settings = write_settings(tmp_path, await upstream.start())
    keep_old_conversation()
    reported: list[str] = []
    with closing(sqlite3.connect(paths.data_folder() / "conversations.db", isolation_level=None)) as other:
        async with running(PetController(settings, offline=False)) as talk:
            await until(lambda: shown(talk) == OLD)
            other.execute("BEGIN EXCLUSIVE")
            await converse(talk, upstream, "more", "gladly")
            talk.chat.composer.field.setPlainText("half a thought")
            talk.notices.shown.connect(reported.append)
    # The store reports from its thread that it could not write, after the chat was closed.
    QCoreApplication.sendPostedEvents()
    assert reported == []
    assert len(list(paths.data_folder().glob("*unsaved*"))) == 1
    pet = PetController(settings, offline=False)
    async with running(pet, upstream) as talk:
        await until(lambda: shown(talk) == [*OLD, "more", "gladly"])
        await until(lambda: talk.chat.composer.field.toPlainText() == "half a thought")
    assert await kept_sessions() == [[*OLD, "more", "gladly"]]
    assert list(paths.data_folder().glob("*unsaved*")) == []


async def test_the_list_that_was_opened_before_the_database_is_filled_when_it_is_open(tmp_path):
    async with running_while_locked(tmp_path) as (talk, _, lock):
        panel = talk.chat.expand().side_panel
        assert texts_of(panel) == []
        lock.close()
        await until(lambda: "an old question" in texts_of(panel))
        choose(panel, "an old question")
        await until(lambda: shown(talk) == ["an old question", "an old answer"])
