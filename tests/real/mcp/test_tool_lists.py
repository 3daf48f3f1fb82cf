"""The tools of real MCP servers are accepted by every provider."""

import asyncio
import logging
import os
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from deskpet.config.choices import FAMILIES
from deskpet.features.foreign.offer import MAX_TOLD
from deskpet.features.foreign.server import ServerState
from deskpet.features.mcp.servers import Servers
from tests.llm.tool_requests import body_with
from tests.llm.tool_rules import list_refusals, tools_of
from tests.real.mcp.programs import NAMES, five_servers

logger = logging.getLogger(__name__)

pytestmark = pytest.mark.real_server
# Number of offered tools of each server at least: newer versions may have more. One of `everything` needs tasks.
TOOLS = {"time": 2, "git": 12, "files": 14, "everything": 12, "memory": 9}


async def test_every_tool_of_five_servers_is_accepted_by_every_provider(qapp: QApplication, tmp_path: Path) -> None:
    servers = Servers(None, environment=os.environ)
    await servers.take(five_servers(tmp_path))
    try:
        await asyncio.gather(*map(servers.start, NAMES))
        assert [each.state for each in servers.all] == [ServerState.RUNNING] * len(NAMES)
        tools = servers.tools(MAX_TOLD)
        for server in servers.all:
            own = [each for each in tools if each.origin == f"mcp:{server.name}"]
            assert len(own) == len(server.definitions) >= TOOLS[server.name]
        for family in FAMILIES:
            body = body_with(tools, family)
            assert list_refusals(body, family) == []
            assert len(tools_of(body, family)) == len(tools)
            logger.info("%s: %d tools accepted", family, len(tools))
    finally:
        await servers.close()
