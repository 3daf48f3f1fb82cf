"""Private conversations: nothing is told, learned or kept of them, and it is seen that they are private."""

import json
import logging
import sqlite3
from contextlib import closing

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from deskpet.app.chat_controller import ChatController
from deskpet.chat.messages import ToolUse
from deskpet.config import paths
from deskpet.statistics.log import open_json_log
from deskpet.store import facts
from deskpet.store.facts import Fact
from tests.app.kept_files import files_with
from tests.app.running_pet import ChatServer, converse, running_with_server, type_and_send
from tests.support.waiting import until
from tests.ui.active_window import active

pytestmark = pytest.mark.window

MEMORY = '[memory]\nremember = "automatic"\n'
CANARY = "marzipan-canary"
TEA = Fact("Drinks green tea", "user.drink", "preference", said_at=1.78e9)


def remembered() -> list[str]:
    with closing(sqlite3.connect(paths.data_folder() / "conversations.db")) as database:
        return sorted(fact.text for fact in facts.read(database))


async def begin_private(talk: ChatController) -> None:
    await until(active(talk.chat))
    QTest.keyClick(
        talk.chat.composer.field, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )


def sign(talk: ChatController) -> QLabel:
    return talk.chat.header.findChildren(QLabel, "private_sign")[0]


async def test_nothing_of_a_private_conversation_is_told_titled_learned_or_kept(tmp_path):
    async with running_with_server(tmp_path, MEMORY) as (talk, upstream):
        await until(lambda: talk.store is not None)
        assert talk.store
        await talk.store.change(lambda database: facts.add(database, TEA))
        await converse(talk, upstream, "What do I drink?", "Tea.")
        assert "green tea" in json.dumps(upstream.requests[-1])
        await until(lambda: len(upstream.title_requests) == 1)
        upstream.title("Tea")
        sessions = await talk.store.sessions()
        requests, titles = len(upstream.requests), len(upstream.title_requests)
        await begin_private(talk)
        assert talk.conversation.is_private
        assert talk.conversation.messages == ()
        type_and_send(talk, f"I moved to Bergen, {CANARY}.")
        await until(lambda: len(upstream.requests) == requests + 1)
        upstream.begin_call("notes_list")
        upstream.arguments("{}")
        upstream.end()
        await until(lambda: len(upstream.requests) == requests + 2)
        upstream.answer(f"A nice town, {CANARY}.")
        await until(lambda: not talk.conversation.is_running)
        body = json.dumps(upstream.requests[-1])
        assert "green tea" not in body
        names = [each["function"]["name"] for each in upstream.requests[-1]["tools"]]
        assert names
        assert not [name for name in names if name.startswith("memory")]
        controller = talk.features.running("memory")
        controller.learn_now()
        await until(controller._task.done)
        for text in ("three", "more", "questions"):
            await converse(talk, upstream, f"{text} {CANARY}", "Yes.")
        QTest.keyClicks(talk.chat.composer.field, f"unsent {CANARY}")
        talk.save_now()
        await talk.store.maintain()
        assert files_with(CANARY) == []
        talk.chat.header.new.click()
        assert not talk.conversation.is_private
        assert talk.chat.composer.draft_text() == ""
        controller.learn_now()
        await until(controller._task.done)
        assert len(upstream.title_requests) == titles
        assert len(upstream.requests) == requests + 5
        assert [each.id for each in await talk.store.sessions()] == [each.id for each in sessions]
        assert not await talk.store.calls(10)
    assert files_with(CANARY) == []
    assert remembered() == ["Drinks green tea"]


async def test_files_before_changes_and_the_log_have_nothing_of_a_private_conversation(tmp_path):
    log = open_json_log(str(tmp_path / "log.jsonl"))
    diary = paths.scratch_folder() / "diary.txt"
    async with running_with_server(tmp_path, "") as (talk, upstream):
        await begin_private(talk)
        type_and_send(talk, f"Write into my diary, {CANARY}.")
        for number, text in enumerate((f"Dear diary, {CANARY}", "nothing"), 1):
            await until(lambda number=number: len(upstream.requests) == number)
            upstream.begin_call("write_file")
            upstream.arguments(json.dumps({"path": str(diary), "content": text}))
            upstream.end()
        await until(lambda: len(upstream.requests) == 3)
        upstream.answer("Done.")
        await until(lambda: not talk.conversation.is_running)
        assert diary.read_text(encoding="utf-8") == "nothing"
        assert files_with(CANARY) == []
        calls = [each for each in talk.conversation.messages[-1].blocks if isinstance(each, ToolUse)]
        undone = await talk._turn_factory.toolbox().undo("write_file", {}, calls[1].output)
        assert undone.error is None
        assert CANARY in diary.read_text(encoding="utf-8")
        talk.chat.header.new.click()
        assert (await talk._turn_factory.toolbox().undo("write_file", {}, calls[0].output)).error.code == "no_undo_copy"
    log.close()
    logging.getLogger("deskpet").removeHandler(log)
    written = (tmp_path / "log.jsonl").read_text(encoding="utf-8")
    assert written.count('"request_sent"') == 3
    assert CANARY not in written


async def test_the_draft_of_a_private_conversation_is_its_own(tmp_path):
    async with running_with_server(tmp_path, "") as (talk, upstream):
        await converse(talk, upstream, "hello", "Hi.")
        session = talk.persistence.recorder.session
        QTest.keyClicks(talk.chat.composer.field, "an unsent line")
        await begin_private(talk)
        assert talk.chat.composer.draft_text() == ""
        QTest.keyClicks(talk.chat.composer.field, f"secret {CANARY}")
        await talk.sessions.open(session)
        await until(lambda: talk.chat.composer.draft_text() == "an unsent line")
        assert files_with(CANARY) == []


async def test_it_is_seen_and_begun_from_the_menus(tmp_path):
    async with running_with_server(tmp_path, "") as (talk, upstream):
        await converse(talk, upstream, "hello", "Hi.")
        assert not sign(talk).isVisible()
        talk.chat.header.new.customContextMenuRequested.emit(talk.chat.header.new.rect().center())
        menu = QApplication.activePopupWidget()
        next(each for each in menu.actions() if "private" in each.text()).trigger()
        menu.close()
        assert sign(talk).isVisible()
        assert sign(talk).accessibleName() == "Private conversation"
        assert talk.chat.composer.field.placeholderText().startswith("Private message to")
        talk.chat.header.new.click()
        assert not sign(talk).isVisible()
        full = talk.chat.expand()
        full.side_panel._menu_button.click()
        menu = QApplication.activePopupWidget()
        next(each for each in menu.actions() if "private" in each.text()).trigger()
        menu.close()
        assert talk.conversation.is_private
        # The list has the first conversation only.
        await until(lambda: full.side_panel.view.model().rowCount() == 2)


async def test_a_deleted_conversation_takes_what_was_learned_from_it_along_if_the_user_says_so(tmp_path):
    async with running_with_server(tmp_path, "") as (talk, upstream):
        await converse(talk, upstream, "I drink green tea", "Nice.")
        session, history = talk.persistence.recorder.session, talk.features.running("history")
        said = Fact("Drinks tea", session=session, said_at=1.78e9)
        assert talk.store
        for fact in (said, TEA):
            await talk.store.change(lambda database, fact=fact: facts.add(database, fact))
        history._delete((session,))
        lines = talk.chat.pane.status_lines
        await until(lambda: len(lines.lines) == 1)
        assert lines.lines[0].text() == "She remembers one thing from the deleted conversation."
        forget = next(each for each in lines.findChildren(QPushButton) if each.text() == "Forget it too")
        QTest.mouseClick(forget, Qt.MouseButton.LeftButton)

        await until(lambda: remembered() == ["Drinks green tea"])
        # As "Recently deleted" does.
        talk.store.undo_delete(session)
        await until(lambda: remembered() == ["Drinks green tea", "Drinks tea"])


async def test_what_she_puts_on_in_a_private_conversation_is_put_away_after_it_and_never_kept(tmp_path):
    async with running_with_server(tmp_path) as (talk, upstream):
        await put_on(talk, upstream, "knitted hat")
        await begin_private(talk)
        await put_on(talk, upstream, "glasses")
        animator = talk._pet.animator
        assert sorted(animator.worn) == ["glasses", "knitted hat"]
        assert not files_with("glasses")
        talk.chat.header.new.click()
        await until(lambda: list(animator.worn) == ["knitted hat"])
        await put_on(talk, upstream, "cup")
    assert files_with("knitted hat")
    assert not files_with("glasses")


async def put_on(talk: ChatController, upstream: ChatServer, thing: str) -> None:
    """Let her put a thing on by its tool, in an answer."""
    number = len(upstream.requests)
    type_and_send(talk, "Please.")
    await until(lambda: len(upstream.requests) == number + 1)
    upstream.begin_call("live2d_wear")
    upstream.arguments(json.dumps({"thing": thing}))
    upstream.end()
    await until(lambda: len(upstream.requests) == number + 2)
    upstream.answer("Done.")
    await until(lambda: not talk.is_answering)
