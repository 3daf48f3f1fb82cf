"""Read a server's list of tools, and name each tool that is left out of it. Imported in the child process only."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, cast

import mcp_types as types
from mcp.client import Client
from mcp_types.methods import parse_server_result
from mcp_types.version import LATEST_HANDSHAKE_VERSION
from pydantic import ValidationError

from deskpet.features.foreign.definitions import (
    MAX_LIST,
    MAX_PAGES,
    MAX_TOOL,
    MAX_TOOLS,
    OWN_HINTS,
    Definition,
    LeftOut,
    Reason,
)
from deskpet.processes import lines

_METHOD = "tools/list"
_NAMELESS = "?"


@dataclass
class ToolList:
    """The tools of a server by name, and those that are left out."""

    tools: dict[str, Definition] = field(default_factory=dict[str, Definition])
    left_out: list[LeftOut] = field(default_factory=list[LeftOut])

    @property
    def digests(self) -> list[str]:
        """The hashes of the tools, in order."""
        return [each.digest for each in self.tools.values()]

    def add(self, tool: types.Tool, length: int) -> None:
        """Add a tool, or the reason why it is left out. `length` is the one of its JSON."""
        found = _definition(tool, length)
        if isinstance(found, Definition) and found.name in self.tools:
            found = Reason.SAME_NAME
        if isinstance(found, Definition):
            self.tools[found.name] = found
        else:
            self.left_out.append(LeftOut(tool.name or _NAMELESS, found))


async def read_tools(client: Client, invalid: "InvalidTools") -> ToolList:
    """Return the tools of all pages, to the limits. `invalid` notes what the transport removes meanwhile."""
    found, size, cursor = ToolList(), 0, None
    cursors: set[str | None] = {None, ""}
    invalid.clear()
    for _ in range(MAX_PAGES):
        page = await client.list_tools(cursor=cursor)
        for tool in page.tools:
            length = len(tool.model_dump_json())
            size += length
            if size > MAX_LIST or len(found.tools) >= MAX_TOOLS:
                found.left_out.append(LeftOut(tool.name, Reason.LIST_TOO_LONG))
            else:
                found.add(tool, length)
        cursor = page.next_cursor
        if cursor in cursors or size > MAX_LIST:
            break
        cursors.add(cursor)
    else:
        found.left_out.append(LeftOut(_NAMELESS, Reason.LIST_TOO_LONG))
    found.left_out += [LeftOut(name, Reason.BAD_DEFINITION) for name in invalid.names]
    return found


def _definition(tool: types.Tool, length: int) -> Definition | Reason:
    """Return the definition as it is after its way to the pet, or why there is none."""
    if length > MAX_TOOL:
        return Reason.TOO_LONG
    if tool.execution and tool.execution.task_support == "required":
        return Reason.NEEDS_TASK
    hints = tool.annotations.model_dump(by_alias=True, exclude_none=True) if tool.annotations else {}
    own = {name: True for name in OWN_HINTS if (tool.meta or {}).get(f"deskpet/{name}") is True}
    title = tool.title or (tool.annotations.title if tool.annotations else None) or ""
    definition = Definition(tool.name, title[:200], tool.description or "", tool.input_schema, hints | own)
    try:
        return Definition(**lines.decode(lines.encode(asdict(definition))))
    except lines.BadLine:
        return Reason.BAD_DEFINITION


class InvalidTools:
    """Removes invalid tools from the lists that a server sends: the SDK refuses a list with one of them as a whole."""

    def __init__(self) -> None:
        # Some servers answer the request 2 as "2".
        self._versions: dict[str, str] = {}
        self._names: dict[str, None] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of what was removed since `clear`."""
        return tuple(self._names)

    def clear(self) -> None:
        """Forget the names."""
        self._names.clear()

    def note_request(self, message: types.JSONRPCMessage) -> None:
        """Note a request that leaves for the server."""
        if isinstance(message, types.JSONRPCRequest) and message.method == _METHOD:
            meta: dict[str, Any] = (message.params or {}).get("_meta") or {}
            self._versions[str(message.id)] = meta.get(types.PROTOCOL_VERSION_META_KEY) or LATEST_HANDSHAKE_VERSION

    def filter(self, message: types.JSONRPCMessage) -> None:
        """Remove the invalid tools of an answer."""
        version = self._versions.pop(str(getattr(message, "id", None)), None)
        if version is None or not isinstance(message, types.JSONRPCResponse):
            return
        tools: Any = message.result.get("tools")
        listed = cast("list[Any]", tools) if isinstance(tools, list) else []
        if not _is_valid(message.result, listed, version) and _is_valid(message.result, [], version):
            message.result["tools"] = [each for each in listed if self._is_kept(message.result, each, version)]

    def _is_kept(self, result: Mapping[str, Any], tool: Any, version: str) -> bool:
        is_valid = _is_valid(result, [tool], version)
        if not is_valid:
            name: Any = cast("Mapping[str, Any]", tool).get("name") if isinstance(tool, dict) else None
            self._names[name if isinstance(name, str) and name else _NAMELESS] = None
        return is_valid


def _is_valid(result: Mapping[str, Any], tools: list[Any], version: str) -> bool:
    try:
        parse_server_result(_METHOD, version, {**result, "tools": tools})
    except ValidationError:
        return False
    return True
