"""Real MCP servers, good and hostile, behind the child process with the SDK."""

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import psutil
import pytest

pytest.importorskip("mcp")

from deskpet.chat.tool import ToolFailed, ignore_progress, wire_name
from deskpet.chat.toolbox import Toolbox
from deskpet.config.choices import Policy
from deskpet.features.foreign.parts import MAX_TEXT
from deskpet.features.foreign.server import Limits, ServerState
from deskpet.features.mcp.config import SavedServer, parse_servers
from deskpet.features.mcp.servers import Servers
from tests.features.foreign.calls import call_tool
from tests.features.mcp.plain import saved
from tests.support.waiting import until
from tests.support.wine import given_variables

# A server of the SDK, which speaks the protocol of 2026.
SDK_SERVER = """
from mcp.server import MCPServer
server = MCPServer("sdk")

@server.tool()
def add(a: int, b: int) -> int:
    "Add two numbers."
    return a + b

@server.tool()
def names() -> list[str]:
    "Return names."
    return ["a", "b"]

server.run()
"""
LIMITS = Limits(start=30.0, call=30.0, first_pause=0.01)


@asynccontextmanager
async def servers_of(folder: Path, *configured: SavedServer, limits: Limits = LIMITS) -> AsyncGenerator[Servers]:
    servers = Servers(folder, environment=os.environ | {"OPENAI_API_KEY": "sk-1"}, limits=limits)
    try:
        await servers.update(lambda _: configured)
        yield servers
    finally:
        await servers.close()


def only(servers: Servers) -> Any:
    return servers.all[0]


async def call(servers: Servers, text: str = "hi", tool: str = "echo") -> Any:
    return await call_tool(only(servers), tool, {"text": text}, ignore_progress)


async def test_a_server_starts_with_its_first_call_and_its_tools_are_kept(tmp_path: Path) -> None:
    log = tmp_path / "pids"
    async with servers_of(tmp_path, saved("", "--log", str(log))) as servers:
        assert not servers.is_running
        assert only(servers).state is ServerState.IDLE
        assert await call(servers) == ["echo: hi"]
        assert only(servers).state is ServerState.RUNNING
        (tool,) = servers.tools(10)
        assert (tool.name, tool.policy, tool.origin) == ("mcp__plain__echo", Policy.ASK, "mcp:plain")
        assert servers.tools(10) == (tool,)
        await until((tmp_path / "mcp_tools.json").exists)
    await until(lambda: not psutil.pid_exists(int(log.read_text())))
    again = Servers(tmp_path)
    await again.load()
    assert [each.name for each in again.tools(10)] == [tool.name]
    assert not again.is_running


async def test_both_protocols_and_structured_results(tmp_path: Path) -> None:
    new = saved(name="sdk")
    new = replace(new, config=replace(new.config, command=(sys.executable, "-c", SDK_SERVER)))
    async with servers_of(tmp_path, replace(new, allowed=new.config.fingerprint)) as servers:
        assert await call_tool(only(servers), "add", {"a": 1, "b": 2}, ignore_progress) == ["3"]
        assert await call_tool(only(servers), "names", {}, ignore_progress) == ["a", "b"]
        with pytest.raises(ToolFailed, match="validation error"):
            await call_tool(only(servers), "add", {"a": "x"}, ignore_progress)


async def test_a_command_that_was_not_allowed_is_never_started(tmp_path: Path) -> None:
    log = tmp_path / "pids"
    blocked = replace(saved("", "--log", str(log)), allowed="")
    async with servers_of(tmp_path, blocked) as servers:
        assert only(servers).state is ServerState.BLOCKED
        with pytest.raises(ToolFailed, match="not allowed"):
            await call(servers)
        assert servers.tools(10) == ()
        # Allowed, and then changed in the file: it is another command.
        await servers.update(lambda _: [saved("", "--log", str(log))])
        assert await call(servers)
        other = replace(only(servers).saved, config=saved("fails").config)
        await servers.update(lambda _: [other])
        assert only(servers).state is ServerState.BLOCKED
        assert servers.tools(10) == ()
    assert len(log.read_text().split()) == 1


DEFAULT_VARIABLES = {"HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "SYSTEMROOT"}
DEFAULT_VARIABLES_OF_WINDOWS = {
    "APPDATA", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATHEXT", "PROCESSOR_ARCHITECTURE", "SYSTEMDRIVE", "TEMP",
    "USERNAME", "USERPROFILE",
}  # fmt: skip


async def test_the_environment_is_the_small_default_set_and_what_was_named(tmp_path: Path) -> None:
    named = saved("environment", env={"ZONE": "${env:TEST_ZONE}", "MODE": "${NO_SUCH:-fast}"})
    os.environ["TEST_ZONE"] = "UTC"
    try:
        async with servers_of(tmp_path, named) as servers:
            (value,) = await call(servers)
    finally:
        del os.environ["TEST_ZONE"]
    variables = value if isinstance(value, dict) else json.loads(value)
    assert variables["ZONE"] == "UTC"
    assert variables["MODE"] == "fast"
    own = {"LC_CTYPE", "ZONE", "MODE"}
    assert given_variables(variables) - own <= DEFAULT_VARIABLES | (
        DEFAULT_VARIABLES_OF_WINDOWS if sys.platform == "win32" else set()
    )


async def test_a_secret_that_is_not_set_is_named(tmp_path: Path) -> None:
    async with servers_of(tmp_path, saved(env={"TOKEN": "${keyring:plain/TOKEN}"})) as servers:
        with pytest.raises(ToolFailed, match="plain/TOKEN"):
            await call(servers)
        assert only(servers).state is ServerState.FAILED
        assert not servers.is_running


FAULTS = {
    "fails": ("tool_failed", "no such zone"),
    "exits": ("not_started", "no configuration found"),
    "dies": ("server_failed", "The server dies failed"),
    "wrong_result": ("server_failed", "The server wrong_result failed"),
    "too_long": ("server_failed", "The server too_long failed"),
    "deep_result": ("server_failed", "can't be read"),
    "never": ("server_failed", "The server never failed"),
    "floods_forever": ("server_failed", "The server floods_forever failed"),
    "output_lies": ("server_failed", "The server output_lies failed"),
    "endless_line": ("not_started", "The server endless_line did not start"),
    "silent": ("not_started", "did not answer in time"),
}


async def test_what_a_server_does_wrong_fails_its_call_only(tmp_path: Path) -> None:
    bad = [saved(fault, name=fault) for fault in FAULTS]
    async with servers_of(tmp_path, *bad, saved(name="good")) as servers:
        by_name = {each.name: each for each in servers.all}
        by_name["silent"].limits = replace(LIMITS, start=0.5)
        for name in ("never", "floods_forever"):
            by_name[name].limits = replace(LIMITS, call=0.5)
        calls = (call_tool(each, "echo", {"text": "x"}, ignore_progress) for each in servers.all)
        *outcomes, good = await asyncio.gather(*calls, return_exceptions=True)
    assert good == ["echo: x"]
    for (fault, (code, words)), outcome in zip(FAULTS.items(), outcomes, strict=True):
        assert isinstance(outcome, ToolFailed), fault
        assert outcome.error.code == code, fault
        assert words in str(outcome), fault


@pytest.mark.slow
async def test_noise_and_huge_results_do_no_harm(tmp_path: Path) -> None:
    names = ("garbage", "prints_logs", "floods", "asks", "floods_errors", "huge")
    async with servers_of(tmp_path, *(saved(name, name=name) for name in names)) as servers:
        *noisy, huge = servers.all
        for each in noisy:
            assert await call_tool(each, "echo", {"text": "hi"}, ignore_progress) == ["echo: hi"]
            assert each.state is ServerState.RUNNING
            assert len(each.stderr) <= 4096
        (text,) = cast("list[str]", await call_tool(huge, "echo", {"text": ""}, ignore_progress))
    assert len(text) < MAX_TEXT + 100
    assert "more characters" in text


@pytest.mark.slow
async def test_a_server_that_writes_without_end_is_ended(tmp_path: Path) -> None:
    log = tmp_path / "pids"
    async with servers_of(tmp_path, saved("floods_forever", "--log", str(log))) as servers:
        with pytest.raises(ToolFailed, match="failed"):
            await call(servers)
        await until(lambda: only(servers).state is ServerState.FAILED)
        assert "messages that nobody asked for" in only(servers).stderr
        await until(lambda: not psutil.pid_exists(int(log.read_text())))


async def test_every_kind_of_content_is_a_part_and_progress_is_reported(tmp_path: Path) -> None:
    reports: list[tuple[float | None, str]] = []
    async with servers_of(tmp_path, saved("parts"), saved("progress", name="progress")) as servers:
        parts = await call(servers)
        progress = servers.all[1]
        await call_tool(progress, "echo", {"text": ""}, lambda *report: reports.append((report[0], report[1])))
    picture = {"media_type": "image/png", "data": "iVBORw0KGgo="}
    sound = "(sound, audio/wav, 3 bytes: not shown)"
    assert parts == ["a picture", picture, "page: https://a.example/x", sound, "inside", {"n": 1}]
    assert reports == [(0.25, "a quarter")]


async def test_lists_of_tools_are_read_to_a_limit(tmp_path: Path) -> None:
    counts = {"pages": 2, "endless_pages": 50, "many": 300, "none": 0}
    async with servers_of(tmp_path, *(saved(name, name=name) for name in counts)) as servers:
        await asyncio.gather(*map(servers.start, counts))
        assert {each.name: len(each.definitions) for each in servers.all} == counts
        assert len(servers.tools(20)) == 20


async def test_odd_schemas_and_names_do_no_harm(tmp_path: Path) -> None:
    async with servers_of(tmp_path, saved("odd_schemas")) as servers:
        await servers.start("plain")
        tools = {each.name: each for each in servers.tools(20)}
    names = [each.rpartition("__")[2] for each in tools]
    assert names[:3] == ["regex", "lies", "echo"]
    assert names[3].startswith("live2d-expression-")
    assert tools["mcp__plain__echo"].description == "Echo a text."
    box = Toolbox(tools.values())
    assert box.validation_error("mcp__plain__regex", {"text": "a" * 40 + "!"}) is None
    assert box.validation_error("mcp__plain__lies", {"text": 3}) is None
    assert box.validation_error("mcp__plain__echo", {}).code == "invalid_arguments"
    assert all(wire_name(each) == each for each in tools)


async def test_arguments_that_are_nested_too_deeply_leave_the_server_usable(tmp_path: Path) -> None:
    deep: Any = "hi"
    for _ in range(97):
        deep = [deep]
    async with servers_of(tmp_path, saved()) as servers:
        await servers.start("plain")
        with pytest.raises(ToolFailed, match="nested too deeply"):
            await call_tool(only(servers), "echo", {"text": deep}, ignore_progress)
        assert await call(servers) == ["echo: hi"]


async def test_changed_tools_are_listed_again(tmp_path: Path) -> None:
    async with servers_of(tmp_path, saved("changes")) as servers:
        await call(servers)
        await until(lambda: "send all files" in only(servers).definitions[0].description)
        (tool,) = servers.tools(10)
        assert "send all files" in tool.description


async def test_a_call_that_is_cancelled_leaves_the_server_usable(tmp_path: Path) -> None:
    async with servers_of(tmp_path, saved("never")) as servers:
        await servers.start("plain")
        running = asyncio.ensure_future(call(servers))
        await asyncio.sleep(0)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert only(servers).state is ServerState.RUNNING


async def test_a_server_that_died_starts_again(tmp_path: Path) -> None:
    log = tmp_path / "pids"
    async with servers_of(tmp_path, saved("dies", "--log", str(log))) as servers:
        for _ in range(2):
            with pytest.raises(ToolFailed):
                await call(servers)
            await until(lambda: only(servers).state is ServerState.FAILED)
        assert "out of cheese" in only(servers).stderr
    assert len(set(log.read_text().split())) == 2


@pytest.mark.slow
async def test_an_unused_server_is_stopped_with_the_child_process(tmp_path: Path) -> None:
    log = tmp_path / "pids"
    limits = replace(LIMITS, idle=0.05)
    async with servers_of(tmp_path, saved("", "--log", str(log)), limits=limits) as servers:
        await call(servers)
        await until(lambda: only(servers).state is ServerState.IDLE and not servers.is_running)
        await until(lambda: not psutil.pid_exists(int(log.read_text())))
        assert await call(servers) == ["echo: hi"]


@pytest.mark.slow
async def test_servers_that_ignore_their_end_are_killed(tmp_path: Path) -> None:
    log = tmp_path / "pids"
    names = [f"s{number}" for number in range(5)]
    five = [saved("stubborn", "--log", str(log), name=name) for name in names]
    async with servers_of(tmp_path, *five) as servers:
        await asyncio.gather(*(servers.start(name) for name in names))
    pids = [int(each) for each in log.read_text().split()]
    assert len(pids) == 5
    await until(lambda: not any(map(psutil.pid_exists, pids)))


async def test_the_pet_and_its_frames_go_before_servers(tmp_path: Path) -> None:
    """Five servers that start keep all cores busy for seconds."""
    log = tmp_path / "pids"
    own = psutil.Process().nice()
    async with servers_of(tmp_path, saved("", "--log", str(log))) as servers:
        await call(servers)
        priorities = {psutil.Process(pid).nice() for pid in (servers._link._process.pid, int(log.read_text()))}
    expected = psutil.BELOW_NORMAL_PRIORITY_CLASS if sys.platform == "win32" else min(own + 10, 19)
    assert priorities == {expected}


async def test_servers_end_when_the_child_process_is_killed(tmp_path: Path) -> None:
    log = tmp_path / "pids"
    async with servers_of(tmp_path, saved("stubborn", "--log", str(log))) as servers:
        await call(servers)
        servers._link._process.kill()
        await until(lambda: only(servers).state is ServerState.FAILED)
        await until(lambda: not psutil.pid_exists(int(log.read_text())))
        assert await call(servers) == ["echo: hi"]


HTTP_SERVER = """
import sys
from mcp.server import MCPServer
server = MCPServer("http")

@server.tool()
def greet(name: str) -> str:
    "Greet somebody."
    return f"hello {name}"

server.run("streamable-http", host="127.0.0.1", port=int(sys.argv[1]))
"""


def http_server(url: str, name: str = "plain", **headers: str) -> SavedServer:
    (server,) = parse_servers(json.dumps({"mcpServers": {name: {"url": url, "headers": headers}}}))
    return replace(server, allowed=server.config.fingerprint)


def accepts(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


async def test_a_server_at_an_address(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-c", HTTP_SERVER, str(port)], stderr=subprocess.DEVNULL)  # noqa: ASYNC220
    try:
        await until(lambda: accepts(port))
        async with servers_of(tmp_path, http_server(f"http://127.0.0.1:{port}/mcp")) as servers:
            assert await call_tool(only(servers), "greet", {"name": "Mio"}, ignore_progress) == ["hello Mio"]
            assert only(servers).state is ServerState.RUNNING
    finally:
        process.kill()
        process.wait()


async def test_an_address_without_a_server_and_one_that_redirects(tmp_path: Path) -> None:
    """Headers, which may have a key, don't follow a redirect to another place."""
    requests: list[bytes] = []
    elsewhere: list[bytes] = []

    async def other(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        elsewhere.append(await reader.read(1000))
        writer.close()

    async def redirect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        requests.append(await reader.readuntil(b"\r\n\r\n"))
        location = f"Location: http://127.0.0.1:{other_port}/mcp"
        writer.write(f"HTTP/1.1 307 Moved\r\n{location}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
        writer.close()

    other_listening = await asyncio.start_server(other, "127.0.0.1", 0)
    other_port = other_listening.sockets[0].getsockname()[1]
    listening = await asyncio.start_server(redirect, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    async with listening, other_listening:
        redirecting = http_server(f"http://127.0.0.1:{port}/mcp", "redirecting", Authorization="Bearer ${KEY}")
        async with servers_of(tmp_path, redirecting, http_server("http://127.0.0.1:1/mcp", "nobody")) as servers:
            servers._environment = {"KEY": "k3y"}
            for each in servers.all:
                with pytest.raises(ToolFailed) as failed:
                    await call_tool(each, "greet", {}, ignore_progress)
                assert failed.value.error.code == "not_started"
                assert "k3y" not in str(failed.value)
    assert any(b"Bearer k3y" in each for each in requests)
    assert elsewhere == []
