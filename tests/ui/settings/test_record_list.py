"""The list of records: rows that stay, what their buttons do, and a text that is edited in place."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from deskpet.ui.settings.record_list import Edit, ListRecord, RecordList, RowAction, titled
from deskpet.ui.widgets import theme


@pytest.fixture
def rows(qapp: QApplication, qtbot: QtBot) -> RecordList:
    theme.apply(qapp)
    rows = RecordList("Nothing yet.")
    qtbot.addWidget(rows)
    with qtbot.waitExposed(rows):
        rows.show()
    return rows


def test_a_sentence_stands_in_place_of_records(rows: RecordList) -> None:
    assert rows.empty.isVisible()
    rows.show_records([titled(1, "Tea", "green")])
    assert not rows.empty.isVisible()
    rows.show_empty("It can't be read.")
    assert (rows.empty.text(), rows.empty.isVisible(), rows.rows) == ("It can't be read.", True, ())


def test_a_row_that_stays_acts_on_what_it_shows_now(rows: RecordList) -> None:
    acted: list[str] = []
    rows.show_records([titled(1, "Tea", "green", RowAction("revoke", "Revoke", lambda: acted.append("old"), "trash"))])
    row = rows.row(1)
    again = titled(1, "Tea", "black", RowAction("revoke", "Revoke it", lambda: acted.append("new"), "trash"))
    rows.show_records([titled(2, "Milk", "cold"), again])
    assert rows.row(1) is row
    assert [each.accessibleName() for each in rows.rows] == ["Milk, cold", "Tea, black"]
    row.button("revoke").click()
    assert (acted, row.button("revoke").accessibleName()) == (["new"], "Revoke it")


@pytest.mark.parametrize(("key", "saved"), [(Qt.Key.Key_Return, ["black tea"]), (Qt.Key.Key_Escape, [])])
def test_a_text_is_edited_in_place(rows: RecordList, key: Qt.Key, saved: list[str]) -> None:
    texts: list[str] = []
    edit = Edit(0, "edit", "What she remembers", 40, texts.append)
    rows.show_records(
        [ListRecord(1, "Tea", (("field_title", "Tea"),), (RowAction("edit", "Edit", icon="edit"),), edit)]
    )
    rows.row(1).button("edit").click()
    QTest.keyClicks(rows.row(1).field, " black  tea ")
    QTest.keyClick(rows.row(1).field, key)
    assert texts == saved
    assert not rows.row(1).field.isVisible()
