"""The draft of a conversation: restored once, however fast the user switches."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from deskpet.app.draft_controller import DraftController
from deskpet.chat.conversation import Conversation
from deskpet.chat.messages import user_message
from deskpet.store import Store
from deskpet.store.recorder import Recorder
from deskpet.ui.chat.window import ChatWindow
from tests.support.waiting import until

pytestmark = pytest.mark.window


async def test_a_new_conversation_begun_while_the_program_opens_shows_its_draft_once(
    tmp_path: Path, qtbot: QtBot
) -> None:
    store, chat = Store(tmp_path / "conversations.db"), ChatWindow()
    qtbot.addWidget(chat)
    store.save_message("old", user_message("an old question", 1.0), None, None)
    store.save_draft(None, "half a thought")
    last = await store.load_last()
    assert last
    conversation = Conversation(lambda: pytest.fail("nothing is sent"))
    recorder = Recorder(store, conversation)
    recorder.show(last)
    chat.header.new.clicked.connect(recorder.begin_session)
    controller = DraftController(chat, store, recorder, conversation)
    chat.header.new.click()
    await until(chat.composer.draft_text)
    # All that was asked of the store before this is answered.
    await store.draft(None)
    assert chat.composer.draft_text() == "half a thought"
    controller.close()
    store.close()
