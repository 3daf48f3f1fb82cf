"""The character on the desktop of Windows: clicks through it, the tray, the history, the end of the session."""

import subprocess
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from deskpet.app.pet_controller import PetController
from deskpet.config import paths
from deskpet.store import Store
from deskpet.ui.pet.menu import Tray
from tests.app.running_pet import running, screenshot
from tests.support.deskpet_process import data_folder, started, wait_until_callable
from tests.support.folders import PROJECT
from tests.support.waiting import until, wait_until
from tests.support.wine import is_wine
from tests.ui.active_window import active
from tests.ui.pet.scene import BODY, CORNER, Scene, colours, lets_clicks_through
from tests.windows import user

PHOTOGRAPH = PROJECT / "build" / "windows" / "history.png"
# The window in which Wine shows the icons of the tray on a desktop without one, and a point of the first icon there.
WINE_TRAY, FIRST_ICON = "__winex11_standalone_tray", QPoint(12, 10)
WAY = QPoint(-300, -90)


def test_clicks_beside_the_character_go_to_the_window_behind(qtbot: QtBot, living: Scene) -> None:
    pressed: list[str] = []
    living.pet.clicked.connect(pressed.append)
    corner, body = (living.pet.position() + point for point in (CORNER, BODY))
    for _ in range(2):
        user.move_pointer(corner)
        qtbot.waitUntil(lambda: lets_clicks_through(living.pet))
        before = len(living.ground.clicks)
        user.click(corner)
        qtbot.waitUntil(lambda before=before: living.ground.clicks[before:] == [corner])
        assert pressed == []
        user.move_pointer(body)
        qtbot.waitUntil(lambda: not lets_clicks_through(living.pet))
        user.click(body)
        qtbot.waitUntil(lambda: pressed == ["Body"])
        pressed.clear()
    assert living.ground.clicks == [corner, corner]


@pytest.mark.skipif(not is_wine(), reason="Windows does not tell where the icon is")
def test_the_icon_in_the_tray_hides_the_character_and_has_its_menu(qtbot: QtBot) -> None:
    assert Tray.isSystemTrayAvailable()
    tray = Tray("Mikan", paths.bundled_path("models") / "mikan" / "icon.png")
    tray.show()
    try:
        qtbot.waitUntil(lambda: user.window_of_class(WINE_TRAY) is not None)
        shown_at = user.window_of_class(WINE_TRAY)
        assert shown_at
        icon = user.on_desktop(shown_at, FIRST_ICON)
        with qtbot.waitSignal(tray.menu.hide_requested):
            user.click(icon)
        user.click(icon, right=True)
        qtbot.waitUntil(tray.menu.isVisible)
        entry = tray.menu.actionGeometry(tray.menu.quit).center()
        with qtbot.waitSignal(tray.menu.quit_requested):
            user.click(tray.menu.mapToGlobal(entry))
    finally:
        tray.hide()


async def test_the_history_is_shown(tmp_path: Path, quick_companion: None) -> None:
    async with running(PetController(tmp_path / "settings.toml", offline=True)) as talk:
        for question in ("hello there", "你好，橘子！", "tell me a joke"):
            talk.chat.header.new.click()
            await until(lambda: not talk.conversation.messages)
            talk.chat.composer.field.insertPlainText(question)
            QTest.keyClick(talk.chat.composer.field, Qt.Key.Key_Return)
            await until(lambda: talk.conversation.messages and not talk.conversation.is_running)
        full = talk.chat.expand()
        # The fourth row is the heading "Today".
        await until(lambda: full.side_panel.view.model().rowCount() == 4)
        await until(active(full))
        PHOTOGRAPH.parent.mkdir(parents=True, exist_ok=True)
        screenshot(QGuiApplication.primaryScreen().geometry()).save(str(PHOTOGRAPH))
    assert len(set(colours(QImage(str(PHOTOGRAPH))))) > 1000


def pet_window(program: "subprocess.Popen[str]") -> int:
    """Wait for the windows of the character and the chat, and return the character's, which is the narrower one."""
    wait_until(lambda: len(user.visible_windows(program.pid)) == 2)
    return min(user.visible_windows(program.pid), key=lambda window: user.geometry(window).width())


async def saved_draft() -> str:
    """Return the saved draft of the composer."""
    store = Store(data_folder() / "conversations.db")
    text = (await store.draft(None)).text
    store.close()
    return text


async def test_the_end_of_the_session_keeps_what_was_typed_last(tmp_path: Path) -> None:
    pet = PetController(tmp_path / "settings.toml", offline=True)
    async with running(pet) as talk:
        await until(lambda: not talk.persistence.is_waiting)
        windows, field = [int(pet.window.winId())], talk.chat.composer.field
        QTest.keyClicks(field, "one")
        assert user.ask_for_session_end(windows)
        assert await saved_draft() == "one"
        # Another program refuses, so the session goes on.
        user.end_session(windows, ends=False)
        QTest.keyClicks(field, " two")
        assert user.ask_for_session_end(windows)
        QTest.keyClicks(field, " three")
        user.end_session(windows, ends=True)
        assert await saved_draft() == "one two three"


def drag(window: int, way: QPoint) -> QRect:
    """Drag the character with the left mouse button in steps, and return where its window is then."""
    before = user.geometry(window)
    start_point = before.topLeft() + BODY
    with user.held_button(start_point):
        for step in range(1, 11):
            user.move_pointer(start_point + way * (step / 10))
    wait_until(lambda: user.geometry(window) == before.translated(way))
    return before.translated(way)


# Two starts of the program take their time on a busy machine.
@pytest.mark.timeout(240)
def test_the_place_is_kept_until_the_next_session(qapp: QApplication) -> None:
    with started("--offline") as program:
        wait_until_callable(program)
        place = drag(pet_window(program), WAY)
        windows = list(user.visible_windows(program.pid))
        assert user.ask_for_session_end(windows)
        user.end_session(windows, ends=True)
        # Windows ends the process now.
        program.kill()
        program.wait()
    with started("--offline") as program:
        wait_until_callable(program)
        assert user.geometry(pet_window(program)) == place
