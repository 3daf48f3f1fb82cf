"""Requests in the format of Google's Gemini API: address, headers and body.

The `parts`, `call` and `part` of an echo are those that GeminiParser keeps.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, assert_never
from urllib.parse import quote, urlsplit

from deskpet.chat.messages import Image, Message, Text, Thinking, ToolUse
from deskpet.chat.model import ChatRequest, ToolSpec
from deskpet.chat.tool import wire_name
from deskpet.choices import Provider, ReasoningEffort
from deskpet.llm.answer_parser import as_dict, as_list, as_str
from deskpet.llm.message_history import (
    arguments,
    echo_fields,
    image_heading,
    merged_by_role,
    result_images,
    result_value,
    rounds,
    with_current_turn,
    with_request_ids,
)
from deskpet.llm.request_options import Fields, RequestOptions
from deskpet.llm.tool_schema import reduced_schema

_ECHOED_ID = re.compile(r"[!-~]+")
_HAS_LEVELS = re.compile(r"gemini-(?:[3-9]|\d\d)")


def endpoint_url(base_url: str, model: str, *, streams: bool = True) -> str:
    """Return the URL to post to. `base_url` may lack the path of the API version."""
    url = base_url.strip().rstrip("/")
    if not urlsplit(url).path:
        url += "/v1beta"
    name = quote(model.strip().removeprefix("models/"), safe="/")
    return f"{url}/models/{name}:{'streamGenerateContent?alt=sse' if streams else 'generateContent'}"


def auth_headers(key: str) -> dict[str, str]:
    """Return the headers that carry `key`; none if it is empty."""
    return {"x-goog-api-key": key} if key else {}


def request_body(provider: str, request: ChatRequest) -> dict[str, Any]:
    """Return the JSON body of a request without its optional fields."""
    contents: list[dict[str, Any]] = []
    history = with_request_ids(request.messages, provider, _ECHOED_ID)
    for message, is_current in with_current_turn(history):
        if message.role == "user":
            contents.append({"role": "user", "parts": _user_parts(message)})
        else:
            contents += _assistant_contents(message, provider, is_current=is_current)
    body: dict[str, Any] = {"contents": merged_by_role(contents, "parts")}
    if request.system:
        body["systemInstruction"] = {"parts": [{"text": request.system}]}
    if request.tools:
        body["tools"] = [{"functionDeclarations": [_declaration(tool) for tool in request.tools]}]
    return body


def optional_fields(options: RequestOptions, *, model: str = "") -> Fields:
    """Return the optional fields of a body. Models from Gemini 3 on take a level of reasoning, others a budget."""
    config, thinking = "generationConfig", "generationConfig.thinkingConfig"
    fields = options.accepted((f"{config}.temperature", options.temperature))
    fields |= options.accepted((f"{config}.topP", options.top_p))
    fields |= options.accepted((f"{config}.maxOutputTokens", options.max_tokens or None))
    if options.effort is not ReasoningEffort.DEFAULT:
        level = "minimal" if options.effort is ReasoningEffort.OFF else options.effort.value
        spellings = [(f"{thinking}.thinkingBudget", options.thinking_tokens), (f"{thinking}.thinkingLevel", level)]
        fields |= options.accepted(*(spellings[::-1] if _HAS_LEVELS.search(model) else spellings))
    if options.thinking_tokens:
        fields |= options.accepted((f"{thinking}.includeThoughts", True))
    return fields | options.accepted_extra()


def _declaration(tool: ToolSpec) -> dict[str, Any]:
    declaration: dict[str, Any] = {"name": tool.name, "description": tool.description}
    # The API rejects parameters without properties.
    parameters = reduced_schema(tool.parameters, Provider.GEMINI)
    if parameters["properties"]:
        declaration["parameters"] = parameters
    return declaration


def _user_parts(message: Message) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = [{"text": message.text}] if message.text else []
    parts += [_image_part(block) for block in message.blocks if isinstance(block, Image)]
    return parts or [{"text": ""}]


def _image_part(image: Image) -> dict[str, Any]:
    return {"inlineData": {"mimeType": image.media_type, "data": image.data}}


def _assistant_contents(message: Message, provider: str, *, is_current: bool) -> Iterator[dict[str, Any]]:
    for blocks in rounds(message):
        parts: list[Mapping[str, Any]] = []
        for block in blocks:
            echoed = echo_fields(None if isinstance(block, Image) else block.echo, provider)
            match block:
                case Text():
                    parts += _text_parts(str(block.text), as_list(echoed.get("parts")))
                case Thinking():
                    parts += as_list(echoed.get("parts")) if is_current else []
                case ToolUse():
                    call = {"name": wire_name(block.tool_name), "args": arguments(block)}
                    call |= as_dict(echoed.get("call")) | _optional_id(block, provider)
                    parts.append({"functionCall": call} | as_dict(echoed.get("part")))
                case Image():
                    parts.append(_image_part(block))
                case _:
                    assert_never(block)
        if parts:
            yield {"role": "model", "parts": parts}
        if calls := [block for block in blocks if isinstance(block, ToolUse)]:
            results = [_result(call, provider) for call in calls]
            yield {"role": "user", "parts": [*results, *(part for call in calls for part in _result_image_parts(call))]}


def _text_parts(text: str, echoed: list[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield `text` as parts, with each echoed part at its position in the text."""
    for number, part in enumerate(echoed):
        signed_text = as_str(part.get("text"))
        is_last = number + 1 == len(echoed)
        before, found, after = (
            text.partition(signed_text) if signed_text else ((text, "", "") if is_last else ("", "", text))
        )
        if signed_text and not found:
            continue
        if before:
            yield {"text": before}
        yield part
        text = after
    if text:
        yield {"text": text}


def _result(call: ToolUse, provider: str) -> dict[str, Any]:
    result: dict[str, Any] | str | None = result_value(call)
    response = result if isinstance(result, dict) else {"result": result}
    function_response = {"name": wire_name(call.tool_name), "response": response} | _optional_id(call, provider)
    return {"functionResponse": function_response}


def _result_image_parts(call: ToolUse) -> list[dict[str, Any]]:
    """Return the pictures of a result with a heading, because a functionResponse holds JSON only."""
    images = [_image_part(image) for image in result_images(call)]
    return [{"text": image_heading(call)}, *images] if images else []


def _optional_id(call: ToolUse, provider: str) -> dict[str, str]:
    """Return the id of a call and its result if `provider` gave the call one."""
    return {"id": call.call_id} if "id" in as_dict(echo_fields(call.echo, provider).get("call")) else {}
