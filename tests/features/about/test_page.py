"""About page of the settings: versions, licences, resource usage."""

import platform
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from deskpet import __version__
from deskpet.app.pet_controller import PetController
from deskpet.features.about.ui import LICENCES, AboutPage
from deskpet.ui.widgets import theme
from tests.app.running_pet import running, write_settings
from tests.support.waiting import until
from tests.ui.fake_browser import FakeBrowser


@pytest.fixture
def about(qapp: QApplication, qtbot: QtBot) -> AboutPage:
    theme.apply(qapp)
    about = AboutPage()
    qtbot.addWidget(about)
    with qtbot.waitExposed(about):
        about.show()
    return about


def test_every_control_has_a_name(about: AboutPage):
    controls = [
        each
        for each in about.findChildren(QWidget)
        if each.isVisible() and each.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    assert controls
    for control in controls:
        spoken = QAccessible.queryAccessibleInterface(control)
        assert spoken.text(QAccessible.Text.Name), control


def test_about_tells_the_versions_and_copies_them(about: AboutPage):
    shown = {label.accessibleName() for label in about.findChildren(QLabel, "version")}
    assert {f"deskpet {__version__}", f"Python {platform.python_version()}"} <= shown
    QTest.mouseClick(about.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text().splitlines()[0] == f"deskpet {__version__}"


def test_every_licence_is_told_and_its_text_is_a_click_away(about: AboutPage, browser: FakeBrowser):
    links = {link.accessibleName(): link for link in about.findChildren(QPushButton, "licence_link")}
    assert len(links) == len(LICENCES) >= 6
    for link in links.values():
        link.click()
    assert browser.opened == [page for *_, page in LICENCES]
    assert any("Live2D" in name for name in links)
    assert len([label for label in about.findChildren(QLabel, "licence_told") if label.text()]) == len(LICENCES)


def test_the_cost_is_measured_while_somebody_looks(about: AboutPage, qtbot: QtBot):
    about.cost.count_frame()
    qtbot.waitUntil(lambda: about.cost.values["of one core"].endswith("%"))
    assert about.cost.values["of memory"].endswith(("MB", "–"))
    assert about.cost.values["frames a second"].isdigit()


@pytest.mark.window
async def test_the_frames_of_the_character_are_counted(tmp_path: Path):
    async with running(PetController(write_settings(tmp_path, ""), offline=True)) as talk:
        talk.open_settings("about")
        assert talk.settings_window
        cost = talk.settings_window.findChild(AboutPage).cost
        await until(lambda: cost.values["frames a second"] not in {"–", "0"})
