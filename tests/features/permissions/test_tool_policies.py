"""Policies of the tools in the settings: set by mouse and keyboard, kept in the file, shown when they change there."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

from deskpet.app.settings_store import SettingsStore
from deskpet.app.tool_list import TOOLS
from deskpet.config import settings_file
from deskpet.config.choices import Policy
from deskpet.config.settings import Settings
from deskpet.features.permissions.ui.tools_page import ToolsPage
from deskpet.ui.settings.settings_form import SettingsForm
from deskpet.ui.widgets import theme
from tests.support.settings_window import tools_page_of
from tests.ui.settings.tools_page import tools_window


class Scene:
    """The page, its form, and the stored settings."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "settings.toml"
        self.file.write_text("", encoding="utf-8")
        self.kept = SettingsStore(self.file)
        self.form = SettingsForm(self.kept.current)
        self.form.applied.connect(self.kept.apply)
        self.page = ToolsPage(self.form)
        self.page.show_tools(TOOLS)

    @property
    def saved(self) -> dict[str, Policy]:
        self.kept.flush()
        return settings_file.load(self.file).tools.policies

    def click(self, tool: str, policy: Policy) -> None:
        position = self.page.visualRect(self.page.choice(tool, policy)).center()
        QTest.mouseClick(self.page.viewport(), Qt.MouseButton.LeftButton, pos=position)

    def is_chosen(self, tool: str, policy: Policy) -> bool:
        return self.page.choice(tool, policy).data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked


@pytest.fixture
def scene(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Scene:
    theme.apply(qapp)
    scene = Scene(tmp_path)
    qtbot.addWidget(scene.page)
    with qtbot.waitExposed(scene.page):
        scene.page.show()
    return scene


def test_a_screen_reader_finds_each_choice_by_its_name(scene: Scene) -> None:
    view = QAccessible.queryAccessibleInterface(scene.page)
    found = [view.child(number) for number in range(view.childCount())]
    cells = {cell.text(QAccessible.Text.Name): cell for cell in found if cell and cell.role() == QAccessible.Role.Cell}
    labels = {"Allow": Policy.ALLOW, "Ask": Policy.ASK, "Manual": Policy.MANUAL, "Refuse": Policy.REFUSE}
    for tool in TOOLS:
        assert cells[tool.title].text(QAccessible.Text.Description)
        for label, policy in labels.items():
            cell = cells[f"{tool.title}: {label}"]
            assert cell.text(QAccessible.Text.Description)
            assert cell.state().checkable
            assert bool(cell.state().checked) == (policy is tool.policy)


def test_arrow_keys_reach_a_choice_and_space_takes_it(scene: Scene) -> None:
    scene.page.setFocus(Qt.FocusReason.TabFocusReason)
    rows_down = [tool.name for tool in TOOLS].index("live2d.motion")
    for key in [Qt.Key.Key_Down] * rows_down + [Qt.Key.Key_Right, Qt.Key.Key_Space]:
        QTest.keyClick(scene.page, key)
    assert scene.saved == {"live2d.motion": Policy.ASK}


def test_tab_leaves_the_list(scene: Scene) -> None:
    assert scene.page.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert not scene.page.tabKeyNavigation()


def test_a_policy_is_set_and_what_the_tool_declares_is_not_written(scene: Scene) -> None:
    assert scene.is_chosen("live2d.motion", Policy.ALLOW)
    scene.click("live2d.motion", Policy.ASK)
    scene.click("time.now", Policy.REFUSE)
    assert scene.saved == {"live2d.motion": Policy.ASK, "time.now": Policy.REFUSE}
    scene.click("time.now", Policy.ALLOW)
    assert scene.saved == {"live2d.motion": Policy.ASK}
    scene.click("live2d.motion", Policy.ALLOW)
    assert scene.saved == {}


def test_policies_from_elsewhere_are_shown(scene: Scene) -> None:
    scene.form.show_settings(Settings.model_validate({"tools": {"policies": {"reminder.set": "ask"}}}))
    assert scene.is_chosen("reminder.set", Policy.ASK)


def test_every_text_has_its_room_at_any_width(scene: Scene, qtbot: QtBot) -> None:
    """A narrow list is higher, and nothing is cut: the view is as high as its rows."""
    scene.page.show_missing({"time.now": "It needs a clock, which is missing here. " * 5})
    scene.page.resize(900, scene.page.height())
    wide = scene.page.height()
    scene.page.resize(420, scene.page.height())
    qtbot.waitUntil(lambda: scene.page.height() > wide)
    assert scene.page.height() == sum(scene.page.rowHeight(row) for row in range(len(TOOLS)))


def test_the_page_scrolls_to_the_tool_that_the_keyboard_reaches(qapp: QApplication, qtbot: QtBot) -> None:
    theme.apply(qapp)
    with tools_window(page="tools") as window:
        page = tools_page_of(window)
        area = window.findChild(QScrollArea, "page_tools")
        assert isinstance(area, QScrollArea)
        qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() + area.height() >= page.height())
        page.setFocus(Qt.FocusReason.TabFocusReason)
        for _ in TOOLS:
            QTest.keyClick(page, Qt.Key.Key_Down)
        row = page.visualRect(page.currentIndex())
        assert area.viewport().rect().contains(row.translated(page.mapTo(area, QPoint())))
