"""Plugins that go wrong, in the whole pet: each costs a notice on its card, and she goes on."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from deskpet.chat.call_state import CallState, state_of
from deskpet.config import paths
from deskpet.features.foreign.server import ServerState
from deskpet.features.plugins.plugins import Plugins
from tests.app.running_pet import converse, running_with_server
from tests.app.tool_turns import allowed_call
from tests.features.plugins.test_plugins import tool_that
from tests.support.waiting import until

pytestmark = pytest.mark.window
# What a tool does -> what its card and the model are told.
CALLS = {
    "raises": ("raise ValueError('no such zone')", "no such zone"),
    "exits": ("os._exit(1)", "its process has ended"),
    "hangs": ("while True: pass", "took more than"),
    "eats": ("return len(bytearray(4 << 30))", "MemoryError"),
    "lies": ("os.write(3, b'{}')\n    os.closerange(3, 60)\n    return 1", "ended"),
}
# The memory of a plugin is limited on Linux only. On Windows, no file descriptor of it leads to the program.
IMPOSSIBLE = {"linux": set(), "win32": {"eats", "lies"}}.get(sys.platform, {"eats"})


async def write_plugins(**sources: str) -> None:
    """Write the files and allow them; their tools are known from an earlier run."""
    folder = paths.tools_folder()
    folder.mkdir(parents=True)
    for name, source in sources.items():
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
    plugins = Plugins(folder, paths.data_folder())
    await plugins.load()
    for each in plugins.all:
        await plugins.allow(each.name, each.saved.fingerprint)
        await plugins.start(each.name)
    await plugins.close()
    await until((paths.data_folder() / "plugin_tools.json").exists)


# Starts eleven processes of a lower priority, one after the other: on busy processors each takes many seconds.
@pytest.mark.timeout(300)
async def test_each_fault_of_a_plugin_costs_a_notice_and_she_goes_on(tmp_path: Path) -> None:
    await write_plugins(**{name: tool_that(body) for name, (body, _) in CALLS.items()}, good=tool_that("return 1"))
    async with running_with_server(tmp_path) as (talk, upstream):
        await until(lambda: len(talk.features.running("plugins").plugins.all) == len(CALLS) + 1)
        for name, (_, words) in CALLS.items():
            if name in IMPOSSIBLE:
                continue
            plugin = talk.features.running("plugins").plugins.find(name)
            assert plugin
            if name == "hangs":
                plugin.limits = replace(plugin.limits, call=1.0)
            call = await allowed_call(talk, upstream, f"plugin__{name}__act", {})
            assert state_of(call) is CallState.ERROR, name
            assert words in str(call.error), name
            assert words in str(upstream.requests[-1]["messages"][-1]), name
        assert (await allowed_call(talk, upstream, "plugin__good__act", {})).output == [1]


@pytest.mark.slow
async def test_an_edited_plugin_is_not_told_to_the_model_any_more(tmp_path: Path) -> None:
    await write_plugins(good=tool_that("return 1"))
    async with running_with_server(tmp_path) as (talk, upstream):
        await until(lambda: bool(talk.features.running("plugins").plugins.all))
        assert (await allowed_call(talk, upstream, "plugin__good__act", {})).output == [1]
        (plugin,) = talk.features.running("plugins").plugins.all
        assert plugin.state is ServerState.RUNNING
        (paths.tools_folder() / "good.py").write_text(tool_that("return 2"), encoding="utf-8")
        await until(lambda: talk.features.running("plugins").plugins.all[0].state is ServerState.BLOCKED)
        await converse(talk, upstream, "go on", "I can't any more.")
        assert "plugin__good__act" in str(upstream.requests[0]["tools"])
        assert "plugin__good__act" not in str(upstream.requests[-1]["tools"])
