"""The connection test: a short question, a look at a small picture, and in plain words what works."""

import asyncio
import time
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Literal

from deskpet.chat.messages import Image, Notice, user_message
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
from deskpet.chat.text_accumulator import TextAccumulator
from deskpet.llm import exposure
from deskpet.llm.capabilities import ModelAddress, ModelCapabilities, PictureSupport, ToolSupport
from deskpet.llm.catalog import warning_of
from deskpet.llm.endpoints import Endpoints
from deskpet.settings import Mode, Settings
from deskpet.words import tr

# Not a greeting: gcli2api answers a lone "Hi" by itself, without the model.
_QUESTION = "Reply with one short sentence."
_TOOL = ToolSpec(
    "look_at_clock", "The time of day. Only when you are asked for it.", {"type": "object", "properties": {}}
)
_PICTURE_QUESTION = "Which colour is this? Reply with one word."
# An orange square of 32 pixels: some providers take nothing much smaller.
_PICTURE = Image(
    "image/png",
    "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAKklEQVR42mN432JEU8QwasGoBaMWjFowasGoBaMWjFowasGoBaMWDBULAJaalFvR"
    "DPk9AAAAAElFTkSuQmCC",
)
_PICTURE_SECONDS = 30.0
_ENOUGH_WORDS, _ENOUGH_THOUGHTS, _SAMPLE = 600, 4000, 160
# What comes closer together came in one piece.
_PIECE_SECONDS = 0.003
_NOT_REACHED = {
    *("dns", "tls", "no_tls", "needs_https", "no_http", "no_answer"),
    *("refused_connection", "timeout", "bad_address", "html"),
    *("proxy", "redirected", "redirect_loop", "bad_key"),
}
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
class ConnectionTest:
    """What the test of an endpoint found. `refusal` says why native tools were refused, where they were.

    `pictures` is UNKNOWN where the endpoint did not even answer, or not in time.
    """

    place: ModelAddress
    answer: Answer
    tools: ToolSupport = ToolSupport.UNKNOWN
    refusal: Notice | None = None
    pictures: PictureSupport = PictureSupport.UNKNOWN
    key_sent: bool = False
    warning: str = ""
    exposure: str = ""

    @property
    def failure(self) -> Notice | None:
        """Why nothing can be said here; None when the endpoint answers."""
        return self.answer.failure

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What works and what does not, a sentence each; the failure is not among them."""
        found = [*_reached(self), *(_answered(self.answer) if self.answer.said_something else ()), *_tools(self)]
        if self.pictures is not PictureSupport.UNKNOWN:
            taken = self.pictures is PictureSupport.TAKEN
            text = tr("It takes pictures.") if taken else tr("It takes no pictures.")
            found.append(Finding("good" if taken else "info", text))
        found += [Finding("warning", each) for each in (self.warning, self.exposure) if each]
        return tuple(found)

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it as plain lines, the failure with its cause and next step among them."""
        failure = self.failure
        told = (f"{failure.title}. {failure.cause} {failure.next_step}".strip(),) if failure else ()
        sample = (f"“{self.answer.sample}”",) if self.answer.sample else ()
        return (*(finding.text for finding in self.findings), *sample, *told)

    def added_to(self, known: ModelCapabilities, at: float) -> ModelCapabilities:
        """`known`, and what this test found out."""
        tools = known.with_tools(self.tools, at).with_pictures(self.pictures, at)
        if not self.answer.said_something:
            return tools
        seconds = self.answer.first_token_seconds
        reasons = known.reasons or self.answer.reasons
        return replace(tools, reasons=reasons, first_token_seconds=seconds, learned_at=at)


async def run_connection_test(endpoints: Endpoints, settings: Settings) -> ConnectionTest:
    """Ask the endpoint of `settings` one short question; cancelling closes the connection."""
    endpoint, native = settings.endpoint, settings.chat.mode is not Mode.TEXT
    model = endpoints.model(settings)
    answer = await ask(model, tools=native)
    tools, refusal = ToolSupport.ACCEPTED if native and answer.failure is None else ToolSupport.UNKNOWN, None
    if answer.called:
        tools = ToolSupport.WORK
    if answer.failure and answer.failure.code == "tools_refused":
        tools, refusal = ToolSupport.REFUSED, answer.failure
        answer = await ask(model, tools=False)
    key_sent = bool((await endpoints.keys.find(endpoint)).text)
    return ConnectionTest(
        ModelAddress(endpoint.base_url, endpoint.model),
        answer,
        tools,
        refusal,
        await _pictures(model) if endpoint.base_url and answer.failure is None else PictureSupport.UNKNOWN,
        key_sent=key_sent,
        warning=warning_of(endpoint.base_url, endpoint.model) if native else "",
        exposure=exposure.warning_of(endpoint.base_url) if key_sent else "",
    )


async def _pictures(model: ChatModel) -> PictureSupport:
    """Whether `model` takes a picture; its first word is enough."""
    question = user_message(_PICTURE_QUESTION, images=(_PICTURE,))
    try:
        async with asyncio.timeout(_PICTURE_SECONDS):
            answer = await _answer(model, ChatRequest((question,)), _Taken(time.monotonic, first_is_enough=True))
    except TimeoutError:
        return PictureSupport.UNKNOWN
    if answer.failure is None:
        return PictureSupport.TAKEN if answer.said_something else PictureSupport.UNKNOWN
    return PictureSupport.REFUSED if answer.failure.code == "images_refused" else PictureSupport.UNKNOWN


async def ask(model: ChatModel, *, tools: bool, clock: Callable[[], float] = time.monotonic) -> Answer:
    """One short question to `model`, with or without a harmless tool; a long answer is broken off."""
    request = ChatRequest((user_message(_QUESTION),), tools=(_TOOL,) if tools else ())
    return await _answer(model, request, _Taken(clock))


async def _answer(model: ChatModel, request: ChatRequest, taken: "_Taken") -> Answer:
    async with aclosing(model.stream(request)) as deltas:
        async for delta in deltas:
            taken.take(delta)
            if taken.is_enough:
                break
    return taken.answer()


class _Taken:
    """An answer while its deltas come."""

    def __init__(self, clock: Callable[[], float], *, first_is_enough: bool = False) -> None:
        self._clock, self._first_is_enough = clock, first_is_enough
        self._asked_at = self._last_at = clock()
        self._first: float | None = None
        self._pieces = 0
        self._said = TextAccumulator()
        self._called = False
        self._failure: Notice | None = None

    @property
    def is_enough(self) -> bool:
        if self._first_is_enough and self._pieces:
            return True
        return len(self._said.words) > _ENOUGH_WORDS or len(self._said.thoughts) > _ENOUGH_THOUGHTS

    def take(self, delta: Delta) -> None:
        self._said.take(delta)
        match delta:
            case TextDelta(text) | ThinkingDelta(text) if text:
                self._count_piece()
            case CallDelta():
                self._called = True
                self._count_piece()
            case NoticeDelta(notice) if notice.level == "error":
                self._failure = notice
            case _:
                # Other deltas say nothing about the connection.
                pass

    def answer(self) -> Answer:
        first = None if self._first is None else round(self._first - self._asked_at, 3)
        sample = _shortened(self._said.words)
        return Answer(sample, first, self._pieces, bool(self._said.thoughts), self._called, self._failure)

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


def _reached(trial: ConnectionTest) -> list[Finding]:
    if not trial.place.base_url:
        return [Finding("info", tr("This is the offline companion: no server is needed."))]
    code = trial.failure.code if trial.failure else ""
    said_something = trial.answer.said_something or trial.refusal is not None
    found: list[Finding] = []
    if said_something or code not in _NOT_REACHED:
        found.append(Finding("good", tr("The server can be reached.")))
    if said_something or code not in _KEY_NOT_KNOWN | {"not_found"}:
        found.append(Finding("good", tr("The key was accepted." if trial.key_sent else "No key was needed.")))
    if trial.answer.said_something:
        name = trial.place.model
        told = tr("The model {model} answers.", model=name) if name else tr("The server's own model answers.")
        found.append(Finding("good", told))
    return found


def _answered(answer: Answer) -> list[Finding]:
    first = shown_seconds(answer.first_token_seconds or 0.0)
    if answer.pieces > 1:
        told = tr("The answer streams: {n} pieces, the first after {time}.", n=answer.pieces, time=first)
        how = Finding("good", told)
    else:
        how = Finding("info", tr("The answer came in one piece after {time}.", time=first))
    return [how, *([Finding("info", tr("It sends its reasoning."))] if answer.reasons else [])]


def _tools(trial: ConnectionTest) -> list[Finding]:
    match trial.tools:
        case ToolSupport.WORK:
            return [Finding("good", tr("Native tool calls work: it called one."))]
        case ToolSupport.ACCEPTED:
            return [Finding("good", tr("Native tools were accepted."))]
        case ToolSupport.REFUSED:
            said = trial.refusal.cause if trial.refusal else ""
            text = tr("Native tools were refused: {said}", said=said) if said else tr("Native tools were refused.")
            works = [tr("Text mode works: choose it below.")] if trial.failure is None else []
            return [Finding("warning", text), *(Finding("good", line) for line in works)]
        case ToolSupport.UNKNOWN:
            return []


def shown_seconds(seconds: float) -> str:
    """A short time for people: `340 ms`, `2.1 s`."""
    return tr("{ms} ms", ms=round(seconds * 1000)) if seconds < 0.95 else tr("{s:.1f} s", s=seconds)
