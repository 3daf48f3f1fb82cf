"""Hostile responses (huge, compressed, deeply nested, many values) and the notice that each must end with."""

import gzip
import json
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field

import brotli
import httpx
from backports import zstd

from deskpet.llm.http import new_client

MB = 1024 * 1024
EVENTS = {"Content-Type": "text/event-stream"}
JSON = {"Content-Type": "application/json"}


def chunk(delta: object) -> bytes:
    return b"data: " + json.dumps({"choices": [{"index": 0, "delta": delta}]}).encode() + b"\n\n"


def repeated(piece: bytes, total: int, size: int = 64 * 1024) -> Iterator[bytes]:
    """Yields `total` bytes of repeated `piece` in blocks of about `size` bytes."""
    block = piece * max(size // len(piece), 1)
    for _ in range(max(total // len(block), 1)):
        yield block


def in_pieces(body: bytes, size: int = 64 * 1024) -> Iterator[bytes]:
    for start in range(0, len(body), size):
        yield body[start : start + size]


def gzip_bomb(total: int, piece: bytes) -> Iterator[bytes]:
    """Yields `total` bytes of repeated `piece` with gzip, compressed about 1:1000."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    compressed = b"".join(compressor.compress(each) for each in repeated(piece, total, MB)) + compressor.flush()
    return in_pieces(compressed)


@dataclass(frozen=True)
class Hostile:
    """A response: its body in pieces, and the code of the notice that it must end with (None for no notice)."""

    name: str
    body: Callable[[], Iterator[bytes]]
    code: str | None
    headers: dict[str, str] = field(default_factory=lambda: EVENTS)
    status: int = 200


def _gzip(headers: dict[str, str], encoding: str = "gzip") -> dict[str, str]:
    return headers | {"Content-Encoding": encoding}


WORD = chunk({"content": "x"})
CHATS = (
    Hostile("gzip: 64 MB of one line", lambda: gzip_bomb(64 * MB, b"a"), "too_long", _gzip(EVENTS)),
    Hostile("gzip: 64 MB of comments", lambda: gzip_bomb(64 * MB, b": ping\n"), "too_long", _gzip(EVENTS)),
    Hostile("gzip: 4 MB of words", lambda: gzip_bomb(4 * MB, WORD), "cut_stream", _gzip(EVENTS)),
    Hostile(
        "gzip in gzip", lambda: in_pieces(gzip.compress(gzip.compress(WORD))), "packed", _gzip(EVENTS, "gzip, gzip")
    ),
    Hostile("compress, not asked for", lambda: in_pieces(b"\x1f\x9d\x90"), "packed", _gzip(EVENTS, "compress")),
    Hostile(
        "br: 64 MB of one line",
        lambda: in_pieces(brotli.compress(b"a" * 64 * MB, quality=1)),
        "too_long",
        _gzip(EVENTS, "br"),
    ),
    Hostile("br that is none", lambda: in_pieces(b"data: {}\n\n"), "cut_stream", _gzip(EVENTS, "br")),
    Hostile(
        "zstd: 64 MB of one line", lambda: in_pieces(zstd.compress(b"a" * 64 * MB)), "too_long", _gzip(EVENTS, "zstd")
    ),
    Hostile("zstd that is none", lambda: in_pieces(b"data: {}\n\n"), "cut_stream", _gzip(EVENTS, "zstd")),
    Hostile(
        "zstd, 20,000 empty frames",
        lambda: in_pieces(zstd.compress(b"") * 20_000),
        "empty_reply",
        _gzip(EVENTS, "zstd"),
    ),
    Hostile(
        "zstd with a window of 128 MB",
        lambda: in_pieces(zstd.compress(WORD, options={zstd.CompressionParameter.window_log: 27})),
        "cut_stream",
        _gzip(EVENTS, "zstd"),
    ),
    Hostile("gzip that is none", lambda: in_pieces(b"data: {}\n\n"), "cut_stream", _gzip(EVENTS)),
    Hostile("gzip, 20,000 empty members", lambda: in_pieces(gzip.compress(b"") * 20_000), "empty_reply", _gzip(EVENTS)),
    Hostile("50 MB without a line's end", lambda: repeated(b"data: x", 50 * MB), "too_long"),
    Hostile("50 MB of data: alone", lambda: repeated(b"data:\n", 50 * MB), "too_long"),
    Hostile("50 MB of lines that are no field", lambda: repeated(b"x\n", 50 * MB), "too_long"),
    Hostile("50 MB of blank lines", lambda: repeated(b"data:{}\n" + b"\n" * 1000, 50 * MB), "too_long"),
    Hostile("50 MB of spaces", lambda: repeated(b" ", 50 * MB), "too_long"),
    Hostile("1 MB of tiny events", lambda: repeated(b"data:{}\n\n", MB), "cut_stream"),
    Hostile("4 MB of one-letter words", lambda: repeated(WORD, 4 * MB), "cut_stream"),
    Hostile("a chunk of 50 MB", lambda: in_pieces(chunk({"content": "x" * 50 * MB})), "too_long"),
    Hostile("a chunk of 11 MB of text", lambda: in_pieces(chunk({"content": "x" * 11 * MB})), "too_long"),
    Hostile(
        "a picture of 23 MB",
        lambda: in_pieces(chunk({"images": [{"image_url": "data:image/png;base64," + "A" * 23 * MB}]})),
        "cut_stream",
    ),
    Hostile(
        "a picture of 23 MB in a body",
        lambda: in_pieces(b'{"choices": [{"message": {"images": [{"image_url": "' + b"A" * 23 * MB + b'"}]}}]}'),
        None,
        JSON,
    ),
    Hostile(
        "a chunk of 199,000 values",
        lambda: in_pieces(b'data: {"x": [' + b'"a",' * 99_000 + b'""]}\n\n'),
        "cut_stream",
    ),
    Hostile(
        "a chunk of 4 MB of digits",
        lambda: in_pieces(b'data: {"x": [' + b",".join([b"1" * 4000] * 1000) + b"]}\n\n"),
        "cut_stream",
    ),
    Hostile("30 MB in lines of one event", lambda: in_pieces(b"data: {},{},{},{}\n" * 2 * MB), "too_long"),
    Hostile(
        "values behind a comment with a quote",
        lambda: in_pieces(b': "' + b"x" * 100_000 + b"\ndata: [" + b"{}," * 4 * MB + b"{}]\n\n"),
        "too_long",
    ),
    Hostile(
        "values behind escaped quotes",
        lambda: in_pieces(b'data: ["\\\\", "\\"", ' + b"{}," * 4 * MB + b"{}]\n\n"),
        "too_long",
    ),
    Hostile("a chunk of 11 MB of escapes", lambda: in_pieces(chunk({"content": "\n" * 5 * MB})), "too_long"),
    Hostile("a chunk of 4,000,000 numbers", lambda: in_pieces(chunk({"content": [1] * 4_000_000})), "too_long"),
    Hostile("a chunk of 20,000 calls", lambda: in_pieces(chunk({"tool_calls": [{}] * 20_000})), "too_long"),
    Hostile("an event of 10 MB of {}", lambda: in_pieces(b"data: " + b"{}" * 5 * MB + b"\n\n"), "too_long"),
    Hostile("an event of 10 MB of [", lambda: in_pieces(b"data: " + b"[" * 10 * MB + b"\n\n"), "too_long"),
    Hostile(
        "an event nested 1,000 deep",
        lambda: in_pieces(b'data: {"a":' + b"[" * 1000 + b"]" * 1000 + b"}\n\n"),
        "unreadable",
    ),
    Hostile("a body nested 10,000,000 deep", lambda: in_pieces(b'{"a":' + b"[" * 10 * MB), "too_long", JSON),
    Hostile("a body of 100 kB of {}", lambda: repeated(b"{}\n", 100_000), "cut_stream", JSON),
    Hostile("a list of 1,000,000 chunks", lambda: in_pieces(b"data: [" + b"{}," * 999_999 + b"{}]\n\n"), "too_long"),
    Hostile("a page of 50 MB", lambda: repeated(b"<p>", 50 * MB), "too_long", {"Content-Type": "text/html"}),
    Hostile(
        "an error in 11 MB of words",
        lambda: in_pieces(chunk({}) + b'data: {"error": "' + b"unsupported " * 900_000 + b'"}\n\n'),
        "server_error",
    ),
    Hostile("an error body of 64 MB, packed", lambda: gzip_bomb(64 * MB, b"a"), "refused", _gzip(JSON), 418),
    Hostile(
        "an error body of words for the patterns",
        lambda: repeated(b"unsupported vision no endpoints n", MB),
        "images_refused",
        JSON,
        400,
    ),
    Hostile("an error body nested deep", lambda: repeated(b"[", MB), "refused", JSON, 400),
    Hostile(
        "an error nested in errors", lambda: in_pieces(b'{"error":' * 150 + b"1" + b"}" * 150), "refused", JSON, 400
    ),
)
ROW = b'{"id": "m%d"},'
LISTS = (
    Hostile(
        "1,000,000 models",
        lambda: in_pieces(b'{"data":[' + b"".join(ROW % n for n in range(1_000_000)) + b"{}]}"),
        "too_long",
        JSON,
    ),
    Hostile(
        "20,000 models",
        lambda: in_pieces(b'{"data":[' + b"".join(ROW % n for n in range(20_000)) + b"{}]}"),
        "too_long",
        JSON,
    ),
    Hostile(
        "5,000 models", lambda: in_pieces(b'{"data":[' + b"".join(ROW % n for n in range(5_000)) + b"{}]}"), None, JSON
    ),
    Hostile("models nested deep", lambda: in_pieces(b'{"data":' + b"[" * MB), "too_long", JSON),
    Hostile("64 MB of models, packed", lambda: gzip_bomb(64 * MB, b'{"id":"m"},'), "too_long", _gzip(JSON)),
    Hostile("an error of 64 MB, packed", lambda: gzip_bomb(64 * MB, b"a"), "too_long", _gzip(JSON), 500),
)


class Body(httpx.AsyncByteStream):
    """A body of pieces without delays; `taken` counts the bytes that were read."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self.taken = 0

    def prepare(self) -> None:
        """Generate the whole body now, so that its generation is not measured."""
        self._pieces = iter(list(self._pieces))

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self._pieces:
            self.taken += len(piece)
            yield piece


class Server(httpx.AsyncBaseTransport):
    """Transport that answers every request with a hostile response; reading it never yields to the event loop."""

    def __init__(self, hostile: Hostile) -> None:
        self._hostile = hostile
        self.body = Body(hostile.body())

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        return httpx.Response(self._hostile.status, headers=self._hostile.headers, stream=self.body)

    def client(self) -> httpx.AsyncClient:
        """Returns a client that uses this transport."""
        return new_client(self)
