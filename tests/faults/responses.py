"""HTTP responses as a sequence of actions of the server: bytes to send, pauses, and ways to end a connection."""

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

EVENTS = {"Content-Type": "text/event-stream"}
BLOCK = 64 * 1024


@dataclass(frozen=True)
class Pause:
    """Send nothing for some seconds."""

    seconds: float


class Ending(Enum):
    """The end of a connection: closed, reset by TCP, or kept open without data until the client closes it."""

    CLOSE = "close"
    RESET = "reset"
    HANG = "hang"


Action = bytes | Pause | Ending


def head(headers: Mapping[str, str] = EVENTS, status: int = 200) -> bytes:
    """Return the status line and the headers."""
    lines = [f"HTTP/1.1 {status} Scripted", *(f"{name}: {value}" for name, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8", "surrogateescape")


def chunked(pieces: Iterable[bytes], headers: Mapping[str, str] = EVENTS, status: int = 200) -> Iterator[Action]:
    """Yield a response with a chunk of HTTP for each piece; the connection can be used again."""
    yield head({**headers, "Transfer-Encoding": "chunked"}, status)
    yield from map(http_chunk, filter(None, pieces))
    yield b"0\r\n\r\n"


def plain(body: bytes, headers: Mapping[str, str] = EVENTS, status: int = 200) -> Iterator[Action]:
    """Yield a response with a Content-Length; the connection can be used again."""
    yield head({**headers, "Content-Length": str(len(body))}, status) + body


def until_close(pieces: Iterable[Action], headers: Mapping[str, str] = EVENTS) -> Iterator[Action]:
    """Yield a response whose body ends with the connection."""
    yield head({**headers, "Connection": "close"})
    yield from pieces
    yield Ending.CLOSE


def http_chunk(piece: bytes) -> bytes:
    """Return a piece as a chunk of HTTP."""
    return b"%x\r\n%s\r\n" % (len(piece), piece)


def in_pieces(body: bytes, size: int) -> Iterator[bytes]:
    """Yield the body in pieces of this size."""
    return (body[start : start + size] for start in range(0, len(body), size))


def at_random(body: bytes, chance: random.Random) -> list[bytes]:
    """Return the body in pieces of random size, some of them a single byte."""
    pieces: list[bytes] = []
    start = 0
    while start < len(body):
        stop = start + chance.choice((1, 2, 3, 7, 40, 300))
        pieces.append(body[start:stop])
        start = stop
    return pieces


def repeated(piece: bytes, total: int) -> Iterator[bytes]:
    """Yield `total` bytes of a repeated piece in blocks; only one block is in memory."""
    block = piece * max(BLOCK // len(piece), 1)
    for _ in range(max(total // len(block), 1)):
        yield block
