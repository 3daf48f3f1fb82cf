"""Tests of resolved notices: they fold to a grey line, and their buttons work once."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.chat.context import COMPRESSED, UNDO_COMPRESSION
from deskpet.chat.events import NoticeResolved, TextAppended, TurnStarted
from deskpet.chat.messages import CONTINUE, RETRY, Message, Notice, StreamingText, Text, user_message
from deskpet.config import paths, settings_file
from deskpet.config.settings import Mode
from deskpet.store import Store
from deskpet.ui.blocks.text import TextView
from deskpet.ui.chat.message_row import MessageRow
from deskpet.ui.chat.transcript import Transcript
from tests.app.running_pet import ChatServer, running, running_with_server, type_and_send, write_settings
from tests.features.history.test_history_panel import toast
from tests.support.waiting import until
from tests.ui.scripted_turn import ScriptedTurn, begin

pytestmark = pytest.mark.window

CUT = Notice(
    "warning", "interrupted", "This answer was interrupted", "The program ended.", "Go on.", actions=(CONTINUE,)
)


def cut_turn(transcript: Transcript, qtbot: QtBot) -> ScriptedTurn:
    turn = begin(transcript, qtbot)
    turn.say("It is rai")
    turn.block(CUT)
    turn.end("error")
    return turn


def buttons(within: object) -> list[QPushButton]:
    return [button for button in within.findChildren(QPushButton) if button.isVisible()]


def test_a_resolved_notice_is_one_line_without_a_button(transcript: Transcript, qtbot: QtBot) -> None:
    turn = cut_turn(transcript, qtbot)
    view = transcript.rows[-1].views[1]
    qtbot.waitUntil(lambda: view.height() > 60)
    (button,) = buttons(view)
    button.setFocus()
    turn.emit(NoticeResolved(1, "continued"))
    qtbot.waitUntil(lambda: view.height() == 22)
    assert buttons(view) == []
    assert view.accessibleName() == "This answer was interrupted · continued"
    assert view.toolTip() == "The program ended. Go on."
    assert isinstance(QApplication.focusWidget(), MessageRow)


def test_a_resolved_notice_is_one_line_when_its_row_is_made_once_more(transcript: Transcript, qtbot: QtBot) -> None:
    turn = cut_turn(transcript, qtbot)
    turn.emit(NoticeResolved(1, "retried"))
    transcript.show_path([turn.message])
    qtbot.waitUntil(lambda: bool(transcript.rows) and transcript.rows[-1].views[1].height() == 22)
    assert buttons(transcript.rows[-1]) == []


def test_a_text_that_goes_on_grows_in_its_place_and_the_notice_is_gone(transcript: Transcript, qtbot: QtBot) -> None:
    turn = cut_turn(transcript, qtbot)
    turn.emit(NoticeResolved(1, "continued"))
    turn.emit(TurnStarted(turn.message.id, 1.0))
    turn.emit(NoticeResolved(1, "joined"))
    for piece in ("ning", " **today", "**."):
        turn.emit(TextAppended(0, piece))
    row = transcript.rows[-1]

    def words() -> str:
        view = row.views[0]
        assert isinstance(view, TextView)
        return view.view.plain_text()

    qtbot.waitUntil(lambda: words() == "It is raining today.")
    assert row.views[1].height() == 0
    turn.end()
    qtbot.waitUntil(lambda: row.views[0].accessibleName() == "" and words() == "It is raining today.")
    # The view of before is hidden, and deleted by the event loop.
    texts = [view for view in row.findChildren(TextView) if view.isVisible() and view.height()]
    assert texts == [row.views[0]]


def keep(*answers: Message) -> None:
    """Conversations of before: one question and these answers, as they are on the disk."""
    folder = paths.data_folder()
    store = Store(folder / "conversations.db")
    parent = None
    for number, answer in enumerate(answers):
        question = user_message(f"question {number}", 1.0 + number)
        for message in (question, answer):
            store.save_message("s", message, parent, message.id, 1.0 + number)
            parent = message.id
    store.close()


def killed(text: str) -> Message:
    return Message("assistant", (Text(StreamingText(text)),), created_at=1.0, ended=None)


def shapes(message: Message) -> list[str]:
    return [block.resolution or "open" if isinstance(block, Notice) else block.kind for block in message.blocks]


async def button_named(talk: ChatController, label: str) -> QPushButton:
    def found() -> list[QPushButton]:
        return [each for each in buttons(talk.chat) if each.text() == label]

    await until(lambda: bool(found()))
    return found()[-1]


async def test_continue_joins_the_text_and_works_once_however_fast_it_is_pressed(tmp_path: Path):
    keep(killed("It is rai"))
    upstream = ChatServer()
    file = write_settings(tmp_path, await upstream.start())
    pet = PetController(file, offline=False)
    async with running(pet) as talk:
        button = await button_named(talk, "Continue")
        QTest.mouseDClick(button, Qt.MouseButton.LeftButton)
        talk.chat.transcript.action_requested.emit(talk.conversation.messages[-1].id, "continue")
        await until(lambda: len(upstream.requests) == 1)
        talk.chat.transcript.action_requested.emit(talk.conversation.messages[-1].id, "continue")
        upstream.answer("ning today")
        await until(lambda: not talk.conversation.is_running and talk.conversation.messages[-1].ended == "stop")
        talk.chat.transcript.action_requested.emit(talk.conversation.messages[-1].id, "continue")
        await asyncio.sleep(0)
        assert not talk.conversation.is_running
        assert talk.conversation.messages[-1].text == "It is raining today"
        assert shapes(talk.conversation.messages[-1]) == ["text", "joined"]
        assert [each.text() for each in buttons(talk.chat) if each.text() == "Continue"] == []
    # After a restart there is nothing to go on with either.
    pet = PetController(file, offline=False)
    async with running(pet, upstream) as talk:
        assert shapes(talk.conversation.messages[-1]) == ["text", "joined"]
        assert [each.text() for each in buttons(talk.chat) if each.text() == "Continue"] == []
        assert len(upstream.requests) == 1


async def test_continue_by_the_keyboard_works_once(tmp_path: Path):
    keep(killed("one "))
    async with running_with_server(tmp_path) as (talk, upstream):
        button = await button_named(talk, "Continue")
        button.setFocus()
        QTest.keyClick(button, Qt.Key.Key_Space)
        QTest.keyClick(button, Qt.Key.Key_Space)
        await until(lambda: len(upstream.requests) == 1)
        upstream.answer("two")
        await until(lambda: not talk.conversation.is_running and talk.conversation.messages[-1].text == "one two")
        assert len(upstream.requests) == 1


async def test_the_button_of_an_older_answer_changes_nothing_while_another_streams(tmp_path: Path):
    keep(killed("old"))
    async with running_with_server(tmp_path) as (talk, upstream):
        old = talk.conversation.messages[-1]
        type_and_send(talk, "another one")
        await until(lambda: len(upstream.requests) == 1)
        (await button_named(talk, "Continue")).click()
        upstream.answer("fine")
        await until(lambda: not talk.conversation.is_running and talk.conversation.messages[-1].text == "fine")
        await until(lambda: "Only the last answer can go on" in toast(talk))
        assert talk.conversation.messages[1] == old
        assert len(upstream.requests) == 1


async def test_a_compression_is_undone_once_and_its_notice_folds(tmp_path: Path):
    summed = Notice("info", COMPRESSED, "Summed up", details="short", actions=(UNDO_COMPRESSION,), kept=1)
    keep(Message("assistant", (summed, Text(StreamingText("fine"))), created_at=1.0, ended="stop"))
    pet = PetController(write_settings(tmp_path, "http://127.0.0.1:9/v1"), offline=False)
    async with running(pet) as talk:
        button = await button_named(talk, "Undo")
        message_id = talk.conversation.messages[-1].id
        button.click()
        talk.chat.transcript.action_requested.emit(message_id, "undo_compression")
        assert [shape for shape in shapes(talk.conversation.messages[-1]) if shape != "text"] == ["undone", "open"]


async def test_the_switch_to_text_mode_after_a_call_in_native_text_folds_its_notice(tmp_path: Path):
    upstream = ChatServer()
    file = write_settings(tmp_path, await upstream.start())
    pet = PetController(file, offline=False)
    async with running(pet, upstream) as talk:
        type_and_send(talk, "hello")
        await until(lambda: len(upstream.requests) == 1)
        upstream.delta(content='<tool_call>{"name": "live2d_expression", "arguments": {"name": "happy"}}</tool_call>')
        upstream.end()
        await until(lambda: len(upstream.requests) == 2)
        upstream.answer("Hello")
        await until(lambda: not talk.conversation.is_running)
        assert shapes(talk.conversation.messages[-1]) == ["tool_use", "text", "open"]
        (await button_named(talk, "Switch to text mode")).click()
        await until(lambda: shapes(talk.conversation.messages[-1])[-1] == "text_mode")
        assert len(upstream.requests) == 2
        pet.settings_store.flush()
        assert settings_file.load(file).chat.mode is Mode.TEXT


async def test_a_notice_that_was_tried_again_folds(tmp_path: Path):
    failed = Notice("error", "server_error", "The server failed", actions=(RETRY,))
    keep(Message("assistant", (failed,), created_at=1.0, ended="error"))
    async with running_with_server(tmp_path) as (talk, upstream):
        (await button_named(talk, "Try again")).click()
        await until(lambda: len(upstream.requests) == 1)
        upstream.answer("Hello")
        await until(lambda: not talk.conversation.is_running and talk.conversation.messages[-1].text == "Hello")
        assert shapes(talk.conversation.messages[-1]) == ["retried", "text"]
        assert [each.text() for each in buttons(talk.chat) if each.text() == "Try again"] == []
