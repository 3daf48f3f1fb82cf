"""Quiet lines under the conversation: links, order, and the room that they take."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGraphicsOpacityEffect, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from deskpet.ui.blocks import default_look
from deskpet.ui.chat.pane import ChatPane
from deskpet.ui.chat.status_lines import LineLink, StatusLine
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


def line(text: str, *links: LineLink, is_brief: bool = True) -> StatusLine:
    return StatusLine(lambda: text, links, is_brief=is_brief)


def texts(pane: ChatPane) -> list[str]:
    return [each.text() for each in pane.status_lines.lines]


def test_the_newest_five_are_shown_between_the_conversation_and_the_composer(pane: ChatPane, qtbot: QtBot) -> None:
    free = pane.welcome.height()
    for number in range(7):
        pane.status_lines.add(line(f"line {number}"))
    assert texts(pane) == [f"line {number}" for number in range(2, 7)]
    qtbot.waitUntil(
        lambda: pane.status_lines.height() > 0 and pane.status_lines.geometry().bottom() < pane.composer.y()
    )
    assert pane.welcome.geometry().bottom() <= pane.status_lines.y()
    assert "line 6" in pane.status_lines.accessibleName()
    pane.set_folded(True)
    assert not pane.status_lines.isVisible()
    pane.set_folded(False)
    assert pane.status_lines.isVisible()
    pane.status_lines.clear_brief()
    qtbot.waitUntil(lambda: pane.welcome.height() == free)


def test_a_link_is_followed_by_the_keyboard_and_ends_its_line(pane: ChatPane) -> None:
    followed: list[str] = []
    stays = LineLink("Show all", lambda: followed.append("all"), ends=False)
    pane.status_lines.add(line("learned", LineLink("Undo", lambda: followed.append("undo")), stays))
    pane.status_lines.add(line("question", is_brief=False))
    undo, show_all = pane.status_lines.findChildren(QPushButton)
    assert undo.accessibleName() == "learned: Undo"
    QTest.keyClick(show_all, Qt.Key.Key_Space)
    assert (followed, texts(pane)) == (["all"], ["learned", "question"])
    QTest.keyClick(undo, Qt.Key.Key_Space)
    assert (followed, texts(pane)) == (["all", "undo"], ["question"])
    pane.status_lines.clear_brief()
    assert texts(pane) == ["question"]
    close = next(each for each in pane.status_lines.findChildren(IconButton) if each.isVisible())
    QTest.mouseClick(close, Qt.MouseButton.LeftButton)
    assert texts(pane) == []
    assert not pane.status_lines.isVisible()


def test_the_links_of_a_long_line_stand_below_it_side_by_side(pane: ChatPane, qtbot: QtBot) -> None:
    links = LineLink("Once a day", str), LineLink("Never", str)
    pane.status_lines.add(line("Look for a new version once a day? " * 8, *links))
    first, second = pane.status_lines.findChildren(QPushButton)
    qtbot.waitUntil(lambda: pane.status_lines.height() > 60)
    label = pane.status_lines.findChild(QLabel, "quiet_text")
    assert label
    assert label.width() > 250
    tops = [each.mapTo(pane, QPoint()).y() for each in (first, second)]
    assert tops[0] == tops[1] >= label.mapTo(pane, QPoint(0, label.height())).y()
    assert pane.status_lines.y() > pane.header.geometry().bottom()


def test_a_toast_hides_the_words_below_it(pane: ChatPane, qtbot: QtBot) -> None:
    pane.toast.say(lambda: "Deleted")
    effect = pane.toast.graphicsEffect()
    assert isinstance(effect, QGraphicsOpacityEffect)
    qtbot.waitUntil(lambda: effect.opacity() == 1.0)


def test_what_has_no_room_above_a_tall_composer_is_left_out_and_comes_back(pane: ChatPane, qtbot: QtBot) -> None:
    labels = [each for each in pane.welcome.findChildren(QLabel) if each.objectName().startswith("welcome")]
    for height in (300, 210, 160, 600):
        pane.resize(400, height)
        qtbot.waitUntil(lambda height=height: pane.height() == height)
        shown = [each for each in labels if each.isVisible()]
        assert all(each.height() >= each.sizeHint().height() for each in shown)
    assert shown == labels
