"""Saved state that limits how often she speaks first: the user's reactions and presence, and the waiting occasions.

Frozen values with numbers and identifiers only; no word of a conversation is kept here.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from deskpet.features.proactive.occasions import Occasion, OccasionKind, occasion_of_return
from deskpet.text.local_time import local_time
from deskpet.ui.platform.user_presence import ACTIVE_SECONDS, UserPresence

# Time without an answer after which a message counts as ignored, in seconds.
IGNORED_AFTER = 6 * 3600.0
# Duration of "Not now", in seconds.
POSTPONED_SECONDS = 4 * 3600.0
_MAX_SPOKEN, _MAX_WAITING, _MAX_KEYS = 32, 8, 64


@dataclass(frozen=True, slots=True)
class ProactiveMessage:
    """A message without a question, at `at` in Unix seconds. `is_model`: a model wrote the words."""

    at: float
    is_model: bool = False
    is_answered: bool = False


@dataclass(frozen=True, slots=True)
class ProactiveState:
    """History of unasked messages, and the waiting occasions.

    active_at: when the user was last seen; None before the first time. spoken: what she said, the oldest first.
    postponed_until: until when the user wants to hear nothing. tokens: what unasked words have cost on the day
    `tokens_day` (ISO date). keys: the occasions that have been, by their keys.
    """

    active_at: float | None = None
    spoken: tuple[ProactiveMessage, ...] = ()
    postponed_until: float = 0.0
    tokens: int = 0
    tokens_day: str = ""
    keys: tuple[str, ...] = ()
    waiting: tuple[Occasion, ...] = ()

    def seen(self, presence: UserPresence, now: datetime) -> "ProactiveState":
        """Return the state after the presence was read. A return after a long pause adds an occasion."""
        at = now.timestamp()
        waiting = tuple(each for each in self.waiting if not each.is_over(at))
        if presence.idle_seconds is None or presence.idle_seconds > ACTIVE_SECONDS or presence.is_locked:
            return replace(self, waiting=waiting)
        active_at = at - presence.idle_seconds
        if self.active_at is None or active_at <= self.active_at:
            # Also if the clock was set back.
            return replace(self, waiting=waiting, active_at=active_at)
        found = occasion_of_return(self.active_at, active_at, now)
        seen = replace(self, waiting=waiting, active_at=active_at)
        return seen.expecting(found) if found else seen

    def expecting(self, *occasions: Occasion) -> "ProactiveState":
        """Return the state with these occasions added to the waiting ones. Each key occurs once."""
        new = [each for each in occasions if not each.key or each.key not in self.keys]
        known = {each.key for each in self.waiting if each.key}
        everything = [*self.waiting, *(each for each in new if each.key not in known)]
        order = list(OccasionKind)
        ranked = sorted(everything, key=lambda each: (order.index(each.kind), -each.at))
        return replace(self, waiting=tuple(ranked[:_MAX_WAITING]))

    def without(self, occasion: Occasion) -> "ProactiveState":
        """Return the state without this occasion and without all waiting greetings: one is enough."""
        left = tuple(each for each in self.waiting if each != occasion and each.key)
        keys = (*self.keys, occasion.key)[-_MAX_KEYS:] if occasion.key else self.keys
        return replace(self, waiting=left, keys=keys)

    def spoke(self, occasion: Occasion, now: float, *, is_model: bool) -> "ProactiveState":
        """Return the state after she has spoken."""
        spoken = (*self.spoken, ProactiveMessage(now, is_model))[-_MAX_SPOKEN:]
        return replace(self.without(occasion), spoken=spoken)

    def answered(self) -> "ProactiveState":
        """Return the state after the user has answered, or has opened the chat to read it."""
        if not self.spoken or self.spoken[-1].is_answered:
            return self
        return replace(self, spoken=(*self.spoken[:-1], replace(self.spoken[-1], is_answered=True)))

    def postponed(self, now: float) -> "ProactiveState":
        """Return the state after "Not now": an answer, and nothing more for a while."""
        return replace(self.answered(), postponed_until=now + POSTPONED_SECONDS, waiting=())

    def reset_history(self) -> "ProactiveState":
        """Return the state with every message marked as answered, as after the user has chosen a level."""
        return replace(self, spoken=tuple(replace(each, is_answered=True) for each in self.spoken))

    def with_tokens(self, tokens: int, day: str) -> "ProactiveState":
        """Return the state after `tokens` were used for unasked words on the day with this ISO date."""
        return replace(self, tokens=self.tokens_on(day) + tokens, tokens_day=day)

    def tokens_on(self, day: str) -> int:
        """Return the tokens that unasked words have cost on this day."""
        return self.tokens if self.tokens_day == day else 0

    def ignored(self, now: float) -> int:
        """Return the number of ignored messages in a row."""
        count = 0
        for index, each in enumerate(reversed(self.spoken)):
            is_open = index == 0 and 0 <= now - each.at < IGNORED_AFTER
            if each.is_answered:
                break
            count += not is_open
        return count

    def on_day(self, now: datetime) -> int:
        """Return how many times she has spoken on the local day of `now`."""
        return sum(_is_on(now, each.at) for each in self.spoken)


def _is_on(now: datetime, at: float) -> bool:
    then = local_time(at, now.tzinfo)
    return then is not None and then.date() == now.date()
