"""`deskpet mcp` without a pet: its tools, its errors, its end, and without the SDK."""

import json
import os
import subprocess
import sys

import pytest

from deskpet.__main__ import main
from deskpet.features.callers.pet_client import server_command, server_configuration
from deskpet.processes.console import ExitCode
from tests.support.folders import PROJECT


def test_without_the_sdk_it_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "mcp", None)
    assert main(["mcp"]) == ExitCode.FAILED
    out, error = capsys.readouterr()
    assert out == ""
    assert error == "deskpet: `deskpet mcp` needs the package mcp: install deskpet[mcp].\n"


def test_the_configuration_starts_it():
    pytest.importorskip("mcp")
    server = json.loads(server_configuration())["mcpServers"]["deskpet"]
    assert [server["command"], *server["args"]] == server_command()
    program = subprocess.run(
        server_command(), stdin=subprocess.DEVNULL, capture_output=True, cwd=PROJECT, env=os.environ, check=False
    )
    assert (program.returncode, program.stdout, program.stderr) == (0, b"", b"")


@pytest.mark.slow_variants
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_without_a_pet_the_tools_say_what_to_do(mode):
    pytest.importorskip("mcp")
    from tests.features.callers.mcp_client import connected

    async with connected(mode=mode) as agent:
        assert [*await agent.tools()] == ["show_expression", "play_motion", "say", "ask"]
        assert await agent.names("show_expression", "expression") == []
        error = await agent.call("say", text="Hello")
        assert error["code"] == "not_running"
        assert "deskpet" in error["message"]
        assert (await agent.call("shell", command="ls"))["code"] == "unknown_tool"
        assert (await agent.call("say", text="x" * 10_000_000))["code"] == "too_long"
        assert (await agent.call("say"))["code"] == "invalid_arguments"
