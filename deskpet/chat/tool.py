"""Define tools as functions: the schema, wire name and description are derived from signature and docstring.

    @tool("clock.now", icon="clock")
    async def now(zone: str = "local", *, clock: Clock) -> str:
        '''The time of day.

        zone: a time zone's name, such as Asia/Tokyo.
        '''

Keyword-only parameters are dependencies: the Toolbox injects them, and the model does not see them. One named
`report` receives a Report callback for progress. A plain `def` runs in a thread, which its dependencies have to
support.
"""

import asyncio
import hashlib
import inspect
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import partial, wraps
from typing import Any, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, create_model
from pydantic_core import from_json

from deskpet.chat.messages import ToolError
from deskpet.chat.model import ToolSpec
from deskpet.choices import Policy
from deskpet.threads import run_in_thread
from deskpet.words import tr_noop

ToolFunction = Callable[..., Awaitable[JsonValue]]
PlainFunction = Callable[..., JsonValue]
Choices = Callable[..., Mapping[str, str]]
Arguments = Mapping[str, JsonValue]
Preview = Callable[[Arguments], str]
Report = Callable[[float | None, str], None]
"""Reports progress: a fraction from 0 to 1, or None if unknown, and a text for people."""

DEFAULT_TIMEOUT = 60.0
"""Time in seconds after which a tool's result is no longer awaited."""

_TIMED_OUT = ToolError(
    "timed_out",
    tr_noop("The tool took too long, so its result is no longer awaited. Go on without it, or ask for less at once."),
)
# Models write literals of Python as often as those of JSON.
_JSON_LITERALS: Mapping[str, JsonValue] = {"true": True, "false": False, "null": None, "none": None}
# Prefixes that Gemini and Kimi put before a tool's name.
_NAME_PREFIXES = ("default_api:", "default_api.", "functions.")
_WIRE_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}")


def wire_name(name: str) -> str:
    """Return the tool's name as providers accept it: `^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$`.

    `live2d.expression` becomes `live2d_expression`. If more than dots must be replaced, a hash of the name is appended.
    Only Gemini requires the first character to be a letter or an underscore.
    """
    dotless = name.replace(".", "_")
    if _WIRE_NAME.fullmatch(dotless):
        return dotless
    digest = hashlib.sha256(name.encode()).hexdigest()[:8]
    legal = re.sub(r"^(?![a-zA-Z_])", "_", re.sub(r"[^a-zA-Z0-9_-]", "_", name))
    return f"{legal[:55]}_{digest}"


class ToolFailed(Exception):
    """Raised by a tool that fails; the message tells the model the reason and must be one that it can act on."""

    def __init__(self, code: str, message: str, available: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.error = ToolError(code, message, tuple(available))


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """The result of a call: an output or an error."""

    output: JsonValue = None
    error: ToolError | None = None


class ResultKind(Enum):
    """Display format of a tool's output.

    TREE: any JSON value. TEXT: plain text. DIFF: a unified diff as text. IMAGE: an object with `media_type` and base64
    `data`. LIST: a list of texts, or of objects whose `title` and `note` are texts.
    """

    TREE = "tree"
    TEXT = "text"
    DIFF = "diff"
    IMAGE = "image"
    LIST = "list"


@dataclass(frozen=True)
class Tool:
    """A function that a model may call, created by `@tool`.

    name: dotted, subject first. title: the title of its card. icon: a picture in assets/icons.
    description: what the model is told. about: one sentence for people.
    needs: the dependencies, by the names of the keyword-only parameters.
    choices: for a parameter with a fixed set of values, a function that gets the tool's dependencies and returns the
        values with their meanings.
    concurrent: set for tools that only read, and so can run in parallel.
    early: set for tools that may run as soon as the arguments are a JSON object that they accept, before the end of the
        call is certain. If the arguments change after that, which few servers do, the tool runs again with the final
        ones; so it has to only read, or to be harmless when repeated.
    policy: ALLOW for harmless tools; ASK for tools that read or change data of the user. The settings may override it.
    preview: returns the arguments in a few words for people, such as "Wave". They may be incomplete or of any type.
    result: the display format of the output. reports: whether it reports progress.
    timeout: time in seconds after which the call fails; None for no limit. The wait for approval does not count.
    """

    name: str
    title: str
    icon: str
    description: str
    function: ToolFunction
    arguments: type[BaseModel]
    needs: tuple[str, ...] = ()
    choices: Mapping[str, Choices] = field(default_factory=dict[str, Choices])
    concurrent: bool = False
    policy: Policy = Policy.ALLOW
    preview: Preview | None = None
    result: ResultKind = ResultKind.TREE
    reports: bool = False
    about: str = ""
    early: bool = False
    timeout: float | None = DEFAULT_TIMEOUT


_REPORT = "report"
_NO_CHOICES: Mapping[str, Choices] = {}


def tool(
    name: str,
    *,
    title: str = "",
    icon: str = "tool",
    choices: Mapping[str, Choices] = _NO_CHOICES,
    concurrent: bool = False,
    early: bool = False,
    policy: Policy = Policy.ALLOW,
    preview: Preview | None = None,
    result: ResultKind = ResultKind.TREE,
    about: str = "",
    timeout: float | None = DEFAULT_TIMEOUT,
) -> Callable[[ToolFunction | PlainFunction], Tool]:
    """Create a Tool, which describes the parameters, from an async or a plain function.

    `title` is by default the last part of the name, and `about` the first line of the docstring.
    """

    def make(function: ToolFunction | PlainFunction) -> Tool:
        text, helps = _documentation(function)
        arguments, needs, reports = _signature(name, function, helps)
        run = function if inspect.iscoroutinefunction(function) else _in_thread(function)
        parts = (run, arguments, needs, choices, concurrent, policy, preview, result, reports)
        first_line = text.partition("\n")[0]
        return Tool(name, title or title_from_name(name), icon, text, *parts, about or first_line, early, timeout)

    return make


def _in_thread(function: Callable[..., Any]) -> ToolFunction:
    """Return an async function that runs `function` in a thread, and awaits its result if it is awaitable."""

    @wraps(function)
    async def run(**arguments: Any) -> JsonValue:
        if report := arguments.get(_REPORT):
            arguments[_REPORT] = _from_thread(report, asyncio.get_running_loop())
        result: Any = await run_in_thread(partial(_call_plain, function, arguments))
        return await result if inspect.isawaitable(result) else result

    return run


def _from_thread(report: Report, loop: asyncio.AbstractEventLoop) -> Report:
    """Return a function that calls `report` on the event loop."""

    def report_from_thread(fraction: float | None, words: str = "") -> None:
        loop.call_soon_threadsafe(report, fraction, words)

    return report_from_thread


def _call_plain(function: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
    try:
        return function(**arguments)
    except (SystemExit, KeyboardInterrupt, StopIteration) as error:
        # The event loop would end on the first two, and a future can't hold the third.
        raise RuntimeError(f"{type(error).__name__}: {error}") from error


def title_from_name(name: str) -> str:
    """Return the last part of a tool's name as a title: `live2d.expression` is "Expression". May be empty."""
    words = re.sub(r"[_-]", " ", name.rpartition(".")[2]).strip()
    return words[:1].upper() + words[1:]


def _signature(
    name: str, function: Callable[..., Any], helps: Mapping[str, str]
) -> tuple[type[BaseModel], tuple[str, ...], bool]:
    """Return the arguments as a pydantic model, the names of the dependencies, and whether it reports progress."""
    hints = get_type_hints(function, include_extras=True)
    fields: dict[str, Any] = {}
    needs: list[str] = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY:
            needs.append(parameter.name)
            continue
        default = ... if parameter.default is parameter.empty else parameter.default
        field_info = Field(default, description=helps.get(parameter.name))
        fields[parameter.name] = (hints[parameter.name], field_info)
    arguments = create_model(name, __config__=ConfigDict(extra="forbid"), **fields)
    return arguments, tuple(need for need in needs if need != _REPORT), _REPORT in needs


def _documentation(function: Callable[..., Any]) -> tuple[str, dict[str, str]]:
    """Split the docstring into the description and the `name: help` lines."""
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
    """Return the policy declared by the tool itself."""
    return tool.policy


def _ignore_progress(fraction: float | None, words: str) -> None:
    """Ignore progress reports."""


class Toolbox:
    """The tools of a turn and their dependencies (`provided`). `policy_of` is evaluated at each call."""

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

    def __bool__(self) -> bool:
        return bool(self._by_wire_name)

    def find(self, name: str) -> Tool | None:
        """Return the tool with this dotted or wire name, or None. The prefixes of Gemini and Kimi are ignored."""
        name = name.strip()
        prefix = next((each for each in _NAME_PREFIXES if name.startswith(each)), "")
        return self._by_wire_name.get(wire_name(name)) or self._by_wire_name.get(wire_name(name[len(prefix) :]))

    def may_run_early(self, name: str, arguments: Arguments | None = None) -> bool:
        """Return whether the tool is declared `early`, and whether it accepts `arguments` without approval.

        An empty object is only accepted by a tool without parameters, because some servers send `{}` before the
        arguments.
        """
        found = self.find(name)
        if found is None or not found.early or arguments is None:
            return found is not None and found.early
        has_expected_fields = bool(arguments) or not found.arguments.model_fields
        is_allowed = self.policy_of(found) is Policy.ALLOW
        return has_expected_fields and is_allowed and self.validation_error(name, arguments) is None

    def specs(self) -> tuple[ToolSpec, ...]:
        """Return the tools as described to a model, with their current choices. Refused tools are left out."""
        return tuple(
            self._spec(wire, each)
            for wire, each in self._by_wire_name.items()
            if self.policy_of(each) is not Policy.REFUSE
        )

    def validation_error(self, name: str, arguments: Arguments) -> ToolError | None:
        """Return the error of a call with an unknown tool or invalid arguments; None if it is valid."""
        found = self.find(name)
        if found is None:
            names = tuple(each.name for each in self._by_wire_name.values())
            return ToolError("unknown_tool", f"There is no tool {name!r}.", names)
        try:
            self._validated(found, arguments)
        except ToolFailed as failed:
            return failed.error
        return None

    def convert_types(self, name: str, arguments: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """Convert arguments given as texts to the JSON values they contain, where the tool's schema accepts them."""
        found = self.find(name)
        if found is None:
            return dict(arguments)
        values = {key: _parse_json_value(text) for key, text in arguments.items()}
        try:
            found.arguments.model_validate(values)
            invalid = set[int | str]()
        except ValidationError as error:
            invalid = {each["loc"][0] for each in error.errors() if each["loc"]}
        return {key: text if key in invalid else values[key] for key, text in arguments.items()}

    async def call(self, name: str, arguments: Arguments, report: Report = _ignore_progress) -> ToolOutcome:
        """Run a tool. Any failure becomes an error in the outcome, worded for the model.

        `report` is called with the progress, if the tool reports it.
        """
        found = self.find(name)
        if found is None:
            return ToolOutcome(error=self.validation_error(name, arguments))
        try:
            values = self._validated(found, arguments)
            needs = {need: self._provided[need] for need in found.needs}
            if found.reports:
                needs[_REPORT] = report
            return await _run_in_time(found, {**values, **needs})
        except ToolFailed as failed:
            return ToolOutcome(error=failed.error)
        except Exception as error:  # noqa: BLE001
            # A tool may fail in any way: the error is shown and sent to the model, and the turn continues.
            return ToolOutcome(error=ToolError("failed", f"{type(error).__name__}: {error}"))

    def _choices(self, found: Tool) -> dict[str, Mapping[str, str]]:
        return {
            parameter: choose(*(self._provided[need] for need in found.needs))
            for parameter, choose in found.choices.items()
        }

    def _validated(self, found: Tool, arguments: Mapping[str, JsonValue]) -> dict[str, Any]:
        for parameter, words in self._choices(found).items():
            value = arguments.get(parameter)
            is_valid = isinstance(value, str) and value in words
            if parameter in arguments and not is_valid:
                message = f"There is no {parameter} {value!r}. Choose one of: {', '.join(words) or 'none exists'}."
                raise ToolFailed(f"unknown_{parameter}", message, words)
        try:
            valid = found.arguments.model_validate(arguments)
        except ValidationError as error:
            invalid = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
            raise ToolFailed("invalid_arguments", invalid) from error
        return {parameter: getattr(valid, parameter) for parameter in found.arguments.model_fields}

    def _spec(self, wire: str, each: Tool) -> ToolSpec:
        schema = _without_titles(each.arguments.model_json_schema())
        description = each.description
        for parameter, words in self._choices(each).items():
            schema["properties"][parameter]["enum"] = list(words)
            meanings = "\n".join(f"- {word}: {meaning}" for word, meaning in words.items())
            description += f"\n\n{parameter} is one of:\n{meanings}"
        return ToolSpec(wire, description, schema)


async def _run_in_time(found: Tool, arguments: dict[str, Any]) -> ToolOutcome:
    """Run a tool until its timeout. Raises what the tool raises."""
    limit = asyncio.timeout(found.timeout)
    try:
        async with limit:
            return ToolOutcome(await found.function(**arguments))
    except TimeoutError:
        # The tool itself may raise the same exception.
        if limit.expired():
            return ToolOutcome(error=_TIMED_OUT)
        raise


def _parse_json_value(text: JsonValue) -> JsonValue:
    """Parse `text` as a JSON value other than a string; return `text` if it is none."""
    if not isinstance(text, str):
        return text
    if text.lower() in _JSON_LITERALS:
        return _JSON_LITERALS[text.lower()]
    try:
        value: JsonValue = from_json(text, allow_inf_nan=False)
    except ValueError:
        return text
    return text if isinstance(value, str) else value


def _without_titles(schema: dict[str, Any]) -> dict[str, Any]:
    """Remove the titles that pydantic adds, which cost tokens without carrying information."""
    schema.pop("title", None)
    for property_schema in schema.get("properties", {}).values():
        property_schema.pop("title", None)
    schema.pop("additionalProperties", None)
    return schema
