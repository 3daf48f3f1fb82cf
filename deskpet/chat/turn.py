"""One turn: requests, tools between and during them, and every event on the way, from the question to the end.

The answer's deltas become events the moment they come. A call runs as soon as it is complete, while the stream
goes on; when the stream ends and there were calls, the next request tells the model what they gave. Errors are
notices; a stop leaves every call with a result.
"""

import logging
import time
from dataclasses import replace
from typing import cast

from deskpet.chat import context
from deskpet.chat.actions import CONTINUE, RETRY
from deskpet.chat.alternate_roles import alternate_roles
from deskpet.chat.answer_builder import AnswerBuilder, Clock, Listener
from deskpet.chat.completion import NoAnswer
from deskpet.chat.context import TokenCalibration
from deskpet.chat.continuation import open_end
from deskpet.chat.events import EndReason, RequestStarted, TurnEnded, TurnStarted
from deskpet.chat.messages import Message, Notice, Text, Thinking, ToolUse, user_message
from deskpet.chat.model import ChatRequest
from deskpet.chat.round import Round
from deskpet.chat.textmode.prompt import protocol, retold
from deskpet.chat.turn_setup import TurnSetup
from deskpet.words import tr

logger = logging.getLogger(__name__)


async def run_turn(
    setup: TurnSetup,
    history: tuple[Message, ...],
    answer: Message,
    listen: Listener,
    clock: Clock = time.time,
    gauge: TokenCalibration | None = None,
    *,
    again: bool = False,
) -> Message:
    """Let `answer`, empty or broken off, grow until it answers the last message of `history`.

    Every event goes to `listen` as it happens, with the answer after it. Returns the finished answer. When the
    task is cancelled (Stop) the answer is finished all the same, as `cancelled`, and CancelledError goes on.
    `gauge` is what the turns before learned of how the model counts. `again` sends the request that broke off once
    more, as if nothing had come of it; else the model is asked to go on after what came.
    """
    growth = AnswerBuilder(answer, listen, clock)
    growth.emit(TurnStarted(answer.id, answer.created_at))
    reason: EndReason = "cancelled"
    try:
        reason = await _Turn(setup, history, growth, gauge or TokenCalibration(), again=again).rounds()
    except Exception as error:
        # The answer must end in a way that the reader can see, whatever is wrong in this program.
        logger.exception("the turn failed")
        growth.begin(_broken(error))
        reason = "error"
    finally:
        growth.settle()
        growth.emit(TurnEnded(reason, clock()))
    return growth.message


def fail_turn(error: Exception, answer: Message, listen: Listener, clock: Clock = time.time) -> Message:
    """End a turn that could not be set up: the answer says what `error` was, and can be tried again."""
    logger.error("the turn could not be set up", exc_info=error)
    growth = AnswerBuilder(answer, listen, clock)
    growth.emit(TurnStarted(answer.id, answer.created_at))
    growth.begin(_broken(error))
    growth.emit(TurnEnded("error", clock()))
    return growth.message


class _Turn:
    """The requests of one turn, one after the other."""

    def __init__(
        self,
        setup: TurnSetup,
        history: tuple[Message, ...],
        growth: AnswerBuilder,
        gauge: TokenCalibration,
        *,
        again: bool,
    ) -> None:
        self._setup = setup
        self._untold = _broken_round(growth.message) if again else None
        self._joins = None if again else open_end(growth.message)
        self._history = history
        self._growth = growth
        self._gauge = gauge
        self._paused = False
        self._tried_to_compress = False

    async def rounds(self) -> EndReason:
        first = _last_round(self._growth.message) + 1
        if not self._setup.pictures and self._history and (notice := context.pictures_left_out(self._history[-1])):
            self._growth.begin(notice)
        for number in range(first, first + self._setup.max_rounds):
            request = await self._request(number)
            joins, self._joins = self._joins, None
            asked = Round(self._growth, self._setup, number, joins)
            await asked.run(request)
            if asked.usage:
                self._gauge.counted(asked.usage.input_tokens)
            if asked.ended:
                return asked.ended
            self._paused = asked.paused
        self._growth.begin(_too_many_rounds(self._setup.max_rounds))
        return "max_rounds"

    async def _request(self, number: int) -> ChatRequest:
        """Request `number` as it is sent, from now on."""
        request, tokens = self._everything(number), 0
        if limit := self._setup.context_tokens:
            request = context.fitted(request, self._gauge.room(limit))
            if await self._made_way(request):
                request = context.fitted(self._everything(number), self._gauge.room(limit))
            tokens = self._gauge.sent(context.estimate(request))
        self._growth.emit(RequestStarted(number, self._growth.clock(), tokens))
        form = self._setup.text_form
        return replace(request, messages=retold(request.messages, form)) if form else request

    def _everything(self, number: int) -> ChatRequest:
        messages, setup = alternate_roles(context.request_messages(self._history + self._so_far(number))), self._setup
        if not setup.pictures:
            messages = context.without_pictures(messages)
        if setup.text_form:
            taught = protocol(setup.toolbox, setup.text_form)
            return ChatRequest(messages, "\n\n".join(part for part in (setup.system, taught) if part))
        return ChatRequest(messages, setup.system, setup.toolbox.specs() if setup.native_tools else ())

    async def _made_way(self, request: ChatRequest) -> bool:
        """Sum up older turns where `request` has more than it should; at most once in a turn."""
        limit, growth = self._setup.context_tokens, self._growth
        room = self._gauge.room(limit)
        found = context.cut(self._history, growth.message, room) if context.is_crowded(request, room) else None
        if found is None or self._tried_to_compress:
            return False
        self._tried_to_compress = True
        try:
            summary = await context.summed_up(self._setup.model, found, room, growth.begin)
        except NoAnswer as error:
            growth.begin(context.not_compressed(error))
            return False
        tokens = self._gauge.tokens(context.estimate(request))
        growth.begin(context.compressed(found, summary, tokens, limit))
        return True

    def _so_far(self, number: int) -> tuple[Message, ...]:
        """The answer as it is told in request `number`."""
        answer = self._growth.message
        if self._untold is not None:
            told = tuple(block for block in answer.blocks if getattr(block, "round", None) != self._untold)
            answer = replace(answer, blocks=told)
        last = [block for block in answer.blocks if getattr(block, "round", None) == number - 1]
        was_cut = any(isinstance(block, Text) for block in last) and not any(isinstance(b, ToolUse) for b in last)
        if (was_cut or self._joins is not None) and not self._paused:
            return (answer, GO_ON)
        return (answer,) if answer.blocks else ()


def _last_round(answer: Message) -> int:
    """The last request that anything came of; -1 when nothing came at all."""
    rounds = (block.round for block in answer.blocks if isinstance(block, Text | Thinking | ToolUse))
    return max(rounds, default=-1)


def _broken_round(answer: Message) -> int | None:
    """The request that can be sent once more: the last one, unless its calls have already been run."""
    last = _last_round(answer)
    has_run = any(isinstance(block, ToolUse) and block.round == last for block in answer.blocks)
    return None if has_run or last < 0 else last


def _too_many_rounds(rounds: int) -> Notice:
    return Notice(
        "warning",
        "max_rounds",
        tr("The answer took too many steps"),
        tr("The model asked for tools {n} times in a row.", n=rounds),
        tr("Let it go on, or raise max_rounds in the settings."),
        actions=(CONTINUE,),
    )


def _broken(error: Exception) -> Notice:
    error = _cause(error)
    return Notice(
        "error",
        "internal",
        tr("Something went wrong in the program"),
        f"{type(error).__name__}: {error}",
        tr("What came is kept. Please report this with the log."),
        actions=(RETRY,),
    )


def _cause(error: Exception) -> Exception:
    """What really happened, where a task group wrapped it."""
    return (
        _cause(cast("ExceptionGroup[Exception]", error).exceptions[0]) if isinstance(error, ExceptionGroup) else error
    )


# Sent, never shown or kept: a broken answer can only be gone on with after a word of the user's.
GO_ON = user_message("Your answer was cut off. Go on exactly where it stopped, without repeating anything.")
