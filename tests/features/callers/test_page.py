"""Agents that call her, in the settings: the configuration is copied, and decisions are shown and revoked."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from deskpet.features.callers.caller_rules import CallerDecision, CallerRule, CallerRules
from deskpet.features.callers.calls import Caller
from deskpet.features.callers.pet_client import server_configuration
from deskpet.features.callers.ui.page import CallersPage
from deskpet.ui.widgets import theme

CLAUDE = CallerRule(Caller("claude-code", "Claude Code"), CallerDecision.ALWAYS, 1_760_000_400.0)
CODEX = CallerRule(Caller("codex"), CallerDecision.REFUSED, 1_760_000_500.0)
NAMELESS = CallerRule(Caller(""), CallerDecision.FOR_NOW, 1_760_000_600.0)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "callers.json"


@pytest.fixture
def page(qapp: QApplication, qtbot: QtBot, file: Path) -> CallersPage:
    """A visible page, with a decision of each kind."""
    theme.apply(qapp)
    callers = CallerRules(file)
    for rule in (CLAUDE, CODEX, NAMELESS):
        callers.decide(rule)
    page = CallersPage()
    qtbot.addWidget(page)
    page.serve(callers)
    page.resize(560, 600)
    with qtbot.waitExposed(page):
        page.show()
    return page


def titles(page: CallersPage) -> list[str]:
    return [each.text() for each in page.rows.findChildren(QLabel, "field_title") if each.isVisible()]


def test_decisions_are_listed_the_newest_first_and_revoked(page: CallersPage, file: Path) -> None:
    assert titles(page) == ["An agent without a name", "codex", "Claude Code (claude-code)"]
    assert [each["caller"]["name"] for each in json.loads(file.read_bytes())] == ["claude-code", "codex"]
    button = next(each for each in page.findChildren(QWidget, "revoke") if "codex" in each.accessibleName())
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert titles(page) == ["An agent without a name", "Claude Code (claude-code)"]
    again = CallerRules(file)
    assert again.all == (CLAUDE,)
    assert again.decision(CLAUDE.caller) is CallerDecision.ALWAYS
    assert again.decision(CODEX.caller) is None


def test_what_cant_be_stored_is_said_and_holds_for_now(page: CallersPage, file: Path) -> None:
    file.unlink()
    file.mkdir()
    QTest.mouseClick(page.findChildren(QWidget, "revoke")[-1], Qt.MouseButton.LeftButton)
    assert titles(page) == ["An agent without a name", "codex"]
    assert page.rows.banner.isVisible()


def test_a_broken_file_asks_again(file: Path) -> None:
    file.write_bytes(b"[{")
    assert CallerRules(file).all == ()


def test_the_configuration_is_copied(page: CallersPage) -> None:
    QTest.mouseClick(page.copy_button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == server_configuration()
