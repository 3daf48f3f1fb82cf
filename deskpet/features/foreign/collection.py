"""All foreign programs of one kind, the MCP servers or the plugins, with their tools for models."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import replace
from typing import Any, Generic

from deskpet.chat.schema_tool import SchemaTool
from deskpet.features.foreign.definitions import LeftOut
from deskpet.features.foreign.link import HostLink
from deskpet.features.foreign.offer import MAX_TOLD, KnownTool, KnownTools, ToolOffer, recall, room_in
from deskpet.features.foreign.server import Limits, SavedT, Server
from deskpet.features.host import ToolsPort
from deskpet.listeners import End, Listeners


class ServerCollection(ABC, Generic[SavedT]):
    """The programs by name. Nothing runs before the first call of a tool, or before `start` is called.

    The lists of tools are kept in a file, so that they can be offered to models while the programs don't run.
    """

    def __init__(self, offer: ToolOffer[SavedT], known: KnownTools, limits: Limits, word: str = "server") -> None:
        """`word`: what a program is called in messages to a model."""
        self._offer, self._known, self._limits, self._word = offer, known, limits, word
        self._servers: dict[str, Server[SavedT]] = {}
        self._changed = Listeners[[]]()
        self._saving = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self.error = ""
        """Reason why saved data can't be read or programs are missing in the list; empty without a problem."""

    @property
    def all(self) -> tuple[Server[SavedT], ...]:
        """All programs in order, also those that may not run."""
        return tuple(self._servers.values())

    def find(self, name: str) -> Server[SavedT] | None:
        """Return the program with this name, or None."""
        return self._servers.get(name)

    def listen(self, on_changed: Callable[[], object]) -> End:
        """Call `on_changed` after each change of a program, its tools or its state. Returns what ends that."""
        return self._changed.add(on_changed)

    def tools(self, most: int, context_tokens: int = 0) -> tuple[SchemaTool, ...]:
        """Return at most `most` tools to offer to models: those of allowed programs that are not hidden.

        context_tokens: the size of the model's context, 0 for no limit. `left_out` has those that have no room in it.
        """
        return self._offer.tools(self.all, most, room_in(context_tokens))

    def left_out(self, name: str) -> tuple[LeftOut, ...]:
        """Return the tools of a program that models are not told of, although the user has not hidden them."""
        return (*self._servers[name].left_out, *self._offer.left_out.get(name, ()))

    @property
    def kind(self) -> str:
        """The kind of the programs: `mcp` or `plugin`."""
        return self._offer.kind

    def tool_name(self, name: str, tool: str) -> str:
        """Return the name by which models would know a tool of a program."""
        return self._offer.tool_name(name, tool)

    def notify(self) -> None:
        """Tell the listeners, also when the model's context may have another size."""
        self._changed()

    async def start(self, name: str) -> None:
        """Start a program and list its tools. Raises ToolFailed."""
        await self._servers[name].ensure_running()

    async def stop(self, name: str) -> None:
        """End a program until its next call."""
        await self._servers[name].stop()

    async def allow(self, name: str, fingerprint: str) -> None:
        """Let what has this fingerprint start as the program of a name. Raises OSError."""
        await self._decide(name, lambda saved: replace(saved, allowed=fingerprint))

    async def block(self, name: str) -> None:
        """Stop a program and let it start no more. Raises OSError."""
        await self._decide(name, lambda saved: replace(saved, allowed=""))

    async def set_offered(self, name: str, tool: str, *, is_offered: bool) -> None:
        """Set whether a tool is offered to models. Raises OSError."""

        def changed(saved: SavedT) -> SavedT:
            return replace(saved, hidden=saved.hidden - {tool} if is_offered else saved.hidden | {tool})

        await self._decide(name, changed)

    @abstractmethod
    async def _decide(self, name: str, change: Callable[[SavedT], SavedT]) -> None:
        """Save what the user decided about a program. Raises OSError."""

    @abstractmethod
    async def _start(self, server: Server[SavedT]) -> tuple[HostLink, Any]:
        """Return the link and the list of tools of the started program. Raises HostFailed and ToolFailed."""

    @abstractmethod
    async def _end(self, server: Server[SavedT], link: HostLink) -> None:
        """End a running program."""

    def _create(self, saved: SavedT) -> Server[SavedT]:
        return Server(saved, self._start, self._end, self._on_changed, self._limits, self._word)

    async def take(self, saved: Iterable[SavedT], known: Iterable[KnownTool] = ()) -> None:
        """Replace the list, without writing it. Programs that are gone, or were changed, are stopped.

        known: the tools that new programs had before.
        """
        before, taken = dict(self._servers), dict[str, Server[SavedT]]()
        for each in saved:
            old = before.get(each.name)
            # A program without a fingerprint can't run, for a reason that may be another one now.
            is_same = old and each.fingerprint and old.saved.fingerprint == each.fingerprint
            if old and is_same and (each.may_start or not old.saved.may_start):
                taken[each.name] = before.pop(each.name)
                if old.saved != each:
                    old.configure(each)
                continue
            server = taken[each.name] = self._create(each)
            recall(server, known)
        self._servers = taken
        self.notify()
        # The others are gone, or were replaced.
        await asyncio.gather(*(old.stop() for old in before.values()))

    def _on_changed(self, server: Server[SavedT]) -> None:  # noqa: ARG002
        if self._known.has_changed(self.all):
            self._spawn(self._known.write())
        self.notify()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


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
        room = MAX_TOLD - sum(each.name not in self._offered for each in self._port.box.all)
        wanted = {each.name: each for each in self._tools(max(room, 0), self._port.context_tokens)}
        for name, tool in list(self._offered.items()):
            if wanted.get(name) is not tool:
                self._port.box.remove(name)
                del self._offered[name]
        for name, tool in wanted.items():
            if name not in self._offered:
                self._port.box.add(tool)
                self._offered[name] = tool
