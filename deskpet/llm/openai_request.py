"""Requests in the format of OpenAI's chat/completions API: address, headers and body."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, assert_never, cast
from urllib.parse import urlsplit

from deskpet.chat.messages import Image, Message, Text, Thinking, ToolUse
from deskpet.chat.model import ChatRequest, ToolSpec
from deskpet.chat.tool import wire_name
from deskpet.choices import Provider, ReasoningEffort
from deskpet.llm.answer_parser import as_dict, as_str
from deskpet.llm.message_history import (
    RoundBlock,
    arguments_text,
    call_source,
    echo_fields,
    image_heading,
    result_content,
    rounds,
    with_request_ids,
)
from deskpet.llm.request_options import Fields, RequestOptions
from deskpet.llm.tool_schema import reduced_schema

# A server gets back any id that it gave, because some hide a signature in it or require their own form of it.
_ECHOED_ID = re.compile(r"[!-~]+")
# Short, and not empty: a server may drop a message without text.
_SEPARATOR = "…"
_REQUIRED_REASONING = "reasoning_content"


def endpoint_url(base_url: str) -> str:
    """Return the URL to post to. `base_url` may lack the API's path or already end with it."""
    url = base_url.strip().rstrip("/")
    if url.endswith("/chat/completions"):
        return url
    return f"{url}/chat/completions" if urlsplit(url).path else f"{url}/v1/chat/completions"


def auth_headers(key: str) -> dict[str, str]:
    """Return the headers that carry `key`; none if it is empty."""
    return {"Authorization": f"Bearer {key}"} if key else {}


def request_body(model: str, provider: str, request: ChatRequest, *, streams: bool = True) -> dict[str, Any]:
    """Return the JSON body of a request without its optional fields."""
    messages: list[dict[str, Any]] = []
    if request.system:
        messages.append({"role": "system", "content": request.system})
    history = with_request_ids(request.messages, call_source(provider, model), _ECHOED_ID)
    placeholder = _reasoning_placeholder(history, provider)
    for message in history:
        if message.role == "user":
            messages += _user_messages(message)
        else:
            messages += _assistant_messages(message, provider, placeholder)
    separated = _with_separators(_merged(messages), placeholder)
    body: dict[str, Any] = {"model": model, "messages": [*separated], "stream": streams}
    if streams:
        body["stream_options"] = {"include_usage": True}
    if request.tools:
        body["tools"] = [_tool(tool) for tool in request.tools]
    return body


def optional_fields(options: RequestOptions, *, has_thinking_switch: bool = False) -> Fields:
    """Return the optional fields of a body.

    Most servers know `max_tokens`; newer models of OpenAI take `max_completion_tokens` only. `has_thinking_switch` if
    the server takes `enable_thinking` and `thinking_budget` in place of `reasoning_effort`.
    """
    fields = options.accepted(("temperature", options.temperature)) | options.accepted(("top_p", options.top_p))
    limit = options.max_tokens or None
    fields |= options.accepted(("max_tokens", limit), ("max_completion_tokens", limit))
    if options.effort is not ReasoningEffort.DEFAULT and has_thinking_switch:
        fields |= options.accepted(("enable_thinking", options.effort is not ReasoningEffort.OFF))
        fields |= options.accepted(("thinking_budget", options.thinking_tokens or None))
    elif options.effort is not ReasoningEffort.DEFAULT:
        effort = "none" if options.effort is ReasoningEffort.OFF else options.effort.value
        fields |= options.accepted(("reasoning_effort", effort))
    return fields | options.accepted_extra()


def _tool(tool: ToolSpec) -> dict[str, Any]:
    function = {
        "name": tool.name,
        "description": tool.description,
        "parameters": reduced_schema(tool.parameters, Provider.OPENAI),
    }
    return {"type": "function", "function": function}


def _merged(messages: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return `messages` with adjacent ones of the user or the assistant merged: many chat templates require that."""
    merged: list[dict[str, Any]] = []
    for message in messages:
        previous = merged[-1] if merged else {"role": ""}
        if previous["role"] == message["role"] != "tool":
            in_both = (previous.keys() & message.keys()) - {"role"}
            merged[-1] = previous | message | {name: _joined(previous[name], message[name]) for name in in_both}
        else:
            merged.append(message)
    return merged


def _with_separators(messages: Iterable[dict[str, Any]], placeholder: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yield `messages` with one of the assistant wherever the user speaks right after a result.

    That is so after a stop or an error, and where pictures follow a result. Mistral's API and the chat templates of its
    models refuse it. `placeholder` is the reasoning of a message without any.
    """
    previous_role = ""
    for message in messages:
        if previous_role == "tool" and message["role"] == "user":
            yield {"role": "assistant", "content": _SEPARATOR, **placeholder}
        previous_role = message["role"]
        yield message


def _joined(first: str | list[Any], second: str | list[Any]) -> str | list[Any]:
    """Return two contents as one: text joined by an empty line, or a list of parts."""
    if isinstance(first, str) and isinstance(second, str):
        return "\n\n".join(filter(None, (first, second)))
    return [part for each in (first, second) for part in (each if isinstance(each, list) else [_text_part(each)])]


def _text_part(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _user_messages(message: Message) -> Iterator[dict[str, Any]]:
    images = [block for block in message.blocks if isinstance(block, Image)]
    if not images:
        yield {"role": "user", "content": message.text}
        return
    # Only data: URLs, because some gateways drop web addresses silently.
    parts: list[dict[str, Any]] = [_text_part(message.text)] if message.text else []
    yield {"role": "user", "content": [*parts, *map(_image_part, images)]}


def _image_part(image: Image) -> dict[str, Any]:
    return {"type": "image_url", "image_url": {"url": f"data:{image.media_type};base64,{image.data}"}}


def _assistant_messages(message: Message, provider: str, placeholder: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yield an assistant message for each round of an answer, followed by the results of its calls.

    An answer with calls has the reasoning of all its rounds, in every later request: DeepSeek V4 refuses a conversation
    without it. Any other answer has none, because earlier models of DeepSeek refuse it there. `placeholder` is the
    reasoning of calls without any.
    """
    has_calls = any(isinstance(block, ToolUse) for block in message.blocks)
    for blocks in rounds(message):
        calls, text = list[ToolUse](), ""
        for block in blocks:
            match block:
                case Text():
                    text += str(block.text)
                case ToolUse():
                    calls.append(block)
                case Thinking() | Image():
                    pass
                case _:
                    assert_never(block)
        if not (text or calls):
            continue
        assistant: dict[str, Any] = {"role": "assistant", "content": text}
        if has_calls:
            assistant |= _reasoning_fields(blocks, provider)
        if calls:
            assistant = {**placeholder, **assistant}
            assistant["tool_calls"] = [_tool_call(call, provider) for call in calls]
        yield assistant
        yield from _result_messages(calls)


def _result_messages(calls: Iterable[ToolUse]) -> Iterator[dict[str, Any]]:
    """Yield the results; their pictures follow in a message of the user, because a tool's message holds text only."""
    image_parts: list[dict[str, Any]] = []
    for call in calls:
        content, images = result_content(call)
        yield {"role": "tool", "tool_call_id": call.call_id, "content": content}
        if images:
            image_parts += [_text_part(image_heading(call)), *map(_image_part, images)]
    if image_parts:
        yield {"role": "user", "content": image_parts}


def _reasoning_fields(blocks: list[RoundBlock], provider: str) -> dict[str, Any]:
    """Return the reasoning of a round, in the fields in which `provider` sent it; OpenAIParser keeps them."""
    fields: dict[str, Any] = {}
    for block in blocks:
        if not isinstance(block, Thinking):
            continue
        echoed = echo_fields(block.echo, provider)
        if name := as_str(echoed.get("field")):
            fields[name] = as_str(fields.get(name)) + str(block.text)
        for name, details in as_dict(echoed.get("details")).items():
            if isinstance(details, list):
                fields[name] = [*fields.get(name, ()), *cast("list[Any]", details)]
    return fields


def _reasoning_placeholder(history: Iterable[Message], provider: str) -> Mapping[str, str]:
    """Return the reasoning to send with calls that came without, as those of another provider; mostly none.

    DeepSeek V4 and Kimi refuse calls without the field `reasoning_content`, also those made without thinking, and
    DeepSeek V4 refuses an empty text. Other servers may refuse the field, so only one that has sent it gets it.
    """
    echoes = (block.echo for message in history for block in message.blocks if isinstance(block, Thinking))
    is_used = any(echo_fields(echo, provider).get("field") == _REQUIRED_REASONING for echo in echoes)
    return {_REQUIRED_REASONING: " "} if is_used else {}


def _tool_call(call: ToolUse, provider: str) -> dict[str, Any]:
    function = {"name": wire_name(call.tool_name), "arguments": arguments_text(call)}
    return {"id": call.call_id, "type": "function", "function": function, **echo_fields(call.echo, provider)}
