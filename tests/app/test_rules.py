"""The user's rules: kept, listed in the settings, revoked there; an unreadable file allows nothing."""

import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from deskpet.app.rules import Rules
from deskpet.app.rules_page_controller import RulesPageController
from deskpet.app.settings_store import SettingsStore
from deskpet.app.tools_page_controller import ToolsPageController
from deskpet.chat.function_tool import tool
from deskpet.chat.permission import Rule, Scope
from deskpet.chat.toolbox import Toolbox
from deskpet.ui.settings.rules_page import RulesPage
from deskpet.ui.settings.tools_delegate import ToolRole
from deskpet.ui.settings.tools_page import ToolsPage
from deskpet.ui.widgets.icons import IconButton

FETCH = Rule("fetch", Scope("host", "a.example"), 1_777_800_000.0)


def lacks() -> str:
    return "It needs a key."


@tool("fetch", title="Read a page", missing=lacks)
async def fetch(url: str) -> str:
    """Read a page."""
    return url


def texts(page: object) -> list[str]:
    return [label.text() for label in page.findChildren(QLabel) if label.isVisibleTo(page)]


def test_rules_are_kept_and_a_newer_one_replaces_its_like(tmp_path: Path) -> None:
    rules = Rules(tmp_path / "rules.json")
    rules.add(FETCH)
    newer = Rule("fetch", Scope("host", "a.example"), FETCH.created_at + 1)
    rules.add(newer)
    rules.add(Rule("fetch", None, 5.0))
    assert Rules(tmp_path / "rules.json").all == (newer, Rule("fetch", None, 5.0))


@pytest.mark.parametrize(
    "rule",
    [
        {"tool_name": "fetch", "scope": {"kind": "host", "value": ""}, "created_at": 1},
        {"tool_name": "fetch", "scope": {"kind": "folder", "value": ""}, "created_at": 1},
        {"tool_name": "fetch", "scope": {"kind": "everything", "value": "*"}, "created_at": 1},
        {"tool_name": "fetch", "scope": {"kind": "host", "value": "*"}, "created_at": 1},
        {"tool_name": "fetch", "scope": {"kind": "host", "value": ".example"}, "created_at": 1},
        {"tool_name": "*", "scope": None, "created_at": 1},
        {"tool_name": "", "scope": None, "created_at": 1},
        {"tool_name": "fetch.*", "scope": None, "created_at": 1e300, "lifetime": "always"},
        {"tool_name": "fetch"},
        {"tool_name": "fetch", "created_at": 1},
        {"tool_name": "fetch", "scope": "a.example", "created_at": 1},
        {"tool_name": "fetch", "scope": None, "created_at": "yesterday"},
        {"tool_name": "fetch", "scope": None, "created_at": 1, "lifetime": "conversation"},
        {"tool_name": ["fetch"], "scope": None, "created_at": 1},
    ],
)
def test_odd_rules_in_an_edited_file_allow_nothing_more(qtbot: QtBot, tmp_path: Path, rule: object) -> None:
    file = tmp_path / "rules.json"
    file.write_text(json.dumps([rule]))
    rules = Rules(file)
    called = (("fetch", Scope("host", "a.example")), ("fetch", Scope("folder", "/home")), ("fetch", None))
    assert not any(each.covers(*call) for each in rules.all for call in called)
    page = RulesPage()
    qtbot.addWidget(page)
    page.show_rules(rules.all, str)


@pytest.mark.parametrize("text", ["", "{}", "[{}]", '[{"tool_name": "fetch"}]', "\0", "[" * 100_000])
def test_an_unreadable_file_allows_nothing(tmp_path: Path, text: str) -> None:
    file = tmp_path / "rules.json"
    file.write_text(text)
    rules = Rules(file)
    assert rules.all == ()
    rules.add(FETCH)
    assert Rules(file).all == (FETCH,)


def test_the_settings_list_the_rules_and_take_them_back(qtbot: QtBot, tmp_path: Path) -> None:
    rules = Rules(tmp_path / "rules.json")
    rules.add(FETCH)
    tools, page = ToolsPage((fetch,)), RulesPage()
    for widget in (tools, page):
        qtbot.addWidget(widget)
        widget.show()
    toolbox = Toolbox((fetch,))
    tools_controller = ToolsPageController(SettingsStore(tmp_path / "settings.toml"), toolbox)
    tools_controller.connect_page(tools)
    rules_controller = RulesPageController(rules, toolbox)
    rules_controller.connect_page(page)
    missing = tools.model().index(0, 0).data(ToolRole.MISSING)
    assert missing == "It needs a key."
    assert "Read a page" in texts(page)
    assert any(text.startswith("a.example · allowed ") for text in texts(page))
    page.findChild(IconButton, "revoke").click()
    assert rules.all == ()
    assert "Read a page" not in texts(page)
