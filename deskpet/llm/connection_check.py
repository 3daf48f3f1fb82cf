"""The connection test of the settings: sends a short question and a small image, and reports what works."""

import asyncio
import re
import time
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Literal

from deskpet.chat.completion import TextAccumulator
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
from deskpet.config.settings import Mode, Settings
from deskpet.llm import key_exposure
from deskpet.llm.capabilities import ModelAddress, ModelCapabilities, PictureSupport, ToolSupport
from deskpet.llm.catalog import tool_warning
from deskpet.llm.endpoints import Endpoints
from deskpet.translation import tr

# Not a greeting: gcli2api answers "Hi" itself, without the model.
_QUESTION = "Reply with one short sentence."
_TOOL = ToolSpec(
    "look_at_clock", "The time of day. Only when you are asked for it.", {"type": "object", "properties": {}}
)
_PICTURE_QUESTION = "What is drawn in this picture? Reply with one word."
# What a model that sees the picture says, in English, Chinese or Japanese.
_PICTURE_ANSWER = re.compile(r"(?<![a-z])stars?(?![a-z])|星|スター|ほし", re.IGNORECASE)
# A yellow star on blue, 96 pixels wide: some providers reject small images, and a blind model guesses otherwise.
_PICTURE = Image(
    "image/png",
    "iVBORw0KGgoAAAANSUhEUgAAAGAAAABgCAIAAABt+uBvAAABdklEQVR42u3c0Q2DMAxFUY/QERitI3ejls9KVREtdvz8dCV/AzmC2AlJ4rbd"
    "iYMICAACCCCAAAIIIIAE4vnY9gAIIIDqdNSMAALIA+hdR8oIoAlAnzo6RgABNB3om46IEUAAjQY61lEwAgiguUBndNqNAAJoKNB5nV4jgCSB"
    "ftVpNAIIoHFA/+l0GQFUCXSlqSujCmhK+0sFw+MdqXu/wuY7Kvr6wqy7Se+Ywq9Lzu22wzJtJSa1cE3tWSk/vCug69VQ2FeJF2tFKun6sZgr"
    "TeZg1VUnczRvqZM83eGnUzIfZENTOGFmo1M4o+ihUz7lOpoGIIAAAsgayCCFAQQQheLUQhEggABiNA+QF5DmGr0Q1JEy6gcSX07dDNRywRlA"
    "IpddDVTajBaj1UAjbtEGNHEf8KI/q4urrWFAo49sqAUyODmmEKhx/4cikMLuQOnlLyLb3NWBdA7b0QJSO/ww8ZFCrWFqARBAAAEEEEAAAQQQ"
    "ARBABfECYQa9cuYRdKgAAAAASUVORK5CYII=",
)
_PICTURE_SECONDS = 30.0
_MAX_TEXT, _MAX_THOUGHTS, _SAMPLE_LENGTH = 600, 4000, 160
# Deltas within this interval count as one piece.
_PIECE_SECONDS = 0.003
_UNREACHABLE_CODES = {
    *("dns", "tls", "no_tls", "needs_https", "no_http", "no_answer"),
    *("refused_connection", "timeout", "bad_address", "html"),
    *("proxy", "redirected", "redirect_loop", "bad_key"),
}
_KEY_UNTESTED_CODES = _UNREACHABLE_CODES | {"unauthorized", "forbidden", "server_error"}

Level = Literal["good", "info", "warning", "error"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One result of the test as a translated sentence."""

    level: Level
    text: str


@dataclass(frozen=True, slots=True)
class AnswerSummary:
    """The answer to one request. `pieces` counts the received pieces; `sample` is the start of the text."""

    sample: str = ""
    first_token_seconds: float | None = None
    pieces: int = 0
    reasons: bool = False
    called: bool = False
    failure: Notice | None = None

    @property
    def has_content(self) -> bool:
        return bool(self.sample) or self.called or self.reasons


@dataclass(frozen=True, slots=True)
class ConnectionReport:
    """The result of a connection test. `refusal` is the error of a request with native tools, if it was rejected.

    `pictures` is UNKNOWN if the endpoint did not answer in time or did not say what the picture shows; `picture_answer`
    is what it said then.
    """

    place: ModelAddress
    answer: AnswerSummary
    tools: ToolSupport = ToolSupport.UNKNOWN
    refusal: Notice | None = None
    pictures: PictureSupport = PictureSupport.UNKNOWN
    picture_answer: str = ""
    key_sent: bool = False
    warning: str = ""
    key_warning: str = ""

    @property
    def failure(self) -> Notice | None:
        """The error notice; None if the endpoint answers."""
        return self.answer.failure

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Return lines about what works and what does not, without the failure."""
        findings = [
            *_connection_findings(self),
            *(_answer_findings(self.answer) if self.answer.has_content else ()),
            *_tool_findings(self),
        ]
        if self.pictures is not PictureSupport.UNKNOWN:
            is_supported = self.pictures is PictureSupport.TAKEN
            text = tr("It accepts pictures.") if is_supported else tr("It takes no pictures.")
            findings.append(Finding("good" if is_supported else "info", text))
        elif self.picture_answer:
            text = tr("It took a picture, but did not see it: “{said}”", said=self.picture_answer)
            findings.append(Finding("info", text))
        findings += [Finding("warning", each) for each in (self.warning, self.key_warning) if each]
        return tuple(findings)

    @property
    def lines(self) -> tuple[str, ...]:
        """The findings, the sample and the failure as lines of text."""
        failure = self.failure
        failure_lines = (f"{failure.title}. {failure.cause} {failure.next_step}".strip(),) if failure else ()
        sample = (f"“{self.answer.sample}”",) if self.answer.sample else ()
        return (*(finding.text for finding in self.findings), *sample, *failure_lines)

    def merged_into(self, capabilities: ModelCapabilities, at: float) -> ModelCapabilities:
        """Return `capabilities` updated with the results of this test."""
        tools = capabilities.with_tools(self.tools, at).with_pictures(self.pictures, at)
        if not self.answer.has_content:
            return tools
        seconds = self.answer.first_token_seconds
        reasons = capabilities.reasons or self.answer.reasons
        return replace(tools, reasons=reasons, first_token_seconds=seconds, learned_at=at)


async def run_connection_test(endpoints: Endpoints, settings: Settings) -> ConnectionReport:
    """Test the endpoint of `settings`. Cancelling closes the connection."""
    endpoint, native = settings.endpoint, settings.chat.mode is not Mode.TEXT
    endpoints.forget_refusals(endpoint)
    model = endpoints.model(settings)
    answer = await ask(model, tools=native)
    tools, refusal = ToolSupport.ACCEPTED if native and answer.failure is None else ToolSupport.UNKNOWN, None
    if answer.called:
        tools = ToolSupport.WORK
    if answer.failure and answer.failure.code == "tools_refused":
        tools, refusal = ToolSupport.REFUSED, answer.failure
        answer = await ask(model, tools=False)
    pictures, picture_answer = PictureSupport.UNKNOWN, ""
    if endpoint.base_url and answer.failure is None:
        pictures, picture_answer = await _test_pictures(model)
    key_sent = bool((await endpoints.keys.find(endpoint)).text)
    return ConnectionReport(
        ModelAddress(endpoint.base_url, endpoint.model),
        answer,
        tools,
        refusal,
        pictures,
        picture_answer,
        key_sent=key_sent,
        warning=tool_warning(endpoint.base_url, endpoint.model) if native else "",
        key_warning=key_exposure.exposure_warning(endpoint.base_url) if key_sent else "",
    )


async def _test_pictures(model: ChatModel) -> tuple[PictureSupport, str]:
    """Send an image to `model`. Returns the support, and the answer if it does not name what the image shows."""
    question = user_message(_PICTURE_QUESTION, attachments=(_PICTURE,))
    collector = _AnswerCollector(time.monotonic, _PICTURE_ANSWER)
    try:
        async with asyncio.timeout(_PICTURE_SECONDS):
            answer = await _collect(model, ChatRequest((question,)), collector)
    except TimeoutError:
        return PictureSupport.UNKNOWN, ""
    if answer.failure:
        is_refused = answer.failure.code == "images_refused"
        return PictureSupport.REFUSED if is_refused else PictureSupport.UNKNOWN, ""
    return (PictureSupport.TAKEN, "") if collector.is_found else (PictureSupport.UNKNOWN, answer.sample)


async def ask(model: ChatModel, *, tools: bool, clock: Callable[[], float] = time.monotonic) -> AnswerSummary:
    """Send a short question to `model`, with or without a harmless tool. A long answer is cancelled."""
    request = ChatRequest((user_message(_QUESTION),), tools=(_TOOL,) if tools else ())
    return await _collect(model, request, _AnswerCollector(clock))


async def _collect(model: ChatModel, request: ChatRequest, collector: "_AnswerCollector") -> AnswerSummary:
    async with aclosing(model.stream(request)) as deltas:
        async for delta in deltas:
            collector.take(delta)
            if collector.has_enough:
                break
    return collector.answer()


class _AnswerCollector:
    """Collects the deltas of one answer, until its text matches `wanted`."""

    def __init__(self, clock: Callable[[], float], wanted: re.Pattern[str] | None = None) -> None:
        self._clock, self._wanted = clock, wanted
        self._started_at = self._last_at = clock()
        self._first_at: float | None = None
        self._piece_count = 0
        self._text = TextAccumulator()
        self._has_call = False
        self._failure: Notice | None = None

    @property
    def has_enough(self) -> bool:
        return self.is_found or len(self._text.words) > _MAX_TEXT or len(self._text.thoughts) > _MAX_THOUGHTS

    @property
    def is_found(self) -> bool:
        """Whether the text matches `wanted`. It is searched up to its maximum length only."""
        return self._wanted is not None and self._wanted.search(self._text.words[: 2 * _MAX_TEXT]) is not None

    def take(self, delta: Delta) -> None:
        self._text.take(delta)
        match delta:
            case TextDelta(text) | ThinkingDelta(text) if text:
                self._count_piece()
            case CallDelta():
                self._has_call = True
                self._count_piece()
            case NoticeDelta(notice) if notice.level == "error":
                self._failure = notice
            case _:
                # Other deltas say nothing about the connection.
                pass

    def answer(self) -> AnswerSummary:
        first = None if self._first_at is None else round(self._first_at - self._started_at, 3)
        line = " ".join(self._text.words.split())
        sample = line if len(line) <= _SAMPLE_LENGTH else line[: _SAMPLE_LENGTH - 1].rstrip() + "…"
        return AnswerSummary(sample, first, self._piece_count, bool(self._text.thoughts), self._has_call, self._failure)

    def _count_piece(self) -> None:
        now = self._clock()
        if self._first_at is None:
            self._first_at, self._piece_count = now, 1
        elif now - self._last_at > _PIECE_SECONDS:
            self._piece_count += 1
        self._last_at = now


def _connection_findings(test: ConnectionReport) -> list[Finding]:
    if not test.place.base_url:
        return [Finding("info", tr("This is the offline companion: no server is needed."))]
    code = test.failure.code if test.failure else ""
    has_content = test.answer.has_content or test.refusal is not None
    findings: list[Finding] = []
    if has_content or code not in _UNREACHABLE_CODES:
        findings.append(Finding("good", tr("The server can be reached.")))
    if has_content or code not in _KEY_UNTESTED_CODES | {"not_found"}:
        findings.append(Finding("good", tr("The key was accepted." if test.key_sent else "No key was needed.")))
    if test.answer.has_content:
        name = test.place.model
        sentence = tr("The model {model} answers.", model=name) if name else tr("The server's own model answers.")
        findings.append(Finding("good", sentence))
    return findings


def _answer_findings(answer: AnswerSummary) -> list[Finding]:
    first = format_seconds(answer.first_token_seconds or 0.0)
    if answer.pieces > 1:
        sentence = tr("The answer streams: {n} pieces, the first after {time}.", n=answer.pieces, time=first)
        finding = Finding("good", sentence)
    else:
        finding = Finding("info", tr("The answer came in one piece after {time}.", time=first))
    return [finding, *([Finding("info", tr("It sends its reasoning."))] if answer.reasons else [])]


def _tool_findings(test: ConnectionReport) -> list[Finding]:
    match test.tools:
        case ToolSupport.WORK:
            return [Finding("good", tr("Native tool calls work: it called one."))]
        case ToolSupport.ACCEPTED:
            return [Finding("good", tr("Native tools were accepted."))]
        case ToolSupport.REFUSED:
            cause = test.refusal.cause if test.refusal else ""
            text = tr("Native tools were refused: {said}", said=cause) if cause else tr("Native tools were refused.")
            alternatives = [tr("Text mode works: choose it below.")] if test.failure is None else []
            return [Finding("warning", text), *(Finding("good", alternative) for alternative in alternatives)]
        case ToolSupport.UNKNOWN:
            return []


def format_seconds(seconds: float) -> str:
    """Format a short duration for display: `340 ms`, `2.1 s`."""
    return tr("{ms} ms", ms=round(seconds * 1000)) if seconds < 0.95 else tr("{s:.1f} s", s=seconds)
