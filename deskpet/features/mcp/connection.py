"""One connected server. A single task enters and leaves the SDK's client. Imported in the child process only.

The SDK's cancel scopes belong to the task that opened them: a client that another task closes cancels the first one.
"""

import asyncio
import math
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict
from types import TracebackType
from typing import Any, Self, cast

import anyio
import mcp_types as types
from mcp.client import Client, ClientRequestContext, IncomingMessage, Transport
from mcp.client.subscriptions import ListenNotSupportedError, SubscriptionLost
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage

from deskpet.features.foreign.tool_host import REPORT_INTERVAL, CallFailed, ErrorOutput
from deskpet.features.mcp.content import result_parts, result_text
from deskpet.features.mcp.elicitation import CalledTool, OpenQuestions, ServerCall
from deskpet.features.mcp.http_transport import HttpServer
from deskpet.features.mcp.stdio_transport import ServerCommand, stdio_transport
from deskpet.features.mcp.tool_list import InvalidTools, ToolList, read_tools


@asynccontextmanager
async def _watched(transport: Transport, connection: "McpConnection") -> AsyncGenerator[tuple[Any, Any]]:
    """Yield the streams of a transport whose messages the connection sees."""
    async with transport as (incoming, outgoing):
        yield _Incoming(incoming, connection), _Outgoing(outgoing, connection)


class _Stream:
    """A stream of a transport of the SDK."""

    def __init__(self, stream: Any, connection: "McpConnection") -> None:
        self._stream, self._connection = stream, connection

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


class _Outgoing(_Stream):
    """Sends the messages to a server."""

    async def send(self, item: SessionMessage, /) -> None:
        await self._connection.before_sent(item.message)
        await self._stream.send(item)


class _Incoming(_Stream):
    """Receives the messages of a server."""

    @property
    def last_context(self) -> Any:
        """The context of the task that received the last message from the server; None if it is not known."""
        return getattr(self._stream, "last_context", None)

    async def receive(self) -> SessionMessage | Exception:
        return self._seen(await self._stream.receive())

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return self._seen(await self._stream.__anext__())
        except StopAsyncIteration:
            self._connection.on_ended()
            raise

    def _seen(self, item: SessionMessage | Exception) -> SessionMessage | Exception:
        if isinstance(item, SessionMessage):
            self._connection.on_received(item.message)
        return item


# A server that announces changes without end is asked for its tools this often, in seconds.
_RELIST_INTERVAL = 1.0

Emit = Callable[[Mapping[str, Any]], None]


class McpConnection:
    """A server from its start to its end, in the task `own`.

    ready: becomes the first list of tools, or raises CallFailed. pid: its process, 0 if there is none.
    """

    def __init__(self, name: str, launch: Mapping[str, Any], emit: Emit, questions: OpenQuestions) -> None:
        """Create it; `own` connects.

        launch: has `command` (a list), `env` and `cwd`, or `url`, `headers` and `transport`; `start_seconds` and
        `can_ask`.
        """
        self.name, self._launch, self._emit, self._questions = name, launch, emit, questions
        self._calls: list[ServerCall] = []
        self.ready: asyncio.Future[list[dict[str, Any]]] = asyncio.get_running_loop().create_future()
        self.pid = 0
        self._stop, self._ended, self._changed = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._client: Client | None = None
        self._listing, self._begun_lists, self._listed = asyncio.Lock(), 0, 0
        self._list, self._invalid = ToolList(), InvalidTools()
        self._connecting: anyio.CancelScope | None = None
        self._errors: ErrorOutput | None = None
        # Set while the session is left for another one, which becomes `_next`.
        self._again = asyncio.Event()
        self._next: asyncio.Future[Client] | None = None
        self._http: HttpServer | None = None
        if url := launch.get("url"):
            self._http = HttpServer(url, launch["headers"], launch.get("transport", ""), self._on_forgotten)

    def stop(self) -> None:
        """Make `own` leave the client, also while it connects."""
        self._stop.set()
        if self._connecting:
            self._connecting.cancel()

    async def own(self) -> None:
        """Connect, list the tools, and stay until `stop` is called or the connection ends."""
        try:
            failure = await self._stay()
        except CallFailed as failed:
            failure = str(failed)
        except Exception as error:  # noqa: BLE001 - whatever a server causes ends this server only
            failure = _reason(error)
        self._client = None
        if self._errors:
            self._errors.flush()
        self._emit({"event": "gone", "server": self.name})
        if not self.ready.done():
            _fail(self.ready, CallFailed("not_started", failure))
        elif not self._stop.is_set():
            self._emit({"event": "ended", "server": self.name, "error": failure})
        if self._next and not self._next.done():
            _fail(self._next, CallFailed("not_connected", failure))

    async def _stay(self) -> str:
        """Stay connected, in another session if the server forgets one. Return why the connection has ended."""
        refused: Exception | None = None
        while not self._stop.is_set():
            self._client = None
            self._again.clear()
            self._ended.clear()
            with anyio.CancelScope(deadline=anyio.current_time() + self._launch["start_seconds"]) as limit:
                self._connecting = limit
                try:
                    await self._connect(limit)
                except Exception as error:
                    if refused and not self.ready.done():
                        raise CallFailed("not_started", _no_transport(refused, error)) from error
                    if self.ready.done() or not (self._http and self._http.try_older()):
                        raise
                    refused = error
                    self._again.set()
            if limit.cancelled_caught:
                return "the server did not answer in time"
            if not self._again.is_set():
                break
        return "the connection has ended"

    async def _connect(self, limit: anyio.CancelScope) -> None:
        """Stay connected. The limit of the scope holds until the server is ready."""
        async with (
            self._transport() as transport,
            self._new_client(transport) as client,
            asyncio.TaskGroup() as group,
        ):
            self._client = client
            await self._relist(client, is_announced=self.ready.done())
            limit.deadline = math.inf
            self._connecting = None
            if not self.ready.done():
                self.ready.set_result([*map(asdict, self._list.tools.values())])
            if self._next and not self._next.done():
                self._next.set_result(client)
            watching = group.create_task(self._watch(client)), group.create_task(self._listen(client))
            ends = [group.create_task(each.wait()) for each in (self._stop, self._ended, self._again)]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            self._client = None
            for task in (*watching, *ends):
                task.cancel()

    def _new_client(self, transport: Transport) -> Client:
        """Return the client. It offers to ask the user only if somebody can answer."""
        ask = self._ask if self._launch["can_ask"] else None
        watching = _watched(transport, self)
        return Client(watching, message_handler=self._on_message, elicitation_callback=ask, cache=None)

    async def before_sent(self, message: types.JSONRPCMessage) -> None:
        """Check each call at the last place before it leaves for the server. Raises CallFailed."""
        self._invalid.note_request(message)
        if isinstance(message, types.JSONRPCRequest) and message.method == "tools/call":
            await self._require_permitted(str((message.params or {}).get("name")))

    def on_received(self, message: types.JSONRPCMessage) -> None:
        """Remove invalid tools from the lists of the server."""
        self._invalid.filter(message)

    def on_ended(self) -> None:
        """End the connection: the server sends no more."""
        if not self._again.is_set():
            self._ended.set()

    def _on_forgotten(self, is_answered: bool) -> None:
        """Note that the server has refused a request because of its session.

        is_answered: whether the SDK ends the request; otherwise it would wait for its end without a reason.
        """
        call = ServerCall.current.get()
        if call:
            call.was_forgotten = True
        if call and not is_answered:
            call.scope.cancel()
        elif not is_answered:
            self._ended.set()

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
        if self._http:
            async with self._http.transport() as transport:
                yield transport
            return
        arguments, environment, folder = self._launch["command"], self._launch["env"], self._launch.get("cwd")
        errors = self._errors = ErrorOutput(
            lambda text: self._emit({"event": "stderr", "server": self.name, "text": text})
        )
        listeners = self._on_started, errors.add, self._ended.set
        yield stdio_transport(ServerCommand(arguments, environment, folder, *listeners))

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
            before, self._list = self._list, await read_tools(client, self._invalid)
            self._listed = number
            if before.left_out != self._list.left_out:
                left_out = [each.as_json() for each in self._list.left_out]
                self._emit({"event": "left_out", "server": self.name, "tools": left_out})
            if is_announced and before.digests != self._list.digests:
                tools = [*map(asdict, self._list.tools.values())]
                self._emit({"event": "tools", "server": self.name, "tools": tools})

    async def _require_permitted(self, name: str) -> None:
        """Raise CallFailed unless the server lists the tool as the user let it run in the present call.

        The list is read before each call: a server may announce no change, and one at an address may restart unseen.
        """
        call, client = ServerCall.current.get(), self._client
        if call is None or client is None or call.tool.name != name:
            raise CallFailed("not_connected", "the server is not connected")
        await self._relist(client)
        present = self._list.tools.get(name)
        if present is None:
            raise CallFailed("gone", f"it has no tool {name} any more")
        if present.digest != call.tool.digest:
            raise CallFailed("changed", "the tool was changed")
        call.was_sent = True

    async def call(self, tool: CalledTool, arguments: dict[str, Any], seconds: float, number: int) -> list[Any]:
        """Return the parts of a tool's result. Raises CallFailed.

        A call that has not run because the server has forgotten the session is made again in another one, once.
        """
        client = await self._present_client()
        running = ServerCall(self.name, tool, number, seconds, self._questions)
        try:
            return await self._call_in(client, running, arguments, seconds)
        except CallFailed:
            was_left = not running.was_sent and self._client is not client
            if not (running.was_forgotten or was_left):
                raise
        client = await self._begin_again(client)
        return await self._call_in(
            client, ServerCall(self.name, tool, number, seconds, self._questions), arguments, seconds
        )

    async def _present_client(self) -> Client:
        """Return the client of the present session, or of the next one if this one is left. Raises CallFailed."""
        if self._client:
            return self._client
        if self._next and not self._next.done():
            return await asyncio.shield(self._next)
        raise CallFailed("not_connected", "the server is not connected")

    async def _begin_again(self, client: Client) -> Client:
        """Leave the session of `client`, and return the client of another one. Raises CallFailed."""
        if self._client is client:
            self._client, self._next = None, asyncio.get_running_loop().create_future()
            self._again.set()
        return await self._present_client()

    async def _call_in(
        self, client: Client, running: ServerCall, arguments: dict[str, Any], seconds: float
    ) -> list[Any]:
        """Return the parts of the result of a call in the session of `client`. Raises CallFailed."""
        reported_at = -math.inf

        async def report(progress: float, total: float | None, message: str | None) -> None:
            nonlocal reported_at
            if (now := anyio.current_time()) < reported_at + REPORT_INTERVAL:
                return
            reported_at = now
            fraction = min(max(progress / total, 0.0), 1.0) if total and total > 0 else None
            words = (message or "")[:500]
            self._emit({"event": "progress", "id": running.number, "fraction": fraction, "words": words})

        try:
            result = await self._run(running, client.call_tool(running.tool.name, arguments, progress_callback=report))
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


def _fail(waiting: "asyncio.Future[Any]", failed: CallFailed) -> None:
    waiting.set_exception(failed)
    # Nobody waits for it if the request was cancelled.
    waiting.exception()


def _no_transport(newer: Exception, older: Exception) -> str:
    return f"it has no MCP by streamable HTTP ({_reason(newer)}) nor by server-sent events ({_reason(older)})"


def _reason(error: BaseException) -> str:
    """Return the first cause of an exception on one line; task groups wrap it."""
    while isinstance(error, BaseExceptionGroup):
        error = cast("BaseExceptionGroup[BaseException]", error).exceptions[0]
    # httpx adds a link that explains what a status is.
    text = " ".join(str(error).partition("\nFor more information")[0].split())
    return f"{type(error).__name__}: {text}"[:500] if text else type(error).__name__
