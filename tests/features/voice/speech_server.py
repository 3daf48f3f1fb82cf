"""A speech server on loopback that answers by a script, with the faults of real ones."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer. pieces: bytes to send, seconds to wait, or an event to wait for. is_cut: hang up without an end."""

    pieces: tuple[bytes | float | asyncio.Event, ...]
    status: int = 200
    content_type: str = "audio/pcm"
    is_cut: bool = False
    headers: tuple[str, ...] = ()


ParseBody = Callable[[str, bytes], dict[str, Any]]


@dataclass(slots=True)
class SpeechServer:
    """A running server: `requests` are the bodies it got, `closed` counts the connections that the client closed."""

    respond: Callable[[dict[str, Any]], Answer]
    parse: ParseBody
    base_url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[str] = field(default_factory=list)
    first_byte_at: list[float] = field(default_factory=list)
    running: int = 0
    most_running: int = 0
    broken: int = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answers the requests of one connection."""
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                length = int(head.lower().partition("content-length:")[2].split()[0])
                self.headers.append(head)
                self.requests.append(self.parse(head, await reader.readexactly(length)))
                self.running += 1
                self.most_running = max(self.most_running, self.running)
                try:
                    if not await self._send(writer, self.respond(self.requests[-1])):
                        break
                finally:
                    self.running -= 1
        except (asyncio.IncompleteReadError, ConnectionError):
            self.broken += 1
        finally:
            writer.close()

    async def _send(self, writer: asyncio.StreamWriter, answer: Answer) -> bool:
        head = [f"HTTP/1.1 {answer.status} X", f"content-type: {answer.content_type}", "transfer-encoding: chunked"]
        writer.write("\r\n".join([*head, *answer.headers, "", ""]).encode())
        has_started = False
        for piece in answer.pieces:
            if isinstance(piece, bytes):
                if not has_started:
                    has_started = True
                    self.first_byte_at.append(asyncio.get_running_loop().time())
                writer.write(b"%x\r\n%s\r\n" % (len(piece), piece))
                await writer.drain()
            elif isinstance(piece, asyncio.Event):
                await piece.wait()
            else:
                await asyncio.sleep(piece)
        if answer.is_cut:
            return False
        writer.write(b"0\r\n\r\n")
        await writer.drain()
        return True


@asynccontextmanager
async def speech_server(
    respond: Callable[[dict[str, Any]], Answer] | Answer, parse: ParseBody = lambda _, body: json.loads(body)
) -> AsyncIterator[SpeechServer]:
    """Runs a server on loopback. parse: makes a request's fields of its head and its body."""
    running = SpeechServer((lambda _: respond) if isinstance(respond, Answer) else respond, parse)
    tasks: set[asyncio.Task[None]] = set()

    def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(running.serve(reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    running.base_url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield running
    finally:
        server.close()
        for task in tuple(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def in_pieces(sound: bytes, size: int, pause: float = 0.0) -> tuple[bytes | float, ...]:
    """Returns sound in pieces of `size` bytes with pauses between them, in seconds."""
    pieces: list[bytes | float] = []
    for start in range(0, len(sound), size):
        pieces += [sound[start : start + size], *((pause,) if pause else ())]
    return tuple(pieces)
