"""What went before, as every provider wants to be told it again: rounds of an answer, calls with their results."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, assert_never

from deskpet.chat.call_collector import parse_arguments, replace_lone_surrogates
from deskpet.chat.messages import Echo, Image, Message, Notice, Text, Thinking, ToolUse

RoundBlock = Text | Thinking | ToolUse | Image

_NO_RESULT = {"error": {"code": "no_result", "message": "The call was stopped before it ended."}}


def rounds(message: Message) -> Iterator[list[RoundBlock]]:
    """An answer's blocks, request by request."""
    found: dict[int, list[RoundBlock]] = {}
    for block in message.blocks:
        match block:
            case Text() | Thinking() | ToolUse() | Image():
                found.setdefault(block.round, []).append(block)
            case Notice():
                pass
            case _:
                assert_never(block)
    yield from found.values()


def current_turn(messages: tuple[Message, ...]) -> int:
    """The index of the first message after the last one of the user's: there a model may still be thinking."""
    asked = (index for index, message in enumerate(messages) if message.role == "user")
    return max(asked, default=-1) + 1


def echoed(echo: Echo | None, provider: str) -> Mapping[str, Any]:
    """The fields that `provider` itself sent and wants back; nobody else's."""
    return echo.fields if echo and echo.provider == provider else {}


def arguments_text(call: ToolUse) -> str:
    """A call's arguments as they came, but always a whole JSON object: some servers drop a call with a broken one."""
    raw = str(call.input_text)
    try:
        parsed = parse_arguments(raw)
    except ValueError:
        parsed = None
    if parsed is not None and raw.lstrip().startswith("{"):
        return replace_lone_surrogates(raw)
    return json.dumps(parsed or arguments(call), ensure_ascii=False)


def arguments(call: ToolUse) -> dict[str, Any]:
    """A call's arguments as an object, empty where they never were one."""
    return call.input if isinstance(call.input, dict) else {}


def result_value(call: ToolUse) -> Any:
    """What a call gave, as JSON values; a call with no result says so."""
    if call.error:
        error: dict[str, Any] = {"code": call.error.code, "message": call.error.message}
        if call.error.available:
            error["available"] = list(call.error.available)
        return {"error": error}
    return _NO_RESULT if call.status == "running" else call.output


def result_text(call: ToolUse) -> str:
    """What a call gave, as the model reads it."""
    result = result_value(call)
    return result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)
