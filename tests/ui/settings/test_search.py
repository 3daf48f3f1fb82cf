"""The search in the settings: what is found, and the way to it."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from deskpet.ui.settings.pages import Pages
from deskpet.ui.settings.search import PlaceMark
from deskpet.ui.settings.window import SettingsWindow
from deskpet.ui.widgets import language
from tests.support.settings_window import settings_window
from tests.ui.active_window import active

pytestmark = pytest.mark.window


@pytest.fixture
def window(qapp: QApplication, qtbot: QtBot) -> Iterator[SettingsWindow]:
    window = settings_window()
    with qtbot.waitExposed(window):
        window.show()
    yield window
    window.close()
    window.deleteLater()


def _pages(window: SettingsWindow) -> Pages:
    pages = window.findChild(Pages)
    assert isinstance(pages, Pages)
    return pages


def _found(window: SettingsWindow) -> list[str]:
    results = _pages(window).results
    model = results.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())] if results.isVisible() else []


def _search(window: SettingsWindow, qtbot: QtBot, words: str) -> None:
    pages = _pages(window)
    # QTest types ASCII only.
    pages.search_field.setText(words)
    qtbot.waitUntil(lambda: all(window.has_created(page) for page in window.pages), timeout=10_000)


def test_a_field_of_a_page_that_was_never_shown_is_found_and_marked(window: SettingsWindow, qtbot: QtBot) -> None:
    _search(window, qtbot, "text size")
    assert _found(window)[0] == "Text size"
    QTest.keyClick(_pages(window).search_field, Qt.Key.Key_Return)
    assert window.page == "appearance"
    qtbot.waitUntil(lambda: window.findChild(PlaceMark) is not None)
    mark = window.findChild(PlaceMark)
    assert mark
    area = window.widget_of("appearance")
    assert area.rect().contains(mark.mapTo(area, mark.rect().center()))
    assert _pages(window).search_field.text() == ""
    qtbot.waitUntil(lambda: window.findChild(PlaceMark) is None, timeout=10_000)


def test_each_title_on_each_page_is_found_there(window: SettingsWindow, qtbot: QtBot) -> None:
    _search(window, qtbot, "e")
    titles = {
        label.text()
        for page in window.pages
        for label in window.widget_of(page).findChildren(QLabel, "field_title")
        if label.text() and not any(each.isHidden() for each in _up_to_the_page(label))
    }
    assert len(titles) > 40
    for title in titles:
        _search(window, qtbot, title)
        assert title in _found(window)


def _up_to_the_page(label: QLabel) -> Iterator[QWidget]:
    at: QWidget | None = label
    while at and at.objectName() != "settings_page":
        yield at
        at = at.parentWidget()


def test_words_of_helps_and_buttons_are_found_and_titles_come_first(window: SettingsWindow, qtbot: QtBot) -> None:
    _search(window, qtbot, "PLUGINS")
    assert _found(window)[0] == "Plugins"
    _search(window, qtbot, "mode")
    assert _found(window)[:2] == ["Mode", "Model"]
    _search(window, qtbot, "hands-free")
    assert _found(window)
    _search(window, qtbot, "nothing like that")
    assert _found(window) == []


@pytest.mark.parametrize(("code", "words"), [("zh", "文字大小"), ("ja", "文字の大きさ")])
def test_it_speaks_the_language_of_the_program(qapp: QApplication, qtbot: QtBot, code: str, words: str) -> None:
    before = language.current()
    language.set_language(code)
    window = settings_window()
    try:
        window.show()
        _search(window, qtbot, words)
        assert _found(window)[0] == words
    finally:
        window.close()
        window.deleteLater()
        language.set_language(before)


def test_keys_lead_into_the_search_through_it_and_out_of_the_window(window: SettingsWindow, qtbot: QtBot) -> None:
    pages = _pages(window)
    window.activateWindow()
    qtbot.waitUntil(active(window))
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(pages.search_field.hasFocus)
    _search(window, qtbot, "size")
    count = len(_found(window))
    assert count > 1
    QTest.keyClick(pages.search_field, Qt.Key.Key_Down)
    assert pages.results.hasFocus()
    QTest.keyClick(pages.results, Qt.Key.Key_Down)
    assert pages.results.currentIndex().row() == 1
    pages.search_field.setFocus()
    # Esc ends the search, then closes the window.
    QTest.keyClick(pages.search_field, Qt.Key.Key_Escape)
    assert pages.search_field.text() == ""
    assert not pages.results.isVisible()
    QTest.keyClick(pages.search_field, Qt.Key.Key_Escape)
    assert not window.isVisible()


def test_a_tab_leads_back_from_a_search(window: SettingsWindow, qtbot: QtBot) -> None:
    shown = window.page
    _search(window, qtbot, "size")
    results = _pages(window).results
    assert results.isVisible()
    tab = window.findChild(QAbstractButton, f"tab_{shown}")
    assert tab
    QTest.mouseClick(tab, Qt.MouseButton.LeftButton, pos=QPoint(20, 10))
    assert not results.isVisible()
    assert _pages(window).search_field.text() == ""
    assert window.page == shown
