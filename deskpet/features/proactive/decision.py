"""Decide whether the character may speak first. Every gate has to be open; an unknown state closes its gate."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import takewhile

from deskpet.config import quiet_hours
from deskpet.config.choices import SpeakingLevel
from deskpet.config.settings import SpeakingSettings
from deskpet.features.proactive.occasions import Occasion
from deskpet.features.proactive.proactive_state import IGNORED_AFTER, ProactiveState
from deskpet.translation import tr, tr_noop
from deskpet.ui.platform.user_presence import ACTIVE_SECONDS, UserPresence

# Pause in the input after which the user counts as not typing, in seconds.
PAUSE_SECONDS = 20.0
# Silence after the user has closed the chat, in seconds.
CLOSED_SECONDS = 1800.0
# Number of ignored messages in a row after which she speaks half as often, and not at all.
HALVED_AFTER, SILENT_AFTER = 2, 3


class Gate(StrEnum):
    """Reason why she does not speak, in the order of the checks."""

    LEVEL = "level"
    IGNORED = "ignored"
    POSTPONED = "postponed"
    QUIET_HOURS = "quiet_hours"
    DAILY_LIMIT = "daily_limit"
    UNANSWERED = "unanswered"
    TURN_RUNNING = "turn_running"
    PRIVATE = "private"
    HIDDEN = "hidden"
    CHAT_CLOSED = "chat_closed"
    LOCKED = "locked"
    FULL_SCREEN = "full_screen"
    NOT_DISTURBED = "not_disturbed"
    MICROPHONE = "microphone"
    BATTERY = "battery"
    AWAY = "away"
    TYPING = "typing"


_TEXTS = {
    Gate.LEVEL: tr_noop("She never speaks first, as you have set it."),
    Gate.IGNORED: tr_noop("You did not answer three times."),
    Gate.POSTPONED: tr_noop("You said “Not now”."),
    Gate.QUIET_HOURS: tr_noop("These are the quiet hours."),
    Gate.DAILY_LIMIT: tr_noop("She has spoken often enough today."),
    Gate.UNANSWERED: tr_noop("You have not answered her last words yet."),
    Gate.TURN_RUNNING: tr_noop("An answer is being written, or waits for you."),
    Gate.PRIVATE: tr_noop("A private conversation is open."),
    Gate.HIDDEN: tr_noop("She is hidden."),
    Gate.CHAT_CLOSED: tr_noop("You have just closed the chat."),
    Gate.LOCKED: tr_noop("The screen is locked, or this system does not say whether it is."),
    Gate.FULL_SCREEN: tr_noop("A window fills the screen, or this system does not say whether one does."),
    Gate.NOT_DISTURBED: tr_noop("You want no notifications now, or this system does not say whether you do."),
    Gate.MICROPHONE: tr_noop("The microphone is in use, or this system does not say whether it is."),
    Gate.BATTERY: tr_noop("The computer saves power, or its battery is nearly empty."),
    Gate.AWAY: tr_noop("You are away, or this system does not say when you were last there."),
    Gate.TYPING: tr_noop("You are using the keyboard or the pointer."),
}


def reason(gate: Gate | None) -> str:
    """Return the reason for her silence as a translated sentence. None: every gate is open."""
    return tr(_TEXTS[gate]) if gate else tr("She may speak.")


@dataclass(frozen=True, slots=True)
class DecisionContext:
    """State of the program and the user at one moment.

    now: the local time, with its time zone. is_turn_running: an answer is written, or waits for a decision.
    is_private: the open conversation is private. is_visible: the character is on screen. chat_closed_at: when the user
    closed the chat, in Unix seconds.
    """

    now: datetime
    presence: UserPresence
    is_turn_running: bool = False
    is_private: bool = False
    is_visible: bool = True
    chat_closed_at: float | None = None


@dataclass(frozen=True, slots=True)
class ProactiveDecision:
    """Result of `decide`: speak about `occasion`, with words of a model if `is_model`; None to stay silent.

    gate: the first closed gate; None if all are open.
    """

    gate: Gate | None = None
    occasion: Occasion | None = None
    is_model: bool = False


def decide(
    rules: SpeakingSettings, state: ProactiveState, moment: DecisionContext, *, has_model: bool
) -> ProactiveDecision:
    """Return whether she speaks now, and about which occasion. `has_model`: a model is configured."""
    if gate := closed_gate(rules, state, moment):
        return ProactiveDecision(gate)
    is_model = has_model and may_use_model(rules, state, moment.now)
    at = moment.now.timestamp()
    possible = (each for each in state.waiting if not each.is_over(at) and (is_model or not each.needs_model))
    occasion = next(possible, None)
    return ProactiveDecision(occasion=occasion, is_model=is_model and occasion is not None)


def closed_gate(rules: SpeakingSettings, state: ProactiveState, moment: DecisionContext) -> Gate | None:
    """Return the first gate that is closed; None if she may speak."""
    return _gate_of_rules(rules, state, moment) or _gate_of_program(moment) or _gate_of_user(moment.presence)


def may_use_model(rules: SpeakingSettings, state: ProactiveState, now: datetime) -> bool:
    """Return whether a model may write the words: never twice without an answer, and within the daily token limit."""
    unanswered = takewhile(lambda each: not each.is_answered, reversed(state.spoken))
    has_answer = not any(each.is_model for each in unanswered)
    has_tokens = state.tokens_on(now.date().isoformat()) < rules.daily_tokens
    return rules.level is SpeakingLevel.TALKS and has_answer and has_tokens


def _gate_of_rules(rules: SpeakingSettings, state: ProactiveState, moment: DecisionContext) -> Gate | None:
    now, ignored = moment.now.timestamp(), state.ignored(moment.now.timestamp())
    is_halved = ignored >= HALVED_AFTER
    per_day = max(1, rules.per_day // 2) if is_halved else rules.per_day
    wait = 2 * IGNORED_AFTER if is_halved else IGNORED_AFTER
    last = state.spoken[-1] if state.spoken else None
    gates = (
        (rules.level is SpeakingLevel.QUIET, Gate.LEVEL),
        (ignored >= SILENT_AFTER, Gate.IGNORED),
        (now < state.postponed_until, Gate.POSTPONED),
        (quiet_hours.is_quiet(rules.quiet_hours, moment.now.hour, moment.now.minute), Gate.QUIET_HOURS),
        (state.on_day(moment.now) >= per_day, Gate.DAILY_LIMIT),
        (last is not None and not last.is_answered and now - last.at < wait, Gate.UNANSWERED),
    )
    return next((gate for is_closed, gate in gates if is_closed), None)


def _gate_of_program(moment: DecisionContext) -> Gate | None:
    closed_at = moment.chat_closed_at
    if moment.is_turn_running:
        return Gate.TURN_RUNNING
    if moment.is_private:
        return Gate.PRIVATE
    if not moment.is_visible:
        return Gate.HIDDEN
    was_closed = closed_at is not None and moment.now.timestamp() - closed_at < CLOSED_SECONDS
    return Gate.CHAT_CLOSED if was_closed else None


def _gate_of_user(presence: UserPresence) -> Gate | None:
    # `is not False` closes the gate for None, which is unknown.
    gates = (
        (presence.is_locked is not False, Gate.LOCKED),
        (presence.has_full_screen is not False, Gate.FULL_SCREEN),
        (presence.is_disturbance_refused is not False, Gate.NOT_DISTURBED),
        (presence.is_microphone_used is not False, Gate.MICROPHONE),
        (presence.is_battery_low is not False, Gate.BATTERY),
        (presence.idle_seconds is None or presence.idle_seconds > ACTIVE_SECONDS, Gate.AWAY),
        (presence.idle_seconds is not None and presence.idle_seconds < PAUSE_SECONDS, Gate.TYPING),
    )
    return next((gate for is_closed, gate in gates if is_closed), None)
