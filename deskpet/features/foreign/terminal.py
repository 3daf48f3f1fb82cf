"""The tools of foreign programs for a command of the terminal."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # Nothing of it is imported by a command that uses no foreign programs.
    from deskpet.chat.tool import Tool
    from deskpet.features.foreign.collection import ServerCollection


@dataclass(frozen=True, slots=True)
class LeftOutTool:
    """A tool of which no model is told. why: the reason in words."""

    name: str
    origin: str
    why: str


@dataclass(frozen=True, slots=True)
class ServerTools:
    """The tools of programs, and those that are left out."""

    tools: "tuple[Tool, ...]" = ()
    left_out: tuple[LeftOutTool, ...] = ()


def tools_of(programs: "ServerCollection[Any]", taken: int, context_tokens: int) -> ServerTools:
    """Return the tools of programs, beside as many of others as are `taken`.

    context_tokens: the size of the model's context, 0 for no limit.
    """
    from deskpet.features.foreign.offer import MAX_TOLD

    tools = programs.tools(MAX_TOLD - taken, context_tokens)
    left_out = tuple(
        LeftOutTool(programs.tool_name(server.name, each.name), f"{programs.kind}:{server.name}", each.why)
        for server in programs.all
        for each in programs.left_out(server.name)
    )
    return ServerTools(tools, left_out)
