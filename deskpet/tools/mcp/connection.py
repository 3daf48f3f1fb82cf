"""One connected server. A single task enters and leaves the SDK's client. Imported in the child process only.

The SDK's cancel scopes belong to the task that opened them: a client that another task closes cancels the first one.
"""

import asyncio
import math
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict
from typing import Any, cast

import anyio
import httpx2
import mcp_types as types
from mcp.client import Client, ClientRequestContext, IncomingMessage, Transport
from mcp.client.streamable_http import streamable_http_client
from mcp.client.subscriptions import ListenNotSupportedError, SubscriptionLost
from mcp.shared.exceptions import MCPError

from deskpet.tools.foreign import lines
from deskpet.tools.foreign.definitions import Definition
from deskpet.tools.foreign.host import REPORT_INTERVAL, CallFailed, ErrorOutput
from deskpet.tools.mcp.call_check import checked
from deskpet.tools.mcp.content import result_parts, result_text
from deskpet.tools.mcp.elicitation import CalledTool, OpenQuestions, ServerCall
from deskpet.tools.mcp.stdio_transport import Command, stdio_transport

MAX_PAGES, MAX_TOOLS, MAX_LIST = 50, 500, 2 << 20
"""Limits of a server's list of tools: pages, tools, and characters of JSON."""
MAX_TOOL = 64 << 10
"""Longest definition of a tool, in characters of JSON."""
_HTTP_SECONDS = 300.0
# A server that announces changes without end is asked for its tools this often, in seconds.
_RELIST_INTERVAL = 1.0

Emit = Callable[[Mapping[str, Any]], None]


class McpConnection:
    """A server from its start to its end, in the task `own`.

    ready: becomes the first list of tools, or raises CallFailed. pid: its process, 0 if there is none.
    """

    def __init__(self, name: str, launch: Mapping[str, Any], emit: Emit, questions: OpenQuestions) -> None:
        """`launch` has `command` (a list), `env` and `cwd`, or `url` and `headers`; `start_seconds` and `can_ask`."""
        self.name, self._launch, self._emit, self._questions = name, launch, emit, questions
        self._calls: list[ServerCall] = []
        self.ready: asyncio.Future[list[dict[str, Any]]] = asyncio.get_running_loop().create_future()
        self.pid = 0
        self._stop, self._ended, self._changed = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._client: Client | None = None
        self._listing, self._begun_lists, self._listed = asyncio.Lock(), 0, 0
        self._tools: dict[str, Definition] = {}
        self._connecting: anyio.CancelScope | None = None
        self._errors: ErrorOutput | None = None

    def stop(self) -> None:
        """Make `own` leave the client, also while it connects."""
        self._stop.set()
        if self._connecting and not self.ready.done():
            self._connecting.cancel()

    async def own(self) -> None:
        """Connect, list the tools, and stay until `stop` is called or the connection ends."""
        try:
            with anyio.CancelScope(deadline=anyio.current_time() + self._launch["start_seconds"]) as limit:
                self._connecting = limit
                await self._connect(limit)
            failure = "the server did not answer in time" if limit.cancelled_caught else "the connection has ended"
        except Exception as error:  # noqa: BLE001 - whatever a server causes ends this server only
            failure = _reason(error)
        self._client = None
        if self._errors:
            self._errors.flush()
        self._emit({"event": "gone", "server": self.name})
        if not self.ready.done():
            self.ready.set_exception(CallFailed("not_started", failure))
            # Nobody waits for it if the request was cancelled.
            self.ready.exception()
        elif not self._stop.is_set():
            self._emit({"event": "ended", "server": self.name, "error": failure})

    async def _connect(self, limit: anyio.CancelScope) -> None:
        """Stay connected. The limit of the scope holds until the server is ready."""
        async with (
            self._transport() as transport,
            self._new_client(transport) as client,
            asyncio.TaskGroup() as group,
        ):
            self._client = client
            await self._relist(client, is_announced=False)
            limit.deadline = math.inf
            if not self.ready.done():
                self.ready.set_result([*map(asdict, self._tools.values())])
            watching = group.create_task(self._watch(client)), group.create_task(self._listen(client))
            ends = group.create_task(self._stop.wait()), group.create_task(self._ended.wait())
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            self._client = None
            for task in (*watching, *ends):
                task.cancel()

    def _new_client(self, transport: Transport) -> Client:
        """Return the client. It offers to ask the user only if somebody can answer."""
        ask = self._ask if self._launch["can_ask"] else None
        checking = checked(transport, self._require_permitted)
        return Client(checking, message_handler=self._on_message, elicitation_callback=ask, cache=None)

    async def _ask(
        self,
        context: ClientRequestContext,  # noqa: ARG002 - given by the SDK
        params: types.ElicitRequestParams,
    ) -> types.ElicitResult:
        """Ask the user on behalf of the call to which the question belongs.

        Older servers don't say to which: it is asked at the last call that began.
        """
        call = ServerCall.current.get() or (self._calls[-1] if self._calls else None)
        return await call.ask(params) if call else types.ElicitResult(action="cancel")

    @asynccontextmanager
    async def _transport(self) -> AsyncGenerator[Transport]:
        launch = self._launch
        if not (url := launch.get("url")):
            arguments, environment, folder = launch["command"], launch["env"], launch.get("cwd")
            errors = self._errors = ErrorOutput(
                lambda text: self._emit({"event": "stderr", "server": self.name, "text": text})
            )
            listeners = self._on_started, errors.add, self._ended.set
            yield stdio_transport(Command(arguments, environment, folder, *listeners))
            return
        # Redirects could carry the headers, which may have a key, to another server.
        timeout = httpx2.Timeout(30.0, read=_HTTP_SECONDS)
        async with httpx2.AsyncClient(headers=launch["headers"], timeout=timeout, follow_redirects=False) as http:
            yield streamable_http_client(url, http_client=http)

    def _on_started(self, pid: int) -> None:
        self.pid = pid
        self._emit({"event": "started", "server": self.name, "pid": pid})

    async def _on_message(self, message: IncomingMessage) -> None:
        if isinstance(message, types.ToolListChangedNotification):
            self._changed.set()

    async def _listen(self, client: Client) -> None:
        """Wait for announced changes in the protocol of 2026, which has a request for that."""
        try:
            async with client.listen(tools_list_changed=True) as changes:
                async for _ in changes:
                    self._changed.set()
        except (ListenNotSupportedError, SubscriptionLost, MCPError, TimeoutError):
            # Older servers send a notification; others never announce changes.
            return

    async def _watch(self, client: Client) -> None:
        """List the tools again whenever the server says that they have changed."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            try:
                await self._relist(client)
            except (MCPError, CallFailed, ValueError) as error:
                self._emit({"event": "stderr", "server": self.name, "text": f"tools/list: {_reason(error)}\n"})
            await asyncio.sleep(_RELIST_INTERVAL)

    async def _relist(self, client: Client, *, is_announced: bool = True) -> None:
        """Read the list of tools, unless another task begins to read it after now; report what has changed."""
        wanted = self._begun_lists + 1
        async with self._listing:
            if self._listed >= wanted:
                return
            self._begun_lists = number = self._begun_lists + 1
            before, self._tools = self._tools, await self._list_tools(client)
            self._listed = number
            if is_announced and _digests(before) != _digests(self._tools):
                tools = [*map(asdict, self._tools.values())]
                self._emit({"event": "tools", "server": self.name, "tools": tools})

    async def _require_permitted(self, name: str) -> None:
        """Raise CallFailed unless the server lists the tool as the user let it run in the present call.

        The list is read before each call: a server may announce no change, and one at an address may restart unseen.
        """
        call, client = ServerCall.current.get(), self._client
        if call is None or client is None or call.tool.name != name:
            raise CallFailed("not_connected", "the server is not connected")
        await self._relist(client)
        present = self._tools.get(name)
        if present is None:
            raise CallFailed("gone", f"it has no tool {name} any more")
        if present.digest != call.tool.digest:
            raise CallFailed("changed", "the tool was changed")

    async def _list_tools(self, client: Client) -> dict[str, Definition]:
        """Return the definitions of all pages, without tools that are too long or have a known name."""
        found: dict[str, Definition] = {}
        cursor: str | None = None
        size = 0
        for _ in range(MAX_PAGES):
            page = await client.list_tools(cursor=cursor)
            for tool in page.tools:
                length = len(tool.model_dump_json())
                size += length
                if size > MAX_LIST or len(found) >= MAX_TOOLS:
                    return found
                if length <= MAX_TOOL and (definition := _definition(tool)):
                    found.setdefault(definition.name, definition)
            cursor = page.next_cursor
            if cursor is None:
                break
        return found

    async def call(self, tool: CalledTool, arguments: dict[str, Any], seconds: float, number: int) -> list[Any]:
        """Return the parts of a tool's result. Raises CallFailed."""
        reported_at = -math.inf

        async def report(progress: float, total: float | None, message: str | None) -> None:
            nonlocal reported_at
            if (now := anyio.current_time()) < reported_at + REPORT_INTERVAL:
                return
            reported_at = now
            fraction = min(max(progress / total, 0.0), 1.0) if total and total > 0 else None
            self._emit({"event": "progress", "id": number, "fraction": fraction, "words": (message or "")[:500]})

        if self._client is None:
            raise CallFailed("not_connected", "the server is not connected")
        running = ServerCall(self.name, tool, number, seconds, self._questions)
        try:
            result = await self._run(running, self._client.call_tool(tool.name, arguments, progress_callback=report))
        except CallFailed:
            raise
        except Exception as error:
            raise CallFailed("server_failed", _reason(error)) from error
        if result is None:
            raise CallFailed("server_failed", f"it did not answer within {seconds:g} seconds")
        if result.is_error:
            raise CallFailed("tool_failed", result_text(result) or "The tool failed without a reason.")
        return result_parts(result)

    async def _run(
        self, running: ServerCall, call: Coroutine[Any, Any, types.CallToolResult]
    ) -> types.CallToolResult | None:
        """Return the result of a call, None if its time is over."""
        self._calls.append(running)
        token = ServerCall.current.set(running)
        try:
            with running.scope:
                return await call
        finally:
            ServerCall.current.reset(token)
            self._calls.remove(running)
            running.end()


def _digests(tools: Mapping[str, Definition]) -> list[str]:
    return [each.digest for each in tools.values()]


def _definition(tool: types.Tool) -> Definition | None:
    """Return the definition as it is after its way to the pet, None for one that can't be sent."""
    hints = tool.annotations.model_dump(by_alias=True, exclude_none=True) if tool.annotations else {}
    title = tool.title or (tool.annotations.title if tool.annotations else None) or ""
    definition = Definition(tool.name, title[:200], tool.description or "", tool.input_schema, hints)
    try:
        return Definition(**lines.decode(lines.encode(asdict(definition))))
    except lines.BadLine:
        return None


def _reason(error: BaseException) -> str:
    """Return the first cause of an exception on one line; task groups wrap it."""
    while isinstance(error, BaseExceptionGroup):
        error = cast("BaseExceptionGroup[BaseException]", error).exceptions[0]
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}"[:500] if text else type(error).__name__
