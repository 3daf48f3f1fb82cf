"""Reads the message history for request bodies: rounds of an answer, tool calls and their results."""

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any, cast

from deskpet.chat.call_collector import parse_arguments, replace_lone_escapes
from deskpet.chat.call_state import unfinished_result
from deskpet.chat.messages import Echo, Image, Message, Text, Thinking, ToolUse
from deskpet.chat.sent_results import as_text, capped, capped_text, separate_images, text_and_images
from deskpet.chat.tool import wire_name
from deskpet.llm.adaptations import Adaptations, ReasoningHistory

RoundBlock = Text | Thinking | ToolUse | Image


def call_source(provider: str, model: str) -> str:
    """Return the `ChatModel.source` of a model: a gateway may pass the ids of one model to another."""
    return f"{provider} {model}"


def with_request_ids(messages: Sequence[Message], source: str, echoed: re.Pattern[str]) -> tuple[Message, ...]:
    """Return `messages` with call ids that are legal in every format and unique within the request.

    An id that `source` gave is kept if it matches `echoed` and is its first use. Any other is replaced, because it may
    be illegal here or carry data of another provider. A replacement has nine letters and digits, as Mistral requires.
    """
    kept: set[str] = set()
    given = {call.call_id for message in messages for call in message.blocks if isinstance(call, ToolUse)}
    new_ids = (new_id for number in count(1) if (new_id := f"call{number:05}") not in given)

    def with_id(call: ToolUse) -> ToolUse:
        # Calls that were stored without a source may still have an echo, which names it.
        id_source = call.id_source or (call.echo.provider if call.echo else "")
        if id_source == source and echoed.fullmatch(call.call_id) and call.call_id not in kept:
            kept.add(call.call_id)
            return call
        return replace(call, call_id=next(new_ids))

    def with_ids(message: Message) -> Message:
        blocks = tuple(with_id(block) if isinstance(block, ToolUse) else block for block in message.blocks)
        return replace(message, blocks=blocks) if has_calls(message) else message

    return tuple(map(with_ids, messages))


def rounds(message: Message) -> Iterator[list[RoundBlock]]:
    """Yield the blocks of an answer, grouped by the request that they answer."""
    blocks_by_round: dict[int, list[RoundBlock]] = {}
    for block in message.blocks:
        if isinstance(block, RoundBlock):
            blocks_by_round.setdefault(block.round, []).append(block)
    yield from blocks_by_round.values()


def merged_by_role(messages: Iterable[dict[str, Any]], content: str) -> list[dict[str, Any]]:
    """Return `messages` with adjacent ones of the same role merged; the field `content` of each is a list."""
    merged: list[dict[str, Any]] = []
    for message in messages:
        if merged and merged[-1]["role"] == message["role"]:
            merged[-1] = merged[-1] | {content: [*merged[-1][content], *message[content]]}
        else:
            merged.append(message)
    return merged


def with_current_turn(messages: Sequence[Message], *, last_calls: bool = False) -> Iterator[tuple[Message, bool]]:
    """Yields each message, and whether it belongs to the current turn: it follows the last user message.

    Anthropic's and Gemini's reasoning is only sent back within the current turn. With `last_calls` the last answer
    belongs to it as well if it ends with calls, because a stop or an error came before the next request.
    """
    last = max((index for index, message in enumerate(messages) if message.role == "user"), default=-1)
    answer = max((index for index, message in enumerate(messages) if message.role == "assistant"), default=-1)
    if last_calls and answer >= 0:
        # A round of nothing but reasoning is not sent.
        sent = [blocks for blocks in rounds(messages[answer]) if not all(isinstance(each, Thinking) for each in blocks)]
        if sent and any(isinstance(block, ToolUse) for block in sent[-1]):
            last = min(last, answer - 1)
    for index, message in enumerate(messages):
        yield message, index > last


def echo_fields(echo: Echo | None, source: str) -> Mapping[str, Any]:
    """Return the fields to echo if the model `source` sent them, else an empty mapping.

    Echoes that were stored without the name of the model go to every model of their endpoint.
    """
    return _finite(echo.fields) if echo and echo.provider in (source, source.partition(" ")[0]) else {}


def has_calls(message: Message) -> bool:
    """Return whether an answer made calls."""
    return any(isinstance(block, ToolUse) for block in message.blocks)


_DEMANDS_REASONING = re.compile(r"deepseek|kimi|moonshot", re.IGNORECASE)


def demands_reasoning(source: str, adaptations: Adaptations) -> bool:
    """Return whether the model takes no answer without reasoning once it called a tool: DeepSeek and Kimi do."""
    if adaptations.reasoning is not ReasoningHistory.USUAL:
        return adaptations.reasoning is ReasoningHistory.REQUIRED
    return _DEMANDS_REASONING.search(source) is not None


def arguments_text(call: ToolUse) -> str:
    """Return the arguments as received if they are a valid JSON object, else as a repaired one.

    Some servers drop a call with invalid arguments.
    """
    raw = str(call.input_text)
    try:
        decoded = parse_arguments(raw)
    except ValueError:
        decoded = None
    # NaN equals nothing, and infinity not its replacement.
    if decoded is not None and raw.lstrip().startswith("{") and decoded == _finite(decoded):
        return replace_lone_escapes(raw)
    return json.dumps(_finite(decoded) or arguments(call), ensure_ascii=False)


def arguments(call: ToolUse) -> dict[str, Any]:
    """Return the arguments of a call; empty if they are not an object."""
    return _finite(call.input) if isinstance(call.input, dict) else {}


def _finite(value: Any) -> Any:
    """Return a JSON value with null for NaN and infinity, which servers send but JSON has no form for."""
    match value:
        case float() if not math.isfinite(value):
            return None
        case dict():
            return {name: _finite(each) for name, each in cast("dict[str, Any]", value).items()}
        case list():
            return [_finite(each) for each in cast("list[Any]", value)]
        case _:
            return value


def result_value(call: ToolUse) -> Any:
    """Return the result of a call without its pictures; an error object if the call failed or was stopped."""
    if call.error:
        error: dict[str, Any] = {"code": call.error.code, "message": call.error.message}
        if call.error.available:
            error["available"] = list(call.error.available)
        return {"error": error}
    if call.status == "running":
        kind, value = unfinished_result(call)
        return value if kind == "result" else {kind: value}
    return _finite(capped(separate_images(call.output)[0]))


def result_images(call: ToolUse) -> tuple[Image, ...]:
    """Return the pictures in the result of a call."""
    return separate_images(call.output)[1] if call.status == "success" else ()


def result_content(call: ToolUse) -> tuple[str, tuple[Image, ...]]:
    """Return the result of a call as text for the model, and its pictures."""
    if call.status != "success":
        return as_text(result_value(call)), ()
    text, images = text_and_images(call.output)
    return capped_text(text), images


def image_heading(call: ToolUse) -> str:
    """Return the text before the pictures of a result, in formats that send them outside of the result."""
    return f"(From the result of {wire_name(call.tool_name)}:)"
