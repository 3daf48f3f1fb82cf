"""Check each call of a tool at the last place before it leaves for its server. Imported in the child process only.

The SDK sends some calls more than once, for example after it has read a changed list of tools, or when the server asks
for more input. So the requests are checked as they leave, and not where a call begins.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, Self

import mcp_types as types
from mcp.client import Transport
from mcp.shared.message import SessionMessage

Check = Callable[[str], Awaitable[None]]


def checked(transport: Transport, check: Check) -> Transport:
    """Return a transport that awaits `check` with the name of the tool before each call; what it raises ends that."""
    return _checked(transport, check)


@asynccontextmanager
async def _checked(transport: Transport, check: Check) -> AsyncGenerator[tuple[Any, Any]]:
    async with transport as (incoming, outgoing):
        yield incoming, _CheckedStream(outgoing, check)


class _CheckedStream:
    """Sends the messages to a server. Calls of tools are checked in the task that makes them."""

    def __init__(self, stream: Any, check: Check) -> None:
        """`stream`: what a transport of the SDK gives to send messages."""
        self._stream, self._check = stream, check

    async def send(self, item: SessionMessage, /) -> None:
        if isinstance(item.message, types.JSONRPCRequest) and item.message.method == "tools/call":
            await self._check(str((item.message.params or {}).get("name")))
        await self._stream.send(item)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()
