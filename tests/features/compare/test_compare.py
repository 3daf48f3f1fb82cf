"""The comparison in a running pet: another model answers the same question, and either answer is kept."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from deskpet.app.chat_controller import ChatController
from deskpet.config.settings import EndpointSettings
from deskpet.features.compare.ui import CompareColumn
from deskpet.llm.connections import Connection
from deskpet.ui.widgets.entry_list import EntryList
from tests.app.running_pet import (
    ChatServer,
    converse,
    encode_delta,
    running_with_server,
    two_servers,
    type_and_send,
)
from tests.support.waiting import until

pytestmark = pytest.mark.window


async def asked(talk: ChatController, upstream: ChatServer) -> CompareColumn:
    """Ask the model "other" the last question."""
    number = len(upstream.requests) + 1
    next(each for each in talk.chat.pane.commands.available if each.name == "compare").act()
    full = talk.chat.full
    assert full
    await until(lambda: bool(full.findChildren(CompareColumn)))
    column = full.findChildren(CompareColumn)[-1]
    QTest.keyClicks(column.field, "other")
    await until(lambda: column.findChild(EntryList).currentIndex().data() == "other")
    QTest.keyClick(column.field, Qt.Key.Key_Return)
    await until(lambda: len(upstream.requests) == number)
    assert upstream.requests[-1]["model"] == "other"
    return column


async def compared(talk: ChatController, upstream: ChatServer, answer: str) -> CompareColumn:
    """Ask the model "other" the last question, and answer it."""
    column = await asked(talk, upstream)
    upstream.answer(answer)
    await until(column.keep_this.isVisible)
    return column


def opened(talk: ChatController) -> CompareColumn:
    talk.chat.pane.commands.run("compare")
    assert talk.chat.full
    return talk.chat.full.findChildren(CompareColumn)[-1]


def listed(column: CompareColumn) -> list[str]:
    model = column.view.model()
    return [model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(model.rowCount())]


def said(talk: ChatController) -> list[str]:
    return [each.text for each in talk.conversation.messages]


async def test_either_answer_is_kept_and_the_other_one_stays_as_a_branch(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, upstream):
        await converse(talk, upstream, "Hello", "Hi.")
        await converse(talk, upstream, "Which colour?", "Red.")
        column = await compared(talk, upstream, "Blue.")
        # The other model gets the same conversation.
        sent = [each["content"] for each in upstream.requests[-1]["messages"][1:]]
        assert sent == ["Hello", "Hi.", "Which colour?"]
        assert column.transcript.messages[-1].text == "Blue."
        assert abs(column.width() - talk.chat.pane.width()) < 60
        # Both are there, and the first one is shown until the user chooses.
        assert said(talk) == ["Hello", "Hi.", "Which colour?", "Red."]
        column.keep_this.click()
        await until(lambda: said(talk)[-1] == "Blue.")
        assert len(talk.conversation.variants_of(talk.conversation.messages[-1].id).ids) == 2
        assert talk.store
        saved = await talk.store.load((await talk.store.sessions())[0].id)
        assert {"Red.", "Blue."} <= {node.message.text for node in saved.nodes}
        (await compared(talk, upstream, "Green.")).keep_other.click()
        assert said(talk)[-1] == "Blue."
        await converse(talk, upstream, "Good.", "Thanks.")


async def test_an_answer_that_is_complete_first_waits_for_the_other_one(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, upstream):
        chunks = upstream.of_model["other"] = asyncio.Queue()
        type_and_send(talk, "Which colour?")
        await until(lambda: len(upstream.requests) == 1)
        column = await asked(talk, upstream)
        for chunk in (encode_delta({"content": "Blue."}), b"data: [DONE]\n\n", None):
            chunks.put_nowait(chunk)
        await until(lambda: column.transcript.messages[-1].ended == "stop")
        assert not column.keep_this.isVisible()
        upstream.answer("Red.")
        await until(column.keep_this.isVisible)
        column.keep_this.click()
        await until(lambda: said(talk)[-1] == "Blue.")


async def test_another_conversation_ends_the_comparison(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, upstream):
        await converse(talk, upstream, "Which colour?", "Red.")
        column = await compared(talk, upstream, "Blue.")
        assert column.isVisible()
        column.transcript.link_activated.emit("file:///etc/passwd", "a file")
        assert talk.chat.pane.toast.accessibleName().startswith("This link leads to no web")
        talk.chat.header.new.click()
        await until(lambda: not talk.chat.full or not talk.chat.full.findChildren(CompareColumn))
        assert said(talk) == []


async def test_the_files_take_nothing_of_both_answers(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, upstream):
        await converse(talk, upstream, "Which colour?", "Red.")
        column = await compared(talk, upstream, "Blue.")
        talk.chat.header.files.click()
        full = talk.chat.full
        assert full
        await until(lambda: not full.workspace_rect.isEmpty())
        await until(lambda: min(column.width(), talk.chat.pane.width()) > 300)
        # What is typed beside the conversation is not lost.
        QTest.keyClicks(column, "A")
        assert talk.chat.pane.composer.field.toPlainText() == "A"


async def test_any_model_of_any_connection_answers_on_either_side(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as (_, talk, first, second):
        await converse(talk, first, "Which colour?", "Red.")
        column = opened(talk)
        assert listed(column)[:2] == ["big, Work", "small, Work"]
        assert column.first.text() == "test-model"
        # Another model answers the question once more, in the conversation.
        column.first.click()
        assert column.first.picker
        QTest.keyClicks(column.first.picker.field, "big")
        QTest.keyClick(column.first.picker.field, Qt.Key.Key_Return)
        await until(lambda: len(second.requests) == 1)
        assert second.requests[0]["model"] == "big"
        assert column.first.text() == "big"
        second.answer("Green.")
        await until(lambda: said(talk)[-1] == "Green." and not talk.conversation.is_running)
        QTest.keyClicks(column.field, "small")
        QTest.keyClick(column.field, Qt.Key.Key_Return)
        await until(lambda: len(second.requests) == 2)
        assert (second.requests[1]["model"], second.requests[1]["temperature"]) == ("small", 0.2)
        second.answer("Blue.")
        await until(column.keep_this.isVisible)
        column.keep_this.click()
        await until(lambda: said(talk)[-1] == "Blue.")
        assert len(talk.conversation.variants_of(talk.conversation.messages[-1].id).ids) == 3


async def test_a_written_question_is_sent_to_both_models_with_the_choice(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as (_, talk, first, second):
        QTest.keyClicks(talk.chat.composer.field, "Which colour?")
        column = opened(talk)
        assert said(talk) == []
        QTest.keyClicks(column.field, "work sm")
        QTest.keyClick(column.field, Qt.Key.Key_Return)
        await until(lambda: len(first.requests) == len(second.requests) == 1)
        assert second.requests[0]["messages"][-1]["content"] == "Which colour?"
        first.answer("Red.")
        second.answer("Blue.")
        await until(column.keep_other.isVisible)
        column.keep_other.click()
        assert said(talk) == ["Which colour?", "Red."]


async def test_a_server_whose_list_was_never_read_is_asked_at_a_click(tmp_path: Path) -> None:
    unread = Connection("", "Unread", EndpointSettings(base_url="http://127.0.0.1:9/v1", model="m"))
    async with two_servers(tmp_path, unread) as (_, talk, first, _second):
        await converse(talk, first, "Which colour?", "Red.")
        column = opened(talk)
        QTest.keyClicks(column.field, "m")
        assert listed(column)[-1] == "Read the models of Unread"
        QTest.keyClick(column.field, Qt.Key.Key_Up)
        QTest.keyClick(column.field, Qt.Key.Key_Return)
        # Nobody listens there, and the column says so.
        await until(lambda: "asked" not in column.note.text())
        assert column.note.isVisible()
