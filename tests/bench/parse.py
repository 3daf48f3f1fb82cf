"""CPU time per chunk from the socket to deltas, beside other clients on the same stream in the same run.

python -m tests.bench.parse           the table of this measurement alone
python -m tests.bench.parse --serve   (its own server, in a child process)
"""

import asyncio
import importlib.util
import json
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager

import httpx
from pydantic_core import from_json

from deskpet.chat.call_collector import CallCollector
from deskpet.chat.messages import user_message
from deskpet.chat.model import CallDelta, ChatRequest
from deskpet.llm.http import new_client
from deskpet.llm.openai import OpenAIChat, OpenAIParser
from tests.bench.figures import Figure, table

CHUNKS = 12_000
RUNS = 2
REQUEST = ChatRequest((user_message("hello"),))
Client = Callable[[str], Awaitable[int]]


def chunk(delta: dict[str, object]) -> bytes:
    """Return an event as a real server sends it, of about 330 bytes."""
    value = {
        "id": "chatcmpl-CBfJv0s8NTxYhTnXW3cNpQqMhgd7V",
        "object": "chat.completion.chunk",
        "created": 1757091234,
        "model": "gpt-4.1-nano-2025-04-14",
        "service_tier": "default",
        "system_fingerprint": "fp_04d3664870",
        "choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": None}],
        "usage": None,
        "obfuscation": "Ns1lYQ8f",
    }
    return b"data: " + json.dumps(value, separators=(",", ":")).encode() + b"\n\n"


def stream(count: int) -> bytes:
    """Return an answer of `count` chunks."""
    return b"".join(chunk({"content": f" word{number}"}) for number in range(count)) + b"data: [DONE]\n\n"


# --- the server ------------------------------------------------------------------------------------------------


def serve() -> None:
    """Answer every request with the stream, as fast as the client reads. Prints the port."""
    body = stream(CHUNKS)
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: %d\r\n\r\n" % len(body)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        print(listening.getsockname()[1], flush=True)
        while True:
            connection, _ = listening.accept()
            with connection:
                _answer(connection, head + body)


def _answer(connection: socket.socket, reply: bytes) -> None:
    received = b""
    try:
        while part := connection.recv(65536):
            received += part
            if b"\r\n\r\n" in received:
                connection.sendall(reply)
                received = b""
    except ConnectionError:
        pass


@contextmanager
def server() -> Iterator[str]:
    """Run the server in a child process, so that its cost is not measured, and yield its address."""
    command = [sys.executable, "-m", "tests.bench.parse", "--serve"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout
        try:
            yield f"http://127.0.0.1:{process.stdout.readline().strip()}/v1"
        finally:
            process.terminate()


# --- the clients -----------------------------------------------------------------------------------------------


async def ours(url: str) -> int:
    """Read the stream as this project does: httpx, its own events and deltas."""
    async with new_client() as client:
        return sum([1 async for _ in OpenAIChat(client, url, "m").stream(REQUEST)])


async def bytes_alone(url: str) -> int:
    """Read the bytes with httpx, without parsing them."""
    return sum([piece.count(b"\n") async for piece in _bytes(url)]) // 2 - 1


async def bytes_and_json(url: str) -> int:
    """Read lines with httpx and decode them by the fastest JSON decoder: the least that a client must do."""
    rest, found = b"", 0
    async for piece in _bytes(url):
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            if line.startswith(b"data: {"):
                from_json(line[6:])
                found += 1
    return found


async def _bytes(url: str) -> AsyncIterator[bytes]:
    async with httpx.AsyncClient() as client, client.stream("POST", f"{url}/chat/completions", json={}) as response:
        async for piece in response.aiter_bytes():
            yield piece


async def sse_and_json(url: str) -> int:
    """Read the stream with httpx-sse and the standard library's JSON."""
    from httpx_sse import aconnect_sse

    found = 0
    async with (
        httpx.AsyncClient() as client,
        aconnect_sse(client, "POST", f"{url}/chat/completions", json={}) as source,
    ):
        async for event in source.aiter_sse():
            if event.data != "[DONE]":
                json.loads(event.data)
                found += 1
    return found


async def openai_python(url: str) -> int:
    """Read the stream with the official client."""
    from openai import AsyncOpenAI

    async with AsyncOpenAI(base_url=url, api_key="none") as client:
        answer = await client.chat.completions.create(
            model="m", messages=[{"role": "user", "content": "hello"}], stream=True
        )
        return sum([1 async for _ in answer])


async def pydantic_ai(url: str) -> int:
    """Read the stream with an agent library on top of the official client."""
    from openai import AsyncOpenAI
    from pydantic_ai.direct import model_request_stream
    from pydantic_ai.messages import ModelRequest, PartDeltaEvent, PartStartEvent
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    async with AsyncOpenAI(base_url=url, api_key="none") as client:
        model = OpenAIChatModel("m", provider=OpenAIProvider(openai_client=client))
        async with model_request_stream(model, [ModelRequest.user_text_prompt("hello")]) as answer:
            return sum([1 async for event in answer if isinstance(event, PartStartEvent | PartDeltaEvent)])


CLIENTS: dict[str, tuple[Client, str]] = {
    "httpx, bytes alone": (bytes_alone, "httpx"),
    "httpx + fastest JSON": (bytes_and_json, "httpx"),
    "ours, to deltas": (ours, "httpx"),
    "httpx-sse + json": (sse_and_json, "httpx_sse"),
    "openai-python": (openai_python, "openai"),
    "pydantic-ai": (pydantic_ai, "pydantic_ai"),
}


def cost(client: Client, url: str) -> float:
    """Return CPU time per chunk in microseconds, the best of several runs."""
    best = float("inf")
    for _ in range(RUNS):
        started = time.process_time()
        found = asyncio.run(client(url))  # type: ignore[arg-type]
        best = min(best, time.process_time() - started)
        assert found == CHUNKS, f"{found} of {CHUNKS} chunks"
    return best / CHUNKS * 1e6


# --- how the cost grows ------------------------------------------------------------------------------------------


def growth(make: Callable[[str], bytes], size: int) -> float:
    """Return microseconds per delta of a message of `size` characters in pieces of 40, through parser and collector."""
    piece = "0123456789" * 4
    event = make(piece)
    count = max(size // len(piece), 1)
    best = float("inf")
    for _ in range(max(1, min(50, 4000 // count))):
        parser, calls = OpenAIParser(), CallCollector()
        parser.feed(make(""))
        started = time.process_time()
        for _ in range(count):
            for delta in parser.feed(event):
                if isinstance(delta, CallDelta):
                    calls.feed(delta)
                else:
                    calls.report_text()
        best = min(best, time.process_time() - started)
    return best / count * 1e6


def _text(piece: str) -> bytes:
    return chunk({"content": piece})


def _arguments(piece: str) -> bytes:
    function = {"arguments": piece} if piece else {"name": "f", "arguments": '{"x": "'}
    return chunk({"tool_calls": [{"index": 0, "id": None if piece else "a", "function": function}]})


def measure(_: object = None) -> Iterator[Figure]:
    """Measure all clients; those that are not installed are left out."""
    installed = {name: client for name, (client, module) in CLIENTS.items() if importlib.util.find_spec(module)}
    with server() as url:
        costs = {name: cost(client, url) for name, client in installed.items()}
    least = costs["httpx + fastest JSON"]
    mine = costs["ours, to deltas"]
    targets = {"ours, to deltas": 10.0}
    for name, value in costs.items():
        yield Figure(f"a chunk: {name}", value, "us", targets.get(name))
    yield Figure("ours, beside httpx + fastest JSON", mine / least, "x", 0.9)
    if "openai-python" in costs:
        yield Figure("ours, as a part of openai-python", mine / costs["openai-python"], "x", 1 / 15)
    for name, make in (("message", _text), ("arguments", _arguments)):
        small, large = growth(make, 1_000), growth(make, 10_000_000)
        yield Figure(f"a delta: 1 KB of {name}", small, "us")
        yield Figure(f"a delta: 10 MB of {name}, beside 1 KB", large / small, "x", 1.25)


if __name__ == "__main__":
    if "--serve" in sys.argv:
        serve()
    else:
        print(table(measure()))
