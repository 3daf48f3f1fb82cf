"""The connection test: one short question, and in plain words what works."""

import time
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Literal

from deskpet.chat.messages import Notice, user_message
from deskpet.chat.model import (
    CallDelta,
    ChatModel,
    ChatRequest,
    Delta,
    NoticeDelta,
    TextDelta,
    ThinkingDelta,
    ToolSpec,
)
from deskpet.keys import find_key
from deskpet.llm.capabilities import Known, Place, Tools
from deskpet.llm.catalog import warning_of
from deskpet.llm.endpoints import Endpoints
from deskpet.settings import Mode, Settings

# Not a greeting: gcli2api answers a lone "Hi" by itself, without the model.
_QUESTION = "Reply with one short sentence."
_TOOL = ToolSpec(
    "look_at_clock", "The time of day. Only when you are asked for it.", {"type": "object", "properties": {}}
)
_ENOUGH_WORDS, _ENOUGH_THOUGHTS, _SAMPLE = 600, 4000, 160
# What comes closer together came in one piece.
_PIECE_SECONDS = 0.003
_NOT_REACHED = {"dns", "tls", "refused_connection", "timeout", "bad_address", "html"}
_KEY_NOT_KNOWN = _NOT_REACHED | {"unauthorized", "forbidden", "server_error"}

Level = Literal["good", "info", "warning", "error"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that the test found out, in a sentence."""

    level: Level
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of one request. `pieces` counts how often something came; `sample` is the beginning of the words."""

    sample: str = ""
    first_token_seconds: float | None = None
    pieces: int = 0
    reasons: bool = False
    called: bool = False
    failure: Notice | None = None

    @property
    def said_something(self) -> bool:
        return bool(self.sample) or self.called or self.reasons


@dataclass(frozen=True, slots=True)
class Trial:
    """What the test of an endpoint found. `refusal` says why native tools were refused, where they were."""

    place: Place
    answer: Answer
    tools: Tools = Tools.UNKNOWN
    refusal: Notice | None = None
    key_sent: bool = False
    warning: str = ""

    @property
    def failure(self) -> Notice | None:
        """Why nothing can be said here; None when the endpoint answers."""
        return self.answer.failure

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What works and what does not, a sentence each; the failure is not among them."""
        found = [*_reached(self), *(_answered(self.answer) if self.answer.said_something else ()), *_tools(self)]
        if self.warning:
            found.append(Finding("warning", self.warning))
        return tuple(found)

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it as plain lines, the failure with its cause and next step among them."""
        failure = self.failure
        told = (f"{failure.title}. {failure.cause} {failure.next_step}".strip(),) if failure else ()
        sample = (f"“{self.answer.sample}”",) if self.answer.sample else ()
        return (*(finding.text for finding in self.findings), *sample, *told)

    def added_to(self, known: Known, at: float) -> Known:
        """`known`, and what this test found out."""
        tools = known.with_tools(self.tools, at)
        if not self.answer.said_something:
            return tools
        seconds = self.answer.first_token_seconds
        reasons = known.reasons or self.answer.reasons
        return replace(tools, reasons=reasons, first_token_seconds=seconds, learned_at=at)


async def try_connection(endpoints: Endpoints, settings: Settings) -> Trial:
    """Ask the endpoint of `settings` one short question; cancelling closes the connection."""
    endpoint, native = settings.endpoint, settings.chat.mode is not Mode.TEXT
    model = endpoints.model(settings)
    answer = await ask(model, tools=native)
    tools, refusal = Tools.ACCEPTED if native and answer.failure is None else Tools.UNKNOWN, None
    if answer.called:
        tools = Tools.WORK
    if answer.failure and answer.failure.code == "tools_refused":
        tools, refusal = Tools.REFUSED, answer.failure
        answer = await ask(model, tools=False)
    return Trial(
        Place(endpoint.base_url, endpoint.model),
        answer,
        tools,
        refusal,
        key_sent=bool(endpoint.base_url and find_key(endpoint)),
        warning=warning_of(endpoint.base_url, endpoint.model) if native else "",
    )


async def ask(model: ChatModel, *, tools: bool, clock: Callable[[], float] = time.monotonic) -> Answer:
    """One short question to `model`, with or without a harmless tool; a long answer is broken off."""
    request = ChatRequest((user_message(_QUESTION),), tools=(_TOOL,) if tools else ())
    taken = _Taken(clock)
    async with aclosing(model.stream(request)) as deltas:
        async for delta in deltas:
            taken.take(delta)
            if taken.is_enough:
                break
    return taken.answer()


class _Taken:
    """An answer while its deltas come."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._asked_at = self._last_at = clock()
        self._first: float | None = None
        self._pieces = self._thoughts = 0
        self._words = ""
        self._called = False
        self._failure: Notice | None = None

    @property
    def is_enough(self) -> bool:
        return len(self._words) > _ENOUGH_WORDS or self._thoughts > _ENOUGH_THOUGHTS

    def take(self, delta: Delta) -> None:
        match delta:
            case TextDelta(text) if text:
                self._words += text
                self._count_piece()
            case ThinkingDelta(text) if text:
                self._thoughts += len(text)
                self._count_piece()
            case CallDelta():
                self._called = True
                self._count_piece()
            case NoticeDelta(notice) if notice.level == "error":
                self._failure = notice
            case _:
                pass

    def answer(self) -> Answer:
        first = None if self._first is None else round(self._first - self._asked_at, 3)
        sample = _shortened(self._words)
        return Answer(sample, first, self._pieces, self._thoughts > 0, self._called, self._failure)

    def _count_piece(self) -> None:
        now = self._clock()
        if self._first is None:
            self._first, self._pieces = now, 1
        elif now - self._last_at > _PIECE_SECONDS:
            self._pieces += 1
        self._last_at = now


def _shortened(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= _SAMPLE else line[: _SAMPLE - 1].rstrip() + "…"


def _reached(trial: Trial) -> list[Finding]:
    if not trial.place.base_url:
        return [Finding("info", "This is the offline companion: no server is needed.")]
    code = trial.failure.code if trial.failure else ""
    said_something = trial.answer.said_something or trial.refusal is not None
    found: list[Finding] = []
    if said_something or code not in _NOT_REACHED:
        found.append(Finding("good", "The server can be reached."))
    if said_something or code not in _KEY_NOT_KNOWN | {"not_found"}:
        found.append(Finding("good", "The key was accepted." if trial.key_sent else "No key was needed."))
    if trial.answer.said_something:
        name = trial.place.model
        found.append(Finding("good", f"The model {name} answers." if name else "The server's own model answers."))
    return found


def _answered(answer: Answer) -> list[Finding]:
    first = shown_seconds(answer.first_token_seconds or 0.0)
    if answer.pieces > 1:
        how = Finding("good", f"The answer streams: {answer.pieces} pieces, the first after {first}.")
    else:
        how = Finding("info", f"The answer came in one piece after {first}.")
    return [how, *([Finding("info", "It sends its reasoning.")] if answer.reasons else [])]


def _tools(trial: Trial) -> list[Finding]:
    match trial.tools:
        case Tools.WORK:
            return [Finding("good", "Native tool calls work: it called one.")]
        case Tools.ACCEPTED:
            return [Finding("good", "Native tools were accepted.")]
        case Tools.REFUSED:
            said = trial.refusal.cause if trial.refusal else ""
            text = f"Native tools were refused: {said}" if said else "Native tools were refused."
            works = ["Text mode works: choose it below."] if trial.failure is None else []
            return [Finding("warning", text), *(Finding("good", line) for line in works)]
        case Tools.UNKNOWN:
            return []


def shown_seconds(seconds: float) -> str:
    """A short time for people: `340 ms`, `2.1 s`."""
    return f"{round(seconds * 1000)} ms" if seconds < 0.95 else f"{seconds:.1f} s"
