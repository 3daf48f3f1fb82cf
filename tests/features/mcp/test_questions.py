"""A server asks in the middle of a call, and the person answers on the card of that call, in the whole pet."""

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp")

from PySide6.QtTest import QTest

from deskpet.app.chat_controller import ChatController
from deskpet.chat.call_state import CallState, state_of
from deskpet.config import paths
from deskpet.features.mcp.config import dump_servers
from deskpet.ui.blocks.base import CallDecision
from deskpet.ui.blocks.question import QuestionForm
from tests.app.running_pet import ChatServer, running_with_server, type_and_send, visible_cards
from tests.app.test_tools import calls, press, says
from tests.features.mcp.test_elicitation import asking
from tests.features.mcp.test_servers import saved
from tests.support.waiting import until
from tests.ui.fake_browser import FakeBrowser

pytestmark = pytest.mark.window


def output(talk: ChatController) -> Any:
    """Return the JSON text that the server returned."""
    parts: Any = calls(talk)[0].output
    return json.loads(str(parts[0]))


async def begin_call(talk: ChatController, upstream: ChatServer, tool: str) -> QuestionForm:
    """Let the model call the tool, allow it, and return the form in which its server asks."""
    type_and_send(talk, "book a table")
    await until(lambda: bool(upstream.requests))
    says(upstream, tool, {"text": "hi"} if tool.endswith("echo") else {})
    await until(lambda: bool(visible_cards(talk)) and state_of(calls(talk)[0]) is CallState.WAITING)
    await press(visible_cards(talk)[0], "Run")
    await until(lambda: bool(visible_cards(talk)[0].findChildren(QuestionForm)))
    return visible_cards(talk)[0].findChildren(QuestionForm)[0]


async def started(talk: ChatController) -> None:
    """Start the configured servers once, so that the model is told of their tools."""
    assert talk.features.running("mcp")
    servers = talk.features.running("mcp").servers
    await until(lambda: bool(servers.all))
    await servers.start(servers.all[0].name)


async def test_a_form_is_filled_in_and_only_the_server_gets_the_values(tmp_path: Path) -> None:
    paths.data_folder().mkdir(parents=True, exist_ok=True)
    (paths.data_folder() / "mcp.json").write_text(dump_servers((asking(tmp_path),)))
    async with running_with_server(tmp_path) as (talk, upstream):
        await started(talk)
        form = await begin_call(talk, upstream, "mcp__asking__book")
        assert state_of(calls(talk)[0]) is CallState.WAITING
        assert len(upstream.requests) == 1
        name, seats, room, window = form.fields
        await until(form.accept_button.isEnabled)
        form.accept_button.click()
        assert (name.has_error, seats.has_error) == (True, False)
        QTest.keyClicks(name.inputs[0], "Mio")
        assert not name.has_error
        room.inputs[0].click()
        window.inputs[0].click()
        # It has moved with the line of the error, and is held back again.
        await until(form.accept_button.isEnabled)
        form.accept_button.click()
        await until(lambda: len(upstream.requests) == 2)
        value = {"name": "Mio", "seats": 2, "room": "garden", "window": True}
        assert output(talk)["data"] == value
        assert calls(talk)[0].question is None
        upstream.answer("It is booked.")
        await until(lambda: not talk.conversation.is_running)


@pytest.mark.slow
async def test_stop_cancels_the_question_and_the_form_goes_away(tmp_path: Path) -> None:
    paths.data_folder().mkdir(parents=True, exist_ok=True)
    (paths.data_folder() / "mcp.json").write_text(dump_servers((asking(tmp_path),)))
    async with running_with_server(tmp_path) as (talk, upstream):
        await started(talk)
        await begin_call(talk, upstream, "mcp__asking__book")
        talk.chat.pane.composer.stop()
        await until(lambda: not talk.conversation.is_running)
        assert state_of(calls(talk)[0]) is CallState.CANCELLED
        assert calls(talk)[0].question is None
        await until(lambda: not talk.chat.findChildren(QuestionForm))
        assert not (tmp_path / "outcome").exists()


@pytest.mark.slow
async def test_an_address_is_opened_by_a_click_only(tmp_path: Path) -> None:
    paths.data_folder().mkdir(parents=True, exist_ok=True)
    (paths.data_folder() / "mcp.json").write_text(dump_servers((saved("asks_address"),)))
    browser = FakeBrowser()
    try:
        async with running_with_server(tmp_path) as (talk, upstream):
            await started(talk)
            form = await begin_call(talk, upstream, "mcp__plain__echo")
            await until(form.accept_button.isEnabled)
            assert browser.opened == []
            form.accept_button.click()
            await until(lambda: len(upstream.requests) == 2)
            assert browser.opened == ["https://a.example/login?id=1"]
            assert output(talk)["actions"] == ["accept"]
            upstream.answer("You are signed in.")
            await until(lambda: not talk.conversation.is_running)
    finally:
        browser.uninstall()


async def test_a_hidden_chat_asks_nothing(tmp_path: Path) -> None:
    paths.data_folder().mkdir(parents=True, exist_ok=True)
    (paths.data_folder() / "mcp.json").write_text(dump_servers((saved("asks_form"),)))
    async with running_with_server(tmp_path) as (talk, upstream):
        await started(talk)
        type_and_send(talk, "who am I?")
        await until(lambda: bool(upstream.requests))
        says(upstream, "mcp__plain__echo", {"text": "hi"})
        await until(lambda: bool(visible_cards(talk)) and state_of(calls(talk)[0]) is CallState.WAITING)
        talk.chat.hide()
        talk._pet.hide()
        talk.approvals.on_decided(talk.conversation.messages[-1].id, 0, CallDecision.APPROVE)
        await until(lambda: len(upstream.requests) == 2)
        assert output(talk)["actions"] == ["cancel"]
        upstream.answer("I don't know.")
        await until(lambda: not talk.conversation.is_running)
