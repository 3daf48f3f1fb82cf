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
from deskpet.config.choices import Provider
from deskpet.llm import message_history
from deskpet.llm.adaptations import DUMMY_SIGNATURE, without_refused_signatures
from deskpet.llm.answer_parser import as_dict, as_list, as_str
from deskpet.llm.request_options import DEFAULT_OPTIONS, Fields, RequestOptions
from deskpet.llm.tool_schema import reduced_schema

_ECHOED_ID = re.compile(r"[!-~]+")
_HAS_LEVELS = re.compile(r"gemini-(?:[3-9]|\d\d)")
# Models that check no signatures.
_UNSIGNED_MODELS = re.compile(r"gemini-[12]\b|gemini-pro|gemma")


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


def request_body(
    source: str, request: ChatRequest, *, model: str = "", options: RequestOptions = DEFAULT_OPTIONS
) -> dict[str, Any]:
    """Return the JSON body of a request without its optional fields."""
    adaptations = options.adaptations
    history = without_refused_signatures(request.messages, options.refused_signatures)
    history = message_history.with_request_ids(history, "" if adaptations.replaces_ids else source, _ECHOED_ID)
    signs_calls = adaptations.signs_calls
    if signs_calls is None:
        signs_calls = bool(model) and not _UNSIGNED_MODELS.search(model)
    contents: list[dict[str, Any]] = []
    if request.system and adaptations.system_in_user:
        contents.append({"role": "user", "parts": [{"text": request.system}]})
    for message, is_current in message_history.with_current_turn(history):
        if message.role == "user":
            images = [_image_part(block) for block in message.blocks if isinstance(block, Image)]
            text = [{"text": message.text}] if message.text or not images else []
            contents.append({"role": "user", "parts": [*text, *images]})
        else:
            contents += _assistant_contents(message, source, is_current=is_current, signs_calls=signs_calls)
    body: dict[str, Any] = {"contents": message_history.merged_by_role(contents, "parts")}
    if request.system and not adaptations.system_in_user:
        body["systemInstruction"] = {"parts": [{"text": request.system}]}
    if tools := adaptations.accepted_tools(_declaration(tool) for tool in request.tools):
        body["tools"] = [{"functionDeclarations": tools}]
    return body


def optional_fields(options: RequestOptions, *, model: str = "") -> Fields:
    """Return the optional fields of a body. Models from Gemini 3 on take a level of reasoning, others a budget."""
    config, thinking = "generationConfig", "generationConfig.thinkingConfig"
    fields = options.accepted((f"{config}.temperature", options.temperature))
    fields |= options.accepted((f"{config}.topP", options.top_p))
    fields |= options.accepted((f"{config}.maxOutputTokens", options.output_limit(options.max_tokens) or None))
    if options.has_effort:
        budget = options.adaptations.budget(options.thinking_tokens)
        spellings = [
            (f"{thinking}.thinkingBudget", budget),
            (f"{thinking}.thinkingLevel", options.effort_name("minimal")),
        ]
        fields |= options.accepted(*(spellings[::-1] if _HAS_LEVELS.search(model) else spellings))
    if options.has_effort and options.thinking_tokens:
        fields |= options.accepted((f"{thinking}.includeThoughts", True))
    return fields | options.accepted_extra()


def _declaration(tool: ToolSpec) -> dict[str, Any]:
    declaration: dict[str, Any] = {"name": tool.name, "description": tool.description}
    # The API rejects parameters without properties.
    parameters = reduced_schema(tool.parameters, Provider.GEMINI)
    if parameters["properties"]:
        declaration["parameters"] = parameters
    return declaration


def _image_part(image: Image) -> dict[str, Any]:
    return {"inlineData": {"mimeType": image.media_type, "data": image.data}}


def _assistant_contents(
    message: Message, provider: str, *, is_current: bool, signs_calls: bool
) -> Iterator[dict[str, Any]]:
    for blocks in message_history.rounds(message):
        parts: list[Mapping[str, Any]] = []
        for block in blocks:
            echoed = message_history.echo_fields(None if isinstance(block, Image) else block.echo, provider)
            match block:
                case Text():
                    parts += _text_parts(str(block.text), as_list(echoed.get("parts")))
                case Thinking():
                    parts += as_list(echoed.get("parts")) if is_current else []
                case ToolUse():
                    call = {"name": wire_name(block.tool_name), "args": message_history.arguments(block)}
                    call |= as_dict(echoed.get("call")) | _optional_id(block, provider)
                    parts.append({"functionCall": call} | as_dict(echoed.get("part")))
                case Image():
                    parts.append(_image_part(block))
                case _:
                    assert_never(block)
        if parts:
            yield {"role": "model", "parts": _with_signed_call(parts) if signs_calls else parts}
        if calls := [block for block in blocks if isinstance(block, ToolUse)]:
            results = [_result(call, provider) for call in calls]
            yield {"role": "user", "parts": [*results, *(part for call in calls for part in _result_image_parts(call))]}


def _with_signed_call(parts: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the parts of a round with a signature on the first call, which Gemini 3 requires.

    Calls of other models, and those that were understood from text, have none: a dummy stands for it.
    """
    first = next((index for index, part in enumerate(parts) if "functionCall" in part), None)
    if first is None or "thoughtSignature" in parts[first]:
        return parts
    return [*parts[:first], {**parts[first], "thoughtSignature": DUMMY_SIGNATURE}, *parts[first + 1 :]]


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
    result: dict[str, Any] | str | None = message_history.result_value(call)
    response = result if isinstance(result, dict) else {"result": result}
    function_response = {"name": wire_name(call.tool_name), "response": response} | _optional_id(call, provider)
    return {"functionResponse": function_response}


def _result_image_parts(call: ToolUse) -> list[dict[str, Any]]:
    """Return the pictures of a result with a heading, because a functionResponse holds JSON only."""
    images = [_image_part(image) for image in message_history.result_images(call)]
    return [{"text": message_history.image_heading(call)}, *images] if images else []


def _optional_id(call: ToolUse, provider: str) -> dict[str, str]:
    """Return the id of a call and its result if `provider` gave the call one."""
    return {"id": call.call_id} if "id" in as_dict(message_history.echo_fields(call.echo, provider).get("call")) else {}
