"""The tools of a conversation: which exist, which are available, and how a call by name reaches one."""

import asyncio
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, cast

from pydantic import JsonValue
from pydantic_core import from_json

from deskpet.chat.messages import ToolError
from deskpet.chat.model import ToolSpec
from deskpet.chat.permission import (
    SENDS_AFTER_READING,
    TOOL_CHANGED,
    Permission,
    Reads,
    Rule,
    Scope,
    has_read_both,
)
from deskpet.chat.question import Ask
from deskpet.chat.tool import (
    LOAD_TOOLS,
    Arguments,
    Dependencies,
    Proposal,
    Report,
    Tool,
    ToolChanged,
    ToolFailed,
    ToolOutcome,
    declared_policy,
    ignore_progress,
    plain_name,
    wire_name,
)
from deskpet.config.choices import Policy
from deskpet.listeners import End, Listeners
from deskpet.text.surrogates import replace_lone_surrogates, replace_lone_surrogates_in
from deskpet.translation import tr_noop

_TIMED_OUT = ToolError(
    "timed_out",
    tr_noop("The tool took too long, so its result is no longer awaited. Go on without it, or ask for less at once."),
)
# What servers leave directly after a name.
_GLUED_REST = re.compile(r"(?:commentary|json)\Z")
# Shorter beginnings of a name are those of other words, too.
_MIN_BEGINNING = 3
# Models write literals of Python as often as those of JSON.
_JSON_LITERALS: Mapping[str, JsonValue] = {"true": True, "false": False, "null": None, "none": None}


class Toolbox:
    """The tools and their dependencies: `provided`, and the `toolbox` itself. `policy_of` is evaluated at each call.

    Tools can be added and removed while a conversation is open: each request describes those of that moment.
    """

    def __init__(
        self, tools: Iterable[Tool] = (), policy_of: Callable[[Tool], Policy] = declared_policy, **provided: object
    ) -> None:
        self.policy_of = policy_of
        self._provided: dict[str, object] = {**provided, "toolbox": self}
        self._by_wire_name: dict[str, Tool] = {}
        self._changed = Listeners[[]]()
        for each in tools:
            self.add(each)

    def __bool__(self) -> bool:
        return bool(self._by_wire_name)

    @property
    def dependencies(self) -> Dependencies:
        """The objects that are passed to the tools, by the names of their parameters."""
        return self._provided

    @property
    def all(self) -> tuple[Tool, ...]:
        """All tools, also those that are refused or not available, in the order in which they were added."""
        return tuple(self._by_wire_name.values())

    def add(self, tool: Tool) -> None:
        """Add a tool, whose schema is built now unless the tool is refused, and notify the listeners.

        Raises ValueError if a tool has the same wire name, or if a dependency is not provided.
        """
        wire = wire_name(tool.name)
        if wire in self._by_wire_name:
            raise ValueError(f"two tools have the wire name {wire}")
        if lacking := [need for need in tool.needs if need not in self._provided]:
            raise ValueError(f"{tool.name} needs {', '.join(lacking)}")
        if self.policy_of(tool) is not Policy.REFUSE:
            tool.build_schema()
        self._by_wire_name[wire] = tool
        self._changed()

    def provide(self, **dependencies: object) -> None:
        """Add or replace dependencies for the calls that begin from now on."""
        self._provided = {**self._provided, **dependencies}

    def remove(self, name: str) -> None:
        """Remove the tool with this name, if there is one, and notify the listeners. Its running calls go on."""
        if self._by_wire_name.pop(wire_name(name), None):
            self._changed()

    def listen(self, on_changed: Callable[[], object]) -> End:
        """Call `on_changed` after each tool that is added or removed. Returns what ends that."""
        return self._changed.add(on_changed)

    def only(self, is_wanted: Callable[[Tool], bool]) -> "Toolbox":
        """Return a toolbox with some of the tools, which is not changed with this one."""
        provided = {name: each for name, each in self._provided.items() if name != "toolbox"}
        return Toolbox(filter(is_wanted, self.all), self.policy_of, **provided)

    def providing(self, **dependencies: object) -> "Toolbox":
        """Return this toolbox with other dependencies: tools that are added to one of both are in the other, too."""
        other = Toolbox((), self.policy_of, **self._provided | dependencies)
        other._by_wire_name, other._changed = self._by_wire_name, self._changed
        return other

    def find(self, name: str) -> Tool | None:
        """Return the tool with this dotted or wire name, or None. What servers leave around a name is ignored."""
        if found := self._by_wire_name.get(name):
            return found
        plain = plain_name(name)
        names = map(wire_name, (name.strip(), plain, _GLUED_REST.sub("", plain)))
        return next((found for each in names if (found := self._by_wire_name.get(each))), None)

    def meant_by(self, name: str) -> tuple[Tool, Arguments] | None:
        """Return the tool that a call with this name means, and the arguments that the name stands for.

        The name is that of a tool, or one of the values that a tool is called by, such as an expression. None if it is
        neither.
        """
        if found := self.find(name):
            return found, {}
        for tool in self._by_wire_name.values():
            if (meant := tool.meant_by(plain_name(name), self._provided)) is not None:
                return tool, meant
        return None

    def has_tool(self, name: str) -> bool:
        """Return whether a call with this name means one of the tools."""
        return self.meant_by(name) is not None

    def has_tool_beginning(self, beginning: str) -> bool:
        """Return whether the name of a tool, as a model writes it, has this beginning of a few characters."""
        wire = plain_name(beginning).replace(".", "_")
        return len(wire) >= _MIN_BEGINNING and any(each.startswith(wire) for each in self._by_wire_name)

    async def is_present(self, tool: Tool) -> bool:
        """Start the program that brings `tool`, and return whether the tool is still this version. Raises ToolFailed.

        Otherwise it is replaced by the present one.
        """
        wire, present = wire_name(tool.name), await tool.present()
        if present is not tool and self._by_wire_name.get(wire) is tool:
            self._by_wire_name[wire] = present
            self._changed()
        found = self._by_wire_name.get(wire)
        return found is not None and (found.version, found.has_changed) == (tool.version, tool.has_changed)

    def missing(self, tool: Tool) -> str:
        """Return what a tool needs to be available, as a sentence for people; empty if it is available."""
        return tool.missing(self._provided)

    def permission_of(
        self, tool: Tool, arguments: Arguments, rules: Callable[[], Iterable[Rule]], marks: Collection[str] = ()
    ) -> Permission:
        """Return whether a call may run. If there is a reason to ask, only the user's answer to this call counts.

        rules: returns the user's rules; only called if they matter. marks: the values of Reads that the conversation
        has set.
        """
        policy = self.policy_of(tool)
        if policy in (Policy.REFUSE, Policy.MANUAL):
            return Permission(policy)
        if tool.has_changed:
            return Permission(Policy.ASK, reason=TOOL_CHANGED)
        if tool.sends and has_read_both(marks):
            return Permission(Policy.ASK, reason=SENDS_AFTER_READING)
        if Reads.FOREIGN.value in marks and (caution := tool.caution(arguments, self._provided)):
            return Permission(Policy.ASK, reason=caution)
        if policy is Policy.ALLOW or tool.is_exempt(arguments, self._provided):
            return Permission(Policy.ALLOW)
        scope = tool.scope(arguments, self._provided)
        rule = next((each for each in rules() if each.covers(tool.name, scope)), None)
        return Permission(Policy.ALLOW, rule) if rule else Permission(Policy.ASK)

    def scope_of(self, name: str, arguments: Arguments) -> Scope | None:
        """Return the scope that a rule for this call is limited to; None if it covers the whole tool."""
        found = self.find(name)
        return found.scope(arguments, self._provided) if found else None

    def may_run_early(self, name: str, arguments: Arguments | None = None) -> bool:
        """Return whether the tool is declared `early`, and whether it accepts `arguments` without approval.

        An empty object is only accepted by a tool without parameters, because some servers send `{}` before the
        arguments.
        """
        found = self.find(name)
        # A background call can't be taken back when its arguments change.
        if found is None or not found.early or found.background:
            return False
        if arguments is None:
            return True
        has_expected_fields = bool(arguments) or not found.parameters
        is_allowed = self.policy_of(found) is Policy.ALLOW
        return has_expected_fields and is_allowed and self.validation_error(name, arguments) is None

    def groups(self) -> dict[str, tuple[str, ...]]:
        """Return the wire names of the tools that are described once their group is loaded, by its name."""
        names = dict[str, tuple[str, ...]]()
        for wire, each in self._usable():
            if each.group:
                names[each.group] = (*names.get(each.group, ()), wire)
        return names

    def specs(self, loaded: Collection[str] | None = None) -> tuple[ToolSpec, ...]:
        """Return the tools as described to a model, without those that are refused or not available.

        loaded: the groups that the conversation has loaded, in this order. They come last, so that the beginning of the
        list stays as it was, and those of other groups are left out. None describes all tools, as does a toolbox whose
        tool that loads groups is refused.
        """
        usable = [*self._usable()]
        if loaded is None or wire_name(LOAD_TOOLS) not in dict(usable):
            described = usable
        else:
            described = [each for group in ("", *loaded) for each in usable if each[1].group == group]
        return tuple(
            ToolSpec(wire, each.describe(self._provided), each.schema(self._provided)) for wire, each in described
        )

    def _usable(self) -> Iterator[tuple[str, Tool]]:
        """Yield the tools that a model may call, by their wire names."""
        for wire, each in self._by_wire_name.items():
            if self.policy_of(each) is not Policy.REFUSE and not self.missing(each):
                yield wire, each

    def validation_error(self, name: str, arguments: Arguments) -> ToolError | None:
        """Return the error of a call with an unknown tool or invalid arguments; None if it is valid."""
        try:
            self._validated(name, arguments)
        except ToolFailed as failed:
            return failed.error
        return None

    def convert_types(self, name: str, arguments: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """Convert arguments given as texts to the JSON values they contain, where the tool's schema accepts them."""
        found = self.find(name)
        if found is None:
            return dict(arguments)
        values = {key: _parse_json_value(text) for key, text in arguments.items()}
        invalid = found.invalid_parameters(values)
        return {key: text if key in invalid else values[key] for key, text in arguments.items()}

    def without_unknown(self, name: str, arguments: Arguments) -> tuple[dict[str, JsonValue], tuple[str, ...]]:
        """Return the arguments without those that the tool does not have, and the names of these.

        Nothing is left out if the tool accepts them, or does not accept the others either.
        """
        found = self.find(name)
        unknown = tuple(key for key in arguments if found and key not in found.parameters)
        kept = {key: value for key, value in arguments.items() if key not in unknown}
        if not unknown or self.validation_error(name, arguments) is None or self.validation_error(name, kept):
            return dict(arguments), ()
        return kept, unknown

    async def propose(self, name: str, arguments: Arguments) -> Proposal | None:
        """Return the effect that a call will have, if its tool can tell. Raises ToolFailed if the call would fail."""
        found, values = self._validated(name, arguments)
        try:
            async with asyncio.timeout(found.timeout):
                return await found.propose(values, self._provided)
        except ToolFailed:
            raise
        except TimeoutError as error:
            raise ToolFailed(_TIMED_OUT.code, _TIMED_OUT.message) from error
        except Exception as error:
            raise ToolFailed("failed", f"{type(error).__name__}: {error}") from error

    async def call(
        self,
        name: str,
        arguments: Arguments,
        report: Report = ignore_progress,
        proposal: Proposal | None = None,
        ask: Ask | None = None,
        permitted: Tool | None = None,
    ) -> ToolOutcome:
        """Run a tool. Any failure becomes an error in the outcome, worded for the model.

        `permitted` is the tool that the call was permitted for: it does not run if another version is in its place.
        `report` is called with the progress, if the tool reports it. A call whose effect was shown before gets its
        `proposal`; for any other the tool makes one now, so that there is one way to the effect. `ask` is the
        dependency by which a tool asks the user while it runs; None if there is nobody to ask.
        """
        try:
            found, values = self._validated(name, arguments)
            if permitted and permitted.version != found.version:
                raise ToolChanged
            if missing := self.missing(found):
                raise ToolFailed("not_available", missing)
            # A tool that has changed runs only as it was shown.
            if found.proposes and proposal is None and not found.has_changed:
                proposal = await self.propose(name, arguments)
            return await self._run_in_time(found, values, {**self._provided, "ask": ask}, report, proposal)
        except Exception as error:  # noqa: BLE001
            # A tool may fail in any way: the error is shown and sent to the model, and the turn continues.
            return ToolOutcome(error=_error_of(error))

    async def undo(self, name: str, arguments: Arguments, output: JsonValue) -> ToolOutcome:
        """Revert a call. The output is a sentence about it; any failure becomes an error."""
        found = self.find(name)
        try:
            if found is None:
                raise ToolFailed("unknown_tool", f"There is no tool {name!r}.")
            return ToolOutcome(replace_lone_surrogates(await found.undo(arguments, output, self._provided)))
        except Exception as error:  # noqa: BLE001
            # As in `call`: the error is shown on the card.
            return ToolOutcome(error=_error_of(error))

    def unknown(self, name: str) -> ToolFailed:
        """Return the error of a call of a tool that does not exist."""
        return ToolFailed(
            "unknown_tool", f"There is no tool {name!r}.", tuple(each.name for each in self._by_wire_name.values())
        )

    def _validated(self, name: str, arguments: Arguments) -> tuple[Tool, dict[str, Any]]:
        found = self.find(name)
        if found is None:
            raise self.unknown(name)
        return found, found.validate(arguments, self._provided)

    async def _run_in_time(
        self,
        found: Tool,
        values: dict[str, Any],
        dependencies: Dependencies,
        report: Report,
        proposal: Proposal | None,
    ) -> ToolOutcome:
        """Run a tool until its timeout. Raises what the tool raises."""
        limit = asyncio.timeout(found.timeout)
        try:
            async with limit:
                output = await found.call(values, dependencies, report, proposal)
                # Names of files may have lone surrogates, which can't be sent.
                return ToolOutcome(cast("JsonValue", replace_lone_surrogates_in(output)))
        except TimeoutError:
            # The tool itself may raise the same exception.
            if limit.expired():
                return ToolOutcome(error=_TIMED_OUT)
            raise


def _error_of(failure: Exception) -> ToolError:
    """Return what is shown and sent of an exception that a tool raised."""
    if not isinstance(failure, ToolFailed):
        return ToolError("failed", replace_lone_surrogates(f"{type(failure).__name__}: {failure}"))
    error = failure.error
    available = tuple(map(replace_lone_surrogates, error.available))
    return ToolError(error.code, replace_lone_surrogates(error.message), available)


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
