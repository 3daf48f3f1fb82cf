"""Requests in the format of Anthropic's Messages API: address, headers and body.

The `blocks`, `before` and `call` of an echo are those that AnthropicParser keeps.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, assert_never
from urllib.parse import urlsplit

from deskpet.chat.messages import Image, Message, Text, Thinking, ToolUse
from deskpet.chat.model import ChatRequest, ToolSpec
from deskpet.chat.tool import wire_name
from deskpet.choices import Provider, ReasoningEffort
from deskpet.llm.answer_parser import as_dict, as_list
from deskpet.llm.message_history import (
    arguments,
    call_source,
    echo_fields,
    merged_by_role,
    result_content,
    rounds,
    with_current_turn,
    with_request_ids,
)
from deskpet.llm.request_options import Fields, RequestOptions
from deskpet.llm.tool_schema import reduced_schema

_VERSION = "2023-06-01"
# The API requires a limit; no model has a lower one.
_MAX_TOKENS = 8192
# The API rejects a request with any other id, also if a gateway gave it.
_LEGAL_ID = re.compile(r"[a-zA-Z0-9_-]+")
_THINKING_KINDS = ("thinking", "redacted_thinking")


def endpoint_url(base_url: str) -> str:
    """Return the URL to post to. `base_url` may lack the API's path or already end with it."""
    url = base_url.strip().rstrip("/")
    if url.endswith("/messages"):
        return url
    return f"{url}/messages" if urlsplit(url).path else f"{url}/v1/messages"


def auth_headers(key: str) -> dict[str, str]:
    """Return the headers for the API version and, unless it is empty, for `key`."""
    return {"anthropic-version": _VERSION} | ({"x-api-key": key} if key else {})


def request_body(model: str, provider: str, request: ChatRequest, *, streams: bool = True) -> dict[str, Any]:
    """Return the JSON body of a request without its optional fields."""
    messages: list[dict[str, Any]] = []
    history = with_request_ids(request.messages, call_source(provider, model), _LEGAL_ID)
    for message, is_current in with_current_turn(history, last_calls=True):
        if message.role == "user":
            messages.append({"role": "user", "content": _user_content(message)})
        else:
            messages += _assistant_messages(message, provider, is_current=is_current)
    body: dict[str, Any] = {"model": model, "max_tokens": _MAX_TOKENS, "stream": streams}
    body["messages"] = merged_by_role(messages, "content")
    if request.system:
        body["system"] = request.system
    if request.tools:
        body["tools"] = [_tool(tool) for tool in request.tools]
    return body


def optional_fields(options: RequestOptions) -> Fields:
    """Return the optional fields of a body. `max_tokens` has to have room for the reasoning."""
    fields = options.accepted(("temperature", options.temperature)) | options.accepted(("top_p", options.top_p))
    if tokens := options.thinking_tokens:
        fields |= options.accepted(("thinking", {"type": "enabled", "budget_tokens": tokens}))
    elif options.effort is ReasoningEffort.OFF:
        fields |= options.accepted(("thinking", {"type": "disabled"}))
    reserved = options.thinking_tokens if "thinking" in fields else 0
    if options.max_tokens or reserved:
        answer = options.max_tokens if options.max_tokens and "max_tokens" not in options.refused else _MAX_TOKENS
        fields["max_tokens"] = answer + reserved
    return fields | options.accepted_extra()


def _tool(tool: ToolSpec) -> dict[str, Any]:
    return {
        "name": tool.name,
        "description": tool.description,
        "input_schema": reduced_schema(tool.parameters, Provider.ANTHROPIC),
    }


def _user_content(message: Message) -> list[dict[str, Any]]:
    content = [_image(block) for block in message.blocks if isinstance(block, Image)]
    # The API rejects a text block without text.
    return [*content, *([{"type": "text", "text": message.text}] if message.text.strip() or not content else [])]


def _image(image: Image) -> dict[str, Any]:
    source = {"type": "base64", "media_type": image.media_type, "data": image.data}
    return {"type": "image", "source": source}


def _assistant_messages(message: Message, provider: str, *, is_current: bool) -> Iterator[dict[str, Any]]:
    """Yield an assistant message for each round of an answer, followed by a user message with the results."""
    for blocks in rounds(message):
        content: list[Mapping[str, Any]] = []
        for block in blocks:
            echo = block.echo if is_current and not isinstance(block, Image) else None
            echo_values = echo_fields(echo, provider)
            content += as_list(echo_values.get("before")) + as_list(echo_values.get("blocks"))
            match block:
                case Text():
                    content += [{"type": "text", "text": str(block.text)}] if str(block.text).strip() else []
                case ToolUse():
                    tool_use = {"type": "tool_use", "id": block.call_id, "name": wire_name(block.tool_name)}
                    tool_use |= {"input": arguments(block)} | as_dict(echo_values.get("call"))
                    content.append(tool_use)
                case Thinking() | Image():
                    pass
                case _:
                    assert_never(block)
        while content and content[-1].get("type") in _THINKING_KINDS:
            # The answer was cut off while the model was thinking; the API rejects a message that ends so.
            content.pop()
        if content:
            yield {"role": "assistant", "content": content}
        if results := [_result(block) for block in blocks if isinstance(block, ToolUse)]:
            yield {"role": "user", "content": results}


def _result(call: ToolUse) -> dict[str, Any]:
    text, images = result_content(call)
    content = [{"type": "text", "text": text}, *map(_image, images)] if images else text
    result: dict[str, Any] = {"type": "tool_result", "tool_use_id": call.call_id, "content": content}
    return result | ({"is_error": True} if call.error or call.status == "running" else {})
