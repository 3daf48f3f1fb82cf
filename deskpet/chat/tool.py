"""A tool from one function: its schema, its wire name, its title and its help are derived from the signature.

    @tool("clock.now", title="Look at the clock", icon="clock")
    async def now(zone: str = "local", *, clock: Clock) -> str:
        '''The time of day.

        zone: a time zone's name, such as Asia/Tokyo.
        '''

Keyword-only parameters are what the tool works with: the Toolbox hands them over, the model never sees them.
"""

import hashlib
import inspect
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, create_model
from pydantic_core import from_json

from deskpet.chat.messages import ToolError
from deskpet.chat.model import ToolSpec

Choices = Callable[..., Mapping[str, str]]

# As models write them, who think in Python as often as in JSON.
_JSON_WORDS: Mapping[str, JsonValue] = {"true": True, "false": False, "null": None, "none": None}
_WIRE_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def wire_name(name: str) -> str:
    """The tool's name as providers take it: `^[a-zA-Z0-9_-]{1,64}$`.

    `live2d.expression` is `live2d_expression`; a name that would lose more than its dots gets a hash of itself.
    """
    dotless = name.replace(".", "_")
    if _WIRE_NAME.fullmatch(dotless):
        return dotless
    digest = hashlib.sha256(name.encode()).hexdigest()[:8]
    return f"{re.sub(r'[^a-zA-Z0-9_-]', '_', name)[:55]}_{digest}"


class ToolFailed(Exception):
    """Raised by a tool to tell the model, in words it can act on, why it could not do as asked."""

    def __init__(self, code: str, message: str, available: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.error = ToolError(code, message, tuple(available))


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """What a call gave: an output, or an error."""

    output: JsonValue = None
    error: ToolError | None = None


@dataclass(frozen=True)
class Tool:
    """A function that a model may call. Made by `@tool`. One that is `concurrent` runs together with others like it."""

    name: str
    title: str
    icon: str
    description: str
    function: Callable[..., Awaitable[JsonValue]]
    arguments: type[BaseModel]
    needs: tuple[str, ...] = ()
    choices: Mapping[str, Choices] = field(default_factory=dict[str, Choices])
    concurrent: bool = False


def tool(
    name: str,
    *,
    title: str,
    icon: str = "tool",
    choices: Mapping[str, Choices] | None = None,
    concurrent: bool = False,
) -> Callable[[Callable[..., Awaitable[JsonValue]]], Tool]:
    """Make a Tool of an async function.

    name: dotted, subject first. title: what the card says. icon: a picture in assets/icons.
    choices: for a parameter that takes one of several words, a function from what the tool needs to those words
        and what each of them means.
    concurrent: for a tool that only reads, and so may run together with others that do.
    """

    def make(function: Callable[..., Awaitable[JsonValue]]) -> Tool:
        about, helps = _documentation(function)
        hints = get_type_hints(function, include_extras=True)
        fields: dict[str, Any] = {}
        needs: list[str] = []
        for parameter in inspect.signature(function).parameters.values():
            if parameter.kind is parameter.KEYWORD_ONLY:
                needs.append(parameter.name)
                continue
            default = ... if parameter.default is parameter.empty else parameter.default
            described = Field(default, description=helps.get(parameter.name))
            fields[parameter.name] = (hints[parameter.name], described)
        arguments = create_model(name, __config__=ConfigDict(extra="forbid"), **fields)
        return Tool(name, title, icon, about, function, arguments, tuple(needs), choices or {}, concurrent)

    return make


def _documentation(function: Callable[..., Any]) -> tuple[str, dict[str, str]]:
    """The docstring's description, and its `name: help` lines."""
    names = inspect.signature(function).parameters
    about: list[str] = []
    helps: dict[str, str] = {}
    for line in inspect.cleandoc(function.__doc__ or "").splitlines():
        key, colon, words = line.partition(":")
        if colon and key in names:
            helps[key] = words.strip()
        else:
            about.append(line)
    return "\n".join(about).strip(), helps


class Toolbox:
    """The tools of a turn and what they work with."""

    def __init__(self, tools: Iterable[Tool] = (), **provided: object) -> None:
        self._provided = provided
        self._by_wire_name: dict[str, Tool] = {}
        for each in tools:
            wire = wire_name(each.name)
            if wire in self._by_wire_name:
                raise ValueError(f"two tools have the wire name {wire}")
            if missing := [need for need in each.needs if need not in provided]:
                raise ValueError(f"{each.name} needs {', '.join(missing)}")
            self._by_wire_name[wire] = each

    def find(self, name: str) -> Tool | None:
        """The tool of this name: as we write it, as it goes on the wire, or with a prefix that Gemini adds."""
        return self._by_wire_name.get(wire_name(name.strip().removeprefix("default_api:")))

    def specs(self) -> tuple[ToolSpec, ...]:
        """The tools as a model is told of them, with the choices of this moment."""
        return tuple(self._spec(wire, each) for wire, each in self._by_wire_name.items())

    def typed(self, name: str, arguments: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """`arguments` that were written as text: where the tool takes the value that a text spells, that value."""
        found = self.find(name)
        if found is None:
            return dict(arguments)
        values = {key: _value_in(text) for key, text in arguments.items()}
        try:
            found.arguments.model_validate(values)
            wrong = set[int | str]()
        except ValidationError as error:
            wrong = {each["loc"][0] for each in error.errors() if each["loc"]}
        return {key: text if key in wrong else values[key] for key, text in arguments.items()}

    async def call(self, name: str, arguments: Mapping[str, JsonValue]) -> ToolOutcome:
        """Run a tool. Whatever goes wrong is an error in the outcome, written for the model."""
        found = self.find(name)
        if found is None:
            names = tuple(each.name for each in self._by_wire_name.values())
            return ToolOutcome(error=ToolError("unknown_tool", f"There is no tool {name!r}.", names))
        try:
            given = self._checked(found, arguments)
            needs = {need: self._provided[need] for need in found.needs}
            return ToolOutcome(await found.function(**given, **needs))
        except ToolFailed as failed:
            return ToolOutcome(error=failed.error)
        except Exception as error:  # noqa: BLE001
            # A tool may fail in any way; the model and the reader are told, and the turn goes on.
            return ToolOutcome(error=ToolError("failed", f"{type(error).__name__}: {error}"))

    def _choices(self, found: Tool) -> dict[str, Mapping[str, str]]:
        return {
            parameter: choose(*(self._provided[need] for need in found.needs))
            for parameter, choose in found.choices.items()
        }

    def _checked(self, found: Tool, arguments: Mapping[str, JsonValue]) -> dict[str, Any]:
        for parameter, words in self._choices(found).items():
            value = arguments.get(parameter)
            known = isinstance(value, str) and value in words
            if parameter in arguments and not known:
                message = f"There is no {parameter} {value!r}. Choose one of: {', '.join(words) or 'none exists'}."
                raise ToolFailed(f"unknown_{parameter}", message, words)
        try:
            valid = found.arguments.model_validate(arguments)
        except ValidationError as error:
            wrong = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
            raise ToolFailed("invalid_arguments", wrong) from error
        return {parameter: getattr(valid, parameter) for parameter in found.arguments.model_fields}

    def _spec(self, wire: str, each: Tool) -> ToolSpec:
        schema = _plain(each.arguments.model_json_schema())
        description = each.description
        for parameter, words in self._choices(each).items():
            schema["properties"][parameter]["enum"] = list(words)
            meanings = "\n".join(f"- {word}: {meaning}" for word, meaning in words.items())
            description += f"\n\n{parameter} is one of:\n{meanings}"
        return ToolSpec(wire, description, schema)


def _value_in(text: JsonValue) -> JsonValue:
    """The number, word, list or object that `text` spells in JSON; `text` itself where it spells none."""
    if not isinstance(text, str):
        return text
    if text.lower() in _JSON_WORDS:
        return _JSON_WORDS[text.lower()]
    try:
        value: JsonValue = from_json(text, allow_inf_nan=False)
    except ValueError:
        return text
    return text if isinstance(value, str) else value


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    """Without the titles that pydantic adds: they cost tokens and say nothing."""
    schema.pop("title", None)
    for described in schema.get("properties", {}).values():
        described.pop("title", None)
    schema.pop("additionalProperties", None)
    return schema
