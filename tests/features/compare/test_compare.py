"""The comparison in a running pet: another model answers the same question, and either answer is kept."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from deskpet.app.chat_controller import ChatController
from deskpet.features.compare.ui import CompareColumn
from deskpet.ui.widgets.entry_list import EntryList
from tests.app.running_pet import ChatServer, converse, running_with_server
from tests.support.waiting import until

pytestmark = pytest.mark.window


async def compared(talk: ChatController, upstream: ChatServer, answer: str) -> CompareColumn:
    """Ask the model "other" the last question, and answer it."""
    number = len(upstream.requests) + 1
    next(each for each in talk.chat.pane.commands.available if each.name == "compare").act()
    full = talk.chat.full
    assert full
    await until(lambda: bool(full.findChildren(CompareColumn)))
    column = full.findChildren(CompareColumn)[-1]
    QTest.keyClicks(column.field, "other")
    await until(lambda: column.findChild(EntryList).model().rowCount() == 1)
    QTest.keyClick(column.field, Qt.Key.Key_Return)
    await until(lambda: len(upstream.requests) == number)
    assert upstream.requests[-1]["model"] == "other"
    upstream.answer(answer)
    await until(column.keep_this.isVisible)
    return column


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


async def test_another_conversation_ends_the_comparison(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, upstream):
        await converse(talk, upstream, "Which colour?", "Red.")
        column = await compared(talk, upstream, "Blue.")
        assert column.isVisible()
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
