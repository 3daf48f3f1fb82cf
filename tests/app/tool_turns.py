"""Turns in which a scripted model calls one tool that asks."""

from typing import Any

from deskpet.app.chat_controller import ChatController
from deskpet.chat.call_state import CallState, state_of
from deskpet.chat.messages import ToolUse
from tests.app.running_pet import ChatServer, type_and_send, visible_cards
from tests.app.test_tools import calls, press, says
from tests.support.waiting import until


async def allowed_call(talk: ChatController, upstream: ChatServer, tool: str, arguments: dict[str, Any]) -> ToolUse:
    """Let the model call a tool in an answer of its own, press Run, and return the finished call."""
    number, requests = len(calls(talk)), len(upstream.requests)
    type_and_send(talk, "go")
    await until(lambda: len(upstream.requests) == requests + 1)
    says(upstream, tool, arguments)
    await until(lambda: len(calls(talk)) > number and state_of(calls(talk)[number]) is CallState.WAITING)
    await press(visible_cards(talk)[-1], "Run")
    await until(lambda: len(upstream.requests) == requests + 2)
    upstream.answer("So it is.")
    await until(lambda: not talk.conversation.is_running)
    return calls(talk)[number]
