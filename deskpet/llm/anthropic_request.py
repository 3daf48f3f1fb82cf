"""Requests in the format of Anthropic's Messages API: address, headers and body.

The `blocks`, `before` and `call` of an echo are those that AnthropicParser keeps.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, assert_never
from urllib.parse import urlsplit

from deskpet.chat.messages import Image, Message, Text, Thinking, ToolUse
from deskpet.chat.model import ChatRequest, ToolSpec
from deskpet.chat.tool import wire_name
from deskpet.config.choices import Provider
from deskpet.llm import message_history
from deskpet.llm.adaptations import ReasoningHistory, without_refused_signatures
from deskpet.llm.answer_parser import as_dict, as_list
from deskpet.llm.request_options import DEFAULT_OPTIONS, Fields, RequestOptions
from deskpet.llm.tool_schema import reduced_schema

_VERSION = "2023-06-01"
# The API requires a limit; no model has a lower one.
_MAX_TOKENS = 8192
# The API rejects a request with any other id, also if a gateway gave it.
_LEGAL_ID = re.compile(r"[a-zA-Z0-9_-]+")
_THINKING_KINDS = ("thinking", "redacted_thinking")
# DeepSeek and Kimi sign nothing, and refuse an answer after a call without reasoning.
_PLACEHOLDER = {"type": "thinking", "thinking": " ", "signature": ""}


def endpoint_url(base_url: str) -> str:
    """Return the URL to post to. `base_url` may lack the API's path or already end with it."""
    url = base_url.strip().rstrip("/")
    if url.endswith("/messages"):
        return url
    return f"{url}/messages" if urlsplit(url).path else f"{url}/v1/messages"


def auth_headers(key: str) -> dict[str, str]:
    """Return the headers for the API version and, unless it is empty, for `key`."""
    return {"anthropic-version": _VERSION} | ({"x-api-key": key} if key else {})


def request_body(
    model: str, provider: str, request: ChatRequest, options: RequestOptions = DEFAULT_OPTIONS
) -> dict[str, Any]:
    """Return the JSON body of a request without its optional fields."""
    source, adaptations = message_history.call_source(provider, model), options.adaptations
    history = without_refused_signatures(request.messages, options.refused_signatures)
    history = message_history.with_request_ids(history, "" if adaptations.replaces_ids else source, _LEGAL_ID)
    is_demanded = message_history.demands_reasoning(source, adaptations) and any(
        map(message_history.has_calls, history)
    )
    messages: list[dict[str, Any]] = []
    for message, is_current in message_history.with_current_turn(history, last_calls=True):
        if message.role == "user":
            images = [_image(block) for block in message.blocks if isinstance(block, Image)]
            # The API rejects a text block without text.
            text = [{"type": "text", "text": message.text}] if message.text.strip() or not images else []
            messages.append({"role": "user", "content": [*images, *text]})
        else:
            is_echoed = (is_current or is_demanded) and adaptations.reasoning is not ReasoningHistory.REFUSED
            messages += _assistant_messages(message, source if is_echoed else "", has_reasoning=is_demanded)
    limit = options.output_limit(_MAX_TOKENS)
    body: dict[str, Any] = {"model": model, "max_tokens": limit, "stream": options.streams}
    body["messages"] = message_history.merged_by_role(messages, "content")
    if request.system:
        body["system"] = request.system
    if tools := adaptations.accepted_tools(_tool(tool) for tool in request.tools):
        body["tools"] = tools
    return body


def continues_without_reasoning(model: str, provider: str, request: ChatRequest, options: RequestOptions) -> bool:
    """Return whether the calls that are continued were made without reasoning of this model.

    The API rejects reasoning then: it can only begin with the turn.
    """
    source = message_history.call_source(provider, model)
    if message_history.demands_reasoning(source, options.adaptations):
        return False
    current = [
        each for each, is_current in message_history.with_current_turn(request.messages, last_calls=True) if is_current
    ]
    answers = without_refused_signatures(current, options.refused_signatures)
    thoughts = (block.echo for answer in answers for block in answer.blocks if isinstance(block, Thinking))
    return any(map(message_history.has_calls, answers)) and not any(
        message_history.echo_fields(echo, source).get("blocks") for echo in thoughts
    )


def optional_fields(options: RequestOptions, *, can_reason: bool = True) -> Fields:
    """Return the optional fields of a body. `max_tokens` has to have room for the reasoning."""
    if not can_reason:
        options = replace(options, suspends_reasoning=True)
    fields = options.accepted(("temperature", options.temperature)) | options.accepted(("top_p", options.top_p))
    tokens = options.adaptations.budget(options.thinking_tokens) if options.thinking_tokens else 0
    if options.has_effort and tokens and options.adaptations.is_adaptive:
        fields |= options.accepted(("thinking", {"type": "adaptive"}))
        fields |= options.accepted(("output_config.effort", options.effort_name("low")))
    elif options.has_effort and tokens:
        fields |= options.accepted(("thinking", {"type": "enabled", "budget_tokens": tokens}))
    elif options.has_effort:
        fields |= options.accepted(("thinking", {"type": "disabled"}))
    reserved = tokens if "thinking" in fields else 0
    if options.max_tokens or reserved:
        answer = options.max_tokens if options.max_tokens and "max_tokens" not in options.refused else _MAX_TOKENS
        fields["max_tokens"] = options.output_limit(answer + reserved)
    if reserved and not options.adaptations.is_adaptive and fields["max_tokens"] <= reserved:
        # The reasoning counts as a part of the answer.
        fields["thinking"] = {"type": "enabled", "budget_tokens": fields["max_tokens"] // 2}
    return fields | options.accepted_extra()


def _tool(tool: ToolSpec) -> dict[str, Any]:
    return {
        "name": tool.name,
        "description": tool.description,
        "input_schema": reduced_schema(tool.parameters, Provider.ANTHROPIC),
    }


def _image(image: Image) -> dict[str, Any]:
    source = {"type": "base64", "media_type": image.media_type, "data": image.data}
    return {"type": "image", "source": source}


def _assistant_messages(message: Message, source: str, *, has_reasoning: bool) -> Iterator[dict[str, Any]]:
    """Yield an assistant message for each round of an answer, followed by a user message with the results.

    Echoes of `source` are sent back. With `has_reasoning` each round has some, if only a placeholder.
    """
    for blocks in message_history.rounds(message):
        content: list[Mapping[str, Any]] = []
        for block in blocks:
            echo_values = message_history.echo_fields(None if isinstance(block, Image) else block.echo, source)
            content += as_list(echo_values.get("before")) + as_list(echo_values.get("blocks"))
            match block:
                case Text():
                    content += [{"type": "text", "text": str(block.text)}] if str(block.text).strip() else []
                case ToolUse():
                    tool_use = {"type": "tool_use", "id": block.call_id, "name": wire_name(block.tool_name)}
                    tool_use |= {"input": message_history.arguments(block)} | as_dict(echo_values.get("call"))
                    content.append(tool_use)
                case Thinking() | Image():
                    pass
                case _:
                    assert_never(block)
        while content and content[-1].get("type") in _THINKING_KINDS:
            # The answer was cut off while the model was thinking; the API rejects a message that ends so.
            content.pop()
        if content:
            is_bare = has_reasoning and not any(part.get("type") in _THINKING_KINDS for part in content)
            yield {"role": "assistant", "content": [_PLACEHOLDER, *content] if is_bare else content}
        if results := [_result(block) for block in blocks if isinstance(block, ToolUse)]:
            yield {"role": "user", "content": results}


def _result(call: ToolUse) -> dict[str, Any]:
    text, images = message_history.result_content(call)
    content = [{"type": "text", "text": text}, *map(_image, images)] if images else text
    result: dict[str, Any] = {"type": "tool_result", "tool_use_id": call.call_id, "content": content}
    return result | ({"is_error": True} if call.error or call.status == "running" else {})
