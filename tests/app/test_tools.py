"""Tools and personas in the whole pet: a card that asks, a persona that greets."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QPushButton

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.chat.call_state import CallState, state_of
from deskpet.chat.messages import ToolUse
from deskpet.chat.rules import Rules
from deskpet.chat.turn import BEGINNING
from deskpet.config import paths, settings_file
from deskpet.config.choices import Policy
from deskpet.features.screenshot.ui.review_window import ReviewWindow
from deskpet.personas.folder import Personas
from deskpet.personas.persona import Persona
from deskpet.ui.blocks.tool_use import ToolUseView
from deskpet.ui.chat.transcript import Transcript
from tests.app.running_pet import ChatServer, running, type_and_send, visible_cards, visible_chips, write_settings
from tests.support.waiting import until

pytestmark = pytest.mark.window


def calls(talk: ChatController) -> list[ToolUse]:
    return [block for message in talk.conversation.messages for block in message.blocks if isinstance(block, ToolUse)]


def says(upstream: ChatServer, name: str, arguments: dict) -> None:
    upstream.begin_call(name)
    upstream.arguments(json.dumps(arguments))
    upstream.end()


async def press(card: ToolUseView, text: str) -> None:
    """Press the button with this text as soon as it is enabled: when the whole card has been in view."""
    transcript = card.window().findChild(Transcript)
    assert isinstance(transcript, Transcript)
    bar = transcript.verticalScrollBar()

    def found() -> list[QPushButton]:
        # The card may still unfold below the edge, so it is scrolled to again.
        bar.setValue(bar.value() + card.mapTo(transcript.viewport(), QPoint()).y())
        return [each for each in card.findChildren(QPushButton) if each.text() == text and each.isVisible()]

    await until(lambda: bool(buttons := found()) and buttons[0].isEnabled())
    found()[0].click()


async def test_two_cards_that_ask_at_once_are_answered_one_by_one(tmp_path):
    upstream = ChatServer()
    policies = '[tools]\npolicies = {"live2d.motion" = "ask"}\n'
    pet = PetController(write_settings(tmp_path, await upstream.start(), policies), offline=False)
    moved: list[str] = []
    pet.stage.motion_requested.connect(lambda group, index: moved.append(group))
    async with running(pet, upstream) as talk:
        first, second = list(pet.stage.character.motions)[:2]
        moved.clear()
        type_and_send(talk, "dance")
        await until(lambda: bool(upstream.requests))
        for index, group in enumerate((first, second)):
            function = {"name": "live2d_motion", "arguments": json.dumps({"group": group})}
            upstream.delta(tool_calls=[{"index": index, "id": f"c{index}", "function": function}])
        upstream.end()
        await until(lambda: [state_of(each) for each in calls(talk)] == [CallState.WAITING] * 2)
        await until(lambda: len(visible_cards(talk)) == 2)
        await press(visible_cards(talk)[1], "Run")
        await until(lambda: state_of(calls(talk)[1]) is not CallState.WAITING)
        # The calls run in their order, so the second waits for the answer about the first.
        assert state_of(calls(talk)[0]) is CallState.WAITING
        assert moved == []
        await press(visible_cards(talk)[0], "Refuse")
        await until(lambda: moved == [second])
        await until(lambda: [state_of(each) for each in calls(talk)] == [CallState.REFUSED, CallState.SUCCESS])


async def test_a_card_asks_once_and_then_never_again(tmp_path):
    upstream = ChatServer()
    policies = '[tools]\npolicies = {"live2d.motion" = "ask"}\n'
    pet = PetController(write_settings(tmp_path, await upstream.start(), policies), offline=False)
    moved: list[str] = []
    pet.stage.motion_requested.connect(lambda group, index: moved.append(group))
    async with running(pet, upstream) as talk:
        group = next(iter(pet.stage.character.motions))

        moved.clear()
        type_and_send(talk, "wave")
        await until(lambda: bool(upstream.requests))
        says(upstream, "live2d_motion", {"group": group})
        await until(lambda: bool(visible_cards(talk)) and state_of(calls(talk)[0]) is CallState.WAITING)
        assert moved == []
        await press(visible_cards(talk)[0], "Always")
        await until(lambda: moved == [group])
        await until(lambda: len(upstream.requests) == 2)
        # Already in this turn it is not asked about again.
        says(upstream, "live2d_motion", {"group": group})
        await until(lambda: moved == [group, group])
        await until(lambda: len(upstream.requests) == 3)
        upstream.delta(content="There!")
        upstream.end()
        await until(lambda: not talk.conversation.is_running)
        pet.settings_store.flush()
        # The setting stays; the rule goes before it.
        assert settings_file.load(tmp_path / "settings.toml").tools.policies == {"live2d.motion": Policy.ASK}
        (rule,) = Rules(paths.data_folder() / "rules.json").all
        assert (rule.tool_name, calls(talk)[1].asked_at, calls(talk)[1].rule) == ("live2d.motion", None, rule)

        # Both are chips of one text now, and a click opens the card.
        await until(lambda: len(visible_chips(talk)) == 2 and not visible_cards(talk))
        visible_chips(talk)[0].click()
        await until(lambda: bool(visible_cards(talk)))
        await press(visible_cards(talk)[0], "Run again")
        await until(lambda: len(moved) == 3)
        await until(lambda: any(call.later_runs and call.later_runs[0].ended_at for call in calls(talk)))
        assert len(upstream.requests) == 3


async def test_a_stop_while_a_card_asks_ends_the_answer(tmp_path):
    upstream = ChatServer()
    policies = '[tools]\npolicies = {"time.now" = "ask"}\n'
    pet = PetController(write_settings(tmp_path, await upstream.start(), policies), offline=False)
    async with running(pet, upstream) as talk:
        type_and_send(talk, "what time is it?")
        await until(lambda: bool(upstream.requests))
        says(upstream, "time_now", {})
        await until(lambda: bool(calls(talk)) and state_of(calls(talk)[0]) is CallState.WAITING)
        talk.chat.composer.stop_requested.emit()
        await until(lambda: not talk.conversation.is_running)
        assert state_of(calls(talk)[0]) is CallState.CANCELLED
        await until(lambda: visible_cards(talk)[0].property("state") == "cancelled")


async def test_a_persona_greets_and_is_who_the_model_is_told_to_be(tmp_path):
    persona = Persona("Aria", prompt="{{char}} is a fox.", greeting="Hello {{user}}!", model="fox-model")
    Personas(paths.data_folder() / "personas").save(persona)
    upstream = ChatServer()
    chosen = '[persona]\nchosen = "aria"\nuser = "Ken"\n'
    pet = PetController(write_settings(tmp_path, await upstream.start(), chosen), offline=False)
    async with running(pet, upstream) as talk:
        await until(lambda: [message.text for message in talk.conversation.messages] == ["Hello Ken!"])
        type_and_send(talk, "who are you?")
        await until(lambda: bool(upstream.requests))
        request = upstream.requests[0]
        assert request["model"] == "fox-model"
        system, beginning, greeting, question = request["messages"]
        assert system["content"].startswith("You are Aria.\n\nAria is a fox.\n\nThe user's name is Ken.")
        said = [message["content"] for message in (beginning, greeting, question)]
        assert said == [BEGINNING.text, "Hello Ken!", "who are you?"]
        upstream.delta(content="Me.")
        upstream.end()
        await until(lambda: not talk.conversation.is_running)
        talk.chat.header.new.click()
        await until(lambda: [message.text for message in talk.conversation.messages] == ["Hello Ken!"])


async def test_a_picture_of_the_screen_is_looked_at_and_sent_to_the_model(tmp_path: Path) -> None:
    upstream = ChatServer()
    policies = '[tools]\npolicies = {"take_screenshot" = "allow"}\n'
    pet = PetController(write_settings(tmp_path, await upstream.start(), policies), offline=False)
    async with running(pet, upstream) as talk:
        await until(lambda: pet.window.isVisible() and talk.chat.isVisible())
        hidden: list[bool] = []
        pet.window.hidden.connect(lambda: hidden.append(True))
        type_and_send(talk, "what do you see?")
        await until(lambda: bool(upstream.requests))
        says(upstream, "take_screenshot", {"area": "screen"})
        windows = QApplication.topLevelWidgets
        await until(lambda: any(isinstance(each, ReviewWindow) and each.isVisible() for each in windows()))
        assert hidden
        assert pet.window.isVisible()
        assert talk.chat.isVisible()
        next(each for each in windows() if isinstance(each, ReviewWindow)).send.click()
        await until(lambda: len(upstream.requests) == 2)
        assert "data:image/" in json.dumps(upstream.requests[1]["messages"])
        upstream.delta(content="A desk.")
        upstream.end()
        await until(lambda: not talk.conversation.is_running)
