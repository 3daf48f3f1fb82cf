"""Offer the tools of foreign programs to models, and keep their definitions in a file while the programs don't run."""

import asyncio
import json
import logging
import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Generic, cast

from pydantic import JsonValue, TypeAdapter

from deskpet.chat.question import Ask
from deskpet.chat.schema_tool import SchemaTool
from deskpet.chat.tool import Report, ResultKind, title_from_name
from deskpet.config.choices import Policy, Provider
from deskpet.config.list_file import ListFile, ListFileError
from deskpet.features.foreign.definitions import (
    Definition,
    LeftOut,
    Reason,
    difference,
    shallow_schema,
    timing_of,
    tool_name,
)
from deskpet.features.foreign.server import SavedT, Server
from deskpet.llm.tool_schema import MAX_DESCRIPTION, reduced_schema
from deskpet.processes.threads import run_in_thread
from deskpet.text.invisible import mark_invisible
from deskpet.tools.files.running_files import caution_of_arguments

LENGTHS = (MAX_DESCRIPTION, 400, 160, 60)
"""The longest descriptions of a tool, and of each of its arguments, in characters; the next one is used if need be."""
# What has values instead of schemas: a "description" in it is no description.
_VALUES = frozenset(("const", "default", "enum", "examples", "required"))
_ENDS = (". ", ".\n", "\n", "; ", " ")


def told_schema(definition: Definition, longest: int) -> dict[str, Any]:
    """Return the schema of a tool, whose descriptions have at most so many characters when it is sent."""
    if longest == MAX_DESCRIPTION:
        # `reduced_schema` cuts them, as those of every tool.
        return definition.schema
    return cast("dict[str, Any]", _short(definition.schema, longest))


def told_length(definition: Definition, longest: int) -> int:
    """Return the length of what a request has of a tool, in characters. All families send about the same."""
    schema = json.dumps(_short(reduced_schema(definition.schema, Provider.OPENAI), longest), ensure_ascii=False)
    return len(definition.name) + len(shortened(definition.description, longest)) + len(schema)


def shortened(text: str, longest: int) -> str:
    """Return the beginning of a text, which ends with a sentence or a word if it is cut."""
    if len(text) <= longest:
        return text
    kept = text[: longest - 1]
    at = next((place for end in _ENDS if (place := kept.rfind(end)) > longest // 2), len(kept))
    return f"{kept[:at].rstrip(' ;')}…"


def _short(node: Any, longest: int) -> Any:
    """Return a schema with short descriptions. Its depth is limited by the lines between the processes."""
    if isinstance(node, list):
        return [_short(each, longest) for each in cast("list[Any]", node)]
    if not isinstance(node, dict):
        return node
    fields = cast("dict[str, Any]", node)
    return {key: _short_member(key, each, longest) for key, each in fields.items()}


def _short_member(key: str, value: Any, longest: int) -> Any:
    if key in _VALUES and not isinstance(value, dict):
        return value
    if key == "description" and isinstance(value, str):
        return shortened(value, longest)
    return _short(value, longest)


MAX_TOLD = 128
"""Maximum number of offered tools, over all origins."""
_CONTEXT_SHARE = 0.25
# As few characters as a token of definitions has.
_CHARACTERS_PER_TOKEN = 4
_MAX_KNOWN_BYTES = 16 << 20

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class KnownTool:
    """A tool that a server listed when what ran had this `fingerprint`.

    accepted: the definition that the user last let run, or else the first one.
    """

    server: str
    fingerprint: str
    definition: Definition
    accepted: Definition | None = None


_adapter = TypeAdapter(tuple[KnownTool, ...])


def recall(server: Server[Any], known: Iterable[KnownTool]) -> None:
    """Give a server the tools that it had when it last ran, if it is the same."""
    tools = [each for each in known if (each.server, each.fingerprint) == (server.name, server.saved.fingerprint)]
    server.definitions = tuple(each.definition for each in tools)
    server.accepted = {each.definition.name: each.accepted or each.definition for each in tools}


class KnownTools:
    """The file of the tools of all servers of a kind; without a path, nothing is read or written."""

    def __init__(self, path: Path | None) -> None:
        self._file = ListFile(path, _adapter, _MAX_KNOWN_BYTES) if path else None
        self._known: tuple[KnownTool, ...] = ()
        self._writing = asyncio.Lock()

    def read(self) -> tuple[KnownTool, ...]:
        """Return the tools in the file. It blocks."""
        try:
            return self._file.read() if self._file else ()
        except ListFileError as error:
            # The servers list their tools again when they are started.
            logger.warning("%s", error)
            return ()

    def has_changed(self, servers: Iterable[Server[Any]]) -> bool:
        """Take the present tools of the servers, and return whether they have to be written."""
        known = tuple(
            KnownTool(server.name, server.saved.fingerprint, definition, server.accepted[definition.name])
            for server in servers
            for definition in server.definitions
        )
        is_new, self._known = known != self._known, known
        return is_new and self._file is not None

    async def write(self) -> None:
        """Write the tools in a thread."""
        async with self._writing:
            await run_in_thread(self._write)

    def _write(self) -> None:
        assert self._file
        try:
            self._file.write(self._known)
        except OSError as error:
            logger.warning("%s can't be written: %s", self._file.path, error)


@dataclass(frozen=True, slots=True)
class _OfferedTool(Generic[SavedT]):
    """The tool of a definition, created once. `longest`: the longest description in it, in characters."""

    server: Server[SavedT]
    fingerprint: str
    definition: Definition
    accepted: Definition
    longest: int
    tool: SchemaTool


@dataclass(frozen=True, slots=True)
class _Wanted(Generic[SavedT]):
    """A tool that is neither hidden nor of a server that may not start."""

    server: Server[SavedT]
    definition: Definition

    @property
    def key(self) -> tuple[str, str]:
        """The names of the server and of the tool."""
        return self.server.name, self.definition.name


def room_in(context_tokens: int) -> float:
    """Return how many characters the tools of all servers of a kind may have; 0 tokens are no limit."""
    return context_tokens * _CONTEXT_SHARE * _CHARACTERS_PER_TOKEN or math.inf


class ToolOffer(Generic[SavedT]):
    """The tools of all servers of a kind (`mcp` or `plugin`), each made once.

    left_out: the tools that have no room in a request, by the names of their servers.
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._tools: dict[str, _OfferedTool[SavedT]] = {}
        self._longest = LENGTHS[0]
        self._lengths: dict[tuple[str, int], int] = {}
        self.left_out: dict[str, list[LeftOut]] = {}

    def tools(self, servers: Iterable[Server[SavedT]], most: int, room: float = math.inf) -> tuple[SchemaTool, ...]:
        """Return at most `most` tools to offer to models: those of allowed servers that are not hidden.

        room: how many characters they may have together. If they have more, their descriptions are shortened; if that
        is not enough, the last tools of each server are left out.
        """
        wanted = [
            _Wanted(server, definition)
            for server in servers
            for definition in (server.definitions if server.saved.may_start else ())
            if definition.name not in server.saved.hidden
        ]
        self._longest = next((each for each in LENGTHS if self._length(wanted, each) <= room), LENGTHS[-1])
        reasons = self._reasons(wanted, most, room)
        limits = {Reason.TOO_MANY: MAX_TOLD, Reason.NO_ROOM: round(room) if math.isfinite(room) else 0}
        self.left_out = defaultdict(list)
        for each in wanted:
            if reason := reasons.get(each.key):
                self.left_out[each.server.name].append(LeftOut(each.definition.name, reason, limits[reason]))
        found = [self._offered(each.server, each.definition) for each in wanted if each.key not in reasons]
        self._tools = {each.tool.name: each for each in found}
        digests = {each.definition.digest for each in wanted}
        self._lengths = {key: length for key, length in self._lengths.items() if key[0] in digests}
        return tuple(each.tool for each in self._tools.values())

    def tool_name(self, server: str, tool: str) -> str:
        """Return the name by which models would know a tool of a server."""
        return tool_name(self.kind, server, tool)

    def _reasons(self, wanted: "list[_Wanted[SavedT]]", most: int, room: float) -> dict[tuple[str, str], Reason]:
        """Return why some tools are left out, by their keys. The servers take turns, each in its own order."""
        numbers = Counter[str]()
        turns: list[int] = []
        for each in wanted:
            numbers[each.server.name] += 1
            turns.append(numbers[each.server.name])
        reasons: dict[tuple[str, str], Reason] = {}
        for _, each in sorted(zip(turns, wanted, strict=True), key=lambda pair: pair[0]):
            length = self._length([each], self._longest)
            if most <= 0 or length > room:
                reasons[each.key] = Reason.TOO_MANY if most <= 0 else Reason.NO_ROOM
            else:
                most, room = most - 1, room - length
        return reasons

    def _length(self, wanted: "list[_Wanted[SavedT]]", longest: int) -> int:
        """Return the length of tools in a request. Each is measured once."""
        for each in wanted:
            key = each.definition.digest, longest
            if key not in self._lengths:
                self._lengths[key] = told_length(each.definition, longest)
        return sum(self._lengths[each.definition.digest, longest] for each in wanted)

    def _present(self, server: Server[SavedT], definition: Definition) -> SchemaTool:
        """Return the tool of a definition that its server has just listed."""
        offered = self._offered(server, definition)
        self._tools[offered.tool.name] = offered
        return offered.tool

    def _offered(self, server: Server[SavedT], definition: Definition) -> _OfferedTool[SavedT]:
        name, fingerprint = self.tool_name(server.name, definition.name), server.saved.fingerprint
        known, accepted = self._tools.get(name), server.accepted[definition.name]
        present = server, fingerprint, self._longest
        is_same = known is not None and (known.server, known.fingerprint, known.longest) == present
        if known and is_same and known.definition is definition and known.accepted is accepted:
            return known
        tool = self._tool(server, definition)
        return _OfferedTool(server, fingerprint, definition, accepted, self._longest, tool)

    def _tool(self, server: Server[SavedT], definition: Definition) -> SchemaTool:
        async def run(arguments: dict[str, JsonValue], report: Report, ask: Ask | None) -> JsonValue:
            return await server.call(definition, arguments, report, ask)

        async def present_tool() -> SchemaTool:
            return self._present(server, await server.present_tool(definition.name))

        accepted = server.accepted[definition.name]
        has_changed = accepted.digest != definition.digest
        timing = timing_of(definition)
        title = definition.title or title_from_name(definition.name) or definition.name
        return SchemaTool(
            name=self.tool_name(server.name, definition.name),
            description=shortened(definition.description, self._longest),
            title=f"{mark_invisible(title[:60])} · {mark_invisible(server.name)}",
            about=server.saved.display_command[:200],
            origin=f"{self.kind}:{server.name}",
            policy=Policy.ASK,
            sends=True,
            result=ResultKind.PARTS,
            # The server has limits of its own for its start and for a call.
            timeout=None,
            concurrent="concurrent" in timing,
            early="early" in timing,
            background="background" in timing,
            input_schema=told_schema(definition, self._longest),
            checked_schema=shallow_schema(definition.schema),
            version=definition.pin(server.saved.fingerprint),
            present_tool=present_tool,
            caution_of=caution_of_arguments,
            change=partial(difference, accepted, definition) if has_changed else None,
            run=run,
        )
