"""MCP servers in the settings: pasted, looked at, allowed, and switched off."""

import json
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp")

import keyring
from keyring.backend import KeyringBackend
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QScrollArea

from deskpet.chat.toolbox import Toolbox
from deskpet.config import paths
from deskpet.features.foreign.server import ServerState
from deskpet.features.foreign.ui import ServerRow
from deskpet.features.mcp.config import ServerConfig
from deskpet.features.mcp.controller import McpController
from deskpet.features.mcp.secrets import without_secrets
from deskpet.features.mcp.ui import McpPage
from tests.features.foreign.calls import call_tool
from tests.features.foreign.offered import tools_in, warned
from tests.features.mcp.plain import PLAIN
from tests.features.mcp.plain_server import tool
from tests.support.waiting import until
from tests.ui.active_window import active
from tests.ui.settings.tools_page import tools_window


class MemoryKeyring(KeyringBackend):
    """A keyring in memory."""

    priority = 1  # pyright: ignore[reportAssignmentType]

    def __init__(self) -> None:
        super().__init__()
        self.secrets: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.secrets.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.secrets[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.secrets[service, username]


@pytest.fixture
def ring(monkeypatch: pytest.MonkeyPatch) -> MemoryKeyring:
    memory = MemoryKeyring()
    monkeypatch.setattr(keyring, "get_keyring", lambda: memory)
    for name in ("get_password", "set_password", "delete_password"):
        monkeypatch.setattr(keyring, name, getattr(memory, name))
    return memory


@asynccontextmanager
async def opened(toolbox: Toolbox, *, context_tokens: int = 0) -> AsyncGenerator[tuple[McpPage, McpController]]:
    mcp = McpController(tools_in(toolbox, context_tokens), warned)
    try:
        with tools_window(page="programs") as window:
            page = window.findChild(McpPage)
            assert page
            page.serve(mcp.servers, mcp.secrets)
            yield page, mcp
    finally:
        await mcp.close()


def configuration(fault: str = "", **more: Any) -> str:
    fields = {"command": sys.executable, "args": [str(PLAIN), fault], **more}
    return json.dumps({"mcpServers": {"plain": fields}})


def paste(page: McpPage, text: str) -> None:
    page.field.setPlainText(text)
    page.add_button.click()


async def test_a_pasted_server_starts_only_after_its_command_was_allowed(
    qapp: QApplication, ring: MemoryKeyring
) -> None:
    toolbox = Toolbox()
    async with opened(toolbox) as (page, mcp):
        # A foreign file can't give the permission with it.
        paste(page, configuration(deskpet={"allowed": "x", "hidden": []}))
        await until(lambda: bool(mcp.servers.all) and page.banner.message is not None)
        (server,) = mcp.servers.all
        await until(lambda: "plain" in page._rows)
        row = page.row("plain")
        assert str(PLAIN) in row._line.text()
        assert server.state is ServerState.BLOCKED
        assert not mcp.servers.is_running
        assert page.field.toPlainText() == ""

        await until(row.allow.isEnabled)
        row.allow.click()
        await until(lambda: server.state is ServerState.RUNNING)
        assert [each.name for each in toolbox.all] == ["mcp__plain__echo"]
        await until(lambda: row.fold.isVisible() and row.stop.isVisible())
        row.fold.click()
        await until(lambda: row.check_of("echo").isVisible())
        row.check_of("echo").click()
        await until(lambda: toolbox.all == ())
        row.check_of("echo").click()
        await until(lambda: len(toolbox.all) == 1)
        assert json.loads((paths.data_folder() / "mcp.json").read_text())["mcpServers"]["plain"]["deskpet"]["allowed"]

        row.block.click()
        await until(lambda: toolbox.all == () and mcp.servers.all[0].state is ServerState.BLOCKED)
        await until(lambda: not mcp.servers.is_running)
        row.remove.click()
        await until(lambda: mcp.servers.all == ())


async def test_secrets_go_to_the_keyring_and_reach_the_server(qapp: QApplication, ring: MemoryKeyring) -> None:
    async with opened(Toolbox()) as (page, mcp):
        paste(page, configuration("environment", env={"API_TOKEN": "t0p-secret", "ZONE": "UTC"}))
        await until(lambda: bool(mcp.servers.all) and page.banner.message is not None)
        assert "keyring" in page.banner.message.text
        assert ring.secrets == {("deskpet", "mcp:plain/API_TOKEN"): "t0p-secret"}
        assert "t0p-secret" not in (paths.data_folder() / "mcp.json").read_text()
        await until(lambda: "plain" in page._rows)
        await until(page.row("plain").allow.isEnabled)
        page.row("plain").allow.click()
        (server,) = mcp.servers.all
        await until(lambda: server.state is ServerState.RUNNING)
        (value,) = await call_tool(server, "echo", {"text": ""}, lambda *_: None)
        variables = value if isinstance(value, dict) else json.loads(str(value))
        assert (variables["API_TOKEN"], variables["ZONE"]) == ("t0p-secret", "UTC")
        page.row("plain").remove.click()
        await until(lambda: ring.secrets == {})


async def test_a_dropped_file_and_its_mistakes(qapp: QApplication, ring: MemoryKeyring, tmp_path: Path) -> None:
    async with opened(Toolbox()) as (page, mcp):
        file = tmp_path / "servers.json"
        for text, level in (("{", "error"), (configuration(), "success"), (configuration(), "error")):
            file.write_text(text)
            page.show_message(None)
            drop(page, file)
            await until(lambda: page.banner.message is not None)
            assert page.banner.message.level == level
        assert "already" in page.banner.message.text
        page.show_message(None)
        drop(page, tmp_path / "none.json")
        assert "none.json" in page.banner.message.title
        assert len(mcp.servers.all) == 1


def drop(page: McpPage, file: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    page.dropEvent(QDropEvent(QPointF(5, 5), action, data, button, Qt.KeyboardModifier.NoModifier))


def test_secrets_are_found_by_their_names_and_beginnings() -> None:
    config = ServerConfig(
        "a", ("x", "--api-key", "k1", "--token=k2", "--zone", "UTC", "ghp_abc"), (("URL", "sk-1"), ("A_KEY", "${B}"))
    )
    cleaned, found = without_secrets(config)
    assert found == {"a/api-key": "k1", "a/token": "k2", "a/URL": "sk-1"}
    expected = ("x", "--api-key", "${keyring:a/api-key}", "--token=${keyring:a/token}", "--zone", "UTC", "ghp_abc")
    assert cleaned.command == expected
    assert cleaned.env == (("URL", "${keyring:a/URL}"), ("A_KEY", "${B}"))


async def test_the_page_stays_where_it_is_when_the_pressed_button_goes_away(
    qapp: QApplication, ring: MemoryKeyring
) -> None:
    async with opened(Toolbox()) as (page, _):
        paste(page, configuration())
        await until(lambda: bool(page.findChildren(ServerRow)))
        row = page.row("plain")
        row.window().resize(row.window().minimumSize())
        await until(active(row.window()))
        area = next(each for each in row.window().findChildren(QScrollArea) if each.isAncestorOf(row))
        await until(lambda: area.verticalScrollBar().maximum() > 0)
        area.ensureWidgetVisible(row.allow)
        await until(row.allow.isEnabled)
        row.allow.setFocus()
        await until(row.allow.hasFocus)
        before = area.verticalScrollBar().value()
        assert before > 0
        await until(row.allow.isEnabled)
        row.allow.click()
        await until(row.block.isVisible)
        assert area.verticalScrollBar().value() == before


async def test_a_long_command_can_be_allowed_only_after_its_end_was_visible(
    qapp: QApplication, ring: MemoryKeyring
) -> None:
    async with opened(Toolbox()) as (page, mcp):
        # A command that does something else at its end.
        arguments = [str(PLAIN), "", *("harmless" for _ in range(1500)), "--and", "rm -rf ~"]
        paste(page, json.dumps({"mcpServers": {"plain": {"command": sys.executable, "args": arguments}}}))
        await until(lambda: "plain" in page._rows)
        row = page.row("plain")
        await until(row._unread.isVisible)
        area = row._line._area
        scrolling = next(each for each in row.window().findChildren(QScrollArea) if each.isAncestorOf(row))
        await until(lambda: area.is_scrolled and bool(mcp.servers.all))
        scrolling.verticalScrollBar().setValue(scrolling.widget().mapFromGlobal(row.mapToGlobal(QPoint())).y())
        await until(lambda: area._has_begun)
        assert not row.allow.isEnabled()
        area.scroll_to_end()
        await until(row.allow.isEnabled)
        assert not row._unread.isVisible()


async def test_values_that_an_editor_asks_for_are_entered_before_a_server_is_allowed(
    qapp: QApplication, ring: MemoryKeyring
) -> None:
    async with opened(Toolbox()) as (page, mcp):
        inputs = [{"id": "my-key", "type": "promptString"}, {"id": "zone", "default": "UTC"}]
        env = {"SERVICE": "${input:my-key}", "ZONE": "${input:zone}"}
        fields = {"type": "stdio", "command": sys.executable, "args": [str(PLAIN), "environment"], "env": env}
        paste(page, json.dumps({"servers": {"plain": fields}, "inputs": inputs}))
        await until(lambda: "plain" in page._rows and page.banner.message is not None)
        row = page.row("plain")
        await until(row.allow.isEnabled)
        row.allow.click()
        await until(lambda: page.banner.message is not None and "my-key" in page.banner.message.text)
        (server,) = mcp.servers.all
        assert server.state is ServerState.BLOCKED
        key, zone = row.findChildren(QLineEdit, "server_input")
        assert (key.placeholderText(), zone.placeholderText()) == ("my-key", "zone (UTC)")
        key.setText("s3cret")
        await until(row.allow.isEnabled)
        row.allow.click()
        await until(lambda: server.state is ServerState.RUNNING)
        assert ring.secrets == {("deskpet", "mcp:plain/input/my-key"): "s3cret"}
        assert "s3cret" not in (paths.data_folder() / "mcp.json").read_text()
        (value,) = await call_tool(server, "echo", {"text": ""}, lambda *_: None)
        variables = value if isinstance(value, dict) else json.loads(str(value))
        assert (variables["SERVICE"], variables["ZONE"]) == ("s3cret", "UTC")
        await until(lambda: not row.findChildren(QLineEdit, "server_input"))
        row.remove.click()
        await until(lambda: ring.secrets == {})


async def test_tools_that_are_left_out_are_named_on_the_page(
    qapp: QApplication, ring: MemoryKeyring, tmp_path: Path
) -> None:
    (file := tmp_path / "tools.json").write_text(json.dumps([tool("echo"), tool("more"), {"name": "broken"}]))
    async with opened(Toolbox(), context_tokens=120) as (page, mcp):
        paste(page, configuration("installed").replace('"installed"', f'"installed", {json.dumps(str(file))}'))
        await until(lambda: "plain" in page._rows)
        row = page.row("plain")
        await until(row.allow.isEnabled)
        row.allow.click()
        await until(lambda: "2 left out" in row._status.text())
        row.fold.click()
        await until(row._left_out.isVisible)
        assert "broken: its definition is not valid" in row._left_out.text()
        assert "more: a quarter of the model's context, 120 characters, has no room for it" in row._left_out.text()
        # The user chooses which tool has the room.
        row.check_of("echo").click()
        await until(lambda: "1 left out" in row._status.text() or "one left out" in row._status.text())
        assert [each.name for each in mcp.servers.tools(10, 120)] == ["mcp__plain__more"]
