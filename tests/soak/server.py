"""A chat/completions server on loopback with good and bad answers, chosen with seeded randomness."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable
from typing import Any

_WORDS = ("the", "rain", "came", "over", "the", "hills", "and", "nobody", "had", "an", "umbrella", "你好", "ありがとう")
_LONG = """## A plan

1. Look at *what is there*
2. Write it **down**, with `code`

```python
def greet(name: str) -> str:
    return f"Hello, {name}!"
```

| what | when |
|---|---|
| tea | now |
| cake | later |

> And a quotation, with a [link](https://example.org/).
"""
_ERRORS = ((500, "the server stumbled"), (429, "too many requests"), (400, "this request can't be read"))

Request = dict[str, Any]
Script = Callable[["SoakServer", Request], AsyncIterator[bytes]]


class SoakServer:
    """Serves until it is closed; `answered` counts the requests."""

    def __init__(self, seed: int) -> None:
        self.answered = 0
        self._chance = random.Random(seed)
        self._clients: set[asyncio.StreamWriter] = set()

    async def start(self) -> str:
        """Start listening. Returns the base URL."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/v1"

    def close(self) -> None:
        """Close every connection."""
        self._server.close()
        for client in self._clients:
            client.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._clients.add(writer)
        try:
            while True:
                await self._answer(await _request(reader), writer)
        except (ConnectionError, asyncio.IncompleteReadError, _Cut):
            writer.transport.abort()
        finally:
            self._clients.discard(writer)

    async def _answer(self, request: Request, writer: asyncio.StreamWriter) -> None:
        self.answered += 1
        if self._chance.random() < 0.06:
            status, message = self._chance.choice(_ERRORS)
            body = json.dumps({"error": {"message": message}}).encode()
            head = f"HTTP/1.1 {status} No\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            return
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
        async for piece in self._script(request)(self, request):
            writer.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            await writer.drain()
        writer.write(b"0\r\n\r\n")
        await writer.drain()

    def _script(self, request: Request) -> Script:
        if "Write a title" in str(request["messages"][0]["content"]):
            return SoakServer._title
        if request["messages"][-1]["role"] == "tool":
            return SoakServer._short
        scripts = (SoakServer._short, SoakServer._long, SoakServer._gestures, SoakServer._thinking, SoakServer._cut)
        return self._chance.choices(scripts, weights=(4, 2, 8, 2, 1))[0]

    async def _title(self, request: Request) -> AsyncIterator[bytes]:
        yield _delta(content="A talk about rain")
        yield _DONE

    async def _short(self, request: Request) -> AsyncIterator[bytes]:
        async for piece in self._say(self._chance.randint(5, 60)):
            yield piece
        yield _DONE

    async def _long(self, request: Request) -> AsyncIterator[bytes]:
        for _ in range(self._chance.randint(1, 5)):
            async for piece in self._say(120):
                yield piece
            for start in range(0, len(_LONG), 9):
                yield _delta(content=_LONG[start : start + 9])
                await asyncio.sleep(0.002)
        yield _DONE

    async def _thinking(self, request: Request) -> AsyncIterator[bytes]:
        for _ in range(self._chance.randint(10, 120)):
            yield _delta(reasoning_content=f"{self._chance.choice(_WORDS)} ")
            await asyncio.sleep(0.004)
        async for piece in self._short(request):
            yield piece

    async def _gestures(self, request: Request) -> AsyncIterator[bytes]:
        """Repeat a few gestures at odd places of a sentence."""
        for index in range(self._chance.randint(1, 4)):
            async for piece in self._say(self._chance.randint(1, 50)):
                yield piece
            name, arguments = self._call(request)
            function = {"name": name, "arguments": ""}
            yield _delta(tool_calls=[{"index": index, "id": f"c{self.answered}-{index}", "function": function}])
            for start in range(0, len(arguments), 7):
                piece = {"index": index, "function": {"arguments": arguments[start : start + 7]}}
                yield _delta(tool_calls=[piece])
                await asyncio.sleep(self._chance.choice((0, 0.01, 0.2)))
        yield _DONE

    async def _cut(self, request: Request) -> AsyncIterator[bytes]:
        async for piece in self._say(self._chance.randint(1, 80)):
            yield piece
        raise _Cut

    async def _say(self, count: int) -> AsyncIterator[bytes]:
        pause = self._chance.choice((0, 0.004, 0.02))
        for _ in range(count):
            yield _delta(content=f"{self._chance.choice(_WORDS)} ")
            await asyncio.sleep(pause)

    def _call(self, request: Request) -> tuple[str, str]:
        functions = [tool["function"] for tool in request.get("tools", ())]
        found = [each for each in functions if each["name"].startswith("live2d")] or functions
        if not found or self._chance.random() < 0.05:
            return "no_such_tool", '{"a": 1}'
        function = self._chance.choice(found)
        arguments = {
            name: self._chance.choice(values["enum"][:4])
            for name, values in function["parameters"]["properties"].items()
            if values.get("enum")
        }
        return function["name"], json.dumps(arguments)


class _Cut(Exception):
    """The connection is closed in the middle of an answer."""


_DONE = b"data: [DONE]\n\n"


def _delta(**delta: object) -> bytes:
    return b"data: " + json.dumps({"choices": [{"index": 0, "delta": delta}]}).encode() + b"\n\n"


async def _request(reader: asyncio.StreamReader) -> Request:
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = next((int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.startswith(b"content-length")), 0)
    body = await reader.readexactly(length)
    return json.loads(body) if body else {"messages": [{"role": "user", "content": ""}]}
