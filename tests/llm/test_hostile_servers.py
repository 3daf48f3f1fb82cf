"""Hostile responses end with a short notice, are processed in small steps and do not block the event loop."""

import asyncio
import gzip
import json
import zlib
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager

import brotli
import httpx
import pytest
from backports import zstd

from deskpet.chat.messages import Notice, user_message
from deskpet.chat.model import ChatRequest, Delta, ImageDelta, NoticeDelta, TextDelta
from deskpet.config.choices import Provider
from deskpet.llm import content_encoding, model_list
from deskpet.llm.content_encoding import (
    PIECE_SIZE,
    BrotliDecompressor,
    Decoder,
    ZlibDecompressor,
    ZstdDecompressor,
)
from deskpet.llm.gemini import GeminiParser
from deskpet.llm.openai import OpenAIChat, OpenAIParser
from tests.llm import hostile_servers as hostile
from tests.llm.hostile_servers import CHATS, LISTS, MB, Hostile, Server

REQUEST = ChatRequest((user_message("hello"),))


@asynccontextmanager
async def count_loop_iterations() -> AsyncIterator[list[int]]:
    """Counts the iterations of the event loop that ran another task."""
    count = [0]

    async def tick() -> None:
        while True:
            count[0] += 1
            await asyncio.sleep(0)

    task = asyncio.create_task(tick())
    yield count
    task.cancel()


async def answer(case: Hostile) -> tuple[list[Notice], int, Server]:
    """Returns the notices of an answer, the number of deltas, and the server."""
    server = Server(case)
    notices: list[Notice] = []
    count = 0
    async with server.client() as client:
        async for delta in OpenAIChat(client, "http://hostile.example/v1", "m", "sk-some-key-1234").stream(REQUEST):
            count += 1
            if isinstance(delta, NoticeDelta):
                notices.append(delta.notice)
    return notices, count, server


@pytest.mark.slow_variants
@pytest.mark.parametrize("case", CHATS, ids=lambda case: case.name)
async def test_chat_response_ends_with_a_notice(case: Hostile) -> None:
    notices, _, _ = await answer(case)
    assert [notice.code for notice in notices][:1] == ([case.code] if case.code else [])
    for notice in notices:
        assert notice.title
        assert len(notice.cause) < 5000
        assert len(notice.details) < 6000


@pytest.mark.slow
def test_an_answer_in_too_many_pieces_is_ended() -> None:
    parts = b", ".join([b'{"text": "x"}'] * 1000)
    chunk = b'data: {"candidates": [{"content": {"parts": [' + parts + b"]}}]}\n\n"
    parser, found = GeminiParser(), list[Delta]()
    while not parser.is_done:
        found += parser.feed(chunk)

    assert isinstance(found[-1], NoticeDelta)
    assert (found[-1].notice.code, len(found)) == ("too_long", 501_001)


async def test_the_event_loop_goes_on_before_the_first_words() -> None:
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    (case,) = (case for case in CHATS if case.name == "50 MB of blank lines")
    async with Server(case).client() as client:
        counting = asyncio.create_task(count())
        async for _ in OpenAIChat(client, "http://hostile.example/v1", "m").stream(REQUEST):
            pass
        counting.cancel()
    assert turns > 20


@pytest.mark.parametrize("case", LISTS, ids=lambda case: case.name)
async def test_model_list_ends_with_a_notice(case: Hostile) -> None:
    async with Server(case).client() as client:
        notices = await model_list.fetch_models(client, Provider.OPENAI, "http://hostile.example/v1")
    assert (notices.failure and notices.failure.code) == case.code
    assert bool(notices.models) is (case.code is None)


@pytest.mark.parametrize(
    ("decompressor", "compress"),
    [
        (ZlibDecompressor(16 + zlib.MAX_WBITS), gzip.compress),
        (BrotliDecompressor(), brotli.compress),
        (ZstdDecompressor(), zstd.compress),
    ],
)
def test_decompression_is_lazy_and_in_bounded_pieces(
    decompressor: ZlibDecompressor | BrotliDecompressor | ZstdDecompressor, compress: Callable[[bytes], bytes]
) -> None:
    pieces = decompressor.feed(compress(b"a" * 64 * MB))
    first = [next(pieces) for _ in range(10)]
    assert all(len(piece) <= PIECE_SIZE for piece in first)
    assert sum(map(len, first)) <= 10 * PIECE_SIZE
    assert sum(map(len, pieces)) + sum(map(len, first)) == 64 * MB


@pytest.mark.parametrize("line", [b"\n", b"data: x\n\n", b"x" * 3 * PIECE_SIZE + b"\n", b"x" * PIECE_SIZE])
def test_pieces_are_bounded_and_end_with_a_line_if_possible(line: bytes) -> None:
    body = line * (10 * PIECE_SIZE // len(line) + 1)
    pieces = list(Decoder(httpx.Response(200)).pieces(body))
    assert b"".join(pieces) == body
    assert all(piece.endswith(b"\n") or len(piece) == PIECE_SIZE for piece in pieces)


@pytest.mark.parametrize("bits", [zlib.MAX_WBITS, -zlib.MAX_WBITS, 16 + zlib.MAX_WBITS])
@pytest.mark.parametrize("cut", [1, 7, 100_000])
async def test_compressed_response(bits: int, cut: int) -> None:
    body = hostile.chunk({"content": "it "}) + hostile.chunk({"content": "works"}) + b"data: [DONE]\n\n"
    compressor = zlib.compressobj(9, zlib.DEFLATED, bits)
    compressed = compressor.compress(body) + compressor.flush()
    headers = hostile.EVENTS | {"Content-Encoding": "gzip" if bits > zlib.MAX_WBITS else "Deflate"}
    case = Hostile("compressed", lambda: hostile.in_pieces(compressed, cut), None, headers)
    async with Server(case).client() as client:
        deltas: list[Delta] = [
            delta async for delta in OpenAIChat(client, "http://hostile.example/v1", "m").stream(REQUEST)
        ]
    assert "".join(delta.text for delta in deltas if isinstance(delta, TextDelta)) == "it works"
    assert not any(isinstance(delta, NoticeDelta) for delta in deltas)


def _flushed_zstd(pieces: Iterable[bytes]) -> bytes:
    compressor = zstd.ZstdCompressor()
    flushed = b"".join(compressor.compress(piece, zstd.ZstdCompressor.FLUSH_BLOCK) for piece in pieces)
    return flushed + compressor.flush()


def _flushed_brotli(pieces: Iterable[bytes]) -> bytes:
    compressor = brotli.Compressor()
    return b"".join(compressor.process(piece) + compressor.flush() for piece in pieces) + compressor.finish()


@pytest.mark.parametrize(("encoding", "compress"), [("br", _flushed_brotli), ("zstd", _flushed_zstd)])
@pytest.mark.parametrize("cut", [1, 7, 100_000])
async def test_response_in_an_encoding_that_was_not_asked_for(
    encoding: str, compress: Callable[[Iterable[bytes]], bytes], cut: int
) -> None:
    events = [hostile.chunk({"content": word}) for word in ("it ", "works")] + [b"data: [DONE]\n\n"]
    compressed = compress(events)
    headers = hostile.EVENTS | {"Content-Encoding": encoding}
    case = Hostile(encoding, lambda: hostile.in_pieces(compressed, cut), None, headers)
    async with Server(case).client() as client:
        deltas = [delta async for delta in OpenAIChat(client, "http://hostile.example/v1", "m").stream(REQUEST)]

    assert "".join(delta.text for delta in deltas if isinstance(delta, TextDelta)) == "it works"
    assert not any(isinstance(delta, NoticeDelta) for delta in deltas)


async def test_event_loop_runs_during_decompression(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deskpet.llm.content_encoding._YIELD_SECONDS", 0.0)
    case = Hostile("words", lambda: hostile.gzip_bomb(2 * MB, hostile.WORD), None, hostile.CHATS[0].headers)
    async with count_loop_iterations() as count:
        _, deltas, server = await answer(case)
    assert server.body.taken < 64 * 1024
    assert deltas > 20_000
    assert count[0] >= 2 * MB // content_encoding.PIECE_SIZE


async def test_event_loop_runs_between_events_of_one_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deskpet.llm.content_encoding._YIELD_SECONDS", 0.0)
    body = hostile.WORD * 5000
    async with count_loop_iterations() as count:
        _, deltas, _ = await answer(Hostile("one piece", lambda: iter([body]), None))
    assert deltas >= 5000
    assert count[0] >= 5000 // 64


CSV = 'name,"a, b",{x},[1]\n' * 15_000
CODE = "".join(f'if (a[{n}], b) {{ return "{n}"; }}\n' for n in range(25_000))


def complete_response(text: str) -> bytes:
    return json.dumps({"choices": [{"message": {"content": text}, "finish_reason": "stop"}]}).encode()


@pytest.mark.parametrize("size", [7, 8191, 64 * 1024])
@pytest.mark.parametrize("text", [CSV, CODE, "中文，{}," * 100_000], ids=["csv", "code", "chinese"])
@pytest.mark.parametrize("shape", ["event", "event in lines", "body"])
def test_long_answers_are_within_the_limits(text: str, shape: str, size: int) -> None:
    body = {
        "event": hostile.chunk({"content": text}) + b"data: [DONE]\n\n",
        "event in lines": b"data: {\ndata:\n" + b"data: " + complete_response(text)[1:] + b"\n\ndata: [DONE]\n\n",
        "body": complete_response(text),
    }[shape]
    parser = OpenAIParser()
    deltas = [delta for piece in hostile.in_pieces(body, size) for delta in parser.feed(piece)] + parser.close()
    assert not any(isinstance(delta, NoticeDelta) for delta in deltas)
    assert "".join(delta.text for delta in deltas if isinstance(delta, TextDelta)) == text


def test_large_images_in_one_event() -> None:
    data = ("iVBOR/+Z" + "A" * 56) * (MB // 10)
    parts = [{"inlineData": {"mimeType": "image/png", "data": data}}] * 3
    event = json.dumps({"candidates": [{"content": {"parts": parts}, "finishReason": "STOP"}]}).replace("/+", r"\/+")
    parser = GeminiParser()
    pieces = hostile.in_pieces(b"data: " + event.encode() + b"\n\n")
    deltas = [delta for piece in pieces for delta in parser.feed(piece)] + parser.close()
    assert [delta.data for delta in deltas if isinstance(delta, ImageDelta)] == [data] * 3
    assert not any(isinstance(delta, NoticeDelta) for delta in deltas)


async def test_detailed_model_list_is_within_the_limits() -> None:
    model = {"id": "m", "supported_parameters": ["temperature"] * 40, "pricing": {f"price {n}": "0" for n in range(20)}}
    body = json.dumps({"data": [model | {"id": f"maker/model-{n}"} for n in range(600)]}).encode()
    case = Hostile("models", lambda: hostile.in_pieces(body), None, hostile.JSON)
    async with Server(case).client() as client:
        notices = await model_list.fetch_models(client, Provider.OPENAI, "http://hostile.example/v1")
    assert len(notices.models) == 600


async def test_data_after_done_is_not_read() -> None:
    def body():
        yield hostile.chunk({"content": "hi"}) + b"data: [DONE]\n\n"
        yield from hostile.repeated(b": more\n", 100 * MB)

    notices, _, server = await answer(Hostile("endless", body, None))
    assert notices == []
    assert server.body.taken < MB


async def test_large_error_body_is_truncated() -> None:
    _, _, server = await answer(Hostile("error", lambda: hostile.repeated(b"x", 100 * MB), "refused", status=418))
    assert server.body.taken < MB
