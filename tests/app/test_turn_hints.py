"""Lines under an answer that say what is lacking for what was asked."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.config.choices import MemoryMode
from deskpet.features.memory.feature import MEMORY
from tests.app.running_pet import SELDOM_DRAWN, converse, running, running_with_server, type_and_send
from tests.support.waiting import until

pytestmark = pytest.mark.window


def lines(talk: ChatController) -> list[str]:
    return [line.text() for line in talk.chat.pane.status_lines.lines]


def press(talk: ChatController, label: str) -> None:
    buttons = talk.chat.pane.status_lines.findChildren(QPushButton)
    QTest.mouseClick(next(each for each in buttons if each.text() == label), Qt.MouseButton.LeftButton)


async def test_memory_that_is_off_is_offered_where_it_is_asked_for(tmp_path: Path) -> None:
    async with running_with_server(tmp_path, '[memory]\nremember = "off"\n') as (talk, upstream):
        await converse(talk, upstream, "Do you remember me?", "No.")
        assert lines(talk) == []
        await converse(talk, upstream, "Please remember that I like tea", "I will.")
        assert lines(talk) == ["Memory is off. Turn it on?"]
        press(talk, "Turn on")
        assert talk._settings_store.current.memory.remember is MemoryMode.ON_REQUEST
        assert lines(talk) == []
        await converse(talk, upstream, "Remember that I like tea", "I will.")
        assert lines(talk) == []


@pytest.mark.parametrize(
    ("message", "asks"),
    [
        ("Remember: I am Ada.", True),
        ("I am Ada. Could you remember my name", True),
        ("I remember that day", False),
        ("Remember when we met?", False),
        ("请记住我喜欢茶", True),
        ("你记住了吗", False),
        ("お茶が好きだと覚えておいて", True),
        ("覚えていますか", False),
    ],
)
def test_what_asks_her_to_remember(message: str, asks: bool) -> None:
    assert MEMORY.offer
    assert MEMORY.offer.asks(message) is asks


@pytest.mark.usefixtures("quick_companion")
async def test_the_offline_companion_leads_to_the_models_for_what_she_can_not_do(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(SELDOM_DRAWN, encoding="utf-8")
    pet = PetController(file, offline=True)
    async with running(pet):
        talk = pet.chat_controller
        assert talk
        type_and_send(talk, "tell me a joke")
        await until(lambda: len(talk.conversation.messages) == 2 and not talk.conversation.is_running)
        assert lines(talk) == []
        type_and_send(talk, "Translate this into Latin")
        await until(lambda: lines(talk) == ["The offline companion can't do this: it needs a model."])
        press(talk, "Choose a model")
        await until(lambda: talk.settings_window is not None and talk.settings_window.page == "connection")
