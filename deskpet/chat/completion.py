"""Send one request and return its complete text, for requests whose stream is not shown."""

from collections.abc import Callable
from contextlib import aclosing

from deskpet.chat.messages import Notice
from deskpet.chat.model import CallDelta, ChatModel, ChatRequest, NoticeDelta
from deskpet.chat.text_accumulator import TextAccumulator
from deskpet.translation import tr

# These requests offer no tools: a few calls are ignored, more would only hold up what waits for the text.
_MAX_CALL_DELTAS = 1000


class NoAnswer(Exception):
    """Raised if the model returned no text; `details` holds its raw answer or the server's error."""

    def __init__(self, cause: str, details: str = "") -> None:
        super().__init__(cause)
        self.details = details


async def complete(model: ChatModel, request: ChatRequest, notify: Callable[[Notice], object] = lambda _: None) -> str:
    """Return the stripped text of the answer. Calls `notify` with warnings. Raises NoAnswer if there is no text.

    An answer that floods with tool calls is ended.
    """
    accumulator, call_deltas = TextAccumulator(), 0
    async with aclosing(model.stream(request)) as deltas:
        async for delta in deltas:
            accumulator.take(delta)
            if isinstance(delta, NoticeDelta):
                if delta.notice.level == "error":
                    raise NoAnswer(f"{tr(delta.notice.title)}: {tr(delta.notice.cause)}", delta.notice.details)
                notify(delta.notice)
            call_deltas += isinstance(delta, CallDelta)
            if call_deltas > _MAX_CALL_DELTAS:
                break
    if not (text := accumulator.words.strip()):
        raise NoAnswer(tr("The model said nothing."))
    return text
