"""The rules in the settings: listed beside the tools, and revoked."""

from pathlib import Path

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from deskpet.app.feature_host import settings_port
from deskpet.app.settings_store import SettingsStore
from deskpet.chat.function_tool import tool
from deskpet.chat.permission import Rule, Scope
from deskpet.chat.rules import Rules
from deskpet.chat.toolbox import Toolbox
from deskpet.features.permissions.ui.page_controllers import RulesPageController, ToolsPageController
from deskpet.features.permissions.ui.rules_page import RulesPage
from deskpet.features.permissions.ui.tools_delegate import ToolRole
from deskpet.features.permissions.ui.tools_page import ToolsPage
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
    tools, page = ToolsPage(), RulesPage()
    for widget in (tools, page):
        qtbot.addWidget(widget)
        widget.show()
    toolbox, settings = Toolbox((fetch,)), SettingsStore(tmp_path / "settings.toml")
    tools_controller = ToolsPageController(settings_port(settings), (fetch,), toolbox.missing)
    tools_controller.connect_page(tools)
    rules_controller = RulesPageController(rules, {"fetch": "Read a page"}.__getitem__)
    rules_controller.connect_page(page)
    missing = tools.model().index(0, 0).data(ToolRole.MISSING)
    assert missing == "It needs a key."
    assert "Read a page" in texts(page)
    assert any(text.startswith("a.example · allowed ") for text in texts(page))
    page.findChild(IconButton, "revoke").click()
    assert rules.all == ()
    assert "Read a page" not in texts(page)
