"""Tools whose arguments another program describes by a JSON Schema, such as those of MCP servers and plugins."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from pydantic import JsonValue

from deskpet.chat.permission import Scope
from deskpet.chat.question import Ask
from deskpet.chat.tool import Arguments, Dependencies, Proposal, Report, ResultKind, Tool, ToolChanged, ToolFailed
from deskpet.processes.threads import run_in_thread

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

MAX_ERRORS = 5
"""Maximum number of mistakes in the arguments that are reported to the model."""

Run = Callable[[dict[str, JsonValue], Report, Ask | None], Awaitable[JsonValue]]


@dataclass(frozen=True, kw_only=True)
class SchemaTool(Tool):
    """A tool with the JSON Schema `input_schema`, whose calls `run` carries out. `run` may raise ToolFailed.

    checked_schema: what the arguments are checked against, if that is less than `input_schema`.
    present_tool: starts the other program if it does not run, and returns the tool as that describes it now. It may
    raise ToolFailed. None if the definition can't change.
    caution_of: returns why a call asks once text of strangers was read, as a text to translate; empty if it does not.
    change: returns the unified diff from the definition that the user last let run; None if it is the same.
    """

    input_schema: Mapping[str, Any]
    run: Run
    checked_schema: Mapping[str, Any] | None = None
    present_tool: "Callable[[], Awaitable[SchemaTool]] | None" = None
    caution_of: Callable[[Arguments], str] | None = None
    change: Callable[[], str] | None = None

    @property
    def parameters(self) -> tuple[str, ...]:
        return tuple(self._schema.get("properties") or ())

    def schema(self, dependencies: Dependencies) -> dict[str, Any]:
        return self._schema

    def validate(self, arguments: Arguments, dependencies: Dependencies) -> dict[str, Any]:
        errors = sorted(self._validator.iter_errors(dict(arguments)), key=lambda each: list(map(str, each.path)))
        if errors:
            shown = (f"{'.'.join(map(str, each.path)) or 'arguments'}: {each.message[:300]}" for each in errors)
            raise ToolFailed("invalid_arguments", "; ".join([*shown][:MAX_ERRORS]))
        return dict(arguments)

    def invalid_parameters(self, arguments: Arguments) -> frozenset[str]:
        return frozenset(str(each.path[0]) for each in self._validator.iter_errors(dict(arguments)) if each.path)

    def scope(self, arguments: Arguments, dependencies: Dependencies) -> Scope | None:
        return Scope("version", self.version) if self.version else None

    def caution(self, arguments: Arguments, dependencies: Dependencies) -> str:
        return self.caution_of(arguments) if self.caution_of else ""

    async def present(self) -> Tool:
        return await self.present_tool() if self.present_tool else self

    @property
    def has_changed(self) -> bool:
        return self.change is not None

    @property
    def proposes(self) -> bool:
        return self.has_changed

    async def propose(self, values: dict[str, Any], dependencies: Dependencies) -> Proposal | None:
        if self.change is None:
            return None
        # The definitions are foreign texts of any length.
        return Proposal(await run_in_thread(self.change), ResultKind.DIFF, self.version)

    async def call(
        self, values: dict[str, Any], dependencies: Dependencies, report: Report, proposal: Proposal | None
    ) -> JsonValue:
        if self.has_changed and (proposal is None or proposal.state != self.version):
            raise ToolChanged
        return await self.run(values, report, cast("Ask | None", dependencies.get("ask")))

    @cached_property
    def _schema(self) -> dict[str, Any]:
        return dict(self.input_schema)

    @cached_property
    def _validator(self) -> "Validator":
        # Imported with the first foreign tool, as most people have none.
        from jsonschema import Draft202012Validator
        from jsonschema.validators import validator_for
        from referencing import Registry

        schema = self._schema if self.checked_schema is None else dict(self.checked_schema)
        kind = validator_for(schema, default=Draft202012Validator)
        # The registry is empty, so that no reference is fetched.
        return kind(schema, registry=Registry())
