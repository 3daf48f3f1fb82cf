"""A change of theme or text size: visible widgets get it at once, hidden ones when they are shown or a moment later."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QImage, QPalette
from PySide6.QtWidgets import QApplication, QPushButton, QScrollArea, QStackedWidget, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from deskpet.ui.settings.window import SettingsWindow
from deskpet.ui.widgets import theme
from tests.support.settings_window import settings_window, show_page

PAGES = (
    "connection", "persona", "tools", "agents", "reminders", "together", "character", "appearance", "data", "about"
)  # fmt: skip


@pytest.fixture(autouse=True)
def light_again(qapp: QApplication) -> Iterator[None]:
    theme.apply(qapp)
    yield
    theme.apply(qapp)


class StyleChanges(QObject):
    """Counts the changes of style of a widget."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() in {QEvent.Type.StyleChange, QEvent.Type.Polish}
        return False


def colour(button: QPushButton) -> str:
    return button.palette().color(QPalette.ColorRole.ButtonText).name()


def primary_button(parent: QWidget) -> QPushButton:
    """Return a button within a layout of `parent`."""
    button = QPushButton("Send", parent)
    button.setProperty("kind", "primary")
    QVBoxLayout(parent).addWidget(button)
    return button


@pytest.mark.window
def test_hidden_pages_and_windows_cost_nothing_during_the_change(qapp: QApplication, qtbot: QtBot) -> None:
    window, stack, pages, other = QWidget(), QStackedWidget(), (QWidget(), QWidget()), QWidget()
    buttons = [primary_button(each) for each in (*pages, other)]
    for page in pages:
        stack.addWidget(page)
    QVBoxLayout(window).addWidget(stack)
    for each in (window, other):
        qtbot.addWidget(each)
        each.show()
    stack.setCurrentIndex(1)
    stack.setCurrentIndex(0)
    other.hide()
    changes = [StyleChanges(button) for button in buttons]
    theme.apply(qapp, "dark")
    assert [each.count > 0 for each in changes] == [True, False, False]
    assert [colour(each) for each in buttons] == [theme.DARK.on_accent, *[theme.LIGHT.on_accent] * 2]
    qtbot.waitUntil(lambda: {colour(each) for each in buttons} == {theme.DARK.on_accent})
    stack.setCurrentIndex(1)
    other.show()
    theme.apply(qapp, "light")
    assert [colour(each) == theme.LIGHT.on_accent for each in buttons] == [False, True, True]
    stack.setCurrentIndex(0)
    assert colour(buttons[0]) == theme.LIGHT.on_accent


@pytest.mark.window
def test_what_is_deleted_before_its_turn_is_skipped(qapp: QApplication, qtbot: QtBot) -> None:
    window, kept = QWidget(), QWidget()
    inner, button = QPushButton("gone", window), primary_button(kept)
    for each in (window, kept):
        qtbot.addWidget(each)
        each.show()
        each.hide()
    theme.apply(qapp, "dark")
    inner.deleteLater()
    QCoreApplication.sendPostedEvents(inner, QEvent.Type.DeferredDelete)
    qtbot.waitUntil(lambda: colour(button) == theme.DARK.on_accent)


@pytest.mark.window
@pytest.mark.parametrize("page", ["connection", "character"])
def test_a_scrolled_page_stays_where_it_is(qapp: QApplication, qtbot: QtBot, page: str) -> None:
    window = settings_window()
    qtbot.addWidget(window)
    window.show()
    show_page(window, page)
    area = window.findChild(QScrollArea, f"page_{page}")
    assert isinstance(area, QScrollArea)
    bar = area.verticalScrollBar()
    # The help texts are wrapped when the layout knows their width.
    theme.apply(qapp, "dark")
    for _ in range(3):
        qapp.processEvents()
    bar.setValue(bar.maximum())
    end = bar.value()
    assert end
    for name in ("light", "dark"):
        theme.apply(qapp, name)
        assert bar.value() == end
        qapp.processEvents()
        assert (bar.value(), bar.maximum()) == (end, end)


def picture(window: SettingsWindow, page: str) -> QImage:
    show_page(window, page)
    for each in window.findChildren(QWidget):
        each.clearFocus()
    QCoreApplication.sendPostedEvents()
    return window.grab().toImage()


@pytest.mark.window
def test_every_page_looks_as_if_it_had_been_created_with_the_theme(qapp: QApplication, qtbot: QtBot) -> None:
    theme.apply(qapp, "dark", 1.3)
    fresh = settings_window()
    qtbot.addWidget(fresh)
    fresh.show()
    expected = {page: picture(fresh, page) for page in PAGES}
    fresh.close()
    theme.apply(qapp)
    window = settings_window()
    qtbot.addWidget(window)
    window.show()
    for page in PAGES:
        show_page(window, page)
    theme.apply(qapp, "dark", 1.3)
    window.resize(fresh.size())
    for page in PAGES:
        qtbot.waitUntil(lambda page=page: picture(window, page) == expected[page])
