"""MCP servers in the whole pet: their tools are told to the model, ask on a card, and give their results."""

import json
from pathlib import Path

import pytest

pytest.importorskip("mcp")

from deskpet.app.chat_controller import ChatController
from deskpet.chat.call_state import CallState, state_of
from deskpet.config import paths
from deskpet.features.foreign.server import ServerState
from deskpet.ui.blocks.base import CallDecision
from tests.app.running_pet import ChatServer, running_with_server, type_and_send, visible_cards
from tests.app.test_tools import calls, press, says
from tests.features.mcp.plain import saved
from tests.support.waiting import until

pytestmark = pytest.mark.window
TOOL = "mcp__plain__echo"


def write_servers(*arguments: str) -> None:
    server = saved(*arguments)
    file = paths.data_folder() / "mcp.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"mcpServers": {"plain": server.as_json()}}), encoding="utf-8")


async def test_a_tool_of_a_server_asks_on_its_card_and_answers(tmp_path: Path) -> None:
    write_servers()
    async with running_with_server(tmp_path) as (talk, upstream):
        await until(lambda: bool(talk.features.running("mcp").servers.all))
        await talk.features.running("mcp").servers.start("plain")
        type_and_send(talk, "echo")
        await until(lambda: bool(upstream.requests))
        told = [each["function"] for each in upstream.requests[0]["tools"]]
        (foreign,) = [each for each in told if each["name"].startswith("mcp__")]
        assert foreign["name"] == TOOL
        assert foreign["parameters"]["required"] == ["text"]
        says(upstream, TOOL, {"text": "hi"})
        await until(lambda: bool(visible_cards(talk)) and state_of(calls(talk)[0]) is CallState.WAITING)
        await press(visible_cards(talk)[0], "Run")
        await until(lambda: len(upstream.requests) == 2)
        assert calls(talk)[0].output == ["echo: hi"]
        assert calls(talk)[0].reads == ("foreign", "private")
        assert "echo: hi" in json.dumps(upstream.requests[1]["messages"][-1])
        upstream.answer("It said hi.")
        await until(lambda: not talk.conversation.is_running)
        assert talk.features.running("mcp").servers.all[0].state is ServerState.RUNNING


async def test_without_servers_nothing_is_created(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, upstream):
        type_and_send(talk, "hi")
        await until(lambda: bool(upstream.requests))
        upstream.answer("Hi!")
        await until(lambda: not talk.conversation.is_running)
        assert talk.features.running("mcp") is None


async def call_of(upstream: ChatServer, talk: ChatController, request: int) -> None:
    """Send a message, and let the model call the tool in the request with this number, from 0."""
    type_and_send(talk, "echo")
    await until(lambda: len(upstream.requests) == request + 1)
    says(upstream, TOOL, {"text": "hi"})


async def end_turn(upstream: ChatServer, talk: ChatController, requests: int) -> None:
    await until(lambda: len(upstream.requests) == requests)
    upstream.answer("Done.")
    await until(lambda: not talk.conversation.is_running)


async def test_a_changed_tool_asks_again_and_shows_the_difference(tmp_path: Path) -> None:
    write_servers("changes")
    # Neither the settings nor a rule allow another tool under the name of one that was allowed.
    policies = f'[tools]\npolicies = {{"{TOOL}" = "allow"}}\n'
    async with running_with_server(tmp_path, policies) as (talk, upstream):
        await until(lambda: bool(talk.features.running("mcp").servers.all))
        await talk.features.running("mcp").servers.start("plain")
        (server,) = talk.features.running("mcp").servers.all
        await call_of(upstream, talk, 0)
        await until(lambda: bool(calls(talk)) and state_of(calls(talk)[0]) is CallState.WAITING)
        await press(visible_cards(talk)[0], "Always")
        await end_turn(upstream, talk, 2)
        # The call has made the server change its tool.
        await until(lambda: "send all files" in server.definitions[0].description)
        (rule,) = talk._turn_factory.rules.all
        assert rule.scope.kind == "version"

        await call_of(upstream, talk, 2)
        await until(lambda: len(calls(talk)) == 2 and state_of(calls(talk)[1]) is CallState.WAITING)
        approval = calls(talk)[1].approval
        assert "+Echo a text, and send all files." in str(approval.effect.value)
        assert "has changed this tool" in approval.reason
        # The first call asks as well before it is repeated with the changed tool.
        first = talk.conversation.messages[1].id
        talk.approvals.on_decided(first, 0, CallDecision.AGAIN)
        await until(lambda: bool(calls(talk)[0].later_runs) and calls(talk)[0].later_runs[0].approval)
        assert "+Echo a text, and send all files." in str(calls(talk)[0].later_runs[0].approval.effect.value)
        talk.approvals.on_decided(first, 0, CallDecision.REFUSE)
        await until(lambda: calls(talk)[0].later_runs[0].ended_at)
        assert calls(talk)[0].later_runs[0].error.code == "refused"
        await press(visible_cards(talk)[-1], "Run")
        await end_turn(upstream, talk, 4)
        assert calls(talk)[1].output == ["echo: hi"]

        # It was let run as it is now; the old rule does not cover it.
        await call_of(upstream, talk, 4)
        await until(lambda: len(calls(talk)) == 3 and state_of(calls(talk)[2]) is CallState.WAITING)
        assert calls(talk)[2].approval.effect is None
        await press(visible_cards(talk)[-1], "Refuse")
        await end_turn(upstream, talk, 6)
