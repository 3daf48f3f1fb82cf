"""An answer that nobody watches while it grows: one request, and its words as a whole."""

from collections.abc import Callable
from contextlib import aclosing

from deskpet.chat.messages import Notice
from deskpet.chat.model import ChatModel, ChatRequest, NoticeDelta
from deskpet.chat.text_accumulator import TextAccumulator
from deskpet.words import tr


class NoAnswer(Exception):
    """The model gave no words; `details` is what it, or its server, said in their place."""

    def __init__(self, cause: str, details: str = "") -> None:
        super().__init__(cause)
        self.details = details


async def complete(model: ChatModel, request: ChatRequest, notify: Callable[[Notice], object] = lambda _: None) -> str:
    """All words of the answer, without the space around them; `notify` is given its warnings. Raises NoAnswer."""
    said = TextAccumulator()
    async with aclosing(model.stream(request)) as deltas:
        async for delta in deltas:
            said.take(delta)
            if isinstance(delta, NoticeDelta):
                if delta.notice.level == "error":
                    raise NoAnswer(f"{tr(delta.notice.title)}: {tr(delta.notice.cause)}", delta.notice.details)
                notify(delta.notice)
    if not (text := said.words.strip()):
        raise NoAnswer(tr("The model said nothing."))
    return text
