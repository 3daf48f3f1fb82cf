"""MCP servers at an address: restarts, and the two transports."""

import asyncio
import json
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("mcp")

from deskpet.chat.tool import ToolFailed, ignore_progress
from deskpet.features.foreign.server import Limits, Server, ServerState
from deskpet.features.mcp.config import SavedServer, parse_servers
from deskpet.features.mcp.servers import Servers
from tests.features.foreign.calls import call_tool
from tests.features.mcp.http_server import LOST, NO_BODY, NO_SESSION, McpHttpServer, http_server
from tests.support.waiting import until

LIMITS = Limits(start=20.0, call=20.0, first_pause=0.01)


@asynccontextmanager
async def connected(**fields: Any) -> AsyncGenerator[Server[SavedServer]]:
    (given,) = parse_servers(json.dumps({"mcpServers": {"h": fields}}))
    servers = Servers(None, environment=os.environ, limits=LIMITS)
    try:
        await servers.take((replace(given, allowed=given.fingerprint),))
        yield servers.all[0]
    finally:
        await servers.close()


async def call(server: Server[SavedServer]) -> Any:
    return await call_tool(server, "a", {}, ignore_progress)


@pytest.mark.parametrize("refusal", [(404, LOST), (404, NO_BODY), (400, NO_SESSION)])
async def test_a_session_that_was_forgotten_is_begun_again_and_the_call_runs_once(refusal: tuple[int, Any]) -> None:
    with http_server(McpHttpServer(refusal=refusal)) as http:
        async with connected(url=http.url) as server:
            assert await call(server) == ["run 1"]
            for number in (2, 3):
                http.forget()
                assert await call(server) == [f"run {number}"]
            assert server.state is ServerState.RUNNING


async def test_calls_at_once_after_a_restart_all_run_once() -> None:
    with http_server(McpHttpServer()) as http:
        async with connected(url=http.url) as server:
            await call(server)
            http.forget()
            results = await asyncio.gather(*(call(server) for _ in range(5)))
    assert sorted(results) == [[f"run {number}"] for number in range(2, 7)]
    assert http.calls == 6


async def test_another_refusal_is_told_and_begins_nothing_again() -> None:
    with http_server(McpHttpServer(refusal=(400, {"error": "no such day"}))) as http:
        async with connected(url=http.url) as server:
            await call(server)
            http.forget()
            with pytest.raises(ToolFailed):
                await call(server)
            assert not http.sessions


@pytest.mark.parametrize("fields", [{"type": "sse"}, {}], ids=["named", "found out"])
async def test_a_server_of_the_older_transport_is_used_also_after_a_restart(fields: dict[str, str]) -> None:
    with http_server(McpHttpServer(is_older=True)) as http:
        async with connected(url=http.url, **fields) as server:
            assert await call(server) == ["run 1"]
            http.forget()
            await until(lambda: server.state is ServerState.FAILED)
            assert await call(server) == ["run 2"]


async def test_a_session_of_the_older_transport_that_was_forgotten_while_its_stream_is_open() -> None:
    with http_server(McpHttpServer(is_older=True)) as http:
        async with connected(url=http.url, type="sse") as server:
            assert await call(server) == ["run 1"]
            http.sessions.clear()
            assert await call(server) == ["run 2"]


async def test_an_address_without_a_server_is_told_with_both_refusals() -> None:
    with http_server(McpHttpServer()) as http:
        http.has_mcp = False
        async with connected(url=http.url) as server:
            with pytest.raises(ToolFailed) as failed:
                await call(server)
    assert "no MCP by streamable HTTP" in str(failed.value)
    assert "nor by server-sent events" in str(failed.value)
    assert "404 Not Found" in str(failed.value)
