"""Tests of the chip that shows and changes the tool mode, with the mouse and the keyboard."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QWidget, QWidgetAction
from pytestqt.qtbot import QtBot

from deskpet.config.settings import Mode
from deskpet.ui.chat.header import ModeChip
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.mode_names import MODES

pytestmark = pytest.mark.window


@pytest.fixture
def chip(qapp: QApplication, qtbot: QtBot) -> ModeChip:
    theme.apply(qapp)
    chat = ChatWindow()
    qtbot.addWidget(chat)
    with qtbot.waitExposed(chat):
        chat.show()
    chat.header.mode.show_mode(Mode.TEXT)
    return chat.header.mode


def open_menu(chip: ModeChip, qtbot: QtBot) -> QMenu:
    chip.click()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    qtbot.waitExposed(menu)
    return menu


def entry_of(menu: QMenu, mode: Mode) -> QWidget:
    action = menu.actions()[list(MODES).index(mode)]
    assert isinstance(action, QWidgetAction)
    return action.defaultWidget()


def test_the_menu_explains_each_mode_and_marks_the_present_one(chip: ModeChip, qtbot: QtBot) -> None:
    assert (chip.text(), chip.accessibleName()) == ("Text", "Tool mode: Text")
    menu = open_menu(chip, qtbot)
    explained = {entry_of(menu, mode).accessibleName(): entry_of(menu, mode).accessibleDescription() for mode in MODES}
    assert explained == dict(MODES.values())
    assert [action.text() for action in menu.actions() if action.isChecked()] == ["Text"]
    menu.close()


def test_a_click_chooses_a_mode(chip: ModeChip, qtbot: QtBot) -> None:
    menu = open_menu(chip, qtbot)
    with qtbot.waitSignal(chip.chosen) as chosen:
        QTest.mouseClick(entry_of(menu, Mode.NATIVE), Qt.MouseButton.LeftButton)
    assert chosen.args == [Mode.NATIVE]
    assert QApplication.activePopupWidget() is None


def test_the_keyboard_chooses_a_mode(chip: ModeChip, qtbot: QtBot) -> None:
    menu = open_menu(chip, qtbot)
    QTest.keyClick(menu, Qt.Key.Key_Down)
    with qtbot.waitSignal(chip.chosen) as chosen:
        QTest.keyClick(menu, Qt.Key.Key_Return)
    assert chosen.args == [Mode.AUTO]


def test_a_long_model_name_leaves_room_for_the_chip_and_the_buttons(chip: ModeChip, qtbot: QtBot) -> None:
    header = chip.parentWidget()
    assert header
    chat = chip.window()
    assert isinstance(chat, ChatWindow)
    chat.header.set_status("a-vendor/a-very-long-model-name-preview-2026-11-22-maximum-thinking")
    qtbot.waitUntil(lambda: chip.geometry().right() < chat.header.new.geometry().left())
    assert chip.width() >= chip.sizeHint().width()
    assert chat.header.collapse.geometry().right() <= header.width()


@pytest.mark.parametrize(
    "model", ["gpt-4.1-mini", "a-vendor/a-very-long-model-name-preview-2026-11-22-maximum-thinking"]
)
def test_a_chip_without_room_beside_the_models_name_shows_a_letter_and_still_opens_its_menu(
    chip: ModeChip, qapp: QApplication, qtbot: QtBot, model: str
) -> None:
    chat = chip.window()
    assert isinstance(chat, ChatWindow)
    chat.header.mode.show_mode(Mode.NATIVE)
    status = chat.header.findChild(QLabel, "status")
    assert status
    chat.header.set_status(model)
    assert chip.text() == "Native"
    theme.apply(qapp, scale=1.4)
    qtbot.waitUntil(lambda: chip.text() == "N")
    assert chip.isVisible()
    assert chip.toolTip() == chip.accessibleName() == "Tool mode: Native"
    few = status.fontMetrics().horizontalAdvance("gpt-4.")
    qtbot.waitUntil(lambda: status.width() >= few / 2 and chip.geometry().right() < chat.header.new.geometry().left())
    open_menu(chip, qtbot).close()
    # A wider header has room for both.
    chat.header.setFixedWidth(chat.header.width() + 2 * chip.full_width)
    qtbot.waitUntil(lambda: chip.text() == "Native")
    assert status.width() >= few
    theme.apply(qapp)
    qtbot.waitUntil(lambda: chip.text() == "Native")
