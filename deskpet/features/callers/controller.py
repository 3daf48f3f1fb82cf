"""Calls of agents by `deskpet mcp`: who may call, how often, and what each call does.

Nothing of a conversation is told to a caller, and nothing that a caller shows becomes a part of one.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, assert_never

from PySide6.QtCore import QObject, QTimer

from deskpet.config import paths, quiet_hours
from deskpet.features.callers.caller_rules import CallerDecision, CallerRule, CallerRules
from deskpet.features.callers.calls import (
    PREFIX,
    Ask,
    Call,
    Caller,
    CallError,
    Describe,
    PlayMotion,
    Say,
    ShowExpression,
    Values,
    description_of,
    digest_of,
    from_line,
    switched_off,
)
from deskpet.features.callers.feature import FILE
from deskpet.features.callers.rate_limit import CallerLimits, TokenBucket
from deskpet.features.callers.ui.bubbles import CallerIntroduction, CallerQuestion
from deskpet.features.callers.ui.page import shown_rules
from deskpet.features.callers.ui.prompts import CallerPrompt, CallerPrompts
from deskpet.features.host import Host
from deskpet.processes.local_channel import BadLocalLine
from deskpet.text.matching import meant_names
from deskpet.text.reasons import reason_of
from deskpet.translation import tr
from deskpet.ui.platform.signals import listen

if TYPE_CHECKING:
    from deskpet.ui.platform.local_server import LocalConnection


@dataclass(frozen=True, slots=True, eq=False)
class PendingCall:
    """A call whose answer repeats `request_id`."""

    connection: "LocalConnection"
    request_id: str

    def answer(self, result: Values) -> bool:
        """Send the result. Returns False if nobody waits for it any more."""
        return self.connection.answer({"request_id": self.request_id, "result": result})

    def fail(self, error: CallError) -> bool:
        """Send why the call is not carried out. Returns False if nobody waits for it any more."""
        return self.connection.answer({"request_id": self.request_id, "error": error.values})


# Tokens of a caller: ten expressions at once, or three times words; then one expression in four seconds.
CAPACITY, TOKENS_PER_SECOND = 10.0, 0.25
_SAY_COST, _ASK_COST = 3.0, 4.0
# New callers about which the user is asked: three at once, then one in two minutes.
_INTRODUCTIONS, _INTRODUCTIONS_PER_SECOND = 3.0, 1 / 120
# How long an introduction waits for an answer: many clients give up on a tool after a minute.
_INTRODUCTION_SECONDS = 45.0
# Calls that may wait at once, so that there is always room for hooks on the socket.
_MAX_CALLS = 16
_MAX_QUESTIONS, _MAX_WATCHERS, _MAX_FIRST_CALLS = 4, 8, 4
# Quiet hours may begin while a question is open.
_QUIET_CHECK_MS = 15_000

logger = logging.getLogger(__name__)


class CallersController:
    """Listens for calls while the settings let agents call. `calls` carries them out; None while they are off."""

    def __init__(self, host: Host) -> None:
        self._host = host
        # An open page of the settings shows the decisions already.
        self.rules = shown_rules(host) or CallerRules(paths.data_folder() / FILE)
        self.calls: AgentCalls | None = None
        self._end_settings = host.settings.listen("agents", lambda _before, _after: self._apply())
        self._apply()

    def close(self) -> None:
        """Accept no more calls."""
        self._end_settings()
        self._close_calls()

    def _apply(self) -> None:
        if not self._host.settings.now.agents.mcp_server:
            self._close_calls()
        elif self.calls is None:
            self.calls = AgentCalls(self._host, self.rules)

    def _close_calls(self) -> None:
        if self.calls:
            self.calls.close()
            self.calls.deleteLater()
            self.calls = None


class AgentCalls(QObject):
    """Carries out the calls of agents that the user has allowed."""

    def __init__(self, host: Host, callers: CallerRules, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._host, self._callers, self._clock = host, callers, clock
        self._limits = CallerLimits(CAPACITY, TOKENS_PER_SECOND, clock())
        self._introduction_limit = TokenBucket(_INTRODUCTIONS, _INTRODUCTIONS_PER_SECOND, clock())
        self._waiting: set[PendingCall] = set()
        # The calls that wait for the decision about their caller.
        self._first_calls: dict[Caller, list[tuple[Call, PendingCall]]] = {}
        self._introductions: dict[Caller, CallerPrompt] = {}
        self._questions: list[tuple[Caller, PendingCall]] = []
        self._watchers: list[tuple[str, PendingCall]] = []
        self.prompts = CallerPrompts(host.bubbles, self)
        self._quiet_check = QTimer(self, interval=_QUIET_CHECK_MS)
        self._quiet_check.timeout.connect(self.apply_quiet)
        self._ends = [
            listen(host.character.stage.character_changed, self._on_character_changed),
            host.character.listen_to_visibility(lambda _: self.apply_quiet()),
            host.settings.listen("agents", lambda _before, _after: self.apply_quiet()),
            callers.listen(self._on_decisions_changed),
            host.local_lines.listen(PREFIX, self._on_line),
        ]

    def close(self) -> None:
        """Take everything off the screen and refuse what waits."""
        self._quiet_check.stop()
        self.prompts.drop_words()
        for pending in list(self._waiting):
            pending.fail(switched_off())
        while self._ends:
            self._ends.pop()()

    def _on_line(self, connection: "LocalConnection") -> None:
        try:
            request = from_line(connection.line)
        except BadLocalLine as error:
            logger.info("an agent has sent no call: %s", error)
            connection.release()
            return
        pending = PendingCall(connection, request.request_id)
        if isinstance(request.call, CallError):
            pending.fail(request.call)
        elif len(self._waiting) >= _MAX_CALLS:
            pending.fail(_busy("Too many calls wait for their answers."))
        else:
            self._waiting.add(pending)
            pending.connection.ended.connect(partial(self._waiting.discard, pending))
            self._handle(request.caller, request.call, pending)

    @property
    def _quiet_reason(self) -> str:
        """Reason why nothing is shown now: `hidden` or `quiet_hours`; empty if it is."""
        if not self._host.character.is_visible:
            return "hidden"
        return "quiet_hours" if quiet_hours.is_quiet_now(self._host.settings.now.agents.quiet_hours) else ""

    def _handle(self, caller: Caller, call: Call, pending: PendingCall) -> None:
        """Carry out a call, now or when the user has allowed its caller."""
        if isinstance(call, Describe):
            self._describe(call, pending)
            return
        match self._callers.decision(caller):
            case CallerDecision.REFUSED:
                pending.fail(_refused())
            case None:
                self._introduce(caller, call, pending)
            case CallerDecision.ALWAYS | CallerDecision.FOR_NOW:
                self._carry_out(caller, call, pending)

    def _description(self) -> Values:
        character = self._host.character.stage.character
        motions = {name: (group.description, group.count) for name, group in character.motions.items()}
        return description_of(character.name, character.expressions, motions)

    def _describe(self, call: Describe, pending: PendingCall) -> None:
        description = self._description()
        if digest_of(description) != call.known:
            pending.answer(description)
        elif len(self._watchers) >= _MAX_WATCHERS:
            pending.fail(_busy("Too many agents watch the character."))
        else:
            watcher = (call.known, pending)
            self._watchers.append(watcher)
            pending.connection.ended.connect(lambda: self._watchers.remove(watcher))

    def _on_character_changed(self) -> None:
        description = self._description()
        for known, pending in tuple(self._watchers):
            if digest_of(description) != known:
                pending.answer(description)

    def _introduce(self, caller: Caller, call: Call, pending: PendingCall) -> None:
        """Ask the user about a caller, and let its call wait for the answer."""
        if quiet := self._quiet_reason:
            pending.answer(_quiet_result(call, quiet))
            return
        waiting = self._first_calls.get(caller)
        if waiting is None:
            now = self._clock()
            if wait := self._introduction_limit.wait_for(1, now):
                pending.fail(_rate_limited(wait))
                return
            self._introduction_limit.take(1)
            waiting = self._first_calls[caller] = []
        if len(waiting) >= _MAX_FIRST_CALLS:
            pending.fail(_busy("The user has not decided yet whether you may call."))
            return
        waiting.append((call, pending))
        pending.connection.ended.connect(partial(self._on_first_call_ended, caller, pending))
        if caller not in self._introductions:
            self._show_introduction(caller)

    def _show_introduction(self, caller: Caller) -> None:
        def create() -> CallerIntroduction:
            bubble = CallerIntroduction(caller)
            bubble.decided.connect(partial(self._decide, caller))
            return bubble

        prompt = self._introductions[caller] = self.prompts.add(create, _INTRODUCTION_SECONDS)
        prompt.given_up.connect(lambda _: self._fail_first_calls(caller, _undecided()))
        self._quiet_check.start()

    def _decide(self, caller: Caller, decision: CallerDecision) -> None:
        waiting = self._first_calls.pop(caller, [])
        self._remove_introduction(caller)
        try:
            self._callers.decide(CallerRule(caller, decision, time.time()))
        except OSError as error:
            self._host.chat.warn("agents", tr("What you allowed can't be stored"), reason_of(error))
        for call, pending in waiting:
            if decision is CallerDecision.REFUSED:
                pending.fail(_refused())
            elif pending.connection.is_open:
                self._carry_out(caller, call, pending)

    def _fail_first_calls(self, caller: Caller, error: CallError) -> None:
        for _, pending in list(self._first_calls.get(caller, [])):
            pending.fail(error)

    def _on_first_call_ended(self, caller: Caller, pending: PendingCall) -> None:
        """Take the question about a caller back with the last of its calls."""
        waiting = self._first_calls.get(caller, [])
        waiting[:] = [pair for pair in waiting if pair[1] is not pending]
        if not waiting:
            self._first_calls.pop(caller, None)
            self._remove_introduction(caller)

    def _remove_introduction(self, caller: Caller) -> None:
        if prompt := self._introductions.pop(caller, None):
            self.prompts.remove(prompt)

    def _on_decisions_changed(self) -> None:
        """Take back what is shown of callers that may not call any more."""
        allowed = {CallerDecision.ALWAYS, CallerDecision.FOR_NOW}
        for caller, pending in list(self._questions):
            if self._callers.decision(caller) not in allowed:
                pending.fail(_refused())
        self.prompts.drop_words(lambda caller: self._callers.decision(caller) not in allowed)

    def _carry_out(self, caller: Caller, call: Call, pending: PendingCall) -> None:
        cost = _ASK_COST if isinstance(call, Ask) else _SAY_COST if isinstance(call, Say) else 1.0
        if wait := self._limits.take(caller, cost, self._clock()):
            pending.fail(_rate_limited(wait))
        elif quiet := self._quiet_reason:
            pending.answer(_quiet_result(call, quiet))
        else:
            try:
                self._perform(caller, call, pending)
            except CallError as error:
                pending.fail(error)

    def _perform(self, caller: Caller, call: Call, pending: PendingCall) -> None:
        match call:
            case ShowExpression(name):
                expressions = self._host.character.stage.character.expressions
                self._host.character.stage.request_expression(_meant_name("expression", name, [*expressions]))
                pending.answer({"shown": True})
            case PlayMotion(group, index):
                motions = self._host.character.stage.character.motions
                group = _meant_name("motion", group, [*motions])
                if index >= motions[group].count:
                    variants = [*range(motions[group].count)]
                    raise CallError("unknown_variant", f"{group} has the variants {variants}.", available=variants)
                self._host.character.stage.request_motion(group, index)
                pending.answer({"shown": True})
            case Say(text):
                if not self.prompts.say(caller, text):
                    raise _busy("Others' words are shown first.")
                pending.answer({"shown": True})
            case Ask():
                self._ask(caller, call, pending)
            case Describe():
                self._describe(call, pending)
            case _:
                assert_never(call)

    def _ask(self, caller: Caller, call: Ask, pending: PendingCall) -> None:
        if len(self._questions) >= _MAX_QUESTIONS:
            raise _busy("Other questions wait for the user.")

        def create() -> CallerQuestion:
            bubble = CallerQuestion(caller, call.question, call.choices)
            bubble.chosen.connect(
                lambda index: pending.answer({"answered": True, "choice": call.choices[index], "index": index})
            )
            return bubble

        question = (caller, pending)
        self._questions.append(question)
        prompt = self.prompts.add(create, call.seconds)
        prompt.given_up.connect(lambda reason: pending.answer(_no_answer(reason)))
        # Answered, given up, or taken back by the agent.
        pending.connection.ended.connect(lambda: self._end_question(question, prompt))
        self._quiet_check.start()

    def _end_question(self, question: tuple[Caller, PendingCall], prompt: CallerPrompt) -> None:
        self._questions.remove(question)
        self.prompts.remove(prompt)

    def apply_quiet(self) -> None:
        """Take everything off the screen if she is hidden or quiet now."""
        if not self.prompts.count:
            self._quiet_check.stop()
        if not (quiet := self._quiet_reason):
            return
        self.prompts.drop_words()
        for caller in list(self._first_calls):
            self._fail_first_calls(caller, _undecided())
        for _, pending in list(self._questions):
            pending.answer(_no_answer(quiet))


def _no_answer(reason: str) -> Values:
    return {"answered": False, "reason": reason}


def _quiet_result(call: Call, reason: str) -> Values:
    return _no_answer(reason) if isinstance(call, Ask) else {"shown": False, "reason": reason}


def _refused() -> CallError:
    return CallError(
        "refused", "The user does not let you call the character. They can change it in deskpet: Settings > Agents."
    )


def _undecided() -> CallError:
    return CallError(
        "not_allowed_yet",
        "The user has not decided whether you may call the character. Go on without it, and try again later.",
        retry_after_seconds=120,
    )


def _busy(why: str) -> CallError:
    return CallError("busy", f"{why} Try again later.", retry_after_seconds=10)


def _rate_limited(wait: float) -> CallError:
    seconds = int(wait) + 1
    return CallError("rate_limited", f"Too many calls. Try again in {seconds} s.", retry_after_seconds=seconds)


def _meant_name(kind: str, name: str, available: list[str]) -> str:
    """Return the name that a caller means, in any case. Raises CallError with those that it can mean."""
    meant = meant_names(name, available)
    if len(meant) == 1:
        return meant[0]
    candidates = meant or available
    message = f"The character has no {kind} {name!r}. There are: {', '.join(candidates) or 'none'}."
    raise CallError(f"unknown_{kind}", message, available=candidates)
