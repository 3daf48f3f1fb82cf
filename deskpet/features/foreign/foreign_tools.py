"""Keep the tools of a kind of foreign programs in the toolbox."""

from collections.abc import Callable, Iterable

from deskpet.chat.schema_tool import SchemaTool
from deskpet.chat.toolbox import Toolbox
from deskpet.features.foreign.offer import MAX_TOLD


class ForeignTools:
    """Adds and removes tools in the toolbox, which has at most MAX_TOLD together with all others."""

    def __init__(
        self,
        toolbox: Toolbox,
        tools: Callable[[int, int], Iterable[SchemaTool]],
        context_tokens: Callable[[], int] = lambda: 0,
    ) -> None:
        """Offer nothing yet.

        tools: returns at most so many tools as it gets, for a context of so many tokens. context_tokens: the size of
        the model's context, 0 if it is not known.
        """
        self._toolbox, self._tools, self._context_tokens = toolbox, tools, context_tokens
        self._offered: dict[str, SchemaTool] = {}

    def update(self) -> None:
        """Offer the present tools."""
        room = MAX_TOLD - sum(each.name not in self._offered for each in self._toolbox.all)
        wanted = {each.name: each for each in self._tools(max(room, 0), self._context_tokens())}
        for name, tool in list(self._offered.items()):
            if wanted.get(name) is not tool:
                self._toolbox.remove(name)
                del self._offered[name]
        for name, tool in wanted.items():
            if name not in self._offered:
                self._toolbox.add(tool)
                self._offered[name] = tool
