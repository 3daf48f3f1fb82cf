"""What a model is told in text mode: how to write a call, which tools there are, and what calls gave before.

A provider needs to know nothing of text mode: calls and results go to it as words.
"""

import json
import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from pydantic import JsonValue

from deskpet.chat.messages import Block, Message, Text, ToolUse
from deskpet.chat.model import ToolSpec
from deskpet.chat.streaming_text import StreamingText
from deskpet.chat.tool import Toolbox, wire_name


class TextForm(StrEnum):
    """How a model is asked to write its calls. It is understood in any of them."""

    TOOL_REQUEST = "tool_request"
    JSON = "json"
    XML = "xml"


_HOW = {
    TextForm.TOOL_REQUEST: "Each argument is a field of its own: its name, a colon, and its value between 「始」 and "
    "「末」. A value that contains 「末」 stands between 「始ESCAPE」 and 「末ESCAPE」 instead.",
    TextForm.JSON: "It must be valid JSON, begin at the start of a line, and have the arguments as an object.",
    TextForm.XML: "Between the tags stands valid JSON, with the arguments as an object.",
}
_RESULT_MARK = {
    TextForm.TOOL_REQUEST: "<<<[TOOL_RESULT]>>>",
    TextForm.JSON: '{"tool_results": ...}',
    TextForm.XML: "<tool_result>",
}


def protocol(toolbox: Toolbox, form: TextForm) -> str:
    """The part of the system prompt that teaches `form` with the tools of `toolbox`; empty where there are none."""
    specs = [(_spelled(_name(toolbox, spec), form), spec) for spec in toolbox.specs()]
    if not specs:
        return ""
    name, shown = min(specs, key=lambda each: _vagueness(each[1]))
    tools = "\n\n".join(_described(name, spec) for name, spec in specs)
    return f"""# Tools

You act by calling tools. To call one, write this into your answer, with the tool's name and arguments:

{written_call(name, _example(shown), form)}

{_HOW[form]} The call runs the moment it is written; go on with your words right after it. You may write several \
calls, each where it belongs. Never put a call in a code block, and never write one that you don't mean.

What the calls gave comes in the next message, after {_RESULT_MARK[form]}; never write that yourself. Then go on \
where you stopped, without repeating what you said.

There are only these tools:

{tools}"""


def retold(messages: tuple[Message, ...], form: TextForm) -> tuple[Message, ...]:
    """`messages` in words alone: calls as the model would write them in `form`, their results as the user's words.

    Roles alternate, as many chat templates demand. Pictures of the user's stay.
    """
    told: list[Message] = []
    for message in messages:
        for said in (message,) if message.role == "user" else _answer(message, form):
            if told and told[-1].role == said.role:
                told[-1] = Message(said.role, (*told[-1].blocks, *_words("\n\n"), *said.blocks))
            else:
                told.append(said)
    return tuple(told)


def written_call(name: str, arguments: Mapping[str, JsonValue], form: TextForm) -> str:
    """A call as a model writes it in `form`. `name` stands in it as it is."""
    call = {"name": name, "arguments": dict(arguments)}
    match form:
        case TextForm.TOOL_REQUEST:
            fields = ",\n".join(_fields(name, arguments))
            return f"<<<[TOOL_REQUEST]>>>\n{fields}\n<<<[END_TOOL_REQUEST]>>>"
        case TextForm.JSON:
            return _json({"tool_calls": [call]})
        case TextForm.XML:
            return f"<tool_code>{_untagged(call)}</tool_code>"


def written_results(calls: list[ToolUse], form: TextForm) -> str:
    """What `calls` gave, as a model is told in `form`."""
    results = [(_spelled(call.tool_name, form), *_outcome(call)) for call in calls]
    match form:
        case TextForm.TOOL_REQUEST:
            return "\n".join(_result_block(*result) for result in results)
        case TextForm.JSON:
            return _json({"tool_results": [{"name": name, key: value} for name, key, value in results]})
        case TextForm.XML:
            told = [_untagged({"name": name, key: value}) for name, key, value in results]
            return "\n".join(f"<tool_result>{result}</tool_result>" for result in told)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _untagged(value: object) -> str:
    """JSON in which no string looks like the end of the tag around it."""
    return _json(value).replace("</tool_", r"<\/tool_")


def _unmarked(value: object) -> str:
    """JSON in which no string looks like a mark of TOOL_REQUEST."""
    return _json(value).replace("「", r"\u300c").replace("<", r"\u003c")


def _words(text: str) -> tuple[Block, ...]:
    return (Text(StreamingText(text)),)


def _spelled(tool_name: str, form: TextForm) -> str:
    """JSON is what models learned with wire names; people know the dotted names from TOOL_REQUEST."""
    return tool_name if form is TextForm.TOOL_REQUEST else wire_name(tool_name)


def _name(toolbox: Toolbox, spec: ToolSpec) -> str:
    found = toolbox.find(spec.name)
    return found.name if found else spec.name


def _answer(message: Message, form: TextForm) -> Iterator[Message]:
    """An answer's rounds, each as the model's words and what its calls gave."""
    rounds: dict[int, list[Text | ToolUse]] = {}
    for block in message.blocks:
        if isinstance(block, Text | ToolUse):
            rounds.setdefault(block.round, []).append(block)
    for blocks in rounds.values():
        parts = [_part(block, form) for block in blocks]
        if said := "\n".join(part for part in parts if part.strip()):
            yield Message("assistant", _words(said))
        if calls := [block for block in blocks if isinstance(block, ToolUse)]:
            yield Message("user", _words(written_results(calls, form)))


def _part(block: Text | ToolUse, form: TextForm) -> str:
    """A call without an object of arguments was none that the model should see as its own example."""
    if isinstance(block, Text):
        return str(block.text).strip("\n")
    if not isinstance(block.input, dict):
        return ""
    return written_call(_spelled(block.tool_name, form), block.input, form)


_PLAIN_KEY = re.compile(r"(?!(?:tool_name|input_json)$)[A-Za-z0-9_]+")
_ESCAPE_END = "「末escape」"
_NEEDS_ESCAPE = re.compile(r"「末」|<<\[(?:END_)?TOOL_REQUEST\]>>", re.IGNORECASE)


def _fields(name: str, arguments: Mapping[str, JsonValue]) -> Iterator[str]:
    yield _field("tool_name", name)
    texts = {key: value if isinstance(value, str) else _json(value) for key, value in arguments.items()}
    if all(_PLAIN_KEY.fullmatch(key) and _fits_field(text) for key, text in texts.items()):
        for key, text in texts.items():
            yield _field(key, text)
    else:
        yield _field("input_json", _unmarked(dict(arguments)))


def _fits_field(text: str) -> bool:
    return text == text.strip() and _ESCAPE_END not in text.lower()


def _field(key: str, value: str) -> str:
    escape = "ESCAPE" if _NEEDS_ESCAPE.search(value) else ""
    return f"{key}:「始{escape}」{value}「末{escape}」"


def _outcome(call: ToolUse) -> tuple[str, JsonValue]:
    """`result` or `error`, and what it was."""
    if call.error:
        error: dict[str, JsonValue] = {"code": call.error.code, "message": call.error.message}
        if call.error.available:
            error["available"] = list(call.error.available)
        return "error", error
    if call.status == "running":
        return "error", {"code": "no_result", "message": "The call was stopped before it ended."}
    return "result", call.output


def _result_block(name: str, key: str, value: JsonValue) -> str:
    text = value if isinstance(value, str) else _json(value)
    if _ESCAPE_END in text.lower():
        # What a tool found somewhere must not end the block that it is told in.
        text = _unmarked(value)
    fields = ",\n".join((_field("tool_name", name), _field(key, text)))
    return f"<<<[TOOL_RESULT]>>>\n{fields}\n<<<[END_TOOL_RESULT]>>>"


def _described(name: str, spec: ToolSpec) -> str:
    properties: Mapping[str, Mapping[str, Any]] = spec.parameters.get("properties", {})
    needed = spec.parameters.get("required", ())
    lines = [f"## {name}", spec.description, "\nArguments:" if properties else "\nNo arguments."]
    for key, schema in properties.items():
        kind = _kind(schema, spec.parameters.get("$defs", {}))
        notes = [kind, "required" if key in needed else _optional(schema)]
        choices = schema.get("enum", ())
        if choices and not all(f"- {choice}:" in spec.description for choice in choices):
            notes.append(f"one of {', '.join(map(_json, choices))}")
        lines.append(f"- {key} ({', '.join(notes)}): {schema.get('description', '')}".rstrip(": "))
    return "\n".join(line for line in lines if line)


def _optional(schema: Mapping[str, Any]) -> str:
    return f"default {_json(schema['default'])}" if schema.get("default") is not None else "optional"


def _kind(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    """The type of a value in a few words; of an object with known members, its schema."""
    if "$ref" in schema:
        return _kind(definitions.get(str(schema["$ref"]).rpartition("/")[2], {}), {})
    if options := schema.get("anyOf"):
        return " or ".join(_kind(option, definitions) for option in options)
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}), definitions)}"
    if "properties" in schema:
        return f"object {_json(schema)}"
    if "type" not in schema and "enum" in schema:
        return f"one of {', '.join(map(_json, schema['enum']))}"
    return str(schema.get("type", "JSON"))


_EXAMPLES: Mapping[str, JsonValue] = {"integer": 1, "number": 1.5, "boolean": True, "array": [], "object": {}}


def _example(spec: ToolSpec) -> dict[str, JsonValue]:
    properties: Mapping[str, Mapping[str, Any]] = spec.parameters.get("properties", {})
    return {key: _example_value(properties[key]) for key in spec.parameters.get("required", ())}


def _example_value(schema: Mapping[str, Any]) -> JsonValue:
    choices = schema.get("enum")
    return choices[0] if choices else _EXAMPLES.get(str(schema.get("type")), "...")


def _vagueness(spec: ToolSpec) -> tuple[bool, int]:
    """How little an example of this tool shows: least where there are no values at all, or many made-up ones."""
    needed = [spec.parameters["properties"][key] for key in spec.parameters.get("required", ())]
    return not needed, sum("enum" not in schema for schema in needed)
