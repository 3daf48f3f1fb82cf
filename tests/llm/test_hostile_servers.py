"""Whatever a server sends, it is told in a sentence, in small steps, and others have their turn between them."""

import asyncio
import json
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from deskpet.chat.messages import Notice, user_message
from deskpet.chat.model import ChatRequest, Delta, ImageDelta, NoticeDelta, TextDelta
from deskpet.llm import decoding, listing
from deskpet.llm.catalog import Family
from deskpet.llm.decoding import STEP, Unpacker
from deskpet.llm.gemini import GeminiParser
from deskpet.llm.openai import OpenAIChat, OpenAIParser
from tests.llm import hostile_servers as hostile
from tests.llm.hostile_servers import CHATS, LISTS, MB, Hostile, Server

REQUEST = ChatRequest((user_message("hello"),))


@asynccontextmanager
async def turns() -> AsyncIterator[list[int]]:
    """Counts how often the event loop had a turn for something else."""
    count = [0]

    async def tick() -> None:
        while True:
            count[0] += 1
            await asyncio.sleep(0)

    task = asyncio.create_task(tick())
    yield count
    task.cancel()


async def answer(case: Hostile) -> tuple[list[Notice], int, Server]:
    """The notices of an answer, how many deltas came, and its server."""
    server = Server(case)
    found: list[Notice] = []
    count = 0
    async with server.client() as client:
        async for delta in OpenAIChat(client, "http://hostile.example/v1", "m", "sk-some-key-1234").stream(REQUEST):
            count += 1
            if isinstance(delta, NoticeDelta):
                found.append(delta.notice)
    return found, count, server


@pytest.mark.parametrize("case", CHATS, ids=lambda case: case.name)
async def test_an_answer_ends_with_a_sentence(case: Hostile) -> None:
    found, _, _ = await answer(case)
    assert [notice.code for notice in found][:1] == ([case.code] if case.code else [])
    for notice in found:
        assert notice.title
        assert len(notice.cause) < 5000
        assert len(notice.details) < 6000


@pytest.mark.parametrize("case", LISTS, ids=lambda case: case.name)
async def test_a_list_of_models_ends_with_a_sentence(case: Hostile) -> None:
    async with Server(case).client() as client:
        found = await listing.ask(client, Family.OPENAI, "http://hostile.example/v1")
    assert (found.failure and found.failure.code) == case.code
    assert bool(found.models) is (case.code is None)


def test_unpacking_goes_in_small_steps_and_only_as_far_as_it_is_asked_for() -> None:
    packed = b"".join(hostile.gzip_bomb(64 * MB, b"a"))
    pieces = Unpacker(16 + zlib.MAX_WBITS).feed(packed)
    first = [next(pieces) for _ in range(10)]
    assert all(len(piece) <= STEP for piece in first)
    assert sum(map(len, first)) <= 10 * STEP
    assert sum(map(len, pieces)) + sum(map(len, first)) == 64 * MB


@pytest.mark.parametrize("bits", [zlib.MAX_WBITS, -zlib.MAX_WBITS, 16 + zlib.MAX_WBITS])
@pytest.mark.parametrize("cut", [1, 7, 100_000])
async def test_a_packed_answer_is_read(bits: int, cut: int) -> None:
    body = hostile.chunk({"content": "it "}) + hostile.chunk({"content": "works"}) + b"data: [DONE]\n\n"
    packer = zlib.compressobj(9, zlib.DEFLATED, bits)
    packed = packer.compress(body) + packer.flush()
    headers = hostile.EVENTS | {"Content-Encoding": "gzip" if bits > zlib.MAX_WBITS else "Deflate"}
    case = Hostile("packed", lambda: hostile.in_pieces(packed, cut), None, headers)
    async with Server(case).client() as client:
        deltas: list[Delta] = [
            delta async for delta in OpenAIChat(client, "http://hostile.example/v1", "m").stream(REQUEST)
        ]
    assert "".join(delta.text for delta in deltas if isinstance(delta, TextDelta)) == "it works"
    assert not any(isinstance(delta, NoticeDelta) for delta in deltas)


async def test_others_have_their_turn_while_a_bomb_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deskpet.llm.decoding._HOLD_SECONDS", 0.0)
    case = Hostile("words", lambda: hostile.gzip_bomb(2 * MB, hostile.WORD), None, hostile.CHATS[0].headers)
    async with turns() as count:
        _, deltas, server = await answer(case)
    assert server.body.taken < 64 * 1024
    assert deltas > 20_000
    assert count[0] >= 2 * MB // decoding.STEP


async def test_others_have_their_turn_among_many_events_of_one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deskpet.llm.decoding._HOLD_SECONDS", 0.0)
    body = hostile.WORD * 5000
    async with turns() as count:
        _, deltas, _ = await answer(Hostile("one piece", lambda: iter([body]), None))
    assert deltas >= 5000
    assert count[0] >= 5000 // 64


CSV = 'name,"a, b",{x},[1]\n' * 15_000
LONG = "".join(f'if (a[{n}], b) {{ return "{n}"; }}\n' for n in range(25_000))


def whole(text: str) -> bytes:
    return json.dumps({"choices": [{"message": {"content": text}, "finish_reason": "stop"}]}).encode()


@pytest.mark.parametrize("size", [7, 8191, 64 * 1024])
@pytest.mark.parametrize("text", [CSV, LONG, "中文，{}," * 100_000], ids=["csv", "code", "chinese"])
@pytest.mark.parametrize("shape", ["event", "event in lines", "body"])
def test_a_long_honest_answer_is_read_whole(text: str, shape: str, size: int) -> None:
    body = {
        "event": hostile.chunk({"content": text}) + b"data: [DONE]\n\n",
        "event in lines": b"data: {\ndata:\n" + b"data: " + whole(text)[1:] + b"\n\ndata: [DONE]\n\n",
        "body": whole(text),
    }[shape]
    parser = OpenAIParser()
    deltas = [delta for piece in hostile.in_pieces(body, size) for delta in parser.feed(piece)] + parser.close()
    assert not any(isinstance(delta, NoticeDelta) for delta in deltas)
    assert "".join(delta.text for delta in deltas if isinstance(delta, TextDelta)) == text


def test_several_large_pictures_in_one_event_are_read() -> None:
    data = ("iVBOR/+Z" + "A" * 56) * (MB // 10)
    parts = [{"inlineData": {"mimeType": "image/png", "data": data}}] * 3
    event = json.dumps({"candidates": [{"content": {"parts": parts}, "finishReason": "STOP"}]}).replace("/+", r"\/+")
    parser = GeminiParser()
    pieces = hostile.in_pieces(b"data: " + event.encode() + b"\n\n")
    deltas = [delta for piece in pieces for delta in parser.feed(piece)] + parser.close()
    assert [delta.data for delta in deltas if isinstance(delta, ImageDelta)] == [data] * 3
    assert not any(isinstance(delta, NoticeDelta) for delta in deltas)


async def test_a_list_of_models_with_all_that_is_known_of_them_is_read() -> None:
    model = {"id": "m", "supported_parameters": ["temperature"] * 40, "pricing": {f"price {n}": "0" for n in range(20)}}
    body = json.dumps({"data": [model | {"id": f"maker/model-{n}"} for n in range(600)]}).encode()
    case = Hostile("models", lambda: hostile.in_pieces(body), None, hostile.JSON)
    async with Server(case).client() as client:
        found = await listing.ask(client, Family.OPENAI, "http://hostile.example/v1")
    assert len(found.models) == 600


async def test_what_is_left_after_the_last_word_is_not_read_to_its_end() -> None:
    def body():
        yield hostile.chunk({"content": "hi"}) + b"data: [DONE]\n\n"
        yield from hostile.repeated(b": more\n", 100 * MB)

    found, _, server = await answer(Hostile("endless", body, None))
    assert found == []
    assert server.body.taken < MB


async def test_of_a_large_error_only_the_beginning_is_read() -> None:
    _, _, server = await answer(Hostile("error", lambda: hostile.repeated(b"x", 100 * MB), "refused", status=418))
    assert server.body.taken < MB
