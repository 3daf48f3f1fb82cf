"""Child process that runs the MCP SDK: `python -m deskpet.features.mcp.mcp_host`, see foreign/link.py for its lines.

The SDK costs 50 MB and seconds of processor time to import. When its standard input ends, it ends its servers and then
itself.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import IO, Any

from deskpet.features.foreign.tool_host import CallFailed, ToolHost, serve
from deskpet.features.mcp.connection import McpConnection
from deskpet.features.mcp.elicitation import CalledTool, OpenQuestions

END_SECONDS = 4.0
"""Seconds in which all servers together may end; the remaining ones are killed."""


class McpHost(ToolHost):
    """Owns the connections to the servers."""

    def __init__(self, output: IO[str]) -> None:
        super().__init__(output)
        self._servers: dict[str, tuple[McpConnection, asyncio.Task[None]]] = {}
        self._questions = OpenQuestions(self.emit)

    async def close(self) -> None:
        """End all servers, by force after END_SECONDS."""
        self.cancel_all()
        owners = {task for connection, task in self._servers.values() if connection.stop() is None}
        if owners:
            await asyncio.wait(owners, timeout=END_SECONDS)
        for connection, task in self._servers.values():
            if not task.done() and connection.pid:
                _kill(connection.pid)

    async def carry_out(self, number: int, method: str, params: dict[str, Any]) -> Any:
        name: str = params["server"]
        match method:
            case "open":
                return await self._open(name, params)
            case "close":
                await self._close(name)
                return None
            case "call" if name not in self._servers:
                raise CallFailed("not_connected", "the server is not connected")
            case "call":
                connection = self._servers[name][0]
                tool = CalledTool(params["tool"], params["digest"])
                return await connection.call(tool, params["arguments"], params["seconds"], number)
            case _:
                raise ValueError(f"unknown method {method}")

    def on_answer(self, key: int, action: str, content: dict[str, Any]) -> None:
        self._questions.answer(key, action, content)

    async def _open(self, name: str, launch: Mapping[str, Any]) -> Any:
        """Start a server and return its tools. A request that is cancelled ends the server."""
        await self._close(name)
        connection = McpConnection(name, launch, self.emit, self._questions)
        self._servers[name] = connection, asyncio.create_task(connection.own())
        try:
            return await asyncio.shield(connection.ready)
        except asyncio.CancelledError:
            connection.stop()
            raise

    async def _close(self, name: str) -> None:
        if known := self._servers.get(name):
            connection, task = known
            connection.stop()
            await asyncio.wait({task}, timeout=END_SECONDS)
            if not task.done() and connection.pid:
                _kill(connection.pid)
            if self._servers.get(name) is known:
                del self._servers[name]


def _kill(pid: int) -> None:
    """Kill a server and its children; on Windows the job of the SDK ends them with this process."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.killpg(pid, signal.SIGKILL)


if __name__ == "__main__":
    serve(McpHost)
