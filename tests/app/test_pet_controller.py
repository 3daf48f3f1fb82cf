"""Window behavior in the whole program: the menu changes settings that are saved; keys and clicks open the chat."""

import signal
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QSlider, QWidget
from pytestqt.qtbot import QtBot

from deskpet.app.pet_controller import PetController
from deskpet.config import paths, settings_file
from deskpet.config.choices import Clicks
from deskpet.ui.pet import saved_look
from deskpet.ui.platform import autostart
from deskpet.ui.platform.global_shortcut import GlobalShortcut
from tests.app.running_pet import SELDOM_DRAWN, open_pet, running, write_settings
from tests.support.waiting import until
from tests.ui.active_window import active
from tests.ui.pet.scene import BODY, Ground, lets_clicks_through, needs_xdotool, xdotool

pytestmark = pytest.mark.window


def has_lost_focus(window: QWidget) -> bool:
    """Whether a hidden window has lost the focus for the window system as well, which needs a moment."""
    return not window.isVisible() and QGuiApplication.focusWindow() != window.windowHandle()


@needs_xdotool
async def test_a_call_ends_click_through_everywhere_for_good(tmp_path: Path, qtbot: QtBot):
    file = write_settings(tmp_path, "http://127.0.0.1:9/v1")
    ground = Ground()
    qtbot.addWidget(ground)
    ground.show()
    pet = PetController(file, offline=False)
    async with running(pet) as talk:
        pet.window.menu.clicks.actions()[1].trigger()
        pet.settings_store.flush()
        assert settings_file.load(file).character.clicks is Clicks.EVERYWHERE
        there = pet.window.position() + BODY
        xdotool("mousemove", there.x(), there.y())
        await until(lambda: lets_clicks_through(pet.window))
        xdotool("click", 1)
        await until(lambda: ground.clicks == [there])

        # The chat beside the pet takes clicks in every click-through mode.
        field = talk.chat.composer.field
        talk.chat.composer.field.clearFocus()
        places: list[QPoint] = []

        def is_at_rest() -> bool:
            places.append(field.mapToGlobal(QPoint(30, 10)))
            return len(places) > 20 and set(places[-20:]) == {places[-1]}

        await until(is_at_rest)
        xdotool("mousemove", places[-1].x(), places[-1].y(), "click", 1)
        await until(field.hasFocus)
        assert ground.clicks == [there]

        pet.menus.tray.menu.call.trigger()
        await until(pet.window.menu.isVisible)
        pet.settings_store.flush()
        assert settings_file.load(file).character.clicks is Clicks.TRANSPARENT
        assert not lets_clicks_through(pet.window)
        pet.window.menu.close()


@needs_xdotool
async def test_the_shortcut_shows_the_chat_and_hides_it_again_and_can_be_changed(tmp_path: Path):
    file = write_settings(tmp_path, "http://127.0.0.1:9/v1")
    pet = PetController(file, offline=False)
    async with running(pet) as talk:
        await until(lambda: bool(pet.behavior and pet.behavior.shortcut.keys == "Ctrl+Alt+P"))
        pet.window.hide()
        await until(lambda: has_lost_focus(talk.chat))
        xdotool("key", "ctrl+alt+p")
        await until(pet.window.isVisible)
        await until(talk.chat.composer.field.hasFocus)
        xdotool("key", "ctrl+alt+p")
        await until(lambda: has_lost_focus(talk.chat))
        assert pet.window.isVisible()
        look = SELDOM_DRAWN + 'call_shortcut = "Ctrl+Shift+F9"\n'
        file.write_text(file.read_text(encoding="utf-8").replace(SELDOM_DRAWN, look), encoding="utf-8")
        await until(lambda: bool(pet.behavior and pet.behavior.shortcut.keys == "Ctrl+Shift+F9"))
        xdotool("key", "ctrl+shift+F9")
        await until(lambda: talk.chat.isVisible() and talk.chat.composer.field.hasFocus())


@needs_xdotool
async def test_a_click_on_her_opens_a_hidden_chat_and_leaves_the_keyboard_to_a_shown_one(tmp_path: Path):
    pet = PetController(write_settings(tmp_path, "http://127.0.0.1:9/v1"), offline=False)
    async with running(pet) as talk:
        field = talk.chat.composer.field
        there = pet.window.position() + BODY
        talk.chat.put_away()
        await until(lambda: has_lost_focus(talk.chat))
        xdotool("mousemove", there.x(), there.y())
        await until(lambda: not lets_clicks_through(pet.window))
        xdotool("click", 1)
        await until(lambda: talk.chat.isVisible() and talk.chat.has_focus and field.hasFocus())
        tapped: list[bool] = []
        pet.window.tapped.connect(lambda: tapped.append(True))
        xdotool("type", "tea")
        await until(lambda: field.toPlainText() == "tea")
        xdotool("click", 1)
        await until(lambda: bool(tapped))
        xdotool("type", " and cake")
        await until(lambda: field.toPlainText() == "tea and cake")


@needs_xdotool
async def test_a_double_click_on_her_gives_the_keyboard_to_the_chat(tmp_path: Path, qtbot: QtBot):
    pet = PetController(write_settings(tmp_path, "http://127.0.0.1:9/v1"), offline=False)
    other = QLabel("another window")
    qtbot.addWidget(other)
    async with running(pet) as talk:
        other.show()
        await until(active(other))
        there = pet.window.position() + BODY
        xdotool("mousemove", there.x(), there.y())
        await until(lambda: not lets_clicks_through(pet.window))
        xdotool("click", 1)
        xdotool("click", "--repeat", 2, "--delay", 60, 1)
        await until(lambda: talk.chat.has_focus)


async def test_a_shortcut_in_use_is_reported(tmp_path: Path):
    other = GlobalShortcut("chat", "Chat")
    other.grab("Ctrl+Alt+P")
    pet = PetController(write_settings(tmp_path, "http://127.0.0.1:9/v1"), offline=False)
    async with running(pet) as talk:

        def said() -> list[str]:
            return [label.text() for label in talk.chat.findChildren(QLabel)]

        await until(lambda: any("Another program has Ctrl+Alt+P" in text for text in said()))
        other.release()


async def test_a_full_screen_window_hides_chat_and_character(tmp_path: Path, qtbot: QtBot):
    file = write_settings(tmp_path, "http://127.0.0.1:9/v1")
    film = QWidget()
    qtbot.addWidget(film)
    pet = PetController(file, offline=False)
    async with running(pet) as talk:
        pet.window.menu.behavior.actions()[2].trigger()
        pet.settings_store.flush()
        assert settings_file.load(file).character.hide_for_full_screen
        film.showFullScreen()
        await until(active(film))
        await until(lambda: not pet.window.isVisible() and not talk.chat.isVisible())
        film.close()
        await until(lambda: pet.window.isVisible() and talk.chat.isVisible())


async def test_a_second_start_ends_click_through_everywhere(tmp_path: Path):
    """Without a tray and without a shortcut, as on Wayland, it is the only way back."""
    pet = PetController(write_settings(tmp_path, "http://127.0.0.1:9/v1"), offline=False)
    async with running(pet):
        pet.window.menu.clicks.actions()[1].trigger()
        await until(lambda: pet.window.look.clicks is Clicks.EVERYWHERE)
        pet.come_back()
        assert pet.window.look.clicks is Clicks.TRANSPARENT
        assert pet.window.living_model.click_through.clicks is Clicks.NOWHERE


async def test_the_menu_switches_autostart(tmp_path: Path, home: Path):
    file = write_settings(tmp_path, "http://127.0.0.1:9/v1")
    pet = PetController(file, offline=True)
    async with running(pet):
        pet.menus.tray.menu.behavior.actions()[-1].trigger()
        assert autostart.is_enabled()
        # tests/windows reads the entry in the registry.
        if sys.platform != "win32":
            entry = (home / "config" / "autostart" / "deskpet.desktop").read_text(encoding="utf-8")
            assert f'"--settings" "{file}" "--offline"' in entry
        pet.menus.tray.menu.behavior.aboutToShow.emit()
        assert not pet.menus.tray.menu.behavior.actions()[-1].icon().isNull()
        pet.window.menu.behavior.actions()[-1].trigger()
        assert not autostart.is_enabled()


@pytest.mark.parametrize("end", ["quit", "signal"])
async def test_a_change_just_before_the_end_is_written(tmp_path: Path, end: str):
    file = write_settings(tmp_path, "http://127.0.0.1:9/v1")
    pet = PetController(file, offline=False)
    life, talk = await open_pet(pet)
    talk.open_settings("character")
    slider = talk.settings_window.findChild(QWidget, "character_opacity").findChild(QSlider)
    slider.setValue(slider.minimum())
    lowest = pet.window.look.opacity
    assert lowest < 1.0
    assert settings_file.load(file).character.opacity == 1.0
    if end == "quit":
        pet.quit()
    else:
        signal.raise_signal(signal.SIGTERM)
    await life
    assert settings_file.load(file).character.opacity == lowest
    assert saved_look.load(paths.state_folder() / "look.json").opacity == lowest
