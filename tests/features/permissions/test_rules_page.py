"""The rules in the settings: listed beside the tools, and revoked."""

from pathlib import Path

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from deskpet.chat.function_tool import tool
from deskpet.chat.permission import Rule, Scope
from deskpet.chat.rules import Rules
from deskpet.chat.toolbox import Toolbox
from deskpet.config.settings import Settings
from deskpet.features.permissions.ui.page import RulesPage
from deskpet.features.permissions.ui.tools_page import ToolRole, ToolsPage
from deskpet.ui.settings.settings_form import SettingsForm
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


def test_the_settings_list_the_rules_and_take_them_back(qtbot: QtBot, tmp_path: Path) -> None:
    rules = Rules(tmp_path / "rules.json")
    rules.add(FETCH)
    form = SettingsForm(Settings())
    tools, page = ToolsPage(form), RulesPage()
    for widget in (tools, page):
        qtbot.addWidget(widget)
        widget.show()
    tools.show_tools((fetch,))
    tools.show_missing({"fetch": Toolbox((fetch,)).missing(fetch)})
    page.serve(rules, {"fetch": "Read a page"}.__getitem__)
    missing = tools.model().index(0, 0).data(ToolRole.MISSING)
    assert missing == "It needs a key."
    assert "Read a page" in texts(page)
    assert any(text.startswith("a.example · allowed ") for text in texts(page))
    page.findChild(IconButton, "revoke").click()
    assert rules.all == ()
    assert "Read a page" not in texts(page)
