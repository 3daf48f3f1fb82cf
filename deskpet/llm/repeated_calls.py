"""Detects calls that a gateway sends several times: gcli2api repeats its request if an answer looks cut off."""

from collections import Counter
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing

from deskpet.chat.actions import SETTINGS, TEXT_MODE
from deskpet.chat.call_collector import CallCollector, CallCompleted, CallEvent
from deskpet.chat.messages import Notice
from deskpet.chat.model import CallDelta, ChatModel, ChatRequest, Delta, NoticeDelta
from deskpet.llm.catalog import REPEATING_PREFIX
from deskpet.translation import tr


def with_repeated_call_notice(model: ChatModel, name: str) -> ChatModel:
    """Return `model`, called `name`, so that it reports repeated calls if it is known for them.

    A call may be repeated on purpose, so other models are not watched.
    """
    return _WatchedModel(model) if name.startswith(REPEATING_PREFIX) else model


class _WatchedModel:
    """A ChatModel whose answers end with a notice if they have the same call more than once."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    @property
    def source(self) -> str:
        """The source of the model."""
        return self._model.source

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        """Stream the answer and the notice."""
        calls = CallCollector()
        counts: Counter[tuple[str, str]] = Counter()
        async with aclosing(self._model.stream(request)) as deltas:
            async for delta in deltas:
                if isinstance(delta, CallDelta):
                    counts.update(_completed(calls.feed(delta)))
                yield delta
        counts.update(_completed(calls.close()))
        if repeated := [(count, name) for (name, _), count in counts.items() if count > 1]:
            yield _notice(*max(repeated))


def _completed(events: Iterable[CallEvent]) -> list[tuple[str, str]]:
    return [(event.name, event.arguments) for event in events if isinstance(event, CallCompleted)]


def _notice(count: int, name: str) -> NoticeDelta:
    title = tr("A tool call came {n} times", n=count)
    cause = tr(
        "The gateway asks the model again when an answer looks cut off, and sends the call of {tool} each time.",
        tool=name,
    )
    next_step = tr("Choose the model without the prefix {prefix}, or text mode.", prefix=REPEATING_PREFIX)
    return NoticeDelta(Notice("warning", "repeated_calls", title, cause, next_step, actions=(TEXT_MODE, SETTINGS)))
