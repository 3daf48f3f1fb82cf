"""No tool of a server is left out in silence: each has a reason, and bad ones cost only themselves."""

import json
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp")

from deskpet.chat.tool import ignore_progress
from deskpet.features.foreign.definitions import MAX_TOOL, Definition, Reason
from deskpet.features.foreign.offer import MAX_TOLD, KnownTool
from deskpet.features.foreign.server import Limits
from deskpet.features.mcp.config import SavedServer, ServerConfig
from deskpet.features.mcp.servers import Servers
from tests.features.foreign.calls import call_tool
from tests.features.mcp.plain import PLAIN, saved
from tests.features.mcp.plain_server import tool
from tests.support.deskpet_process import start

SENTENCE = "It reads the page and returns what is on it, with all of its links and forms. "


@asynccontextmanager
async def listing(folder: Path, *tools: dict[str, Any]) -> AsyncGenerator[Servers]:
    """Yield a running server with these tools."""
    (file := folder / "tools.json").write_text(json.dumps(tools), encoding="utf-8")
    servers = Servers(None, environment=os.environ, limits=Limits(start=30.0, call=30.0))
    try:
        await servers.take((saved("installed", str(file)),))
        await servers.start("plain")
        yield servers
    finally:
        await servers.close()


async def known(*names: str, server: str = "s", schema: dict[str, Any] | None = None) -> Servers:
    """Return a server that had tools with long descriptions when it last ran."""
    config = ServerConfig(server, ("program",))
    definitions = [Definition(name, description=SENTENCE * 14, schema=schema or {}) for name in names]
    servers = Servers(None)
    tools = tuple(KnownTool(server, config.fingerprint, each) for each in definitions)
    await servers.take((SavedServer(config, allowed=config.fingerprint),), tools)
    return servers


async def test_bad_tools_cost_only_themselves_and_are_named(tmp_path: Path) -> None:
    without_schema = {"name": "broken", "description": "It has no inputSchema."}
    task = tool("waits") | {"execution": {"taskSupport": "required"}}
    may_wait = tool("may_wait") | {"execution": {"taskSupport": "optional"}}
    tools = tool("echo"), without_schema, task, may_wait, tool("long", "x" * MAX_TOOL), tool("echo"), {"name": 5}
    async with listing(tmp_path, *tools) as servers:
        assert [each.name for each in servers.tools(10)] == ["mcp__plain__echo", "mcp__plain__may_wait"]
        assert {(each.name, each.reason) for each in servers.left_out("plain")} == {
            ("waits", Reason.NEEDS_TASK),
            ("long", Reason.TOO_LONG),
            ("echo", Reason.SAME_NAME),
            ("broken", Reason.BAD_DEFINITION),
            ("?", Reason.BAD_DEFINITION),
        }
        assert await call_tool(servers.all[0], "echo", {"text": "hi"}, ignore_progress) == ["echo: hi"]


async def test_descriptions_are_shortened_before_a_tool_is_left_out() -> None:
    argument = {"type": "string", "description": SENTENCE * 5}
    schema = {"type": "object", "properties": {"text": argument, "description": {"type": "string"}}}
    servers = await known(*(f"t{number}" for number in range(30)), schema=schema)
    whole = servers.tools(MAX_TOLD)
    short = servers.tools(MAX_TOLD, 16_000)
    assert len(whole) == len(short) == 30
    assert servers.left_out("s") == ()
    assert sum(len(each.description) + len(json.dumps(each.input_schema)) for each in short) <= 16_000
    assert whole[0].description == (SENTENCE * 12).rstrip(". ") + "…"
    assert short[0].description.endswith("…")
    assert short[0].input_schema["properties"]["description"] == {"type": "string"}
    # What the user allowed stays allowed, and the arguments are checked as before.
    assert short[0].version == whole[0].version
    assert short[0].checked_schema == whole[0].checked_schema


async def test_tools_without_room_are_named_with_the_limit_and_hiding_others_makes_room() -> None:
    servers = await known(*(f"t{number}" for number in range(30)))
    told = servers.tools(MAX_TOLD, 2_000)
    left_out = servers.left_out("s")
    assert 0 < len(told) < 30
    assert [each.name for each in left_out] == [f"t{number}" for number in range(len(told), 30)]
    assert "2,000" in left_out[0].why
    hidden = frozenset(f"t{number}" for number in range(30 - len(told)))
    await servers.update(lambda servers: (replace(each, hidden=hidden) for each in servers))
    assert len(servers.tools(MAX_TOLD, 2_000)) == len(told)
    assert servers.left_out("s") == ()


async def test_more_tools_than_providers_take_are_named_and_servers_take_turns() -> None:
    configs = ServerConfig("big", ("program",)), ServerConfig("small", ("program",))
    tools = [KnownTool("big", configs[0].fingerprint, Definition(f"t{number}")) for number in range(200)]
    tools += [KnownTool("small", configs[1].fingerprint, Definition("only"))]
    servers = Servers(None)
    await servers.take(tuple(SavedServer(each, allowed=each.fingerprint) for each in configs), tuple(tools))
    told = servers.tools(MAX_TOLD)
    assert len(told) == MAX_TOLD
    assert told[-1].name == "mcp__small__only"
    assert {each.reason for each in servers.left_out("big")} == {Reason.TOO_MANY}
    assert "128" in servers.left_out("big")[0].why
    assert len(servers.left_out("big")) == 73


def test_the_command_lists_what_is_left_out_and_names_what_is_switched_off(tmp_path: Path) -> None:
    (listed := tmp_path / "tools.json").write_text(json.dumps([tool("echo"), {"name": "broken"}]), encoding="utf-8")
    plain = {"command": sys.executable, "args": [str(PLAIN), "installed", str(listed)]}
    off = {"command": sys.executable, "args": [str(PLAIN)], "disabled": True}
    (file := tmp_path / "servers.json").write_text(json.dumps({"mcpServers": {"plain": plain, "off": off}}))
    program = start("tools", "--json", "--servers", str(file))
    out, err = program.communicate(timeout=120)
    assert program.returncode == 0
    tools = {each["name"]: each for each in map(json.loads, out.splitlines())}
    assert tools["mcp__plain__echo"]["available"]
    assert not tools["mcp__plain__broken"]["available"]
    assert tools["mcp__plain__broken"]["needs"] == "Left out: its definition is not valid."
    assert "off is switched off in servers.json" in err
    assert not any("off" in each["origin"] for each in tools.values())
