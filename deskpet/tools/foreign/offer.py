"""Offer the tools of foreign programs to models, and keep their definitions in a file while the programs don't run."""

import asyncio
import json
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Generic

from pydantic import JsonValue, TypeAdapter

from deskpet.chat.question import Ask
from deskpet.chat.schema_tool import SchemaTool
from deskpet.chat.tool import Report, ResultKind, title_from_name
from deskpet.choices import Policy
from deskpet.invisible import mark_invisible
from deskpet.threads import run_in_thread
from deskpet.tools.files.running_files import caution_of_arguments
from deskpet.tools.foreign.definitions import (
    MAX_DESCRIPTION,
    OWN_HINTS,
    Definition,
    difference,
    shallow_schema,
    tool_name,
)
from deskpet.tools.foreign.server import SavedT, Server
from deskpet.tools.list_file import ListFile, ListFileError

MAX_TOLD = 128
"""Maximum number of offered tools, over all origins."""
MAX_SERVER_TEXT = 16_000
"""Maximum length of one server's list of tools in a request, in characters; the rest of its tools is left out."""
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
    """The tool of a definition, created once. `length`: its length in a request, in characters."""

    server: Server[SavedT]
    fingerprint: str
    definition: Definition
    accepted: Definition
    tool: SchemaTool
    length: int


class Offer(Generic[SavedT]):
    """The tools of all servers of a kind (`mcp` or `plugin`), each made once."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._tools: dict[str, _OfferedTool[SavedT]] = {}

    def tools(self, servers: Iterable[Server[SavedT]], room: int) -> tuple[SchemaTool, ...]:
        """Return at most `room` tools to offer to models: those of allowed servers that are not hidden."""
        found: dict[str, _OfferedTool[SavedT]] = {}
        for server in servers:
            length = 0
            for definition in server.definitions if server.saved.may_start else ():
                if definition.name in server.saved.hidden:
                    continue
                offered = self._offered(server, definition)
                length += offered.length
                if length <= MAX_SERVER_TEXT:
                    found[offered.tool.name] = offered
        self._tools = found
        return tuple([each.tool for each in found.values()][:room])

    def _present(self, server: Server[SavedT], definition: Definition) -> SchemaTool:
        """Return the tool of a definition that its server has just listed."""
        offered = self._offered(server, definition)
        self._tools[offered.tool.name] = offered
        return offered.tool

    def _offered(self, server: Server[SavedT], definition: Definition) -> _OfferedTool[SavedT]:
        name, fingerprint = tool_name(self._kind, server.name, definition.name), server.saved.fingerprint
        known, accepted = self._tools.get(name), server.accepted[definition.name]
        is_same = known is not None and (known.server, known.fingerprint) == (server, fingerprint)
        if known and is_same and known.definition is definition and known.accepted is accepted:
            return known
        length = min(len(definition.description), MAX_DESCRIPTION) + len(json.dumps(definition.schema))
        return _OfferedTool(server, fingerprint, definition, accepted, self._tool(server, definition), length)

    def _tool(self, server: Server[SavedT], definition: Definition) -> SchemaTool:
        async def run(arguments: dict[str, JsonValue], report: Report, ask: Ask | None) -> JsonValue:
            return await server.call(definition, arguments, report, ask)

        async def present_tool() -> SchemaTool:
            return self._present(server, await server.present_tool(definition.name))

        accepted = server.accepted[definition.name]
        has_changed = accepted.digest != definition.digest
        timing = _timing(definition) if self._kind == "plugin" else frozenset[str]()
        title = definition.title or title_from_name(definition.name) or definition.name
        return SchemaTool(
            name=tool_name(self._kind, server.name, definition.name),
            description=definition.description[:MAX_DESCRIPTION],
            title=f"{mark_invisible(title[:60])} · {mark_invisible(server.name)}",
            about=server.saved.line[:200],
            origin=f"{self._kind}:{server.name}",
            policy=Policy.ASK,
            sends=True,
            result=ResultKind.PARTS,
            # The server has limits of its own for its start and for a call.
            timeout=None,
            concurrent="concurrent" in timing,
            early="early" in timing,
            background="background" in timing,
            input_schema=definition.schema,
            checked_schema=shallow_schema(definition.schema),
            version=definition.pin(server.saved.fingerprint),
            present_tool=present_tool,
            caution_of=caution_of_arguments,
            change=partial(difference, accepted, definition) if has_changed else None,
            run=run,
        )


def _timing(definition: Definition) -> frozenset[str]:
    """Return what a plugin says about when its calls may run."""
    return frozenset(name for name in OWN_HINTS if definition.hints.get(name) is True)
