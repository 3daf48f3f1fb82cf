"""The whole pet in this process, and a server on loopback whose answers a test writes."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.config import paths
from deskpet.config.character_look import CharacterLook
from deskpet.config.settings import EndpointSettings
from deskpet.features.first_run.controller import FirstRunController
from deskpet.features.first_run.ui.introduction import Introduction
from deskpet.llm.connections import Connection, Connections, ModelFacts, ModelLists
from deskpet.ui.blocks.call_chip import CallChip
from deskpet.ui.blocks.tool_use import ToolUseView
from tests.support.waiting import until

SELDOM_DRAWN_LOOK = CharacterLook(frame_rate=5)
SELDOM_DRAWN = f"[character]\nframe_rate = {SELDOM_DRAWN_LOOK.frame_rate}\n"
"""Settings for tests that do not look at how the character moves: half of their time would go into drawing her."""


def quiet_hours_now() -> str:
    """Return a line of the settings with quiet hours around the present time, at any time of the day."""
    now, hours = datetime.now().astimezone(), timedelta(hours=2)
    return f'quiet_hours = "{now - hours:%H:%M}-{now + hours:%H:%M}"\n'


class ChatServer:
    """A chat/completions server: each request is answered with what the test sends next.

    The request for a title comes by itself after the first answer. It is kept apart from the others and has answers
    of its own.
    """

    def __init__(self) -> None:
        self.requests: list[dict] = []
        self.title_requests: list[dict] = []
        self.disconnected = asyncio.Event()
        self.refusal = b""
        # The answers of models that have their own, by their names.
        self.of_model: dict[str, asyncio.Queue[bytes | None]] = {}
        self._answer_chunks: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._title_chunks: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._serving: asyncio.Task[None] | None = None

    async def start(self) -> str:
        """Start to listen and return the base URL."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        # The task is cancelled with a test that failed, which closes the server.
        self._serving = asyncio.ensure_future(server.serve_forever())
        return f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"

    def delta(self, **delta: object) -> None:
        """Send a delta of the answer."""
        self._answer_chunks.put_nowait(encode_delta(delta))

    def title(self, *pieces: str) -> None:
        """Answer the request for a title."""
        for piece in pieces:
            self._title_chunks.put_nowait(encode_delta({"content": piece}))
        self._title_chunks.put_nowait(b"data: [DONE]\n\n")
        self._title_chunks.put_nowait(None)

    def begin_call(self, name: str) -> None:
        """Send the start of a tool call, without arguments."""
        function = {"name": name, "arguments": ""}
        self.delta(tool_calls=[{"index": 0, "id": f"c-{name}", "function": function}])

    def arguments(self, piece: str) -> None:
        """Send a piece of the arguments of the last tool call."""
        self.delta(tool_calls=[{"index": 0, "function": {"arguments": piece}}])

    def end(self) -> None:
        """End the answer."""
        self._answer_chunks.put_nowait(b"data: [DONE]\n\n")
        self._answer_chunks.put_nowait(None)

    def answer(self, text: str) -> None:
        """Send a whole answer."""
        self.delta(content=text)
        self.end()

    async def close(self) -> None:
        """Stop to listen."""
        assert self._serving
        self._serving.cancel()
        await asyncio.wait({self._serving})

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._answer(reader, writer)
        except asyncio.IncompleteReadError:
            # The client has closed the connection before it sent the request.
            pass
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await _read_request(reader)
        is_title = "Write a title" in request["messages"][0]["content"]
        (self.title_requests if is_title else self.requests).append(request)
        if self.refusal:
            head = b"HTTP/1.1 400 Bad Request\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
            writer.write(head % len(self.refusal) + self.refusal)
            return
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
        chunks = self.of_model.get(request["model"], self._answer_chunks)
        await self._stream(self._title_chunks if is_title else chunks, reader, writer)

    async def _stream(
        self, chunks: asyncio.Queue[bytes | None], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Write chunks until None or until the client closes the connection."""
        closed = asyncio.ensure_future(reader.read())
        while True:
            getting = asyncio.ensure_future(chunks.get())
            await asyncio.wait({closed, getting}, return_when=asyncio.FIRST_COMPLETED)
            if closed.done():
                getting.cancel()
                self.disconnected.set()
                break
            if (chunk := getting.result()) is None:
                closed.cancel()
                break
            writer.write(chunk)


async def _read_request(reader: asyncio.StreamReader) -> dict:
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(
        int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")
    )
    return json.loads(await reader.readexactly(length))


def encode_delta(delta: dict[str, object]) -> bytes:
    """Return the server-sent event of a delta."""
    return b"data: " + json.dumps({"choices": [{"index": 0, "delta": delta}]}).encode() + b"\n\n"


def write_settings(folder: Path, base_url: str, more: str = "") -> Path:
    """Write a settings.toml with this server and return its path. `more` is appended to it."""
    file = folder / "settings.toml"
    endpoint = f'[endpoint]\nbase_url = "{base_url}"\nmodel = "test-model"\n'
    file.write_text(f'{SELDOM_DRAWN}{endpoint}[chat]\nmode = "native"\n{more}', encoding="utf-8")
    return file


async def open_pet(pet: PetController) -> tuple[asyncio.Task[int], ChatController]:
    """Start the pet and wait until it is complete, see `running`. Returns its task and its chat."""
    life = asyncio.ensure_future(pet.run())
    return life, await _opened(pet, is_locked=False)


async def _opened(pet: PetController, *, is_locked: bool) -> ChatController:
    await until(
        lambda: pet.window.is_alive and pet.chat_controller is not None and pet.chat_controller.chat.isVisible()
    )
    chat = pet.chat_controller
    assert chat
    # On a busy machine the database may open last, which replaces an open window of the settings.
    await until(lambda: is_locked or chat.store is not None)
    return chat


@asynccontextmanager
async def running(
    pet: PetController, upstream: ChatServer | None = None, *, is_locked: bool = False
) -> AsyncGenerator[ChatController]:
    """Run the pet during the block: the character drawn, the chat visible, the database open unless it `is_locked`.

    Then end it with exit code 0, and close `upstream`. Both end also if the block raises.
    """
    life = asyncio.ensure_future(pet.run())
    try:
        yield await _opened(pet, is_locked=is_locked)
    finally:
        pet.quit()
        code = await life
        if upstream:
            await upstream.close()
    assert code == 0


@asynccontextmanager
async def running_with_server(
    folder: Path, more: str = "", *, is_locked: bool = False
) -> AsyncGenerator[tuple[ChatController, ChatServer]]:
    """Run the pet in native mode with a server of its own. `more` is appended to the settings file in `folder`."""
    upstream = ChatServer()
    pet = PetController(write_settings(folder, await upstream.start(), more), offline=False)
    async with running(pet, upstream, is_locked=is_locked) as talk:
        yield talk, upstream


@asynccontextmanager
async def two_servers(
    folder: Path, *more: Connection
) -> AsyncGenerator[tuple[PetController, ChatController, ChatServer, ChatServer]]:
    """A pet that uses one server without having saved it, and has a connection to another, and more of them."""
    first, second = ChatServer(), ChatServer()
    endpoint = EndpointSettings(base_url=await second.start(), model="big", temperature=0.2, headers={"X-Title": "pet"})
    kept = Connections(paths.connections_file())
    saved = kept.keep(Connection("w1", "Work", endpoint))
    for each in more:
        kept.keep(each)
    facts = (ModelFacts("big"), ModelFacts("small"), ModelFacts("embed", chats=False))
    ModelLists(paths.model_lists_file()).keep(saved.endpoint, facts)
    file = write_settings(folder, await first.start())
    file.write_text(f'{file.read_text()}titles = "first_line"\n', encoding="utf-8")
    pet = PetController(file, offline=False)
    async with running(pet, first) as talk:
        yield pet, talk, first, second
    await second.close()


def introduction_of(talk: ChatController) -> Introduction | None:
    """Return the introduction that stands in the chat's place; None once it is over, or without one."""
    first_run: FirstRunController | None = talk.features.running("first_run")
    return first_run.introduction if first_run else None


def type_and_send(talk: ChatController, text: str) -> None:
    """Type a message into the composer and press Enter."""
    QTest.keyClicks(talk.chat.composer.field, text)
    QTest.keyClick(talk.chat.composer.field, Qt.Key.Key_Return)


async def converse(talk: ChatController, upstream: ChatServer, question: str, answer: str) -> None:
    """Send a question, answer it when its request has come, and wait for the end of the turn."""
    number = len(upstream.requests) + 1
    type_and_send(talk, question)
    await until(lambda: len(upstream.requests) == number)
    upstream.answer(answer)
    await until(lambda: not talk.conversation.is_running and talk.conversation.messages[-1].text == answer)


def visible_cards(talk: ChatController) -> list[ToolUseView]:
    """Return the visible cards of tool calls."""
    return [card for card in talk.chat.findChildren(ToolUseView) if card.isVisible()]


def visible_chips(talk: ChatController) -> list[CallChip]:
    """Return the chips of the calls that stand in the text."""
    return [chip for chip in talk.chat.findChildren(CallChip) if chip.isVisible()]


def screenshot(area: QRect) -> QImage:
    """Return what the primary screen shows in an area of the desktop."""
    shot = QGuiApplication.primaryScreen().grabWindow(0, area.x(), area.y(), area.width(), area.height())
    return shot.toImage()
