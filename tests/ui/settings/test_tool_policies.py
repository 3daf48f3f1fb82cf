"""Policies of the tools in the settings: set by mouse and keyboard, kept in the file, shown when they change there."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from deskpet import settings_file
from deskpet.app.settings_store import SettingsStore
from deskpet.app.tools_page_controller import ToolsPageController
from deskpet.chat.toolbox import Toolbox
from deskpet.choices import Policy
from deskpet.settings import Settings
from deskpet.tools import TOOLS
from deskpet.ui.settings.tools_page import ToolsPage
from deskpet.ui.widgets import theme


class Scene:
    """The page, its controller, and the stored settings."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "settings.toml"
        self.file.write_text("", encoding="utf-8")
        self.kept = SettingsStore(self.file)
        self.controller = ToolsPageController(self.kept, Toolbox(()))
        self.page = ToolsPage(TOOLS)
        self.controller.connect_page(self.page)

    @property
    def saved(self) -> dict[str, Policy]:
        self.kept.flush()
        return settings_file.load(self.file).tools.policies

    def button(self, tool: str, policy: str) -> QAbstractButton:
        button = self.page.findChild(QWidget, f"tool_{tool}").findChild(QAbstractButton, f"policy_{policy}")
        assert isinstance(button, QAbstractButton)
        return button


@pytest.fixture
def scene(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Scene:
    theme.apply(qapp)
    scene = Scene(tmp_path)
    qtbot.addWidget(scene.page)
    with qtbot.waitExposed(scene.page):
        scene.page.show()
    return scene


def test_the_choices_are_named_and_reached_by_keyboard(scene: Scene) -> None:
    buttons = scene.page.findChildren(QAbstractButton)
    assert len(buttons) >= len(TOOLS)
    for button in buttons:
        assert button.accessibleName()
        # Arrow keys move within a button group; Tab moves to its checked button.
        assert (button.group() and not button.isChecked()) or button.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_arrow_keys_change_a_policy(scene: Scene) -> None:
    allow = scene.button("live2d.motion", "allow")
    allow.setFocus()
    QTest.keyClick(allow, Qt.Key.Key_Right)
    QTest.keyClick(scene.button("live2d.motion", "ask"), Qt.Key.Key_Space)
    assert scene.saved == {"live2d.motion": Policy.ASK}


def test_a_policy_is_set_and_what_the_tool_declares_is_not_written(scene: Scene) -> None:
    assert scene.button("live2d.motion", "allow").isChecked()
    scene.button("live2d.motion", "ask").click()
    scene.button("time.now", "refuse").click()
    assert scene.saved == {"live2d.motion": Policy.ASK, "time.now": Policy.REFUSE}
    scene.button("time.now", "allow").click()
    assert scene.saved == {"live2d.motion": Policy.ASK}
    scene.button("live2d.motion", "allow").click()
    assert scene.saved == {}


def test_policies_from_elsewhere_are_shown(scene: Scene) -> None:
    scene.kept.apply(Settings.model_validate({"tools": {"policies": {"reminder.set": "ask"}}}))
    assert scene.button("reminder.set", "ask").isChecked()
