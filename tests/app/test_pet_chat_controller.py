"""The character follows the talk: where she looks, and when the line below her speaks."""

import asyncio
from collections.abc import Generator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from deskpet.app.pet_chat_controller import PetChatController
from deskpet.chat.conversation import Conversation
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn_setup import TurnSetup
from deskpet.pet.mood import MoodActivity
from deskpet.ui.blocks.tool_use import ToolUseView
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.settings.window import SettingsWindow
from deskpet.ui.widgets import theme
from tests.gallery import samples
from tests.llm.scripted_server import ScriptedServer, words
from tests.support.settings_window import settings_window
from tests.support.waiting import until
from tests.ui.pet.monitors import monitors
from tests.ui.pet.scene import Scene

pytestmark = pytest.mark.window


@pytest.fixture
def chat(qapp: QApplication, qtbot: QtBot) -> ChatWindow:
    theme.apply(qapp)
    chat = ChatWindow("Mikan", samples.look)
    qtbot.addWidget(chat)
    return chat


def talk_of(*rounds: object) -> Conversation:
    server = ScriptedServer(*rounds)  # pyright: ignore[reportArgumentType]
    return Conversation(lambda: TurnSetup(server.model(), Toolbox()))


def test_she_looks_at_the_chat_and_at_the_card_of_the_tool_that_runs(
    scene: Scene, chat: ChatWindow, qtbot: QtBot
) -> None:
    attention = PetChatController(scene.pet, chat, talk_of(), samples.look)
    where = scene.pet.living_model.gaze.chat
    assert where() is None
    attention.place_windows()
    with qtbot.waitExposed(chat):
        chat.show()
    assert where() == chat.geometry()
    running = replace(samples.call("files.read", 1, path="notes.md"), started_at=1.0)
    chat.show_path([samples.asked("Read it"), samples.answer("Well, ", running, ended=None)])
    qtbot.waitUntil(lambda: any(card.isVisible() for card in chat.findChildren(ToolUseView)))
    (card,) = chat.findChildren(ToolUseView)
    assert where() == chat.geometry()
    scene.pet.animator.do(MoodActivity.WATCHING)
    qtbot.waitUntil(lambda: where() == QRect(card.mapToGlobal(QPoint()), card.size()))
    chat.hide()
    assert where() is None
    attention.close()


def test_she_notices_that_somebody_types(scene: Scene, chat: ChatWindow) -> None:
    attention = PetChatController(scene.pet, chat, talk_of(), samples.look)
    before = scene.pet.animator.mood.typed_at
    QTest.keyClicks(chat.composer.field, "h")
    assert scene.pet.animator.mood.typed_at > before
    attention.close()


async def test_while_she_is_hidden_the_line_below_her_is_silent(scene: Scene, chat: ChatWindow) -> None:
    gate = asyncio.Event()
    talk = talk_of([gate, words("Hello")])
    attention = PetChatController(scene.pet, chat, talk, samples.look)
    turn = asyncio.ensure_future(talk.send("hi"))
    await until(lambda: len(talk.messages) == 2)
    assert not attention.activity._show_delay.isActive()
    assert attention.activity.activity is None
    gate.set()
    await turn
    attention.close()


async def test_the_line_below_her_tells_what_goes_on_and_goes_when_it_is_over(living: Scene, chat: ChatWindow) -> None:
    gate = asyncio.Event()
    talk = talk_of([gate, words("Hello")])
    attention = PetChatController(living.pet, chat, talk, samples.look)
    attention.place_windows()
    line = attention.activity
    turn = asyncio.ensure_future(talk.send("hi"))
    await until(lambda: line.activity is not None and line.isVisible())
    assert line.activity
    assert line.activity.words == "waiting for the answer…"
    assert line.geometry().center().x() == pytest.approx(living.pet.geometry().center().x(), abs=2)
    gate.set()
    await turn
    await until(lambda: not line.isVisible())
    attention.close()


@pytest.fixture
def settings(qtbot: QtBot) -> SettingsWindow:
    window = settings_window()
    qtbot.addWidget(window)
    return window


@pytest.fixture
def small_screen(qtbot: QtBot) -> Generator[QRect]:
    """A screen as large as one of 1920 x 1080 pixels at scale 2."""
    size = QRect(0, 0, 960, 540)
    with monitors() as made:
        made.plug_in("small", 0, size.width(), size.height())
        qtbot.waitUntil(lambda: QGuiApplication.primaryScreen().geometry() == size)
        yield size
    qtbot.waitUntil(lambda: QGuiApplication.primaryScreen().geometry() != size)


def test_on_a_small_screen_the_chat_makes_room_for_the_settings(
    small_screen: QRect, scene: Scene, chat: ChatWindow, settings: SettingsWindow, qtbot: QtBot
) -> None:
    link = PetChatController(scene.pet, chat, talk_of(), samples.look)
    scene.pet.show()
    link.place_windows()
    with qtbot.waitExposed(chat):
        chat.show()
    link.make_room_for(settings)
    settings.show()
    qtbot.waitUntil(lambda: small_screen.contains(settings.frameGeometry()) and not chat.isVisible())
    assert not settings.frameGeometry().intersects(scene.pet.geometry())
    # The window is replaced by another one when the language changes.
    another = settings_window()
    qtbot.addWidget(another)
    link.make_room_for(another)
    with qtbot.waitExposed(another):
        another.show()
    settings.close()
    assert not chat.isVisible()
    another.close()
    qtbot.waitUntil(chat.isVisible)
    settings.show()
    qtbot.waitUntil(lambda: not chat.isVisible())
    # At the end of the program the chat is closed before the settings.
    link.close()
    settings.close()
    assert not chat.isVisible()


def test_no_window_straddles_after_the_screen_of_the_pet_is_gone(
    scene: Scene, chat: ChatWindow, settings: SettingsWindow, qtbot: QtBot
) -> None:
    left, right = QRect(0, 0, 1000, 1080), QRect(1000, 0, 920, 1080)
    link = PetChatController(scene.pet, chat, talk_of(), samples.look)
    with monitors() as made:
        made.plug_in("left", 0, 1000, 1080)
        made.plug_in("right", 1000, 920, 1080)
        qtbot.waitUntil(lambda: len(QGuiApplication.screens()) == 2)
        scene.pet.show()
        scene.pet.setPosition(1050, 500)
        scene.pet.placement.end_drag(QRect(QPoint(1050, 500), scene.pet.size()))
        qtbot.waitUntil(lambda: right.contains(scene.pet.geometry()))
        with qtbot.waitExposed(chat):
            chat.show()
        qtbot.waitUntil(lambda: right.contains(chat.panel_geometry))
        made.unplug("right")
        qtbot.waitUntil(lambda: left.contains(scene.pet.geometry()) and left.contains(chat.panel_geometry))
        made.plug_in("right", 1000, 920, 1080)
        qtbot.waitUntil(lambda: right.contains(scene.pet.geometry()) and right.contains(chat.panel_geometry))
    qtbot.waitUntil(lambda: len(QGuiApplication.screens()) == 1)
    link.close()


def test_settings_that_do_not_fit_beside_the_pet_are_above_it(
    small_screen: QRect, scene: Scene, chat: ChatWindow, qapp: QApplication, qtbot: QtBot
) -> None:
    theme.apply(qapp, "light", 1.4)
    try:
        settings = settings_window()
        qtbot.addWidget(settings)
        link = PetChatController(scene.pet, chat, talk_of(), samples.look)
        scene.pet.show()
        link.make_room_for(settings)
        settings.show()
        qtbot.waitUntil(lambda: small_screen.contains(settings.frameGeometry()))
        assert settings.windowFlags() & Qt.WindowType.WindowStaysOnTopHint
        link.close()
    finally:
        theme.apply(qapp)


def test_with_room_for_both_the_chat_stays(
    scene: Scene, chat: ChatWindow, settings: SettingsWindow, qtbot: QtBot
) -> None:
    link = PetChatController(scene.pet, chat, talk_of(), samples.look)
    scene.pet.show()
    link.place_windows()
    with qtbot.waitExposed(chat):
        chat.show()
    link.make_room_for(settings)
    with qtbot.waitExposed(settings):
        settings.show()
    assert chat.isVisible()
    assert not settings.frameGeometry().intersects(chat.panel_geometry.united(scene.pet.geometry()))
    assert not settings.windowFlags() & Qt.WindowType.WindowStaysOnTopHint
    full = chat.expand()
    qtbot.waitUntil(lambda: not full.frameGeometry().intersects(scene.pet.geometry()))
    link.close()
