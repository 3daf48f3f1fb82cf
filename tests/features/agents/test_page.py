"""The agents' page of the settings: choices, and hooks that are installed after their change was seen."""

from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from deskpet.app.settings_store import SettingsStore
from deskpet.config.choices import Agent
from deskpet.features.agents.hook_config import config_file
from deskpet.features.agents.ui.page import AgentsPage
from deskpet.ui.settings.settings_form import SettingsForm
from deskpet.ui.widgets import theme

BEFORE = b'{\n  "model": "opus"\n}\n'

W = TypeVar("W", bound=QWidget)


class Opened:
    """A visible page and the settings that it changes."""

    def __init__(self, qapp: QApplication, qtbot: QtBot, folder: Path) -> None:
        theme.apply(qapp)
        self.store = SettingsStore(folder / "settings.toml")
        self.form = SettingsForm(self.store.current)
        self.form.applied.connect(self.store.apply)
        self.page = AgentsPage(self.form)
        qtbot.addWidget(self.page)
        self.page.serve()
        self.page.resize(560, 900)
        with qtbot.waitExposed(self.page):
            self.page.show()

    def find(self, kind: type[W], name: str, agent: Agent = Agent.CLAUDE) -> W:
        line = self.page.findChild(QWidget, f"agent_{agent.value}")
        assert line
        found = line.findChild(kind, name)
        assert found
        return found

    def click(self, name: str, agent: Agent = Agent.CLAUDE) -> None:
        button = self.find(QPushButton, name, agent)
        assert button.isVisible()
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.fixture
def opened(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Opened:
    file = config_file(Agent.CLAUDE)
    file.parent.mkdir(parents=True)
    file.write_bytes(BEFORE)
    return Opened(qapp, qtbot, tmp_path)


def test_an_agent_is_shown_muted_or_off(opened: Opened) -> None:
    opened.click("choice_muted", Agent.CODEX)
    opened.click("choice_shown")
    agents = opened.store.current.agents
    assert (agents.shown, agents.muted) == ((Agent.CLAUDE, Agent.CODEX), (Agent.CODEX,))
    opened.click("choice_off", Agent.CODEX)
    agents = opened.store.current.agents
    assert (agents.shown, agents.muted) == ((Agent.CLAUDE,), ())


def test_hooks_are_installed_and_removed_after_the_change_was_seen(opened: Opened) -> None:
    file = config_file(Agent.CLAUDE)
    opened.click("hooks")
    assert file.read_bytes() == BEFORE
    preview = opened.find(QPlainTextEdit, "hooks_preview")
    assert preview.isVisible()
    assert "+" in preview.toPlainText()
    assert "deskpet hook claude" in preview.toPlainText()
    opened.click("write_hooks")
    assert b"deskpet hook claude" in file.read_bytes()
    assert opened.store.current.agents.shown == (Agent.CLAUDE,)
    assert not preview.isVisible()
    opened.click("hooks")
    opened.click("write_hooks")
    assert file.read_bytes() == BEFORE
    assert opened.store.current.agents.shown == ()


def test_a_cancelled_change_is_not_made(opened: Opened) -> None:
    opened.click("hooks")
    opened.click("cancel_hooks")
    assert config_file(Agent.CLAUDE).read_bytes() == BEFORE
    assert opened.find(QPushButton, "hooks").isVisible()


def test_a_configuration_that_was_changed_after_the_preview_is_left_alone(opened: Opened) -> None:
    opened.click("hooks")
    config_file(Agent.CLAUDE).write_bytes(b"{}")
    opened.click("write_hooks")
    assert config_file(Agent.CLAUDE).read_bytes() == b"{}"
    assert opened.store.current.agents.shown == ()
    assert opened.page.banner.isVisible()


def test_a_broken_configuration_is_named(opened: Opened) -> None:
    config_file(Agent.CLAUDE).write_bytes(b"{")
    opened.click("hooks")
    assert opened.page.banner.isVisible()
    assert not opened.find(QPlainTextEdit, "hooks_preview").isVisible()
