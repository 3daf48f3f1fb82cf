"""Define tools as functions: the schema, wire name and description are derived from signature and docstring.

    @tool("clock.now", icon="clock")
    async def now(zone: str = "local", *, clock: Clock) -> str:
        '''The time of day.

        zone: a time zone's name, such as Asia/Tokyo.
        '''

Keyword-only parameters are dependencies: the Toolbox injects them, and the model does not see them. One named
`report` receives a Report callback for progress, and one named `proposal` the Proposal that `prepare` made. A plain
`def`, also of `prepare` and `undo`, runs in a thread, which its dependencies have to support.
"""

import asyncio
import inspect
import re
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial, wraps
from typing import Any, TypedDict, Unpack, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, create_model

from deskpet.chat.permission import EVERYTHING, NO_SCOPE, Reads, Scope
from deskpet.chat.tool import (
    Arguments,
    Dependencies,
    Preview,
    Proposal,
    Report,
    ResultKind,
    Tool,
    ToolFailed,
    title_from_name,
)
from deskpet.config.choices import Policy
from deskpet.processes.threads import run_in_thread
from deskpet.text.matching import meant_names

ToolFunction = Callable[..., Awaitable[JsonValue]]
PlainFunction = Callable[..., JsonValue]
Choices = Callable[..., Mapping[str, str]]

# The names of parameters with the values that they may have now.
_Values = tuple[tuple[str, tuple[str, ...]], ...]

_REPORT, _PROPOSAL = "report", "proposal"
_OF_THE_CALL = (_REPORT, _PROPOSAL)
_POSSIBLE_NAME = re.compile(r"[A-Za-z0-9_.-]*")
# The fields of options whose names are those of methods.
_FIELDS = {
    "undo": "undo_function",
    "scope": "scope_of",
    "exempt": "exempts",
    "caution": "caution_of",
    "missing": "missing_function",
}


@dataclass(frozen=True, kw_only=True)
class FunctionTool(Tool):
    """A tool whose implementation is a Python function, created by `@tool`.

    The other functions get the dependencies that their parameters name:
    choices: for a parameter with a fixed set of values, a function that returns the values with their meanings,
        which may be empty.
    called_by: one of these parameters; a call with a value of it as its name is meant for this tool.
    prepare: gets the arguments like the tool itself, and returns the Proposal that the tool receives as `proposal`.
    undo_function: gets the arguments and the output of a call, and returns a sentence about what it reverted.
    scope_of, exempts and caution_of: get the arguments, which may be of any type. A `scope_of` that returns None for
    them allows no rule. missing_function: gets dependencies only.
    """

    function: ToolFunction
    arguments: type[BaseModel]
    choices: Mapping[str, Choices] = field(default_factory=dict[str, Choices])
    called_by: str = ""
    prepare: Callable[..., Awaitable[Proposal]] | None = None
    undo_function: Callable[..., Awaitable[str]] | None = None
    scope_of: Callable[..., Scope | None] | None = None
    exempts: Callable[..., bool] | None = None
    caution_of: Callable[..., str] | None = None
    missing_function: Callable[..., str] | None = None

    @property
    def can_undo(self) -> bool:
        return self.undo_function is not None

    @property
    def parameters(self) -> tuple[str, ...]:
        return tuple(self.arguments.model_fields)

    @cached_property
    def _schema(self) -> dict[str, Any]:
        return _without_titles(self.arguments.model_json_schema())

    def build_schema(self) -> None:
        _ = self._schema

    def schema(self, dependencies: Dependencies) -> dict[str, Any]:
        if not self.choices:
            return self._schema
        return self._schema_with(tuple((name, tuple(words)) for name, words in self._choices(dependencies).items()))

    @cached_property
    def _schema_with(self) -> Callable[[_Values], dict[str, Any]]:
        # The same object for the same values: what is derived from a schema is kept for each object.
        return lru_cache(maxsize=2)(self._build_schema_with)

    def _build_schema_with(self, values: _Values) -> dict[str, Any]:
        properties = dict(self._schema["properties"])
        for parameter, words in values:
            properties[parameter] = properties[parameter] | {"enum": list(words)}
        return self._schema | {"properties": properties}

    def describe(self, dependencies: Dependencies) -> str:
        description = self.description
        for parameter, words in self._choices(dependencies).items():
            # The schema has all values.
            meanings = "; ".join(f"{each}: {meaning}" for each, meaning in words.items() if meaning)
            description += f"\n{parameter} means: {meanings}" if meanings else ""
        return description

    def validate(self, arguments: Arguments, dependencies: Dependencies) -> dict[str, Any]:
        for parameter, words in self._choices(dependencies).items():
            if parameter in arguments:
                arguments = {**arguments, parameter: _chosen(parameter, arguments[parameter], words)}
        try:
            valid = self.arguments.model_validate(arguments)
        except ValidationError as error:
            invalid = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
            raise ToolFailed("invalid_arguments", invalid) from error
        return {parameter: getattr(valid, parameter) for parameter in self.arguments.model_fields}

    def invalid_parameters(self, arguments: Arguments) -> frozenset[str]:
        try:
            self.arguments.model_validate(arguments)
        except ValidationError as error:
            return frozenset(str(each["loc"][0]) for each in error.errors() if each["loc"])
        return frozenset()

    def meant_by(self, name: str, dependencies: Dependencies) -> Arguments | None:
        values = self._choices(dependencies)[self.called_by] if self.called_by else ()
        names = {_plain_letters(each): each for each in values}
        found = next(
            (names[each] for each in map(_plain_letters, (name, name.rpartition(".")[2])) if each in names), ""
        )
        return {self.called_by: found} if found else None

    def missing(self, dependencies: Dependencies) -> str:
        return _injected(self.missing_function, dependencies)() if self.missing_function else ""

    def scope(self, arguments: Arguments, dependencies: Dependencies) -> Scope | None:
        return (_injected(self.scope_of, dependencies)(arguments) or NO_SCOPE) if self.scope_of else None

    def is_exempt(self, arguments: Arguments, dependencies: Dependencies) -> bool:
        return bool(self.exempts) and _injected(self.exempts, dependencies)(arguments)

    def caution(self, arguments: Arguments, dependencies: Dependencies) -> str:
        return _injected(self.caution_of, dependencies)(arguments) if self.caution_of else ""

    @property
    def proposes(self) -> bool:
        return self.prepare is not None

    async def propose(self, values: dict[str, Any], dependencies: Dependencies) -> Proposal | None:
        return await _injected(self.prepare, dependencies)(**values) if self.prepare else None

    async def call(
        self, values: dict[str, Any], dependencies: Dependencies, report: Report, proposal: Proposal | None
    ) -> JsonValue:
        of_the_call = {_REPORT: report, _PROPOSAL: proposal}
        return await _injected(self.function, {**dependencies, **of_the_call})(**values)

    async def undo(self, arguments: Arguments, output: JsonValue, dependencies: Dependencies) -> str:
        if self.undo_function is None:
            return await super().undo(arguments, output, dependencies)
        return await _injected(self.undo_function, dependencies)(arguments, output)

    def _choices(self, dependencies: Dependencies) -> dict[str, Mapping[str, str]]:
        return {parameter: _injected(choose, dependencies)() for parameter, choose in self.choices.items()}


def _chosen(parameter: str, value: JsonValue, choices: Collection[str]) -> str:
    """Return the choice that a model means, in any case. Raises ToolFailed with what it can choose instead."""
    meant = meant_names(value, choices) if isinstance(value, str) else []
    if len(meant) == 1:
        return meant[0]
    candidates = meant or choices
    message = f"There is no {parameter} {value!r}. Choose one of: {', '.join(candidates) or 'none exists'}."
    raise ToolFailed(f"unknown_{parameter}", message, candidates)


def _plain_letters(name: str) -> str:
    """Return the letters and digits of a name in one case: `Tap body` and `tap_body` are the same."""
    return re.sub(r"[\W_]+", "", name).casefold()


def _injected(function: Callable[..., Any], dependencies: Dependencies) -> Callable[..., Any]:
    """Return `function` with the dependencies that its keyword-only parameters name."""
    return partial(function, **{name: dependencies[name] for name in _keyword_only(function)})


@lru_cache(maxsize=2000)
def _keyword_only(function: Callable[..., Any]) -> tuple[str, ...]:
    # The signature is read once: every call and every request needs it.
    parameters = inspect.signature(function).parameters.values()
    return tuple(each.name for each in parameters if each.kind is each.KEYWORD_ONLY)


class ToolOptions(TypedDict, total=False):
    """Options of `tool`: what Tool and FunctionTool describe under the same or nearly the same names.

    `title` is by default the last part of the name, and `about` the first line of the docstring.
    """

    title: str
    icon: str
    about: str
    group: str
    choices: Mapping[str, Choices]
    called_by: str
    concurrent: bool
    early: bool
    background: bool
    policy: Policy
    reads: Iterable[Reads]
    sends: bool
    inline: bool
    preview: Preview | None
    result: ResultKind
    timeout: float | None
    prepare: Callable[..., Awaitable[Proposal] | Proposal] | None
    undo: Callable[..., Awaitable[str] | str] | None
    scope: Callable[..., Scope | None] | None
    exempt: Callable[..., bool] | None
    caution: Callable[..., str] | None
    missing: Callable[..., str] | None


def tool(name: str, **options: Unpack[ToolOptions]) -> Callable[[ToolFunction | PlainFunction], FunctionTool]:
    """Create a FunctionTool, which describes the parameters, from an async or a plain function.

    A text that can't be a name is a description, as other libraries have it: the tool then has the name of the
    function.
    """
    return partial(_function_tool, name, options)


def _function_tool(given: str, options: ToolOptions, function: ToolFunction | PlainFunction) -> FunctionTool:
    name, described = (given, "") if _POSSIBLE_NAME.fullmatch(given) else (function.__name__, given.strip())
    text, helps = _documentation(function)
    text = "\n".join(filter(None, (described, text)))
    arguments, needs = _signature(name, function, helps)
    fields: dict[str, Any] = {_FIELDS.get(key, key): value for key, value in options.items()}
    others = (*(fields.get(key) for key in ("prepare", *_FIELDS.values())), *options.get("choices", {}).values())
    needs += [need for other in others if other for need in _keyword_only(other) if need not in _OF_THE_CALL]
    for key in ("prepare", "undo_function"):
        fields[key] = _as_async(fields[key]) if fields.get(key) else None
    fields["title"] = fields.get("title") or title_from_name(name)
    fields["about"] = fields.get("about") or text.partition("\n")[0]
    fields["reads"] = frozenset(fields.get("reads", EVERYTHING))
    return FunctionTool(
        name=name,
        description=text,
        function=_as_async(function),
        arguments=arguments,
        needs=tuple(dict.fromkeys(needs)),
        **fields,
    )


def _from_thread(report: Report, loop: asyncio.AbstractEventLoop) -> Report:
    """Return a function that calls `report` on the event loop."""

    def report_from_thread(fraction: float | None, words: str = "", output: JsonValue = None) -> None:
        loop.call_soon_threadsafe(report, fraction, words, output)

    return report_from_thread


def _as_async(function: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    """Return an async function as it is. Another one runs in a thread, and its result is awaited if it is awaitable."""
    if inspect.iscoroutinefunction(function):
        return function

    def call(*positional: Any, **named: Any) -> Any:
        try:
            return function(*positional, **named)
        except (SystemExit, KeyboardInterrupt, StopIteration) as error:
            # The event loop would end on the first two, and a future can't hold the third.
            raise RuntimeError(f"{type(error).__name__}: {error}") from error

    @wraps(function)
    async def run(*positional: Any, **named: Any) -> Any:
        if report := named.get(_REPORT):
            named[_REPORT] = _from_thread(report, asyncio.get_running_loop())
        result: Any = await run_in_thread(partial(call, *positional, **named))
        return await result if inspect.isawaitable(result) else result

    return run


def _signature(name: str, function: Callable[..., Any], helps: Mapping[str, str]) -> tuple[type[BaseModel], list[str]]:
    """Return the arguments as a pydantic model, and the names of the dependencies."""
    hints = get_type_hints(function, include_extras=True)
    fields: dict[str, Any] = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY:
            continue
        default = ... if parameter.default is parameter.empty else parameter.default
        field_info = Field(default, description=helps.get(parameter.name))
        fields[parameter.name] = (hints[parameter.name], field_info)
    arguments = create_model(name, __config__=ConfigDict(extra="forbid"), **fields)
    return arguments, [need for need in _keyword_only(function) if need not in _OF_THE_CALL]


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


def _without_titles(schema: dict[str, Any]) -> dict[str, Any]:
    """Remove the titles that pydantic adds, which cost tokens without carrying information."""
    schema.pop("title", None)
    for property_schema in schema.get("properties", {}).values():
        property_schema.pop("title", None)
    schema.pop("additionalProperties", None)
    return schema
