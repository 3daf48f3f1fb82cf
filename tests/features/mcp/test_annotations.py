"""What a server's annotations say about when its tools may run."""

import json
import os
from pathlib import Path

import pytest

pytest.importorskip("mcp")

from deskpet.chat.toolbox import Toolbox
from deskpet.config.choices import Policy
from deskpet.features.foreign.server import Limits
from deskpet.features.mcp.servers import Servers
from tests.features.mcp.plain import saved
from tests.features.mcp.plain_server import tool


async def test_annotations_say_when_a_tool_may_run_and_never_whether(tmp_path: Path) -> None:
    tools = [
        tool("read") | {"annotations": {"readOnlyHint": True}},
        tool("write"),
        tool("long") | {"_meta": {"deskpet/background": True, "deskpet/other": True}},
    ]
    (file := tmp_path / "tools.json").write_text(json.dumps(tools), encoding="utf-8")
    servers = Servers(None, environment=os.environ, limits=Limits(start=30.0))
    try:
        await servers.take((saved("installed", str(file)),))
        await servers.start("plain")
        read, write, long = servers.tools(10)
    finally:
        await servers.close()
    assert (read.concurrent, read.early, read.background) == (True, True, False)
    assert (write.concurrent, write.early, write.background) == (False, False, False)
    assert (long.concurrent, long.early, long.background) == (False, False, True)
    assert {each.policy for each in (read, write, long)} == {Policy.ASK}
    assert not Toolbox([read]).may_run_early(read.name, {"text": "hi"})
    assert Toolbox([read], lambda _: Policy.ALLOW).may_run_early(read.name, {"text": "hi"})
