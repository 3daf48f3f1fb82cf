"""A tool from one function: its schema, its wire name, its title and its help are derived from the signature.

    @tool("clock.now", title="Look at the clock", icon="clock")
    async def now(zone: str = "local", *, clock: Clock) -> str:
        '''The time of day.

        zone: a time zone's name, such as Asia/Tokyo.
        '''

Keyword-only parameters are what the tool works with: the Toolbox hands them over, the model never sees them. One
named `report` gets a Report, by which the tool tells how far it is.
"""

import hashlib
import inspect
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Any, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, create_model
from pydantic_core import from_json

from deskpet.chat.messages import ToolError
from deskpet.chat.model import ToolSpec

Choices = Callable[..., Mapping[str, str]]
Arguments = Mapping[str, JsonValue]
Preview = Callable[[Arguments], str]
Report = Callable[[float | None, str], None]
"""Tells how far a tool is: a fraction from 0 to 1, None where it can't know, and words for people."""

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


class Policy(StrEnum):
    """What happens when a model calls a tool: it runs, a person is asked first, or it is refused."""

    ALLOW = "allow"
    ASK = "ask"
    REFUSE = "refuse"


class ResultKind(Enum):
    """How what a tool gives is to be shown.

    TREE: as the value it is. TEXT: words, as they are. DIFF: a unified diff as text. IMAGE: `media_type` and base64
    `data` in an object. LIST: a list of texts, or of objects whose `title` and `note` are texts.
    """

    TREE = "tree"
    TEXT = "text"
    DIFF = "diff"
    IMAGE = "image"
    LIST = "list"


@dataclass(frozen=True)
class Tool:
    """A function that a model may call. Made by `@tool`. One that is `concurrent` runs together with others like it.

    `reports` says whether it tells how far it is, `result` how what it gives is shown, `policy` what happens when it
    is called and the settings say nothing of it. `about` says to people what it does, `description` to the model.
    """

    name: str
    title: str
    icon: str
    description: str
    function: Callable[..., Awaitable[JsonValue]]
    arguments: type[BaseModel]
    needs: tuple[str, ...] = ()
    choices: Mapping[str, Choices] = field(default_factory=dict[str, Choices])
    concurrent: bool = False
    policy: Policy = Policy.ALLOW
    preview: Preview | None = None
    result: ResultKind = ResultKind.TREE
    reports: bool = False
    about: str = ""


_REPORT = "report"
_NO_CHOICES: Mapping[str, Choices] = {}


def tool(
    name: str,
    *,
    title: str,
    icon: str = "tool",
    choices: Mapping[str, Choices] = _NO_CHOICES,
    concurrent: bool = False,
    policy: Policy = Policy.ALLOW,
    preview: Preview | None = None,
    result: ResultKind = ResultKind.TREE,
    about: str = "",
) -> Callable[[Callable[..., Awaitable[JsonValue]]], Tool]:
    """Make a Tool of an async function.

    name: dotted, subject first. title: what the card says. icon: a picture in assets/icons.
    choices: for a parameter that takes one of several words, a function from what the tool needs to those words
        and what each of them means.
    concurrent: for a tool that only reads, and so may run together with others that do.
    policy: ALLOW is for what can do no harm; ASK for what reads or changes something of the user's.
    preview: the arguments in a few words for people, "Wave"; they may still be incomplete, and of any type.
    result: how what it gives is shown.
    about: what it does, in a sentence for people.
    """

    def make(work: Callable[..., Awaitable[JsonValue]]) -> Tool:
        told, helps = _documentation(work)
        arguments, needs, tells = _signature(name, work, helps)
        return Tool(
            name, title, icon, told, work, arguments, needs, choices, concurrent, policy, preview, result, tells, about
        )

    return make


def _signature(
    name: str, function: Callable[..., Any], helps: Mapping[str, str]
) -> tuple[type[BaseModel], tuple[str, ...], bool]:
    """What the model gives, as a type that checks it; what the Toolbox hands over; whether it tells how far it is."""
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
    return arguments, tuple(need for need in needs if need != _REPORT), _REPORT in needs


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


def declared_policy(tool: Tool) -> Policy:
    """The policy that the tool itself declares."""
    return tool.policy


def _tell_nobody(fraction: float | None, words: str) -> None:
    """Where nobody asked how far a tool is."""


class Toolbox:
    """The tools of a turn and what they work with. `policy_of` is asked at each call."""

    def __init__(
        self, tools: Iterable[Tool] = (), policy_of: Callable[[Tool], Policy] = declared_policy, **provided: object
    ) -> None:
        self.policy_of = policy_of
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
        """The tools as a model is told of them, with the choices of this moment; not those that are refused."""
        return tuple(
            self._spec(wire, each)
            for wire, each in self._by_wire_name.items()
            if self.policy_of(each) is not Policy.REFUSE
        )

    def fault(self, name: str, arguments: Arguments) -> ToolError | None:
        """Why a call with these arguments can't be run; None when it can."""
        found = self.find(name)
        if found is None:
            names = tuple(each.name for each in self._by_wire_name.values())
            return ToolError("unknown_tool", f"There is no tool {name!r}.", names)
        try:
            self._checked(found, arguments)
        except ToolFailed as failed:
            return failed.error
        return None

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

    async def call(self, name: str, arguments: Arguments, report: Report = _tell_nobody) -> ToolOutcome:
        """Run a tool. Whatever goes wrong is an error in the outcome, written for the model.

        `report` hears how far the tool is, if it tells.
        """
        found = self.find(name)
        if found is None:
            return ToolOutcome(error=self.fault(name, arguments))
        try:
            given = self._checked(found, arguments)
            needs = {need: self._provided[need] for need in found.needs}
            if found.reports:
                needs[_REPORT] = report
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
