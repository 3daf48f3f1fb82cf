"""Latency of an answer: from its first delta to pixels, and from a complete call to the stage's signal.

A loopback server and the real client, turn and transcript share one event loop. Each time starts before the server
writes, so it covers the whole path. The server holds the stream open for HOLD_S after the last piece of a call: one
that runs only at the end of the stream takes that long.
"""

import asyncio
import json
from collections.abc import Callable
from time import perf_counter
from typing import Any

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from deskpet.app.turn_context import turn_setup
from deskpet.chat.conversation import Conversation
from deskpet.chat.messages import Message, Text
from deskpet.config import paths
from deskpet.config.settings import EndpointSettings, Settings
from deskpet.llm.endpoints import Endpoints
from deskpet.pet import character, model_file
from deskpet.ui.blocks import Context
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.platform import event_loop
from deskpet.ui.stage import Stage
from deskpet.ui.widgets import theme
from tests.bench.figures import Figure, spread

TURNS = 60
LIMIT_S = 10.0
HOLD_S = 1.0
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"


def measure(app: QApplication) -> list[Figure]:
    """Run some dozens of turns in a visible transcript."""
    theme.apply(app)
    painted, signalled = Stopwatch(), Stopwatch()
    event_loop.run(app, hold_turns(painted, signalled))
    return [
        *spread("first delta to pixels", painted.samples, "ms", p50=4, p95=8),
        *spread("call complete to signal", signalled.samples, "ms", p50=None, p95=2),
    ]


async def hold_turns(painted: "Stopwatch", signalled: "Stopwatch") -> int:
    """Send the same question repeatedly and measure each turn."""
    stage = Stage(character.from_model(model_file.load(Settings().character.folder, paths.model_cache_folder())))
    server, base_url = await Server(next(iter(stage.character.expressions)), painted, signalled).start()
    settings = Settings(endpoint=EndpointSettings(base_url=base_url, model="bench"))
    endpoints = Endpoints()
    conversation = Conversation(lambda: turn_setup(settings, stage, endpoints))
    transcript = Transcript(Context())
    conversation.listen(transcript.show_message, transcript.apply)
    stage.expression_requested.connect(signalled.stop)
    watch = PaintWatch(transcript, conversation, painted.stop)
    transcript.viewport().installEventFilter(watch)
    transcript.resize(380, 560)
    transcript.show()
    async with server:
        for _ in range(TURNS):
            await conversation.send("Hello!")
    await endpoints.aclose()
    transcript.close()
    return 0


class Stopwatch:
    """Measures from a start in one place to a stop in another. Samples are in milliseconds."""

    def __init__(self) -> None:
        self.samples: list[float] = []
        self._started = 0.0
        self._stopped = asyncio.Event()

    def start(self) -> None:
        """Begin a sample."""
        self._stopped.clear()
        self._started = perf_counter()

    def stop(self, *_: object) -> None:
        """End the sample. Later calls do nothing until the next start."""
        if self._started and not self._stopped.is_set():
            self.samples.append((perf_counter() - self._started) * 1000)
            self._stopped.set()

    async def stopped(self) -> None:
        """Wait until the sample ends. Raises TimeoutError."""
        async with asyncio.timeout(LIMIT_S):
            await self._stopped.wait()


class Server:
    """A loopback server that sends each piece of an answer after the piece before was painted."""

    def __init__(self, expression: str, painted: Stopwatch, signalled: Stopwatch) -> None:
        self._expression = expression
        self._painted = painted
        self._signalled = signalled

    async def start(self) -> tuple[asyncio.Server, str]:
        """Start listening. Returns the server and its base URL."""
        server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        return server, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        body = await request_body(reader)
        writer.write(HEAD)
        if body["messages"][-1]["role"] == "user":
            await self._speak_and_call(writer)
        writer.write(b"data: [DONE]\n\n")
        await writer.drain()
        writer.close()

    async def _speak_and_call(self, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.02)  # by now the answer's empty row is painted, as with a real model
        self._painted.start()
        writer.write(event({"content": "Hello there! "}))
        await self._painted.stopped()
        start, end = call_in_two("live2d_expression", {"name": self._expression})
        writer.write(event(start))
        await asyncio.sleep(0.02)
        self._signalled.start()
        writer.write(event(end))
        try:
            async with asyncio.timeout(HOLD_S):
                await self._signalled.stopped()
        except TimeoutError:
            # The end of the stream completes the call.
            return


class PaintWatch(QObject):
    """Calls a function after the transcript was painted with text of the answer.

    Filters the events of the viewport only, which is painted below each painted row. A filter on the application sees
    every event of every widget, and its cost would be a large part of the result.
    """

    def __init__(self, transcript: Transcript, conversation: Conversation, painted: Callable[[], None]) -> None:
        super().__init__(transcript)
        self._transcript = transcript
        self._conversation = conversation
        self._painted = painted

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Schedule the callback when the viewport is painted; the event loop runs it after the pixels are drawn."""
        if event.type() is QEvent.Type.Paint:
            answer = self._conversation.messages[-1:]
            if answer and shows_text(answer[0]):
                asyncio.get_running_loop().call_soon(self._painted)
        return False


def shows_text(message: Message) -> bool:
    """Return whether an answer in the transcript has text."""
    return message.role == "assistant" and any(isinstance(block, Text) and block.text for block in message.blocks)


async def request_body(reader: asyncio.StreamReader) -> dict[str, Any]:
    """Read the JSON body of one HTTP request."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
    return json.loads(await reader.readexactly(length))


def event(delta: dict[str, Any]) -> bytes:
    """Return a chunk of the stream as a server-sent event."""
    return b"data: " + json.dumps({"choices": [{"index": 0, "delta": delta}]}).encode() + b"\n\n"


def call_in_two(name: str, arguments: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a tool call as two deltas, cut within the arguments."""
    text = json.dumps(arguments)
    half = len(text) // 2
    start = {"index": 0, "id": "call_1", "type": "function", "function": {"name": name, "arguments": text[:half]}}
    end = {"index": 0, "function": {"arguments": text[half:]}}
    return {"tool_calls": [start]}, {"tool_calls": [end]}
