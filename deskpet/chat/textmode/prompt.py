"""Requests in text mode: the prompt that describes the tools, and earlier calls and results as text.

Providers need no support for tools, because calls and results are sent as text.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from pydantic import JsonValue

from deskpet.chat.call_state import unfinished_result
from deskpet.chat.messages import Block, Message, StreamingText, Text, ToolUse
from deskpet.chat.model import ToolSpec
from deskpet.chat.sent_results import capped, separate_images
from deskpet.chat.textmode.tool_request import END_REQUEST, REQUEST, VALUE_ENDS
from deskpet.chat.tool import LOAD_TOOLS, wire_name
from deskpet.chat.toolbox import Toolbox
from deskpet.config.choices import CallFormat
from deskpet.text.matching import meant_names

_FORMAT_RULES = {
    CallFormat.TOOL_REQUEST: "Each argument is a field of its own: its name, a colon, and its value between 「始」 and "
    "「末」, as it is: nothing in it is escaped. A long text stands on lines of its own between them. "
    "A value that contains 「末」 stands between 「始ESCAPE」 and 「末ESCAPE」 instead.",
    CallFormat.JSON: "It must be valid JSON, begin at the start of a line, and have the arguments as an object.",
    CallFormat.XML: "Between the tags stands valid JSON, with the arguments as an object.",
}
_MARKER_BEGINS = re.compile("[「｢<＜&]")
_RESULT_MARKER = {
    CallFormat.TOOL_REQUEST: "<<<[TOOL_RESULT]>>>",
    CallFormat.JSON: '{"tool_results": ...}',
    CallFormat.XML: "<tool_result>",
}


def tool_instructions(toolbox: Toolbox, form: CallFormat) -> str:
    """Return the part of the system prompt that describes the tools and `form`; empty if there are no tools."""
    specs = _named(toolbox, toolbox.specs(()), form)
    if not specs:
        return ""
    name, example_spec = min(specs, key=lambda each: _example_rank(each[1]))
    example = format_call(name, _example_arguments(example_spec), form)
    return f"""# Tools

You act by calling tools. To call one, write this into your answer, with the tool's name and arguments:

{example}

{_FORMAT_RULES[form]} The call runs the moment it is written; go on with your words right after it. You may write \
several calls, each where it belongs. Never put a call in a code block, and never write one that you don't mean.

What the calls gave comes in the next message, after {_RESULT_MARKER[form]}; never write that yourself. Then go on \
where you stopped, without repeating what you said.

There are only these tools:

{_descriptions(specs)}"""


def with_tool_descriptions(messages: tuple[Message, ...], toolbox: Toolbox, form: CallFormat) -> tuple[Message, ...]:
    """Return `messages` with the descriptions of the tools in the results of the calls that loaded them."""

    def described(block: Block) -> Block:
        match block:
            case ToolUse(tool_name="tools.load", status="success", input={"group": str(group)}):
                groups = toolbox.groups()
                names = groups.get(next(iter(meant_names(group, groups)), group), ())
                specs = _named(toolbox, [spec for spec in toolbox.specs() if spec.name in names], form)
                return replace(block, output=f"You have these tools now:\n\n{_descriptions(specs)}")
            case _:
                return block

    # Most messages have no such call, and stay the same objects.
    return tuple(
        replace(each, blocks=tuple(map(described, each.blocks)))
        if any(isinstance(block, ToolUse) and block.tool_name == LOAD_TOOLS for block in each.blocks)
        else each
        for each in messages
    )


def as_text_messages(messages: tuple[Message, ...], form: CallFormat) -> tuple[Message, ...]:
    """Convert `messages` to text: calls are written in `form`, their results become messages of the user.

    Roles alternate, as many chat templates require. Pictures of the user and of results are kept.
    """
    converted: list[Message] = []
    for message in messages:
        for part in (message,) if message.role == "user" else _answer_as_text(message, form):
            if converted and converted[-1].role == part.role:
                converted[-1] = Message(part.role, (*converted[-1].blocks, *_text_blocks("\n\n"), *part.blocks))
            else:
                converted.append(part)
    return tuple(converted)


def format_call(name: str, arguments: Mapping[str, JsonValue], form: CallFormat) -> str:
    """Return a call in `form`, as a model would write it. `name` is used unchanged."""
    call = {"name": name, "arguments": dict(arguments)}
    match form:
        case CallFormat.TOOL_REQUEST:
            fields = ",\n".join(_fields(name, arguments))
            return f"<<<[TOOL_REQUEST]>>>\n{fields}\n<<<[END_TOOL_REQUEST]>>>"
        case CallFormat.JSON:
            return _json({"tool_calls": [call]})
        case CallFormat.XML:
            return f"<tool_code>{_json_without_tags(call)}</tool_code>"


def format_results(calls: list[ToolUse], form: CallFormat) -> str:
    """Return the results of `calls` in `form`."""
    results = [(_name_in_format(call.tool_name, form), *_result_entry(call)) for call in calls]
    match form:
        case CallFormat.TOOL_REQUEST:
            return "\n".join(_result_block(*result) for result in results)
        case CallFormat.JSON:
            return _json({"tool_results": [{"name": name, key: value} for name, key, value in results]})
        case CallFormat.XML:
            entries = [_json_without_tags({"name": name, key: value}) for name, key, value in results]
            return "\n".join(f"<tool_result>{entry}</tool_result>" for entry in entries)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _json_without_tags(value: object) -> str:
    """Return JSON in which no string contains the closing tag around it."""
    return _json(value).replace("</tool_", r"<\/tool_")


def _json_without_markers(value: object) -> str:
    """Return JSON in which no string contains a marker of TOOL_REQUEST."""
    return _MARKER_BEGINS.sub(lambda match: f"\\u{ord(match[0]):04x}", _json(value))


def _text_blocks(text: str) -> tuple[Block, ...]:
    return (Text(StreamingText(text)),)


def _name_in_format(tool_name: str, form: CallFormat) -> str:
    """Return the dotted name for TOOL_REQUEST, and the wire name for JSON, as models know it from training."""
    return tool_name if form is CallFormat.TOOL_REQUEST else wire_name(tool_name)


def _named(toolbox: Toolbox, specs: Iterable[ToolSpec], form: CallFormat) -> list[tuple[str, ToolSpec]]:
    """Return the descriptions of tools, each after the name of its tool."""
    found = ((toolbox.find(spec.name), spec) for spec in specs)
    return [(_name_in_format(tool.name if tool else spec.name, form), spec) for tool, spec in found]


def _answer_as_text(message: Message, form: CallFormat) -> Iterator[Message]:
    """Yield each request of an answer as the model's text and the results of its calls."""
    rounds: dict[int, list[Text | ToolUse]] = {}
    for block in message.blocks:
        if isinstance(block, Text | ToolUse):
            rounds.setdefault(block.round, []).append(block)
    for blocks in rounds.values():
        parts = [_block_as_text(block, form) for block in blocks]
        if text := "\n".join(part for part in parts if part.strip()):
            yield Message("assistant", _text_blocks(text))
        if calls := [block for block in blocks if isinstance(block, ToolUse)]:
            images = (image for call in calls for image in separate_images(call.output)[1])
            yield Message("user", (*_text_blocks(format_results(calls, form)), *images))


def _block_as_text(block: Text | ToolUse, form: CallFormat) -> str:
    """Return a block as text; a call with broken arguments is left out, so that the model does not imitate it."""
    if isinstance(block, Text):
        return str(block.text).strip("\n")
    if not isinstance(block.input, dict):
        return ""
    return format_call(_name_in_format(block.tool_name, form), block.input, form)


_PLAIN_KEY = re.compile(r"(?!(?:tool_name|input_json)$)[A-Za-z0-9_]+")
_PLAIN_END, _ESCAPE_END = VALUE_ENDS
_RESULT_MARK = re.compile(r"<<\[(?:END_)?TOOL_RESULT\]>>", re.IGNORECASE)


def _fields(name: str, arguments: Mapping[str, JsonValue]) -> Iterator[str]:
    """Yield the fields of a call: texts stand as they are, JSON only holds what would end its field."""
    yield _field("tool_name", name)
    in_json: dict[str, JsonValue] = {}
    for key, value in arguments.items():
        text = value if isinstance(value, str) else _json(value)
        if _PLAIN_KEY.fullmatch(key) and not _ESCAPE_END.search(text):
            yield _field(key, text)
        else:
            in_json[key] = value
    if in_json:
        yield _field("input_json", _json_without_markers(in_json))


def _field(key: str, value: str) -> str:
    is_marked = _PLAIN_END.search(value) or any(marker.pattern.search(value) for marker in (REQUEST, END_REQUEST))
    escape = "ESCAPE" if is_marked else ""
    # Blanks at the ends count only on lines of their own.
    begin = "\n" if value != value.strip() else ""
    body = value.rstrip()
    # The break of the last line needs no other one after it, and a last line without one needs none.
    is_exact = "\n" in body and value in (body, f"{body}\n")
    end = "" if is_exact else begin
    return f"{key}:「始{escape}」{begin}{value}{end}「末{escape}」"


def _result_entry(call: ToolUse) -> tuple[str, JsonValue]:
    """Return the key `result` or `error` and its value."""
    if call.error:
        error: dict[str, JsonValue] = {"code": call.error.code, "message": call.error.message}
        if call.error.available:
            error["available"] = list(call.error.available)
        return "error", error
    if call.status == "running":
        kind, value = unfinished_result(call)
        return kind, dict(value)
    return "result", capped(separate_images(call.output)[0])


def _result_block(name: str, key: str, value: JsonValue) -> str:
    text = value if isinstance(value, str) else _json(value)
    if _ESCAPE_END.search(text) or _RESULT_MARK.search(text):
        # Untrusted output of a tool must not end the block that contains it, or look like another one.
        text = _json_without_markers(value)
    fields = ",\n".join((_field("tool_name", name), _field(key, text)))
    return f"<<<[TOOL_RESULT]>>>\n{fields}\n<<<[END_TOOL_RESULT]>>>"


def _descriptions(specs: Iterable[tuple[str, ToolSpec]]) -> str:
    return "\n\n".join(_tool_description(*each) for each in specs)


def _tool_description(name: str, spec: ToolSpec) -> str:
    properties: Mapping[str, Mapping[str, Any]] = spec.parameters.get("properties", {})
    required = spec.parameters.get("required", ())
    lines = [f"## {name}", spec.description, "\nArguments:" if properties else "\nNo arguments."]
    for key, schema in properties.items():
        type_name = _type_description(schema, spec.parameters.get("$defs", {}))
        default = f"default {_json(schema['default'])}" if schema.get("default") is not None else "optional"
        notes = [type_name, "required" if key in required else default]
        if choices := schema.get("enum", ()):
            notes.append(f"one of {', '.join(map(_json, choices))}")
        lines.append(f"- {key} ({', '.join(notes)}): {schema.get('description', '')}".rstrip(": "))
    return "\n".join(line for line in lines if line)


def _type_description(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    """Describe the type of a value in a few words; an object with known members by its schema."""
    if "$ref" in schema:
        return _type_description(definitions.get(str(schema["$ref"]).rpartition("/")[2], {}), {})
    if options := schema.get("anyOf"):
        return " or ".join(_type_description(option, definitions) for option in options)
    if schema.get("type") == "array":
        return f"list of {_type_description(schema.get('items', {}), definitions)}"
    if "properties" in schema:
        return f"object {_json(schema)}"
    if "type" not in schema and "enum" in schema:
        return f"one of {', '.join(map(_json, schema['enum']))}"
    return str(schema.get("type", "JSON"))


_EXAMPLES: Mapping[str, JsonValue] = {"integer": 1, "number": 1.5, "boolean": True, "array": [], "object": {}}


def _example_arguments(spec: ToolSpec) -> dict[str, JsonValue]:
    properties: Mapping[str, Mapping[str, Any]] = spec.parameters.get("properties", {})
    return {key: _example_value(properties[key]) for key in spec.parameters.get("required", ())}


def _example_value(schema: Mapping[str, Any]) -> JsonValue:
    choices = schema.get("enum")
    return choices[0] if choices else _EXAMPLES.get(str(schema.get("type")), "...")


def _example_rank(spec: ToolSpec) -> tuple[bool, int]:
    """Sort key for the example tool: tools without arguments last, then those with many invented values."""
    required = [spec.parameters["properties"][key] for key in spec.parameters.get("required", ())]
    return not required, sum("enum" not in schema for schema in required)
