"""Tests of FlowLayout: lines of widgets with one middle, and texts that wrap."""

from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import text_label


def shown(qtbot: QtBot, width: int, *widgets: QWidget) -> QWidget:
    """A widget of this width with these widgets in it, as high as they need."""
    window = QWidget()
    window.setLayout(FlowLayout(4, *widgets))
    qtbot.addWidget(window)
    window.resize(width, window.heightForWidth(width))
    window.show()
    return window


def test_the_widgets_of_a_line_have_one_middle(qtbot: QtBot) -> None:
    high, low = QPushButton("Install"), QPushButton("What is sent")
    high.setFixedHeight(40)
    low.setFixedHeight(20)
    window = shown(qtbot, 600, high, low)
    assert window.isVisible()
    assert abs(high.geometry().center().y() - low.geometry().center().y()) <= 1


def test_a_short_text_shares_its_line_and_a_long_one_wraps_above_the_rest(qtbot: QtBot) -> None:
    for words, is_shared in (("Remembered", True), ("Remembered: " + "a long story " * 9, False)):
        label, link = text_label(words, ""), QPushButton("Undo")
        window = shown(qtbot, 300, label, link)
        assert (link.y() < label.geometry().bottom()) is is_shared
        assert label.height() >= label.heightForWidth(label.width())
        assert window.rect().contains(label.geometry() | link.geometry())
