"""Reminders in the whole pet: set by a model or without one, listed in the settings, and said in the chat."""

import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFrame

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.chat.messages import Notice
from deskpet.config import paths
from deskpet.features.reminders.ui.page import RemindersPage
from tests.app.running_pet import ChatServer, running, type_and_send, write_settings
from tests.app.test_tools import calls, says
from tests.support.waiting import until

pytestmark = pytest.mark.window


def notices(talk: ChatController) -> list[str]:
    """Return the titles of the notices in the chat."""
    blocks = (block for message in talk.chat.transcript.messages for block in message.blocks)
    return [block.title for block in blocks if isinstance(block, Notice)]


async def test_a_reminder_comes_in_the_chat(tmp_path):
    upstream = ChatServer()
    pet = PetController(write_settings(tmp_path, await upstream.start()), offline=False)
    async with running(pet, upstream) as talk:
        type_and_send(talk, "remind me of the tea")
        await until(lambda: bool(upstream.requests))
        says(upstream, "reminder_set", {"text": "Tea", "minutes": 0.02})
        await until(lambda: len(upstream.requests) == 2)
        upstream.delta(content="I will.")
        upstream.end()
        await until(lambda: talk.conversation.messages[-1].text == "⏰ Tea")
        assert json.loads((paths.data_folder() / "reminders.json").read_text(encoding="utf-8")) == []
        type_and_send(talk, "thanks")
        await until(lambda: len(upstream.requests) == 3)
        asked = upstream.requests[2]["messages"]
        assert asked[-1]["content"] == "thanks"
        assert [message["role"] for message in asked[-4:]] == ["assistant", "user", "assistant", "user"]
        upstream.delta(content="Enjoy.")
        upstream.end()
        await until(lambda: not talk.conversation.is_running)


async def test_without_a_model_a_reminder_is_set_listed_in_the_settings_and_said(tmp_path: Path, quick_companion: None):
    pet = PetController(write_settings(tmp_path, ""), offline=True)
    async with running(pet) as talk:
        type_and_send(talk, "remind me in 1 second to stretch")
        await until(lambda: any(call.status == "success" for call in calls(talk)))
        talk.open_settings("reminders")
        assert talk.settings_window
        page = talk.settings_window.findChild(RemindersPage)
        assert page
        await until(lambda: talk.conversation.messages[-1].text == "⏰ stretch")
        assert not page.findChildren(QFrame, "reminder_row") or not any(
            row.isVisible() for row in page.findChildren(QFrame, "reminder_row")
        )
        type_and_send(talk, "remind me every day at 8:00 to stretch")
        await until(lambda: any(row.isVisible() for row in page.findChildren(QFrame, "reminder_row")))


async def test_a_file_that_can_not_be_read_is_told_and_the_tools_are_not_offered(tmp_path: Path) -> None:
    file = paths.data_folder() / "reminders.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("no list", encoding="utf-8")
    upstream = ChatServer()
    pet = PetController(write_settings(tmp_path, await upstream.start()), offline=False)
    async with running(pet, upstream) as talk:
        await until(lambda: "Reminders can't be used" in notices(talk))
        type_and_send(talk, "remind me of the tea")
        await until(lambda: bool(upstream.requests))
        offered = {each["function"]["name"] for each in upstream.requests[0]["tools"]}
        assert "time_now" in offered
        assert not {"reminder_set", "timer_start"} & offered
        upstream.answer("I can't.")
        await until(lambda: not talk.conversation.is_running)
        talk.open_settings("reminders")
        assert talk.settings_window
        page = talk.settings_window.findChild(RemindersPage)
        assert page
        assert not page.add_button.isEnabled()
        assert file.read_text(encoding="utf-8") == "no list"
