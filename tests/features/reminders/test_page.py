"""The reminders page of the settings: add, change, remove and undo, with the file of the reminders behind it."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from deskpet.config.reminders import Reminder
from deskpet.features.reminders.reminders import Reminders
from deskpet.features.reminders.ui.page import RemindersPage
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.icons import IconButton
from tests.support.settings_window import settings_window


@pytest.fixture
def reminders(tmp_path: Path) -> Reminders:
    return Reminders(tmp_path / "reminders.json")


@pytest.fixture
def page(qapp: QApplication, qtbot: QtBot, reminders: Reminders) -> RemindersPage:
    theme.apply(qapp)
    window = settings_window()
    qtbot.addWidget(window)
    window.show_page("reminders")
    page = window.findChild(RemindersPage)
    assert page
    page.serve(reminders)
    with qtbot.waitExposed(window):
        window.show()
    return page


def shown(page: RemindersPage) -> list[str]:
    return [label.text() for label in page.findChildren(QLabel, "field_title") if label.isVisible()]


def press(page: RemindersPage, name: str) -> None:
    button = next(each for each in page.findChildren(IconButton, name) if each.isVisible())
    button.click()


def test_a_reminder_is_added_changed_removed_and_brought_back(page: RemindersPage, reminders: Reminders) -> None:
    page.add_button.click()
    QTest.keyClicks(page.text, "Stretch")
    QTest.keyClicks(page.when, "in 10 minutes")
    QTest.keyClick(page.when, Qt.Key.Key_Return)
    (added,) = reminders.all
    ahead = timedelta(seconds=added.due - datetime.now().astimezone().timestamp())
    assert (added.text, added.every) == ("Stretch", 0)
    assert timedelta(minutes=9) < ahead <= timedelta(minutes=10)
    assert "Stretch" in shown(page)
    assert not page.editor.isVisible()

    press(page, "edit")
    page.when.clear()
    QTest.keyClicks(page.when, "every 3 days at 23:59")
    assert page.repeat.text() == "every 3 days"
    page.editor.save_button.click()
    (changed,) = reminders.all
    assert (changed.number, changed.every, changed.unit) == (added.number, 3, "days")

    press(page, "trash")
    assert reminders.all == ()
    assert "Stretch" not in shown(page)
    page.rows.banner.button.click()
    assert reminders.all == (changed,)
    assert not page.rows.banner.isVisible()


@pytest.mark.parametrize(
    ("text", "when", "error"),
    [
        ("", "in 10 minutes", "Say what to remind of."),
        ("Tea", "whenever", "This time was not understood."),
        ("Tea", "2020-01-01 10:00", "This time is over."),
    ],
)
def test_what_can_not_be_saved_is_said(
    page: RemindersPage, reminders: Reminders, text: str, when: str, error: str
) -> None:
    page.add_button.click()
    QTest.keyClicks(page.text, text)
    QTest.keyClicks(page.when, when)
    page.editor.save_button.click()
    errors = [label.text() for label in page.findChildren(QLabel, "field_error") if label.isVisible()]
    assert errors == [error]
    assert reminders.all == ()
    QTest.keyClick(page.when, Qt.Key.Key_Escape)
    assert page.add_button.isVisible()


def test_reminders_that_a_model_sets_are_shown(page: RemindersPage, reminders: Reminders) -> None:
    reminders.add(4e9, "Later", 1, "weeks")
    assert "Later" in shown(page)
    assert any("every week" in label.text() for label in page.findChildren(QLabel, "field_help"))


def test_a_file_that_can_not_be_read_is_told(qapp: QApplication, qtbot: QtBot) -> None:
    page = RemindersPage()
    qtbot.addWidget(page)
    page.serve(None)
    assert not page.add_button.isEnabled()


def test_a_changed_reminder_keeps_its_number(reminders: Reminders) -> None:
    reminders.add(2e9, "one")
    reminders.change(Reminder(1, 3e9, "another"))
    assert [(each.number, each.text) for each in reminders.all] == [(1, "another")]
