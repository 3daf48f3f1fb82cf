"""Loopback HTTP server that replays recorded responses with configurable chunk sizes, pauses and endings.

async with ReplayServer(Reply(recorded, cut=7), Reply(status=429)) as server:
    ... server.url, server.requests, await server.disconnected.wait()
"""

import asyncio
import json
import ssl
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, Self

Ending = Literal["end", "abort", "hang"]


@dataclass(frozen=True)
class Reply:
    """The response to one request. `ending`: complete it, abort the connection, or keep it open without data.

    `cut` is the size of the pieces sent separately, `pause` the delay in seconds before each. `headers` replace the
    default ones. `length` is the Content-Length; without it each piece is an HTTP chunk.
    """

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: {"Content-Type": "text/event-stream"})
    cut: int | None = None
    pause: float = 0.0
    ending: Ending = "end"
    length: int | None = None

    def pieces(self) -> Sequence[bytes]:
        size = self.cut or max(len(self.body), 1)
        return [self.body[start : start + size] for start in range(0, len(self.body), size)]


@dataclass(frozen=True)
class Received:
    """A received request."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]


class ReplayServer:
    """Answers each request with the next reply; the last one is repeated. Listens on `port`, 0 for any free one.

    `tls` has the certificate of a server that speaks TLS.
    """

    def __init__(self, *replies: Reply, port: int = 0, tls: ssl.SSLContext | None = None) -> None:
        self._port = port
        self._tls = tls
        self.requests: list[Received] = []
        self.connections = 0
        self.disconnected = asyncio.Event()
        self.sent = asyncio.Event()
        self.replies = replies
        self._open: dict[asyncio.StreamWriter, asyncio.Task[None]] = {}

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self._port, ssl=self._tls)
        host, port = self._server.sockets[0].getsockname()
        self.url = f"http://{host}:{port}/v1"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for writer in self._open:
            writer.transport.abort()
        await asyncio.gather(*self._open.values())
        await self._server.wait_closed()

    def reply_to(self, request: Received) -> Reply:
        """Return the response to `request`, which is the last of `requests`."""
        return self.replies[min(len(self.requests), len(self.replies)) - 1]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._open[writer] = task
        self.connections += 1
        try:
            while request := await _request(reader):
                self.requests.append(request)
                if not await self._answer(self.reply_to(request), reader, writer):
                    break
        except ConnectionError:
            pass
        finally:
            self.disconnected.set()
            writer.close()
            del self._open[writer]

    async def _answer(self, reply: Reply, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Send the reply. Returns False if the connection can't be reused."""
        chunked = reply.length is None and reply.status != 204
        writer.write(_head(reply, chunked=chunked))
        async with _watch_disconnect(reader, self.disconnected):
            for piece in reply.pieces():
                await asyncio.sleep(reply.pause)
                writer.write(b"%x\r\n%s\r\n" % (len(piece), piece) if chunked else piece)
                await writer.drain()
            self.sent.set()
            if reply.ending == "hang":
                await self.disconnected.wait()
        if reply.ending == "abort":
            writer.transport.abort()
        if reply.ending != "end":
            return False
        if chunked:
            writer.write(b"0\r\n\r\n")
            await writer.drain()
        return True


@asynccontextmanager
async def _watch_disconnect(reader: asyncio.StreamReader, disconnected: asyncio.Event) -> AsyncIterator[None]:
    """Set `gone` when the client closes the connection; it sends no data during the response."""

    async def watch() -> None:
        try:
            if await reader.read(1) == b"":
                disconnected.set()
        except ConnectionError:
            disconnected.set()

    watcher = asyncio.create_task(watch())
    try:
        yield
    finally:
        watcher.cancel()
        await asyncio.gather(watcher, return_exceptions=True)


def _head(reply: Reply, *, chunked: bool) -> bytes:
    headers = dict(reply.headers)
    if chunked:
        headers["Transfer-Encoding"] = "chunked"
    elif reply.length is not None:
        headers["Content-Length"] = str(reply.length)
    lines = [f"HTTP/1.1 {reply.status} As recorded", *(f"{name}: {value}" for name, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def _request(reader: asyncio.StreamReader) -> Received | None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    first, *lines = head.split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines if line)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Received(first.split(" ")[1], headers, json.loads(body or b"{}"))
