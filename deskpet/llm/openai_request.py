"""Requests in the format of OpenAI's chat/completions API: address, headers and body."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, assert_never, cast
from urllib.parse import urlsplit

from deskpet.chat.messages import Image, Message, Text, Thinking, ToolUse
from deskpet.chat.model import ChatRequest, ToolSpec
from deskpet.chat.tool import wire_name
from deskpet.config.choices import Provider, ReasoningEffort
from deskpet.llm import message_history
from deskpet.llm.adaptations import DUMMY_SIGNATURE, Adaptations, ReasoningHistory, without_refused_signatures
from deskpet.llm.answer_parser import as_dict, as_str
from deskpet.llm.request_options import DEFAULT_OPTIONS, STREAM_OPTIONS, Fields, RequestOptions
from deskpet.llm.tool_schema import reduced_schema

# A server gets back any id that it gave, because some hide a signature in it or require their own form of it.
_ECHOED_ID = re.compile(r"[!-~]+")
# Short, and not empty: a server may drop a message without text.
_SEPARATOR = "…"
_REQUIRED_REASONING = "reasoning_content"
# Google's own endpoint of this format. Gateways keep the signatures elsewhere, and may refuse them here.
_GEMINI_ENDPOINT = re.compile(r"googleapis\.com\S* .*gemini-(?:[3-9]|\d\d)")


def endpoint_url(base_url: str) -> str:
    """Return the URL to post to. `base_url` may lack the API's path or already end with it."""
    url = base_url.strip().rstrip("/")
    if url.endswith("/chat/completions"):
        return url
    return f"{url}/chat/completions" if urlsplit(url).path else f"{url}/v1/chat/completions"


def auth_headers(key: str) -> dict[str, str]:
    """Return the headers that carry `key`; none if it is empty."""
    return {"Authorization": f"Bearer {key}"} if key else {}


def request_body(
    model: str, provider: str, request: ChatRequest, options: RequestOptions = DEFAULT_OPTIONS
) -> dict[str, Any]:
    """Return the JSON body of a request without the optional fields that have a value."""
    source, adaptations = message_history.call_source(provider, model), options.adaptations
    history = without_refused_signatures(request.messages, options.refused_signatures)
    history = message_history.with_request_ids(history, "" if adaptations.replaces_ids else source, _ECHOED_ID)
    signs_calls = adaptations.signs_calls
    if signs_calls is None:
        signs_calls = _GEMINI_ENDPOINT.search(source) is not None
    form = _Form(source, adaptations, _reasoning_placeholder(history, source, adaptations), signs_calls)
    messages: list[dict[str, Any]] = []
    if request.system:
        messages.append({"role": "user" if adaptations.system_in_user else "system", "content": request.system})
    for message in history:
        if message.role == "user":
            messages += _user_messages(message)
        else:
            messages += _assistant_messages(message, form)
    separated = _with_separators(_merged(messages), form.placeholder)
    body: dict[str, Any] = {"model": model, "messages": [*separated], "stream": options.streams}
    if options.streams and STREAM_OPTIONS not in options.refused:
        body[STREAM_OPTIONS] = {"include_usage": True}
    if tools := adaptations.accepted_tools(_tool(tool) for tool in request.tools):
        body["tools"] = tools
    return body


@dataclass(frozen=True, slots=True)
class _Form:
    """How a model takes the answers of the history.

    placeholder: the reasoning of answers that have none. signs_calls: calls of other models need a signature, as with
    Gemini behind this format.
    """

    source: str
    adaptations: Adaptations
    placeholder: Mapping[str, str]
    signs_calls: bool


def optional_fields(options: RequestOptions, *, has_tools: bool = False) -> Fields:
    """Return the optional fields of a body.

    Most servers know `max_tokens`; newer models of OpenAI take `max_completion_tokens` only.
    """
    fields = options.accepted(("temperature", options.temperature)) | options.accepted(("top_p", options.top_p))
    limit = options.output_limit(options.max_tokens) or None
    fields |= options.accepted(("max_tokens", limit), ("max_completion_tokens", limit))
    if has_tools and (effort := options.adaptations.effort_with_tools):
        fields |= options.accepted(("reasoning_effort", effort))
    elif options.has_effort and options.has_thinking_switch:
        fields |= options.accepted(("enable_thinking", options.effort is not ReasoningEffort.OFF))
        budget = options.adaptations.budget(options.thinking_tokens) if options.thinking_tokens else None
        fields |= options.accepted(("thinking_budget", budget))
    elif options.has_effort:
        fields |= options.accepted(("reasoning_effort", options.effort_name("none")))
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


def _joined(first: str | list[Any] | None, second: str | list[Any] | None) -> str | list[Any] | None:
    """Return two contents as one: text joined by an empty line, or a list of parts."""
    if first is None or second is None:
        return first or second
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


def _assistant_messages(message: Message, form: _Form) -> Iterator[dict[str, Any]]:
    """Yield an assistant message for each round of an answer, followed by the results of its calls.

    An answer with calls has the reasoning of all its rounds, in every later request: DeepSeek V4 refuses a conversation
    without it. Any other answer has none, because earlier models of DeepSeek refuse it there.
    """
    makes_calls = message_history.has_calls(message)
    for blocks in message_history.rounds(message):
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
        content = None if calls and not text and form.adaptations.null_content else text
        assistant: dict[str, Any] = {"role": "assistant", "content": content}
        if calls or message_history.demands_reasoning(form.source, form.adaptations):
            assistant |= form.placeholder
        if makes_calls and form.adaptations.reasoning is not ReasoningHistory.REFUSED:
            assistant |= _reasoning_fields(blocks, form.source)
        if calls:
            assistant["tool_calls"] = _tool_calls(calls, form)
        yield assistant
        yield from _result_messages(calls)


def _result_messages(calls: Iterable[ToolUse]) -> Iterator[dict[str, Any]]:
    """Yield the results; their pictures follow in a message of the user, because a tool's message holds text only."""
    image_parts: list[dict[str, Any]] = []
    for call in calls:
        content, images = message_history.result_content(call)
        yield {"role": "tool", "tool_call_id": call.call_id, "content": content}
        if images:
            image_parts += [_text_part(message_history.image_heading(call)), *map(_image_part, images)]
    if image_parts:
        yield {"role": "user", "content": image_parts}


def _reasoning_fields(blocks: list[message_history.RoundBlock], source: str) -> dict[str, Any]:
    """Return the reasoning of a round, in the fields in which `source` sent it; OpenAIParser keeps them."""
    fields: dict[str, Any] = {}
    for block in blocks:
        if not isinstance(block, Thinking):
            continue
        echoed = message_history.echo_fields(block.echo, source)
        if name := as_str(echoed.get("field")):
            fields[name] = as_str(fields.get(name)) + str(block.text)
        for name, details in as_dict(echoed.get("details")).items():
            if isinstance(details, list):
                fields[name] = [*fields.get(name, ()), *cast("list[Any]", details)]
    return {name: value for name, value in fields.items() if value}


def _reasoning_placeholder(history: Sequence[Message], source: str, adaptations: Adaptations) -> Mapping[str, str]:
    """Return the reasoning to send with answers that came without, as those of another model; mostly none.

    DeepSeek V4 and Kimi refuse calls without the field `reasoning_content`, also those made without thinking, and
    DeepSeek V4 refuses an empty text. Other servers may refuse the field, so only one that has sent it gets it.
    """
    if adaptations.reasoning is ReasoningHistory.REFUSED or not any(map(message_history.has_calls, history)):
        return {}
    echoes = (block.echo for message in history for block in message.blocks if isinstance(block, Thinking))
    is_used = any(message_history.echo_fields(echo, source).get("field") == _REQUIRED_REASONING for echo in echoes)
    return {_REQUIRED_REASONING: " "} if is_used or message_history.demands_reasoning(source, adaptations) else {}


def _tool_calls(calls: Sequence[ToolUse], form: _Form) -> list[dict[str, Any]]:
    """Return the calls of a round. Gemini wants the first one signed, and takes a dummy for those of other models."""
    sent: list[dict[str, Any]] = []
    for call in calls:
        function = {"name": wire_name(call.tool_name), "arguments": message_history.arguments_text(call)}
        echoed = message_history.echo_fields(call.echo, form.source)
        sent.append({"id": call.call_id, "type": "function", "function": function, **echoed})
    if form.signs_calls and "extra_content" not in sent[0]:
        sent[0]["extra_content"] = {"google": {"thought_signature": DUMMY_SIGNATURE}}
    return sent
