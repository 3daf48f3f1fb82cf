"""The page of tools in the running pet."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from deskpet.app.tool_list import TOOLS
from deskpet.chat.permission import Rule, Scope
from deskpet.config.choices import Policy
from deskpet.features.permissions.ui.journal_page import JournalPage
from deskpet.features.permissions.ui.page import RulesPage
from deskpet.features.permissions.ui.tools_page import ToolsPage
from deskpet.store import CallRecord
from deskpet.ui.settings.window import SettingsWindow
from deskpet.ui.widgets.icons import IconButton
from tests.app.running_pet import running_with_server
from tests.support.settings_window import tools_page_of
from tests.support.waiting import until

pytestmark = pytest.mark.window

SETTINGS = '[tools.policies]\n"time.now" = "ask"\n'
RULE = Rule("fetch_page", Scope("host", "a.example"), 1_777_800_000.0)


def shown_policy(page: ToolsPage, name: str) -> Policy:
    return next(
        each for each in Policy if page.choice(name, each).data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
    )


def rule_titles(window: SettingsWindow) -> list[str]:
    page = window.findChild(RulesPage)
    assert page
    buttons = page.findChildren(IconButton, "revoke")
    return [each.parentWidget().findChildren(QLabel)[0].text() for each in buttons if each.isVisibleTo(page)]


def listed_calls(window: SettingsWindow) -> list[str]:
    page = window.findChild(JournalPage)
    assert page
    model = page.list.model()
    return [model.index(row, 0).data(Qt.ItemDataRole.DisplayRole) for row in range(model.rowCount())]


async def test_it_lists_the_tools_the_rules_and_the_calls(tmp_path: Path) -> None:
    async with running_with_server(tmp_path, SETTINGS) as (talk, _):
        await until(lambda: talk.store is not None)
        talk.store.record_calls(
            "s", [CallRecord(1.7e9, "s", "m", 0, "fetch_page", {"url": "x"}, "rule", "success", 1.7e9)]
        )
        talk._turn_factory.rules.add(RULE)
        talk.open_settings("tools")
        window = talk.settings_window
        page = tools_page_of(window)
        assert {each.name: shown_policy(page, each.name) for each in TOOLS} == {
            **{each.name: each.policy for each in TOOLS},
            "time.now": Policy.ASK,
        }
        window.show_page("calls")
        title = next(each.title for each in TOOLS if each.name == "fetch_page")
        assert rule_titles(window) == [title]
        await until(lambda: listed_calls(window) == [title])
        talk._turn_factory.rules.add(Rule("gone", None, 1_777_800_001.0))
        assert rule_titles(window) == [title, "gone"]
        page.clicked.emit(page.choice("time.now", Policy.REFUSE))
        assert talk._settings_store.current.tools.policies == {"time.now": Policy.REFUSE}
        window.findChild(RulesPage).row(RULE).button("revoke").click()
        assert talk._turn_factory.rules.all == (Rule("gone", None, 1_777_800_001.0),)
