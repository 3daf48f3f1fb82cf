"""The folders of the file tools in the settings."""

from collections.abc import Generator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from deskpet.config import paths
from deskpet.config.settings import Settings
from deskpet.features.permissions.ui.page import FoldersRow
from deskpet.ui.settings.window import SettingsWindow
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.icons import IconButton
from tests.ui.fake_browser import FakeBrowser
from tests.ui.settings.tools_page import shown_places, tools_window

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Generator[SettingsWindow]:
    theme.apply(qapp)
    with tools_window(Settings.model_validate({"tools": {"folders": [str(tmp_path)]}})) as window:
        with qtbot.waitExposed(window):
            pass
        yield window


def row(window: SettingsWindow) -> FoldersRow:
    found = window.findChild(FoldersRow, "tools_folders")
    assert isinstance(found, FoldersRow)
    return found


def test_a_folder_is_chosen_and_removed(window: SettingsWindow, qtbot: QtBot, tmp_path: Path) -> None:
    other = tmp_path / "日記"
    other.mkdir()
    scratch = f"Her own folder, {paths.scratch_folder()}"
    assert sorted(shown_places(row(window))) == sorted([f"{tmp_path.name}, {tmp_path}", scratch])
    QTest.mouseClick(row(window).add, LEFT)
    dialog = row(window).findChild(QFileDialog, "pick_folder")
    assert isinstance(dialog, QFileDialog)
    with qtbot.waitSignal(window.applied) as applied:
        dialog.fileSelected.emit(str(other))
    dialog.reject()
    assert applied.args[0].tools.folders == (str(tmp_path), str(other))
    qtbot.waitUntil(lambda: f"日記, {other}" in shown_places(row(window)))
    remove = row(window).findChildren(IconButton, "remove_folder")[0]
    with qtbot.waitSignal(window.applied) as applied:
        QTest.mouseClick(remove, LEFT)
    assert applied.args[0].tools.folders == (str(other),)
    qtbot.waitUntil(lambda: len(shown_places(row(window))) == 2)


def test_folders_from_elsewhere_are_shown(window: SettingsWindow) -> None:
    window.show_settings(Settings())
    assert shown_places(row(window)) == [f"Her own folder, {paths.scratch_folder()}"]


def test_her_own_folder_is_opened(window: SettingsWindow, browser: FakeBrowser) -> None:
    QTest.mouseClick(row(window).scratch.button("open_folder"), LEFT)
    assert paths.scratch_folder().is_dir()
    assert browser.opened == [paths.scratch_folder().as_uri()]


def test_a_whole_home_is_asked_about_and_a_folder_in_it_offered(
    window: SettingsWindow, qtbot: QtBot, tmp_path: Path, home: Path
) -> None:
    question = row(window).question
    row(window).offer(str(home))
    assert question.isVisible()
    assert "is a whole home" in question.accessibleDescription()
    assert row(window).places == (str(tmp_path),)
    QTest.mouseClick(question.cancel_button, LEFT)
    dialog = row(window).findChild(QFileDialog, "pick_folder")
    assert isinstance(dialog, QFileDialog)
    assert Path(dialog.directory().absolutePath()) == home
    assert not question.isVisible()
    inner = home / "Documents"
    inner.mkdir()
    with qtbot.waitSignal(window.applied) as applied:
        dialog.fileSelected.emit(str(inner))
    dialog.reject()
    assert applied.args[0].tools.folders == (str(tmp_path), str(inner))


def test_a_whole_home_can_be_given_after_the_question(
    window: SettingsWindow, qtbot: QtBot, tmp_path: Path, home: Path
) -> None:
    question = row(window).question
    row(window).offer(str(home))
    QTest.keyClick(question.cancel_button, Qt.Key.Key_Escape)
    assert not question.isVisible()
    assert row(window).places == (str(tmp_path),)
    row(window).offer(str(home))
    with qtbot.waitSignal(window.applied) as applied:
        QTest.mouseClick(question.confirm_button, LEFT)
    assert applied.args[0].tools.folders == (str(tmp_path), str(home))
    texts = [label.text() for label in row(window).findChildren(QLabel, "place_told")]
    assert f"{home} is a whole home." in texts
