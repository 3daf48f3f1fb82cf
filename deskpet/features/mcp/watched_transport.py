"""Watch the messages between the SDK and a server. Imported in the child process only.

The SDK sends some messages by itself. A call is sent more than once, for example after it has read a changed list of
tools, or when the server asks for more input. So the requests are checked as they leave, and not where a call begins.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, Protocol, Self

import mcp_types as types
from mcp.client import Transport
from mcp.shared.message import SessionMessage


class Watcher(Protocol):
    """Sees all messages of a connection."""

    async def before_sent(self, message: types.JSONRPCMessage) -> None:
        """Check a message to the server, in the task that sends it; what it raises ends that."""

    def on_received(self, message: types.JSONRPCMessage) -> None:
        """Look at a message of the server, and change it where that is needed."""

    def on_ended(self) -> None:
        """Note that the server sends no more."""


def watched(transport: Transport, watcher: Watcher) -> Transport:
    """Return a transport whose messages `watcher` sees."""
    return _watched(transport, watcher)


@asynccontextmanager
async def _watched(transport: Transport, watcher: Watcher) -> AsyncGenerator[tuple[Any, Any]]:
    async with transport as (incoming, outgoing):
        yield _Incoming(incoming, watcher), _Outgoing(outgoing, watcher)


class _Stream:
    """A stream of a transport of the SDK."""

    def __init__(self, stream: Any, watcher: Watcher) -> None:
        self._stream, self._watcher = stream, watcher

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
        await self._watcher.before_sent(item.message)
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
            self._watcher.on_ended()
            raise

    def _seen(self, item: SessionMessage | Exception) -> SessionMessage | Exception:
        if isinstance(item, SessionMessage):
            self._watcher.on_received(item.message)
        return item
