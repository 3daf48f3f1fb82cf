"""A list of entries: what its rows say, and that nothing in it can be edited."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from deskpet.ui.widgets import theme
from deskpet.ui.widgets.entry_list import ENTRY, EntryList, ListEntry

pytestmark = pytest.mark.window


@pytest.fixture
def view(qapp: QApplication, qtbot: QtBot) -> EntryList:
    theme.apply(qapp)
    view = EntryList()
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show()
    return view


def entry(title: str, detail: str = "") -> ListEntry:
    return ListEntry("chat", title, lambda: None, detail)


def test_a_row_has_its_title_its_sentence_and_its_value(view: EntryList) -> None:
    entries = [entry("Rain", "Conversation"), entry("Sun")]
    view.show_entries(entries)
    model = view.model()
    rows = [model.index(row, 0) for row in range(model.rowCount())]
    assert [each.data() for each in rows] == ["Rain", "Sun"]
    assert [each.data(Qt.ItemDataRole.AccessibleTextRole) for each in rows] == ["Rain, Conversation", "Sun"]
    assert [each.data(ENTRY) for each in rows] == entries
    view.show_entries([])
    assert model.rowCount() == 0


def test_the_current_entry_stays_when_others_come(view: EntryList) -> None:
    view.show_entries([entry("Rain"), entry("Sun")])
    view.move_current(1)
    view.show_entries([entry("Snow"), entry("Rain"), entry("Sun")], keeps_current=True)
    assert view.currentIndex().data() == "Sun"


def test_a_double_click_edits_nothing(view: EntryList) -> None:
    view.show_entries([entry("Rain")])
    place = view.visualRect(view.model().index(0, 0)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert view.findChild(QLineEdit) is None
