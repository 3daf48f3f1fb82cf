"""A real server whose tools change on disk, and turns in which a model calls one of them."""

import json
import os
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from deskpet.chat.messages import Message, ToolUse, user_message
from deskpet.chat.permission import Decision, Rule, Scope
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import run_turn
from deskpet.chat.turn_setup import TurnSetup
from deskpet.features.foreign.collection import ForeignTools
from deskpet.features.foreign.server import Limits, Server
from deskpet.features.mcp.servers import Servers
from tests.features.foreign.offered import tools_in
from tests.features.mcp.plain import saved
from tests.features.mcp.plain_server import tool
from tests.llm.scripted_server import Recorder, ScriptedServer, call, words

Answer = Callable[[ToolUse], Awaitable[bool]]


async def refuse(_: ToolUse) -> bool:
    """Refuse a call."""
    return False


class ChangingServer:
    """The server, its tools on disk, and the toolbox that offers them.

    servers: all of them. server: the one that changes, as the pet sees it. asked: the calls that waited for the user.
    """

    def __init__(self, servers: Servers, file: Path) -> None:
        self.server: Server[Any] = servers.all[0]
        self.asked: list[ToolUse] = []
        self.rules: list[Rule] = []
        self._file = file
        self.toolbox = Toolbox()
        self.servers, offered = servers, ForeignTools(tools_in(self.toolbox), servers.tools)
        servers.listen(offered.update)
        offered.update()

    def write(self, *tools: dict[str, Any]) -> None:
        """Replace the tools on disk."""
        self._file.write_text(json.dumps(tools), encoding="utf-8")

    @property
    def calls(self) -> list[dict[str, Any]]:
        """The tools that the server has run, as they were then."""
        log = self._file.with_name(f"{self._file.name}.calls")
        return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()] if log.exists() else []

    async def allow_always(self, name: str) -> str:
        """Let the present version of a tool always run. Return its name for models."""
        await self.server.present_tool(name)
        wire = f"mcp__{self.server.name}__{name}"
        found = self.toolbox.find(wire)
        assert found
        self.rules.append(Rule(wire, Scope("version", found.version), 0.0))
        return wire

    async def stop(self) -> None:
        """Stop the server as if it was not used for long."""
        await self.server.stop()

    async def call(self, wire: str, answer: Answer = refuse) -> ToolUse:
        """Let a model call a tool, and return the call. `answer` is the user's, to each question."""

        async def approve(_message: str, _block: int, asked: ToolUse) -> Decision:
            self.asked.append(asked)
            return Decision(await answer(asked))

        setup = TurnSetup(
            ScriptedServer([call(wire, '{"text": "hi"}')], [words("ok")]).model(),
            self.toolbox,
            approve=approve,
            rules=lambda: self.rules,
        )
        message = await run_turn(setup, (user_message("hi"),), Message("assistant"), Recorder())
        (made,) = [block for block in message.blocks if isinstance(block, ToolUse)]
        return made


@asynccontextmanager
async def changing_server(
    folder: Path, *tools: dict[str, Any], kind: str = "installed"
) -> AsyncGenerator[ChangingServer]:
    """Yield a running server with these tools. kind: `installed` or `reloads`, see plain_server.py."""
    file = folder / "tools.json"
    file.write_text(json.dumps(tools or [tool("echo")]), encoding="utf-8")
    servers = Servers(None, environment=os.environ, limits=Limits(start=30.0, call=30.0, first_pause=0.001))
    try:
        # The second one keeps the process of the SDK alive while the first one is stopped.
        await servers.update(lambda _: [saved(kind, str(file)), saved(name="keeper")])
        await servers.start("plain")
        await servers.start("keeper")
        yield ChangingServer(servers, file)
    finally:
        await servers.close()
