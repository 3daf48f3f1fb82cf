"""The greetings she says without a model, and the prompts with which a model finds the words."""

import random
from datetime import datetime

from deskpet.chat.messages import UNASKED, Notice
from deskpet.chat.proactive_answer import SILENT
from deskpet.features.host import GreetingSentences
from deskpet.features.proactive.occasions import Occasion, OccasionKind
from deskpet.translation import tr, tr_noop

_MORNING_ENDS, _DAY_ENDS = 11, 18
# How likely a greeting is one of her mood, if there are any for it.
_MOOD_SHARE = 0.5

_MORNING = (
    tr_noop("Good morning! Nice to see you."),
    tr_noop("Good morning. I hope you slept well."),
    tr_noop("Morning! I am here if you need me."),
)
_DAY = (
    tr_noop("Hello! Nice to see you today."),
    tr_noop("Hi there. I hope your day goes well."),
    tr_noop("Hello. I am here if you need me."),
)
_EVENING = (
    tr_noop("Good evening! Nice to see you."),
    tr_noop("Good evening. I hope your day was good."),
    tr_noop("Hi! A quiet evening to you."),
)
_BACK = (
    tr_noop("Welcome back!"),
    tr_noop("There you are. Welcome back."),
    tr_noop("Hello again!"),
    tr_noop("Welcome back. Good to see you."),
)
_LONG = (
    tr_noop("Welcome back! How nice to see you again."),
    tr_noop("Hello! I am glad that you are here."),
    tr_noop("There you are! I hope the days were good."),
)
_TITLES = {
    OccasionKind.EVENT: tr_noop("She spoke first, about something that you told her"),
    OccasionKind.LONG_ABSENCE: tr_noop("She spoke first, as you came back after days"),
    OccasionKind.FIRST_START: tr_noop("She spoke first, as your day began"),
    OccasionKind.RETURN: tr_noop("She spoke first, as you came back"),
    OccasionKind.AGENT_DONE: tr_noop("She spoke first, as an agent was done"),
}
_REASONS = {
    OccasionKind.EVENT: "The user once told you of something that was due by now: {detail}. Ask how it went.",
    OccasionKind.LONG_ABSENCE: "The user is back at the computer after {detail} days. Welcome the user.",
    OccasionKind.FIRST_START: "The user begins the day at the computer. Greet the user.",
    OccasionKind.RETURN: "The user is back at the computer after some hours. Greet the user.",
    OccasionKind.AGENT_DONE: "A coding agent of the user has ended a long task: {detail}. Tell the user.",
}
_REQUEST = (
    "(The user has not written anything. It is {now}. {reason} Say one or two short sentences of your own accord, in "
    "the language of the conversation. Make no reproach, and do not mention how long you waited. If there is nothing "
    f"worth saying, answer with the single word {SILENT}.)"
)


def ready_sentence(kind: OccasionKind, now: datetime, choices: random.Random, special: GreetingSentences) -> str:
    """Return a sentence for a greeting, translated.

    now: the local time. special: the sentences that it may choose from besides those for the hour.
    """
    if special.day and kind in {OccasionKind.FIRST_START, OccasionKind.LONG_ABSENCE}:
        return special.day
    # Those of her mood are as likely as the others together.
    moods = special.mood if kind is not OccasionKind.LONG_ABSENCE else ()
    if moods and choices.random() < _MOOD_SHARE:
        return choices.choice(moods)
    return tr(choices.choice(_sentences(kind, now)))


def _sentences(kind: OccasionKind, now: datetime) -> tuple[str, ...]:
    match kind:
        case OccasionKind.FIRST_START:
            return _MORNING if now.hour < _MORNING_ENDS else _DAY if now.hour < _DAY_ENDS else _EVENING
        case OccasionKind.LONG_ABSENCE:
            return _LONG
        case OccasionKind.RETURN:
            return _BACK
        case OccasionKind.EVENT | OccasionKind.AGENT_DONE:
            raise ValueError(f"there is no ready sentence for {kind}")


def notice(kind: OccasionKind) -> Notice:
    """Return the notice that her message begins with. Its title is translated when it is shown."""
    return Notice("info", UNASKED, _TITLES[kind])


def request(occasion: Occasion, now: datetime) -> str:
    """Return the prompt that replaces a question. `now`: the local time."""
    reason = _REASONS[occasion.kind].format(detail=occasion.detail)
    return _REQUEST.format(now=f"{now:%A, %Y-%m-%d, %H:%M}", reason=reason)
