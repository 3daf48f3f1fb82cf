"""One foreign program as the pet sees it: its state, its tools, and calls that start it when they need it."""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, TypeVar, cast

from pydantic import JsonValue

from deskpet.chat.question import Ask
from deskpet.chat.tool import Report, ToolChanged, ToolFailed
from deskpet.features.foreign.definitions import Definition, LeftOut
from deskpet.features.foreign.link import HostFailed, HostLink
from deskpet.processes.child_kinds import MCP_SERVERS
from deskpet.processes.lines import Message, last_lines

MAX_STDERR = 4096
"""Maximum length of the kept end of a server's standard error, in characters."""
_LONGEST_PAUSE = 60.0
# Length of the end of standard error that is told if a server does not start, in characters.
_LAST_WORDS = 1000


class ServerState(Enum):
    """State of a server. IDLE: it starts with the next call. BLOCKED: it was not allowed yet."""

    BLOCKED = "blocked"
    IDLE = "idle"
    STARTING = "starting"
    RUNNING = "running"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Limits:
    """Times in seconds: for the start with the list of tools, for a call, and until an unused server is stopped.

    first_pause: the pause before a server that failed is started again, doubled with each failure.
    """

    start: float = MCP_SERVERS.start_seconds
    call: float = MCP_SERVERS.seconds
    idle: float = MCP_SERVERS.idle_seconds
    first_pause: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedProgram(ABC):
    """Describes what is started, and what the user decided about it.

    allowed: the fingerprint of what may be started; something else may not. hidden: the names of the tools that are not
    offered to models.
    """

    allowed: str = ""
    hidden: frozenset[str] = field(default_factory=frozenset[str])

    @property
    @abstractmethod
    def name(self) -> str:
        """The name by which people know it."""

    @property
    @abstractmethod
    def display_command(self) -> str:
        """The whole command, the address or the path of the file that is started."""

    @property
    @abstractmethod
    def fingerprint(self) -> str:
        """The hash of everything that decides what is started; empty if nothing can be."""

    @property
    def may_start(self) -> bool:
        """Whether the user has allowed exactly this."""
        return bool(self.fingerprint) and self.allowed == self.fingerprint


SavedT = TypeVar("SavedT", bound=SavedProgram)


class Server(Generic[SavedT]):
    """A program with tools: an MCP server, or the process of a plugin.

    `on_changed` is called after each change of its public attributes.

    definitions: its tools as it listed them last. left_out: those that it listed as well and that can't be offered.
    accepted: for each of the definitions by name, the one that the user last let run, or else the first one. error: why
    it failed last; empty after a success. stderr: the end of what it wrote to standard error.
    """

    def __init__(
        self,
        saved: SavedT,
        start: "Callable[[Server[SavedT]], Awaitable[tuple[HostLink, Any]]]",
        end: "Callable[[Server[SavedT], HostLink], Awaitable[None]]",
        on_changed: "Callable[[Server[SavedT]], None]",
        limits: Limits,
        word: str = "server",
    ) -> None:
        """Create it; nothing starts.

        start: returns the link and the list of tools of the started server. It raises HostFailed or ToolFailed.
        end: ends the server. word: what it is called in messages to a model.
        """
        self.saved, self.limits = saved, limits
        self.definitions: tuple[Definition, ...] = ()
        self.left_out: tuple[LeftOut, ...] = ()
        self.accepted: dict[str, Definition] = {}
        self.state = ServerState.IDLE if saved.may_start else ServerState.BLOCKED
        self.error = self.stderr = ""
        self._start, self._end, self._on_changed, self._word = start, end, on_changed, word
        self._link: HostLink | None = None
        self._starting: asyncio.Task[None] | None = None
        self._running_calls = self._failures = 0
        self._failed_at = 0.0
        self._idle: asyncio.TimerHandle | None = None
        self._stopping: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        """The name in the configuration."""
        return self.saved.name

    def configure(self, saved: SavedT) -> None:
        """Take over another configuration; one with another command has to be allowed first."""
        self.saved = saved
        if self._link is None:
            self._set_state(ServerState.IDLE if saved.may_start else ServerState.BLOCKED)

    async def ensure_running(self) -> HostLink:
        """Start the server if it does not run, and return its link. Raises ToolFailed."""
        if not self.saved.may_start:
            raise ToolFailed("not_allowed", f"The user has not allowed the {self._word} {self.name} to start.")
        if self._link and self._link.has_ended:
            self._link = None
        if self._link is None:
            if self._starting is None:
                self._starting = asyncio.create_task(self._run_start())
                # Nobody may wait for it any more when it fails.
                self._starting.add_done_callback(lambda task: task.cancelled() or task.exception())
            await self._wait_for(self._starting)
        assert self._link
        return self._link

    async def _wait_for(self, starting: "asyncio.Task[None]") -> None:
        """Wait for a start that other calls may wait for as well. Raises ToolFailed, also if `stop` ends it."""
        try:
            await asyncio.shield(starting)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if starting.cancelled() and task and not task.cancelling():
                raise ToolFailed("stopped", f"The {self._word} {self.name} was stopped.") from None
            raise

    async def present_tool(self, name: str) -> Definition:
        """Start the server if it does not run, and return the tool as it listed it last. Raises ToolFailed."""
        self._keep()
        try:
            await self.ensure_running()
            return self._listed(name)
        finally:
            self._stop_when_idle()

    async def call(
        self, tool: Definition, arguments: dict[str, JsonValue], report: Report, ask: Ask | None = None
    ) -> JsonValue:
        """Return the parts of a tool's result. Raises ToolFailed; ToolChanged if the server has another `tool` now.

        tool: the definition that the user let run. Whoever talks to the server compares it again before it sends.
        ask: asks the user what the server wants to know during the call; None if there is nobody to ask.
        """
        self._keep()
        self._running_calls += 1
        try:
            link = await self.ensure_running()
            self._accept(tool)
            params = {
                "server": self.name,
                "tool": tool.name,
                "digest": tool.digest,
                "arguments": arguments,
                "seconds": self.limits.call,
            }
            result = await self._request(link, params, report, ask)
            self._failures = 0
            return result
        finally:
            self._running_calls -= 1
            self._stop_when_idle()

    async def stop(self) -> None:
        """End the server; it starts again with the next call."""
        self._keep()
        if self._starting:
            self._starting.cancel()
        link, self._link = self._link, None
        if self.state is not ServerState.BLOCKED:
            self._set_state(ServerState.IDLE)
        if link and not link.has_ended:
            await self._end(self, link)

    def on_event(self, message: Message) -> None:
        """Take over an event of the child process about this server."""
        match message:
            case {"event": "stderr", "text": str(text)}:
                self.stderr = last_lines(self.stderr + text, MAX_STDERR)
                self._on_changed(self)
            case {"event": "left_out", "tools": list()}:
                self.left_out = tuple(map(LeftOut.from_json, message["tools"]))
                self._on_changed(self)
            case {"event": "tools", "tools": list()}:
                self.set_definitions(message["tools"])
            case {"event": "ended", "error": str(error)}:
                self.fail(error)
            case _:
                return

    def set_definitions(self, tools: list[Any]) -> None:
        """Replace the tools by those that the server lists now."""
        listed = (
            Definition(each["name"], each["title"], each["description"], each["schema"], each["hints"])
            for each in cast("list[dict[str, Any]]", tools)
        )
        known = {each.digest: each for each in self.definitions}
        # An equal definition stays the same object, so that its tool is not created again.
        self.definitions = tuple(known.get(each.digest, each) for each in listed)
        for each in self.definitions:
            self.accepted.setdefault(each.name, each)
        self._on_changed(self)

    def _accept(self, tool: Definition) -> None:
        """Note that the user let this definition run. Raises ToolFailed if the server has another one."""
        present = self._listed(tool.name)
        if present.digest != tool.digest:
            raise ToolChanged
        if self.accepted[tool.name].digest != tool.digest:
            self.accepted[tool.name] = present
            self._on_changed(self)

    def _listed(self, name: str) -> Definition:
        """Return the tool with this name. Raises ToolFailed if the server has none any more."""
        for each in self.definitions:
            if each.name == name:
                return each
        raise ToolFailed("gone", f"The {self._word} {self.name} has no tool {name} any more. Go on without it.")

    def fail(self, error: str) -> None:
        """Note that the server has ended by itself, or did not start."""
        self._link = None
        self._failures += 1
        self._failed_at = time.monotonic()
        self.error = error
        self._set_state(ServerState.FAILED)

    def on_link_ended(self, link: HostLink) -> None:
        """Note that the child process of this server has ended, unless another one runs already."""
        if self._link is link and self.state is ServerState.RUNNING:
            self.fail("its process has ended")

    async def _request(self, link: HostLink, params: dict[str, Any], report: Report, ask: Ask | None) -> JsonValue:
        try:
            return await link.request("call", params, report, ask)
        except HostFailed as failed:
            if failed.code == "changed":
                raise ToolChanged from failed
            if failed.code == "tool_failed":
                raise ToolFailed("tool_failed", str(failed)) from failed
            raise ToolFailed(failed.code, f"The {self._word} {self.name} failed: {failed}") from failed

    async def _run_start(self) -> None:
        try:
            await asyncio.sleep(self._pause())
            self._set_state(ServerState.STARTING)
            self._link, tools = await self._start(self)
            self.error = ""
            self.state = ServerState.RUNNING
            self.set_definitions(tools)
        except HostFailed as failed:
            self.fail(str(failed))
            last_words = last_lines(self.stderr.rstrip(), _LAST_WORDS).strip()
            said = f" It wrote: {last_words}" if last_words else ""
            raise ToolFailed("not_started", f"The {self._word} {self.name} did not start: {failed}.{said}") from failed
        except ToolFailed as failed:
            self.fail(str(failed))
            raise
        finally:
            self._starting = None

    def _pause(self) -> float:
        """Return how long the next start has to wait, which grows with each failure."""
        if not self._failures:
            return 0.0
        pause = min(self.limits.first_pause * 2 ** (self._failures - 1), _LONGEST_PAUSE)
        return max(self._failed_at + pause - time.monotonic(), 0.0)

    def _set_state(self, state: ServerState) -> None:
        self.state = state
        self._on_changed(self)

    def _keep(self) -> None:
        if self._idle:
            self._idle.cancel()
            self._idle = None

    def _stop_when_idle(self) -> None:
        self._keep()
        if self._link and not self._running_calls:
            self._idle = asyncio.get_running_loop().call_later(self.limits.idle, self._stop_now)

    def _stop_now(self) -> None:
        self._stopping = asyncio.create_task(self.stop())
