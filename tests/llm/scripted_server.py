"""In-process chat/completions server with scripted responses, behind the real client and parser; turn recorder."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

import httpx

from deskpet.chat.events import TurnEvent, event_name
from deskpet.chat.messages import Message
from deskpet.llm.openai import OpenAIChat

Piece = dict[str, Any] | bytes | asyncio.Event
"""A delta, raw bytes, or an event to wait for."""


def words(text: str) -> Piece:
    """Returns a delta with text."""
    return {"content": text}


def call(name: str, arguments: str, index: int = 0, call_id: str = "c1") -> Piece:
    """Returns a delta with a complete tool call."""
    function = {"name": name, "arguments": arguments}
    return {"tool_calls": [{"index": index, "id": call_id, "type": "function", "function": function}]}


class ScriptedServer(httpx.AsyncBaseTransport):
    """Answers each request with the next round of pieces; records the request bodies and counts the closed streams."""

    def __init__(self, *rounds: Sequence[Piece]) -> None:
        self.requests: list[dict[str, Any]] = []
        self.closed = 0
        self._rounds = list(rounds)

    def model(self) -> OpenAIChat:
        """Returns the real client, connected to this server."""
        return OpenAIChat(httpx.AsyncClient(transport=self), "http://scripted.invalid/v1", "scripted")

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(json.loads(await request.aread()))
        return httpx.Response(200, stream=_Stream(self, self._rounds[len(self.requests) - 1]))


class _Stream(httpx.AsyncByteStream):
    def __init__(self, server: ScriptedServer, pieces: Sequence[Piece]) -> None:
        self._server = server
        self._pieces = pieces

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self._pieces:
            if isinstance(piece, asyncio.Event):
                await piece.wait()
            elif isinstance(piece, bytes):
                yield piece
            else:
                yield b"data: " + json.dumps({"choices": [{"index": 0, "delta": piece}]}).encode() + b"\n\n"
        yield b"data: [DONE]\n\n"

    async def aclose(self) -> None:
        self._server.closed += 1


class Recorder:
    """Records the events of a turn and the answer after the last event."""

    def __init__(self) -> None:
        self.events: list[TurnEvent] = []
        self.answer = Message("assistant")

    def __call__(self, event: TurnEvent, answer: Message) -> None:
        self.events.append(event)
        self.answer = answer

    @property
    def names(self) -> list[str]:
        """The names of the events in order."""
        return [event_name(event) for event in self.events]
