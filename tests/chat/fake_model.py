"""A chat model without a server."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable

from deskpet.chat.conversation import Conversation
from deskpet.chat.model import ChatRequest, Delta, TextDelta
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import TurnSetup

Piece = Delta | asyncio.Event


class EchoModel:
    """Answers each request with the next of `answers`, or repeats the last message when there are none left.

    An asyncio.Event among the deltas of an answer pauses it until the event is set. `requests` are the requests made.
    """

    source = "echo"

    def __init__(self, *answers: Iterable[Piece]) -> None:
        self.requests: list[ChatRequest] = []
        self._answers = list(answers)

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        self.requests.append(request)
        echo = f"answer {len(self.requests)} to {request.messages[-1].text}"
        pieces = self._answers.pop(0) if self._answers else (TextDelta(echo[:5]), TextDelta(echo[5:]))
        for piece in pieces:
            if isinstance(piece, asyncio.Event):
                await piece.wait()
            else:
                await asyncio.sleep(0)
                yield piece


def conversation_with(model: EchoModel, clock: Callable[[], float] = lambda: 1.0) -> Conversation:
    """Return a conversation that is answered by `model`."""
    return Conversation(lambda: TurnSetup(model, Toolbox()), clock)
