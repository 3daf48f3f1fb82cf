"""Quiet lines under the conversation: links, order, and the room that they take."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from deskpet.ui.blocks import default_look
from deskpet.ui.chat.pane import ChatPane
from deskpet.ui.chat.status_lines import LineLink, QuietLine
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.icons import IconButton


@pytest.fixture
def pane(qapp: QApplication, qtbot: QtBot) -> ChatPane:
    theme.apply(qapp)
    pane = ChatPane("Mikan", default_look, ())
    qtbot.addWidget(pane)
    pane.resize(400, 600)
    with qtbot.waitExposed(pane):
        pane.show()
    return pane


def line(text: str, *links: LineLink, is_brief: bool = True) -> QuietLine:
    return QuietLine(lambda: text, links, is_brief=is_brief)


def texts(pane: ChatPane) -> list[str]:
    return [each.text() for each in pane.quiet.lines]


def test_the_newest_five_are_shown_between_the_conversation_and_the_composer(pane: ChatPane, qtbot: QtBot) -> None:
    free = pane.welcome.height()
    for number in range(7):
        pane.quiet.add(line(f"line {number}"))
    assert texts(pane) == [f"line {number}" for number in range(2, 7)]
    qtbot.waitUntil(lambda: pane.quiet.height() > 0 and pane.quiet.geometry().bottom() < pane.composer.y())
    assert pane.welcome.geometry().bottom() <= pane.quiet.y()
    assert "line 6" in pane.quiet.accessibleName()
    pane.set_folded(True)
    assert not pane.quiet.isVisible()
    pane.set_folded(False)
    assert pane.quiet.isVisible()
    pane.quiet.clear_brief()
    qtbot.waitUntil(lambda: pane.welcome.height() == free)


def test_a_link_is_followed_by_the_keyboard_and_ends_its_line(pane: ChatPane) -> None:
    followed: list[str] = []
    stays = LineLink("Show all", lambda: followed.append("all"), ends=False)
    pane.quiet.add(line("learned", LineLink("Undo", lambda: followed.append("undo")), stays))
    pane.quiet.add(line("question", is_brief=False))
    undo, show_all = pane.quiet.findChildren(QPushButton)
    assert undo.accessibleName() == "learned: Undo"
    QTest.keyClick(show_all, Qt.Key.Key_Space)
    assert (followed, texts(pane)) == (["all"], ["learned", "question"])
    QTest.keyClick(undo, Qt.Key.Key_Space)
    assert (followed, texts(pane)) == (["all", "undo"], ["question"])
    pane.quiet.clear_brief()
    assert texts(pane) == ["question"]
    close = next(each for each in pane.quiet.findChildren(IconButton) if each.isVisible())
    QTest.mouseClick(close, Qt.MouseButton.LeftButton)
    assert texts(pane) == []
    assert not pane.quiet.isVisible()
