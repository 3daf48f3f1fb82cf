"""Tests of the chip that shows the model and the tool mode, and of its menu, with the mouse and the keyboard."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from deskpet.config.settings import Mode
from deskpet.llm.capabilities import Capabilities, ModelAddress, ModelCapabilities, ToolSupport
from deskpet.llm.connections import ModelChoice
from deskpet.ui.chat.model_chip import ModelChip
from deskpet.ui.chat.model_menu import ModelMenu
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.widgets import theme, tooltip
from deskpet.ui.widgets.model_entries import ModelEntries
from tests.support.connections import connections
from tests.ui.keyboard import stops

pytestmark = pytest.mark.window
LEFT = Qt.MouseButton.LeftButton
NARROWEST = 300
LONG = "a-vendor/a-very-long-model-name-preview-2026-11-22-maximum-thinking"


@pytest.fixture
def chat(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> ChatWindow:
    """A chat whose menu has three connections with 65 models, of which 6 are not for chats."""
    theme.apply(qapp)
    chat = ChatWindow()
    qtbot.addWidget(chat)
    kept, lists = connections(tmp_path, 40, 5, 20)
    entries = ModelEntries(lists, Capabilities(tmp_path / "endpoints.json"), ModelChoice("a1", "gpt-4.1-mini"))
    chat.header.model.entries = lambda: entries.of(kept.all)
    with qtbot.waitExposed(chat):
        chat.show()
    chat.header.model.show_mode(Mode.TEXT)
    return chat


def menu_of(chip: ModelChip) -> ModelMenu:
    QTest.mouseClick(chip, LEFT)
    assert chip.menu
    assert QApplication.activePopupWidget() is chip.menu
    return chip.menu


def names(menu: ModelMenu) -> list[str]:
    return [entry.title for entry in menu.entries.found]


def click_row(menu: ModelMenu, row: int, x: int = 60) -> None:
    box = menu.list.visualRect(menu.entries.index(row))
    QTest.mouseClick(menu.list.viewport(), LEFT, pos=QPoint(x if x >= 0 else box.right() + x, box.center().y()))


def test_a_tooltip_of_the_menu_covers_no_row(chat: ChatWindow, qtbot: QtBot) -> None:
    menu = menu_of(chat.header.model)
    spot = menu.list.visualRect(menu.entries.index(3)).center()
    event = QHelpEvent(QEvent.Type.ToolTip, spot, menu.list.viewport().mapToGlobal(spot))
    QApplication.sendEvent(menu.list.viewport(), event)
    (tip,) = (each for each in QApplication.topLevelWidgets() if isinstance(each, tooltip.ToolTip) and each.isVisible())
    rows = QRect(menu.list.mapToGlobal(QPoint()), menu.list.size())
    assert not tip.geometry().intersects(rows)
    assert tip.geometry().top() < rows.bottom()
    tip.hide()


def test_two_clicks_choose_a_mode(chat: ChatWindow, qtbot: QtBot) -> None:
    chip = chat.header.model
    assert (chip.mode_label.text(), chip.accessibleDescription()) == ("Text", "Tool mode: Text")
    menu = menu_of(chip)
    button = menu.findChild(QPushButton, "menu_mode_native")
    assert isinstance(button, QPushButton)
    with qtbot.waitSignal(menu.mode_chosen) as chosen:
        QTest.mouseClick(button, LEFT)
    assert chosen.args == [Mode.NATIVE]
    assert chip.menu is None


def test_two_clicks_choose_a_model_or_a_connection(chat: ChatWindow, qtbot: QtBot) -> None:
    chip = chat.header.model
    menu = menu_of(chip)
    assert names(menu)[:4] == ["Favourites", "gpt-5", "claude-sonnet-4-5", "OpenAI"]
    assert not any("embed" in name for name in names(menu))
    assert [entry.title for entry in menu.entries.found if entry.is_checked] == ["OpenAI", "gpt-4.1-mini"]
    with qtbot.waitSignal(menu.chosen) as chosen:
        click_row(menu, menu.list.currentIndex().row())
    assert chosen.args == [ModelChoice("a1", "gpt-4.1-mini")]
    menu = menu_of(chip)
    menu.field.setText("work gpt")
    assert names(menu)[0] == "Work"
    with qtbot.waitSignal(menu.chosen) as chosen:
        click_row(menu, 0)
    assert chosen.args == [ModelChoice("c3", "")]


def test_typing_finds_a_model_and_enter_takes_it(chat: ChatWindow, qtbot: QtBot) -> None:
    chip = chat.header.model
    menu = menu_of(chip)
    QTest.keyClicks(menu.field, "ollama mini")
    assert names(menu) == []
    assert menu.empty.isVisible()
    menu.field.clear()
    QTest.keyClicks(menu.field, "openai mini")
    # Not gemini, which only has the letters.
    with qtbot.waitSignal(menu.chosen) as chosen:
        QTest.keyClick(menu.field, Qt.Key.Key_Return)
    assert chosen.args == [ModelChoice("a1", "gpt-4.1-mini")]
    menu = menu_of(chip)
    QTest.keyClicks(menu.field, "gpt")
    QTest.keyClick(menu.field, Qt.Key.Key_Down)
    assert menu.list.hasFocus()
    with qtbot.waitSignal(menu.starred) as starred:
        QTest.keyClicks(menu.list, "*")
    assert isinstance(starred.args[0], ModelChoice)
    QTest.keyClick(menu.list, Qt.Key.Key_Escape)
    assert chip.menu is None


def test_a_click_on_its_star_marks_a_model_and_the_menu_stays(chat: ChatWindow, qtbot: QtBot) -> None:
    chip = chat.header.model
    menu = menu_of(chip)
    with qtbot.waitSignal(menu.starred) as starred, qtbot.assertNotEmitted(menu.chosen):
        click_row(menu, 1, -10)
    assert starred.args == [ModelChoice("a1", "gpt-5")]
    assert menu.isVisible()


def test_what_was_seen_of_a_model_counts_more_than_what_its_server_says(tmp_path: Path) -> None:
    kept, lists = connections(tmp_path, 4, 0, 0)
    capabilities = Capabilities(tmp_path / "endpoints.json")
    address = ModelAddress(kept.all[0].endpoint.base_url, "gpt-4.1")
    capabilities.learn(address, ModelCapabilities().with_tools(ToolSupport.REFUSED, 1.0))
    marks = {each.title: [mark.icon for mark in each.marks] for each in ModelEntries(lists, capabilities).of(kept.all)}
    assert marks["gpt-4.1"] == ["picture", "think"]
    assert marks["o3"] == ["tool"]


def test_the_face_of_a_chat_in_which_it_opens_nothing_is_no_button(chat: ChatWindow) -> None:
    assert not chat.header.face.isEnabled()
    assert chat.header.face not in stops(chat)


def test_a_long_model_name_leaves_room_for_the_mode_and_the_buttons(chat: ChatWindow, qtbot: QtBot) -> None:
    chip = chat.header.model
    chat.header.set_status(LONG)
    qtbot.waitUntil(lambda: chip.geometry().top() >= chat.header.new.geometry().bottom())
    assert chip.geometry().right() <= chat.header.width()
    assert chip.mode_label.geometry().right() <= chip.width()
    assert chip.mode_label.width() >= chip.mode_label.sizeHint().width()
    assert chat.header.collapse.geometry().right() <= chat.header.width()


@pytest.mark.parametrize("model", ["gpt-4.1-mini", LONG])
def test_a_mode_without_room_beside_the_models_name_is_a_letter(
    chat: ChatWindow, qapp: QApplication, qtbot: QtBot, model: str
) -> None:
    chip = chat.header.model
    chip.show_mode(Mode.NATIVE)
    status = chat.header.findChild(QLabel, "status")
    assert status
    chat.header.set_status(model)
    assert chip.mode_label.text() == "Native"
    theme.apply(qapp, scale=1.4)
    chat.header.show_private(True)
    width = chat.header.width()
    chat.header.setFixedWidth(NARROWEST)
    qtbot.waitUntil(lambda: chip.mode_label.text() == "N")
    assert "Tool mode: Native" in chip.toolTip()
    few = status.fontMetrics().horizontalAdvance("gpt-4.")
    qtbot.waitUntil(lambda: status.width() >= few / 2 and chip.geometry().right() <= NARROWEST)
    menu_of(chip).close()
    # A wider header has room for both.
    chat.header.setFixedWidth(width)
    qtbot.waitUntil(lambda: chip.mode_label.text() == "Native")
    assert status.width() >= few
    theme.apply(qapp)
    qtbot.waitUntil(lambda: chip.mode_label.text() == "Native")
