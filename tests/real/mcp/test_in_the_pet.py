"""Real MCP servers in the whole pet: a scripted model calls their tools, and each call is allowed on its card."""

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest
from PySide6.QtWidgets import QPushButton

from deskpet.app.chat_controller import ChatController
from deskpet.chat.call_state import CallState, state_of
from deskpet.chat.messages import ToolUse
from deskpet.config import paths
from deskpet.features.foreign.server import ServerState
from deskpet.features.mcp.config import dump_servers
from deskpet.ui.blocks.tool_use import ToolUseView
from tests.app.running_pet import ChatServer, running_with_server, type_and_send, visible_cards
from tests.app.test_tools import calls, press, says
from tests.real.mcp.programs import NAMES, five_servers
from tests.support.waiting import until

pytestmark = [pytest.mark.real_server, pytest.mark.window]


@dataclass(frozen=True)
class Step:
    """A call, and a text that its result has; the model gets the same text. `fails`: it is the tool's own failure."""

    tool: str
    arguments: dict[str, Any]
    result: str
    fails: bool = False


def steps(project: Path) -> dict[str, list[Step]]:
    """Return the calls for each server."""
    london = {"source_timezone": "Europe/London", "time": "12:00", "target_timezone": "Asia/Tokyo"}
    entity = {"name": "Mio", "entityType": "person", "observations": ["likes green tea"]}
    return {
        "time": [
            Step("convert_time", london, "Asia/Tokyo"),
            Step("get_current_time", {"timezone": "Nowhere/Land"}, "Nowhere/Land", fails=True),
        ],
        "git": [
            Step("git_add", {"repo_path": str(project), "files": ["hello.txt"]}, "staged successfully"),
            Step("git_status", {"repo_path": str(project)}, "hello.txt"),
            Step("git_status", {"repo_path": "/"}, "outside the allowed repository", fails=True),
        ],
        "files": [
            Step("read_text_file", {"path": str(project / "hello.txt")}, "Hello from a file."),
            Step("write_file", {"path": str(project / "new.txt"), "content": "new"}, "Successfully wrote"),
            Step("read_text_file", {"path": "/etc/hostname"}, "outside allowed directories", fails=True),
        ],
        "everything": [
            Step("echo", {"message": "hi there"}, "Echo: hi there"),
            Step("get-tiny-image", {}, "image/png"),
            Step("get-structured-content", {"location": "Chicago"}, "humidity"),
            Step("get-resource-links", {"count": 2}, "demo://resource/dynamic/"),
            Step("trigger-long-running-operation", {"duration": 1, "steps": 2}, "Long running operation completed"),
        ],
        "memory": [
            Step("create_entities", {"entities": [entity]}, "green tea"),
            Step("search_nodes", {"query": "tea"}, "Mio"),
            Step("open_nodes", {"names": ["nobody"]}, "entities"),
        ],
    }


def asking_cards(talk: ChatController) -> list[ToolUseView]:
    """Return the visible cards that ask; the bar of an answered one takes a moment to close."""

    def asks(card: ToolUseView) -> bool:
        buttons = (each for each in card.findChildren(QPushButton) if each.text() == "Run" and each.isVisible())
        return any(each.parentWidget().isEnabled() for each in buttons)

    return [card for card in visible_cards(talk) if asks(card)]


async def allowed(talk: ChatController, upstream: ChatServer, server: str, step: Step) -> ToolUse:
    """Let the model call a tool in its present answer, press Run, and return the finished call."""
    number, requests = len(calls(talk)), len(upstream.requests)
    says(upstream, f"mcp__{server}__{step.tool}", step.arguments)
    await until(lambda: len(calls(talk)) > number and state_of(calls(talk)[number]) is CallState.WAITING)
    # Cards of earlier calls are scrolled out of sight.
    await until(lambda: bool(asking_cards(talk)))
    await press(asking_cards(talk)[-1], "Run")
    await until(lambda: len(upstream.requests) > requests)
    return calls(talk)[number]


@pytest.mark.timeout(300)
@pytest.mark.parametrize("server", NAMES)
async def test_a_model_uses_a_real_server(tmp_path: Path, server: str) -> None:
    saved = five_servers(tmp_path)
    folder = paths.data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "mcp.json").write_text(dump_servers(saved), encoding="utf-8")
    async with running_with_server(tmp_path) as (talk, upstream):
        await until(lambda: bool(talk.features.running("mcp").servers.all))
        await talk.features.running("mcp").servers.start(server)
        type_and_send(talk, "go")
        await until(lambda: bool(upstream.requests))
        told = {each["function"]["name"] for each in upstream.requests[0]["tools"]}
        for step in steps(tmp_path / "project")[server]:
            assert f"mcp__{server}__{step.tool}" in told
            call = await allowed(talk, upstream, server, step)
            sent = str(upstream.requests[-1]["messages"][-2:])
            assert state_of(call) is (CallState.ERROR if step.fails else CallState.SUCCESS), call
            assert step.result in (str(call.error) if step.fails else json.dumps(call.output)), call
            assert step.result in sent or step.tool == "get-tiny-image", sent
            assert call.reads == ("foreign", "private")
        upstream.answer("Done.")
        await until(lambda: not talk.conversation.is_running)
        # Only the server that was needed runs.
        states = {each.name: each.state for each in talk.features.running("mcp").servers.all}
        assert states == dict.fromkeys(NAMES, ServerState.IDLE) | {server: ServerState.RUNNING}


async def test_five_real_servers_leave_no_process(tmp_path: Path) -> None:
    folder = paths.data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "mcp.json").write_text(dump_servers(five_servers(tmp_path)), encoding="utf-8")
    before = set(psutil.Process().children(recursive=True))
    async with running_with_server(tmp_path) as (talk, _):
        await until(lambda: bool(talk.features.running("mcp").servers.all))
        await asyncio.gather(*map(talk.features.running("mcp").servers.start, NAMES))
        started = set(psutil.Process().children(recursive=True)) - before
        # The child process with the SDK, and at least one process of each server.
        assert len(started) > len(NAMES)
    await until(lambda: not any(each.is_running() and each.status() != "zombie" for each in started))
