"""MCP servers that do everything wrong, in the whole pet: each costs a notice on its card, and she goes on."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("mcp")

from PySide6.QtWidgets import QPushButton

from deskpet.chat.call_state import CallState, state_of
from deskpet.config import paths
from deskpet.features.foreign.parts import MAX_TEXT
from deskpet.features.foreign.server import ServerState
from deskpet.features.mcp.config import dump_servers
from tests.app.running_pet import running_with_server, type_and_send, visible_cards
from tests.app.test_tools import calls, press, says
from tests.app.tool_turns import allowed_call
from tests.features.mcp.plain import saved
from tests.features.mcp.plain_server import ECHO
from tests.support.waiting import until

pytestmark = pytest.mark.window
# Fault -> what its card and the model are told. All of these servers also have a tool named `echo`.
NOTICES = {
    "exits": "no configuration found",
    "silent": "did not answer in time",
    "never": "failed",
    "dies": "failed",
    "fails": "no such zone",
    "wrong_result": "failed",
    "output_lies": "failed",
    "too_long": "failed",
}
# Fault -> what its result has all the same.
RESULTS = {
    "garbage": "echo: hi",
    "prints_logs": "echo: hi",
    "floods": "echo: hi",
    "floods_errors": "echo: hi",
    "asks": "echo: hi",
    "huge": "more characters",
    "good": "echo: hi",
}


def write_servers(*faults: str) -> None:
    """Configure one allowed server for each fault, with a tool that was known before."""
    file = paths.data_folder() / "mcp.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    servers = tuple(saved(each, name=each) for each in faults)
    file.write_text(dump_servers(servers), encoding="utf-8")
    known = [
        {
            "server": each.name,
            "fingerprint": each.fingerprint,
            "definition": {"name": "echo", "description": "Echo a text.", "schema": ECHO},
        }
        for each in servers
    ]
    (file.parent / "mcp_tools.json").write_text(json.dumps(known), encoding="utf-8")


async def test_each_fault_of_a_server_costs_a_notice_and_she_goes_on(tmp_path: Path) -> None:
    write_servers(*NOTICES, "good")
    async with running_with_server(tmp_path) as (talk, upstream):
        await until(lambda: len(talk.features.running("mcp").servers.all) == len(NOTICES) + 1)
        by_name = {each.name: each for each in talk.features.running("mcp").servers.all}
        by_name["silent"].limits = replace(by_name["silent"].limits, start=1.0)
        by_name["never"].limits = replace(by_name["never"].limits, call=1.0)
        for fault, words in NOTICES.items():
            call = await allowed_call(talk, upstream, f"mcp__{fault}__echo", {"text": "hi"})
            assert state_of(call) is CallState.ERROR, fault
            assert words in str(call.error), fault
            assert words in json.dumps(upstream.requests[-1]["messages"][-1]), fault
        assert (await allowed_call(talk, upstream, "mcp__good__echo", {"text": "hi"})).output == ["echo: hi"]
        assert by_name["exits"].state is ServerState.FAILED


# Starts a server for each kind of noise, one after the other: each wait has its own limit.
@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_noise_of_a_server_costs_nothing(tmp_path: Path) -> None:
    write_servers(*RESULTS)
    async with running_with_server(tmp_path) as (talk, upstream):
        await until(lambda: len(talk.features.running("mcp").servers.all) == len(RESULTS))
        for number, (fault, words) in enumerate(RESULTS.items(), 1):
            call = await allowed_call(talk, upstream, f"mcp__{fault}__echo", {"text": "hi"})
            assert state_of(call) is CallState.SUCCESS, (fault, call.error)
            assert words in str(call.output), fault
            assert len(str(call.output)) < MAX_TEXT + 200
            # A server's questions reach neither the model nor the person.
            assert len(upstream.requests) == 2 * number
        assert all(each.state is ServerState.RUNNING for each in talk.features.running("mcp").servers.all)


async def test_a_tool_with_the_name_of_one_of_ours_is_another_tool(tmp_path: Path) -> None:
    write_servers("shadows")
    async with running_with_server(tmp_path) as (talk, upstream):
        await until(lambda: bool(talk.features.running("mcp").servers.all))
        await talk.features.running("mcp").servers.start("shadows")
        type_and_send(talk, "go")
        await until(lambda: bool(upstream.requests))
        told = [each["function"] for each in upstream.requests[0]["tools"]]
        names = [each["name"] for each in told]
        assert len(names) == len(set(names))
        assert {"tools_load", "live2d_motion", "mcp__shadows__read_file"} <= set(names)
        (own,) = [each for each in told if each["name"] == "live2d_motion"]
        assert own["description"] != "Echo a text."
        # The model means ours, and ours runs, without asking.
        says(upstream, "live2d_motion", {"group": "Wave"})
        await until(lambda: len(upstream.requests) == 2)
        upstream.answer("Done.")
        await until(lambda: not talk.conversation.is_running)
        (call,) = calls(talk)
        assert call.reads == ()
        assert "echo" not in str(call.output)


async def test_a_description_that_gives_orders_runs_nothing_unasked(tmp_path: Path) -> None:
    """The model obeys the description of a tool, and still each call waits for the person."""
    write_servers("gives_orders")
    (secret := tmp_path / "id_rsa").write_text("BEGIN KEY", encoding="utf-8")
    # Not even the user's own settings let a tool run whose version was never seen.
    policies = '[tools]\npolicies = {"mcp__gives_orders__echo" = "allow"}\n'
    async with running_with_server(tmp_path, policies) as (talk, upstream):
        await until(lambda: bool(talk.features.running("mcp").servers.all))
        await talk.features.running("mcp").servers.start("gives_orders")
        type_and_send(talk, "say hi")
        await until(lambda: bool(upstream.requests))
        says(upstream, "read_file", {"path": str(secret)})
        await until(lambda: len(upstream.requests) == 2)
        # Outside of the folders that the user has chosen.
        assert state_of(calls(talk)[0]) is CallState.ERROR
        says(upstream, "mcp__gives_orders__echo", {"text": "BEGIN KEY"})
        await until(lambda: len(calls(talk)) == 2 and state_of(calls(talk)[1]) is CallState.WAITING)
        card = visible_cards(talk)[-1]
        await until(lambda: any(each.text() == "Refuse" for each in card.findChildren(QPushButton)))
        await press(card, "Refuse")
        await until(lambda: len(upstream.requests) == 3)
        upstream.answer("I was told to, and did not.")
        await until(lambda: not talk.conversation.is_running)
        assert [state_of(each) for each in calls(talk)] == [CallState.ERROR, CallState.REFUSED]
        assert "BEGIN KEY" not in json.dumps(upstream.requests[1]["messages"][-1])
