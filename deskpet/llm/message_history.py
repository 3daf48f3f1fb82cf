"""Reads the message history for request bodies: rounds of an answer, tool calls and their results."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, assert_never

from deskpet.chat.call_collector import parse_arguments, replace_lone_surrogates
from deskpet.chat.messages import Echo, Image, Message, Notice, Text, Thinking, ToolUse

RoundBlock = Text | Thinking | ToolUse | Image

_NO_RESULT = {"error": {"code": "no_result", "message": "The call was stopped before it ended."}}


def rounds(message: Message) -> Iterator[list[RoundBlock]]:
    """Yields the blocks of an answer, grouped by the request that they answer."""
    blocks_by_round: dict[int, list[RoundBlock]] = {}
    for block in message.blocks:
        match block:
            case Text() | Thinking() | ToolUse() | Image():
                blocks_by_round.setdefault(block.round, []).append(block)
            case Notice():
                pass
            case _:
                assert_never(block)
    yield from blocks_by_round.values()


def with_current_turn(messages: Sequence[Message]) -> Iterator[tuple[Message, bool]]:
    """Yields each message, and whether it belongs to the current turn: it follows the last user message.

    Reasoning is only sent back within the current turn.
    """
    last = max((index for index, message in enumerate(messages) if message.role == "user"), default=-1)
    for index, message in enumerate(messages):
        yield message, index > last


def echo_fields(echo: Echo | None, provider: str) -> Mapping[str, Any]:
    """Returns the fields to echo if `provider` sent them, else an empty mapping."""
    return echo.fields if echo and echo.provider == provider else {}


def arguments_text(call: ToolUse) -> str:
    """Returns the arguments as received if they are a valid JSON object, else as a repaired one.

    Some servers drop a call with invalid arguments.
    """
    raw = str(call.input_text)
    try:
        decoded = parse_arguments(raw)
    except ValueError:
        decoded = None
    if decoded is not None and raw.lstrip().startswith("{"):
        return replace_lone_surrogates(raw)
    return json.dumps(decoded or arguments(call), ensure_ascii=False)


def arguments(call: ToolUse) -> dict[str, Any]:
    """Returns the arguments of a call; empty if they are not an object."""
    return call.input if isinstance(call.input, dict) else {}


def result_value(call: ToolUse) -> Any:
    """Returns the result of a call as a JSON value; an error object if the call failed or was stopped."""
    if call.error:
        error: dict[str, Any] = {"code": call.error.code, "message": call.error.message}
        if call.error.available:
            error["available"] = list(call.error.available)
        return {"error": error}
    return _NO_RESULT if call.status == "running" else call.output


def result_text(call: ToolUse) -> str:
    """Returns the result of a call as text for the model."""
    result = result_value(call)
    return result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)
