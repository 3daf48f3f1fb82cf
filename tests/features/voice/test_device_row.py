"""Row that chooses a sound device."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from deskpet.features.voice.ui.rows import DeviceRow
from deskpet.ui.settings.settings_form import field_of
from deskpet.ui.widgets import theme


class Scene:
    def __init__(self, qtbot: QtBot) -> None:
        self.chosen: list[str] = []
        self.row = DeviceRow(field_of("voice", "output"), self.chosen.append)
        self.row.show_value("")
        qtbot.addWidget(self.row)
        with qtbot.waitExposed(self.row):
            self.row.show()

    def offered(self) -> list[str]:
        return [action.text() for action in self.row.menu.actions()]

    def choose(self, name: str) -> None:
        next(action for action in self.row.menu.actions() if action.text() == name).trigger()


@pytest.fixture
def scene(qapp: QApplication, qtbot: QtBot) -> Scene:
    theme.apply(qapp)
    return Scene(qtbot)


def test_the_devices_are_asked_for_when_the_list_is_opened_by_keyboard(scene: Scene, qtbot: QtBot) -> None:
    with qtbot.waitSignal(scene.row.names_requested):
        QTest.keyClick(scene.row.button, Qt.Key.Key_Space)
    scene.row.show_names(["Headset", "Speakers", "Headset"])
    assert scene.offered() == ["The system's choice", "Headset", "Speakers"]
    scene.row.menu.close()


def test_a_device_is_chosen_and_given_back_to_the_system(scene: Scene) -> None:
    scene.row.show_names(["Headset"])
    scene.choose("Headset")
    assert scene.row.button.text() == "Headset"
    scene.choose("The system's choice")
    assert scene.chosen == ["Headset", ""]


def test_a_chosen_device_that_is_not_connected_stays_in_the_list(scene: Scene) -> None:
    scene.row.show_value("Headset")
    scene.row.show_names(["Speakers"])
    assert scene.offered() == ["The system's choice", "Speakers", "Headset"]
