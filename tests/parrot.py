"""A ChatModel without HTTP that streams scripted answers."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable

from deskpet.chat.conversation import Conversation
from deskpet.chat.model import ChatRequest, Delta, TextDelta
from deskpet.chat.tool import Toolbox
from deskpet.chat.turn import TurnSetup

Piece = Delta | asyncio.Event


class Parrot:
    """Answers each request with the next of `answers`, or by default with an echo of the question."""

    def __init__(self, *answers: Iterable[Piece]) -> None:
        self.requests: list[ChatRequest] = []
        self._answers = list(answers)

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        self.requests.append(request)
        text = f"answer {len(self.requests)} to {request.messages[-1].text}"
        pieces = self._answers.pop(0) if self._answers else (TextDelta(text[:5]), TextDelta(text[5:]))
        for piece in pieces:
            if isinstance(piece, asyncio.Event):
                await piece.wait()
            else:
                await asyncio.sleep(0)
                yield piece


def conversation_with(model: Parrot, clock: Callable[[], float] = lambda: 1.0) -> Conversation:
    """Returns a conversation whose turns use `model`."""
    return Conversation(lambda: TurnSetup(model, Toolbox()), clock)


async def until(condition: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until `condition` returns True. Raises TimeoutError after `seconds`."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.001)
