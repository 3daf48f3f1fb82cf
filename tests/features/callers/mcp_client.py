"""An agent: the SDK's client with `deskpet mcp` as its server, in a process of its own."""

import os
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import mcp_types as types
from mcp import Client, StdioServerParameters
from mcp.client.subscriptions import ToolsListChanged
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from tests.support.folders import PROJECT
from tests.support.waiting import until

CLAUDE = types.Implementation(name="claude-code", title="Claude Code", version="3")


class Agent:
    """A connected client, and the notifications that it was sent."""

    def __init__(self, client: Client, notes: list[object]) -> None:
        self.client, self.notes = client, notes

    async def call(self, name: str, **arguments: object) -> dict[str, Any]:
        """Call a tool and return its structured result, or its error."""
        result = await self.client.call_tool(name, arguments)
        values = result.structured_content
        assert isinstance(values, dict)
        return values["error"] if result.is_error else values

    @asynccontextmanager
    async def expect_change(self) -> AsyncGenerator[None]:
        """Wait at the end of the block until the client is told that the tools have changed."""
        if self.client.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            yield
            await until(lambda: any(isinstance(each, types.ToolListChangedNotification) for each in self.notes))
            return
        async with self.client.listen(tools_list_changed=True) as changes:
            yield
            async for change in changes:
                assert isinstance(change, ToolsListChanged)
                break

    async def tools(self) -> dict[str, types.Tool]:
        return {each.name: each for each in (await self.client.list_tools(cache_mode="bypass")).tools}

    async def names(self, tool: str, argument: str) -> list[str]:
        """The names that a tool accepts."""
        schema = (await self.tools())[tool].input_schema
        return schema["properties"][argument].get("enum", [])


@asynccontextmanager
async def connected(info: types.Implementation = CLAUDE, mode: str = "auto", **options: Any) -> AsyncGenerator[Agent]:
    """Start `deskpet mcp` and connect with it. `mode` is the era of the protocol, as of the SDK."""
    notes: list[object] = []

    async def keep(message: object) -> None:
        notes.append(message)

    server = StdioServerParameters(
        command=sys.executable, args=["-m", "deskpet", "mcp"], cwd=PROJECT, env=dict(os.environ)
    )
    async with Client(server, client_info=info, mode=mode, message_handler=keep, **options) as client:
        yield Agent(client, notes)
