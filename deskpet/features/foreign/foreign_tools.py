"""Offer the tools of a kind of foreign programs to models."""

from collections.abc import Callable, Iterable

from deskpet.chat.schema_tool import SchemaTool
from deskpet.features.foreign.offer import MAX_TOLD
from deskpet.features.host import ToolsPort


class ForeignTools:
    """Adds and removes tools, of which there are at most MAX_TOLD together with all others."""

    def __init__(self, offered: ToolsPort, tools: Callable[[int, int], Iterable[SchemaTool]]) -> None:
        """Offer nothing yet.

        tools: returns at most so many tools as it gets, for a context of so many tokens, 0 for no limit.
        """
        self._port, self._tools = offered, tools
        self._offered: dict[str, SchemaTool] = {}

    def update(self) -> None:
        """Offer the present tools."""
        room = MAX_TOLD - sum(name not in self._offered for name in self._port.names)
        wanted = {each.name: each for each in self._tools(max(room, 0), self._port.context_tokens)}
        for name, tool in list(self._offered.items()):
            if wanted.get(name) is not tool:
                self._port.remove(name)
                del self._offered[name]
        for name, tool in wanted.items():
            if name not in self._offered:
                self._port.add(tool)
                self._offered[name] = tool
