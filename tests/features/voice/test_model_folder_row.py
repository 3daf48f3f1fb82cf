"""The folder of a voice in the settings."""

from collections.abc import Generator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from deskpet.config.choices import VoiceEngine
from deskpet.config.settings import Settings, VoiceSettings
from deskpet.features.voice.ui.rows import ModelFolderRow
from deskpet.ui.settings.window import SettingsWindow
from deskpet.ui.widgets import theme
from tests.support.settings_window import settings_window


@pytest.fixture
def window(qapp: QApplication, qtbot: QtBot) -> Generator[SettingsWindow]:
    theme.apply(qapp)
    window = settings_window(Settings(voice=VoiceSettings(engine=VoiceEngine.LOCAL)))
    qtbot.addWidget(window)
    window.show_page("voice")
    with qtbot.waitExposed(window):
        window.show()
    yield window
    window.close()


def row(window: SettingsWindow) -> ModelFolderRow:
    found = window.findChild(ModelFolderRow)
    assert isinstance(found, ModelFolderRow)
    return found


def test_a_folder_is_chosen(window: SettingsWindow, qtbot: QtBot, tmp_path: Path) -> None:
    QTest.mouseClick(row(window).button, Qt.MouseButton.LeftButton)
    dialog = row(window).findChild(QFileDialog, "pick_model_folder")
    assert isinstance(dialog, QFileDialog)
    with qtbot.waitSignal(window.applied) as applied:
        dialog.fileSelected.emit(str(tmp_path))
    dialog.reject()
    assert applied.args[0].voice.model_folder == str(tmp_path)
    assert row(window).edit.text() == str(tmp_path)


def test_a_relative_path_is_explained(window: SettingsWindow, qtbot: QtBot) -> None:
    QTest.keyClicks(row(window).edit, "voices/amy")
    qtbot.waitUntil(lambda: "absolute path" in row(window).error.text())


def test_the_folder_is_shown_for_voices_of_a_folder_only(window: SettingsWindow) -> None:
    assert row(window).isVisible()
    for engine in set(VoiceEngine) - {VoiceEngine.LOCAL}:
        window.show_settings(Settings(voice=VoiceSettings(engine=engine)))
        assert not row(window).isVisible()
