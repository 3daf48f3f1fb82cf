"""The page of tools of a settings window, with the rules and settings of the program."""

import gc
import weakref
from pathlib import Path
from types import SimpleNamespace
from typing import cast

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from deskpet.app.feature_host import settings_port
from deskpet.app.settings_store import SettingsStore
from deskpet.app.tool_list import TOOLS
from deskpet.chat.rules import Rules
from deskpet.features.host import Host
from deskpet.features.permissions.ui import page
from deskpet.features.permissions.ui.journal_page import JournalPage
from deskpet.features.permissions.ui.page import RulesPage
from deskpet.ui.blocks import default_look
from tests.support.settings_window import settings_window


def small_host(folder: Path) -> Host:
    """Return the ports that the page uses."""
    tools = SimpleNamespace(built_in=TOOLS, title_of=str, look_of=default_look)
    settings = settings_port(SettingsStore(folder / "settings.toml"))
    rules = Rules(folder / "rules.json")
    return cast("Host", SimpleNamespace(settings=settings, rules=rules, tools=tools, store=lambda: None))


def test_what_serves_a_page_ends_with_its_window(qapp: QApplication, tmp_path: Path) -> None:
    window, host = settings_window(), small_host(tmp_path)
    window.show_page("calls")
    page.CALLS.connect(window.widget_of("calls"), host, None)
    assert len(host.rules._changed) == 1
    kinds = (RulesPage, JournalPage)
    serving = [weakref.ref(window.findChild(kind)) for kind in kinds]
    assert all(each() for each in serving)
    window.deleteLater()
    del window
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert all(each() is None for each in serving)
    assert len(host.rules._changed) == 0
