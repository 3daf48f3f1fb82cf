"""How soon what comes on the socket is seen: a first delta as pixels, a complete call as the stage's signal.

A server on the loopback and the real client, turn and transcript share one loop; every time starts before the
server's write, so it includes all of the way.
"""

import asyncio
import json
from collections.abc import Callable
from time import perf_counter
from typing import Any

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from deskpet import paths
from deskpet.app.turn_context import turn_setup
from deskpet.chat.conversation import Conversation
from deskpet.chat.messages import Message, Text
from deskpet.llm.endpoints import Endpoints
from deskpet.pet import character, model_file
from deskpet.settings import EndpointSettings, Settings
from deskpet.ui.blocks import Context
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.platform import event_loop
from deskpet.ui.stage import Stage
from deskpet.ui.widgets import theme
from tests.bench.figures import Figure, spread

TURNS = 60
LIMIT_S = 10.0
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"


def measure(app: QApplication) -> list[Figure]:
    """Some dozens of turns in a transcript on the screen."""
    theme.apply(app)
    painted, signalled = Stopwatch(), Stopwatch()
    event_loop.run(app, hold_turns(painted, signalled))
    return [
        *spread("first delta to pixels", painted.samples, "ms", p50=8, p95=20),
        *spread("call complete to signal", signalled.samples, "ms", p50=None, p95=5),
    ]


async def hold_turns(painted: "Stopwatch", signalled: "Stopwatch") -> int:
    """Ask the same thing again and again, every time measured."""
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
    """Times from a start in one place to a stop in another, in milliseconds."""

    def __init__(self) -> None:
        self.samples: list[float] = []
        self._started = 0.0
        self._stopped = asyncio.Event()

    def start(self) -> None:
        """Begin a sample."""
        self._stopped.clear()
        self._started = perf_counter()

    def stop(self, *_: object) -> None:
        """End the sample; only the first stop after a start counts."""
        if self._started and not self._stopped.is_set():
            self.samples.append((perf_counter() - self._started) * 1000)
            self._stopped.set()

    async def stopped(self) -> None:
        """Wait for the sample's end. Raises TimeoutError when it does not come."""
        async with asyncio.timeout(LIMIT_S):
            await self._stopped.wait()


class Server:
    """Answers on the loopback, each piece only after the one before was seen."""

    def __init__(self, expression: str, painted: Stopwatch, signalled: Stopwatch) -> None:
        self._expression = expression
        self._painted = painted
        self._signalled = signalled

    async def start(self) -> tuple[asyncio.Server, str]:
        """Listen; the server, and the base URL to reach it."""
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
        await asyncio.sleep(0.02)  # the answer's empty row is on the screen by now, as it is with a real model
        self._painted.start()
        writer.write(event({"content": "Hello there! "}))
        await self._painted.stopped()
        writer.write(event(call("live2d_expression", {"name": self._expression})))
        await asyncio.sleep(0.02)  # the call has begun; the text after it makes it complete
        self._signalled.start()
        writer.write(event({"content": "Did you see that?"}))
        await self._signalled.stopped()


class PaintWatch(QObject):
    """Calls back after a paint of the transcript that shows text of the answer.

    It filters the viewport's events, which is painted below every row that is. A filter of the whole program would
    see each event of each widget, and be a good part of what it measures.
    """

    def __init__(self, transcript: Transcript, conversation: Conversation, painted: Callable[[], None]) -> None:
        super().__init__(transcript)
        self._transcript = transcript
        self._conversation = conversation
        self._painted = painted

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice paints of the viewport; the loop's next step comes after the pixels."""
        if event.type() is QEvent.Type.Paint:
            answer = self._conversation.messages[-1:]
            if answer and shows_text(answer[0]):
                asyncio.get_running_loop().call_soon(self._painted)
        return False


def shows_text(message: Message) -> bool:
    """Whether a message of the model has any text."""
    return message.role == "assistant" and any(isinstance(block, Text) and block.text for block in message.blocks)


async def request_body(reader: asyncio.StreamReader) -> dict[str, Any]:
    """The JSON of one HTTP request."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
    return json.loads(await reader.readexactly(length))


def event(delta: dict[str, Any]) -> bytes:
    """A chunk of the stream."""
    return b"data: " + json.dumps({"choices": [{"index": 0, "delta": delta}]}).encode() + b"\n\n"


def call(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """A whole tool call as one delta."""
    function = {"name": name, "arguments": json.dumps(arguments)}
    return {"tool_calls": [{"index": 0, "id": "call_1", "type": "function", "function": function}]}
