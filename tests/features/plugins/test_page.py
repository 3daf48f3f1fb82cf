"""Plugins in the settings and in the whole pet: made, allowed, called, edited, and switched off."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QApplication

from deskpet.chat.call_state import CallState, state_of
from deskpet.chat.toolbox import Toolbox
from deskpet.config import paths
from deskpet.features.foreign.server import ServerState
from deskpet.features.plugins.controller import PluginsController
from deskpet.features.plugins.ui import PluginsPage
from tests.app.running_pet import running_with_server, type_and_send, visible_cards
from tests.app.test_tools import calls, press, says
from tests.features.foreign.offered import tools_in, warned
from tests.features.plugins.test_plugins import ECHO
from tests.support.waiting import until
from tests.ui.fake_browser import FakeBrowser
from tests.ui.settings.tools_page import tools_window


@asynccontextmanager
async def opened(toolbox: Toolbox) -> AsyncGenerator[tuple[PluginsPage, PluginsController]]:
    plugins = PluginsController(tools_in(toolbox), warned)
    try:
        with tools_window(page="programs") as window:
            page = window.findChild(PluginsPage)
            assert page
            page.serve(plugins.plugins, plugins.scan)
            yield page, plugins
    finally:
        await plugins.close()


async def test_a_new_tool_is_made_allowed_edited_and_off_again(qapp: QApplication) -> None:
    toolbox, browser = Toolbox(), FakeBrowser()
    try:
        async with opened(toolbox) as (page, controller):
            assert controller._watcher is None
            page.new_button.click()
            await until(lambda: "my_tool" in page._rows and bool(browser.opened))
            assert browser.opened == [QUrl.fromLocalFile(str(paths.tools_folder())).toString()]
            row = page.row("my_tool")
            plugin = controller.plugins.all[0]
            assert row._line.text() == str(paths.tools_folder() / "my_tool.py")
            assert plugin.saved.fingerprint in row._launch_details.text()
            assert row.allow.isVisible()
            assert not row.remove.isVisible()
            assert toolbox.all == ()

            await until(row.allow.isEnabled)
            row.allow.click()
            await until(lambda: [each.name for each in toolbox.all] == ["plugin__my_tool__roll_dice"])
            await until(lambda: row.stop.isVisible() and row.fold.isVisible())
            row.fold.click()
            row.check_of("roll_dice").click()
            await until(lambda: toolbox.all == ())
            row.check_of("roll_dice").click()
            await until(lambda: len(toolbox.all) == 1)

            # Written in place, as some editors do: the watcher of the file notices it.
            with (paths.tools_folder() / "my_tool.py").open("a") as file:
                file.write("# more\n")
            await until(lambda: toolbox.all == () and controller.plugins.all[0].state is ServerState.BLOCKED)
            await until(row.allow.isVisible)
            (paths.tools_folder() / "my_tool.py").unlink()
            await until(lambda: "my_tool" not in page._rows)
    finally:
        browser.uninstall()


async def test_a_file_that_is_broken_or_unreadable_says_why(qapp: QApplication) -> None:
    paths.tools_folder().mkdir(parents=True)
    (paths.tools_folder() / "broken.py").write_text("def f(:\n")
    (paths.tools_folder() / "latin.py").write_bytes("x = 'é'".encode("latin-1"))
    async with opened(Toolbox()) as (page, _):
        await until(lambda: {"broken", "latin"} <= set(page._rows))
        await until(lambda: page.row("latin")._error.text() != "")
        assert "UTF-8" in page.row("latin")._error.text()
        assert not page.row("latin").allow.isVisible()
        await until(page.row("broken").allow.isEnabled)
        page.row("broken").allow.click()
        await until(lambda: "line 1: SyntaxError" in page.row("broken")._error.text())
        assert page.banner.message is not None


def write_plugin(source: str) -> Path:
    file = paths.tools_folder() / "words.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(source)
    return file


@pytest.mark.window
async def test_a_tool_of_a_plugin_asks_on_its_card_and_answers(tmp_path: Path) -> None:
    write_plugin(ECHO)
    policies = '[tools]\npolicies = {"plugin__words__echo" = "allow"}\n'
    async with running_with_server(tmp_path, policies) as (talk, upstream):
        plugins = talk.features.running("plugins").plugins
        await until(lambda: bool(plugins.all))
        assert plugins.all[0].state is ServerState.BLOCKED
        await plugins.allow("words", plugins.all[0].saved.fingerprint)
        await plugins.start("words")
        type_and_send(talk, "echo")
        await until(lambda: bool(upstream.requests))
        told = [each["function"]["name"] for each in upstream.requests[0]["tools"]]
        assert "plugin__words__echo" in told
        says(upstream, "plugin__words__echo", {"text": "hi"})
        await until(lambda: bool(visible_cards(talk)) and state_of(calls(talk)[0]) is CallState.WAITING)
        await press(visible_cards(talk)[0], "Run")
        await until(lambda: len(upstream.requests) == 2)
        assert calls(talk)[0].output == ["echo: hi"]
        assert set(calls(talk)[0].reads) == {"foreign", "private"}
        assert "echo: hi" in json.dumps(upstream.requests[1]["messages"][-1])
        upstream.answer("It said hi.")
        await until(lambda: not talk.conversation.is_running)


@pytest.mark.window
async def test_without_a_tools_folder_nothing_is_created(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, upstream):
        type_and_send(talk, "hi")
        await until(lambda: bool(upstream.requests))
        upstream.answer("Hi!")
        await until(lambda: not talk.conversation.is_running)
        assert talk.features.running("plugins") is None
