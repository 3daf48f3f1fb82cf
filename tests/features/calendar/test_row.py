"""The calendars in the settings."""

from collections.abc import Generator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from deskpet.config.settings import MAX_CALENDARS, Settings
from deskpet.features.calendar.ui import CalendarsRow
from deskpet.ui.settings.window import SettingsWindow
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.icons import IconButton
from tests.ui.settings.tools_page import shown_places, tools_window

LEFT = Qt.MouseButton.LeftButton
ADDRESS = "https://calendar.example.org/private-1/basic.ics"


@pytest.fixture
def window(qapp: QApplication, qtbot: QtBot) -> Generator[SettingsWindow]:
    theme.apply(qapp)
    with tools_window() as window:
        with qtbot.waitExposed(window):
            pass
        yield window


def row(window: SettingsWindow) -> CalendarsRow:
    found = window.findChild(CalendarsRow, "tools_calendars")
    assert isinstance(found, CalendarsRow)
    return found


def test_an_address_is_typed_and_taken_away(window: SettingsWindow, qtbot: QtBot) -> None:
    QTest.keyClicks(row(window).address, f" {ADDRESS}")
    with qtbot.waitSignal(window.applied) as applied:
        QTest.keyClick(row(window).address, Qt.Key.Key_Return)
    assert applied.args[0].tools.calendars == (ADDRESS,)
    assert row(window).address.text() == ""
    qtbot.waitUntil(lambda: shown_places(row(window)) == [f"calendar.example.org, {ADDRESS}"])
    with qtbot.waitSignal(window.applied) as applied:
        QTest.mouseClick(row(window).findChildren(IconButton, "remove_calendar")[0], LEFT)
    assert applied.args[0].tools.calendars == ()
    assert shown_places(row(window)) == []


def test_a_file_is_chosen(window: SettingsWindow, qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "Family.ics"
    file.touch()
    QTest.mouseClick(row(window).add_file, LEFT)
    dialog = row(window).findChild(QFileDialog, "pick_calendar")
    assert isinstance(dialog, QFileDialog)
    with qtbot.waitSignal(window.applied) as applied:
        dialog.fileSelected.emit(str(file))
    dialog.reject()
    assert applied.args[0].tools.calendars == (str(file),)
    qtbot.waitUntil(lambda: shown_places(row(window)) == [f"Family, {file}"])


@pytest.mark.parametrize("text", ["calendar", "ftp://a.org/x", "https://me:secret@a.org/x", "https://a b/"])
def test_what_is_no_calendar_stays_in_the_field_with_the_reason(window: SettingsWindow, text: str) -> None:
    QTest.keyClicks(row(window).address, text)
    QTest.mouseClick(row(window).add_address, LEFT)
    assert row(window).error.text()
    assert row(window).error.isVisible()
    assert row(window).address.text() == text
    QTest.keyClicks(row(window).address, "x")
    assert not row(window).error.isVisible()
    assert shown_places(row(window)) == []


def test_there_is_a_most(window: SettingsWindow, qtbot: QtBot) -> None:
    full = Settings.model_validate(
        {"tools": {"calendars": [str(Path(f"{n}.ics").absolute()) for n in range(MAX_CALENDARS)]}}
    )
    window.show_settings(full)
    QTest.keyClicks(row(window).address, ADDRESS)
    QTest.mouseClick(row(window).add_address, LEFT)
    assert str(MAX_CALENDARS) in row(window).error.text()
    qtbot.waitUntil(lambda: len(shown_places(row(window))) == MAX_CALENDARS)
