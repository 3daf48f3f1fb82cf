"""The mood of the character: whether it listens, thinks, talks, watches, winces or sleeps.

A mood is a frozen value; each event returns a new one. Times are seconds of one clock. This module must not import
the chat packages, so that the character is on screen before they are loaded.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from types import MappingProxyType
from typing import assert_never

from deskpet.pet.attention import FADE_SECONDS, Attention
from deskpet.pet.character import Character, Gesture, to_words
from deskpet.pet.frame_rate import FrameRate

NEVER = -math.inf
# The delay before the character thinks while it waits, and before it looks at a running tool.
THINK_AFTER, GLANCE_AFTER = 0.6, 0.25
# How long a code block is being written before the character types along.
TYPE_AFTER = 1.2
# How long each reaction lasts after its cause.
LISTEN, WINCE = 3.0, 1.6
# After how long a stroke the joy grows.
STROKED_LONG_AFTER = 2.5
# How long the end of an agent's work is shown.
AGENTS_DONE = 4.0
# How long a resting pointer is still watched, and how long a pointer that was near still counts as near.
BORED_AFTER, ALONE_AFTER = 12.0, 8.0


class Gaze(Enum):
    """The direction in which the character looks."""

    POINTER = auto()
    CHAT = auto()
    AHEAD = auto()
    WANDER = auto()
    PONDER = auto()


class GestureRole(Enum):
    """The purpose of an expression and a motion; `gesture` returns those that a character has for it."""

    THINK = auto()
    TALK = auto()
    WATCH = auto()
    READ = auto()
    REVIEW = auto()
    AWAIT = auto()
    TYPE = auto()
    WINCE = auto()
    SLEEP = auto()
    STROKED = auto()
    STROKED_LONG = auto()
    LIFTED = auto()
    PUT_DOWN = auto()
    TAPPED = auto()
    AGENTS_THINK = auto()
    AGENTS_WORK = auto()
    AGENTS_ASK = auto()
    AGENTS_DONE = auto()
    CONTENT = auto()
    JOYFUL = auto()


TOUCH_SECONDS = {
    GestureRole.STROKED: 2.0,
    GestureRole.LIFTED: math.inf,
    GestureRole.PUT_DOWN: 1.4,
    GestureRole.TAPPED: 1.6,
}
"""How long the reaction to each touch lasts after it, in seconds."""

TOUCHES = frozenset({*TOUCH_SECONDS, GestureRole.STROKED_LONG})
"""The roles that respond to the user's pointer."""

STROKES = frozenset({GestureRole.STROKED, GestureRole.STROKED_LONG})
"""The roles that last while the user's hand moves."""

LASTING = frozenset({GestureRole.READ, GestureRole.REVIEW, GestureRole.TYPE, GestureRole.AGENTS_WORK})
"""The roles whose motion starts again as long as they last."""

AGENT_ROLES = frozenset(
    {GestureRole.AGENTS_THINK, GestureRole.AGENTS_WORK, GestureRole.AGENTS_ASK, GestureRole.AGENTS_DONE}
)
"""The roles that show what the user's coding agents do. Everything else comes before them."""


class MoodActivity(Enum):
    """The stage of the current turn.

    TYPING: the answer has come to a code block. WATCHING: a tool runs; READING: one that reads files. AWAITING: the
    user is asked whether one may run; REVIEWING: and sees the change that it would make.
    """

    NOTHING = auto()
    WAITING = auto()
    TALKING = auto()
    TYPING = auto()
    WATCHING = auto()
    READING = auto()
    REVIEWING = auto()
    AWAITING = auto()


_SPOKEN = frozenset({MoodActivity.TALKING, MoodActivity.TYPING})


class AgentsActivity(Enum):
    """The state of the user's coding agents. ASKING: one of them waits for the user."""

    NOTHING = auto()
    THINKING = auto()
    WORKING = auto()
    ASKING = auto()


_WATCHING_ROLES = {
    MoodActivity.WATCHING: GestureRole.WATCH,
    MoodActivity.READING: GestureRole.READ,
    MoodActivity.REVIEWING: GestureRole.REVIEW,
    MoodActivity.AWAITING: GestureRole.AWAIT,
}
_AGENT_GESTURES = {
    AgentsActivity.THINKING: GestureRole.AGENTS_THINK,
    AgentsActivity.WORKING: GestureRole.AGENTS_WORK,
    AgentsActivity.ASKING: GestureRole.AGENTS_ASK,
}


@dataclass(frozen=True, slots=True)
class MoodView:
    """The visible state of a mood at one moment."""

    gaze: Gaze
    frame_rate: FrameRate
    role: GestureRole | None = None


@dataclass(frozen=True, slots=True)
class Mood:
    """The recent events that matter to the character.

    `sleep_after` is in seconds, 0 for never. `last_event_at` is the time of the last event that keeps it awake, `since`
    the time when the current activity began, `touched_since` the time when the current touch did.
    """

    sleep_after: float = 0.0
    last_event_at: float = 0.0
    doing: MoodActivity = MoodActivity.NOTHING
    since: float = NEVER
    typed_at: float = NEVER
    error_at: float = NEVER
    touch: GestureRole | None = None
    touched_since: float = NEVER
    touched_until: float = NEVER
    moving_until: float = NEVER
    pointer_near_at: float = NEVER
    pointer_moved_at: float = NEVER
    agents: AgentsActivity = AgentsActivity.NOTHING
    agents_since: float = NEVER
    agents_done_at: float = NEVER
    attention: Attention = Attention.NONE
    attention_since: float = NEVER

    def with_attention(self, attention: Attention, now: float) -> "Mood":
        """Return the mood with what the character does with spoken words. Repeating the same does not restart it."""
        if attention is self.attention:
            return self
        changed = replace(self, attention=attention, attention_since=now, last_event_at=now)
        return changed.with_motion(now, FADE_SECONDS)

    def with_agents(self, agents: AgentsActivity, now: float) -> "Mood":
        """Return the mood with what the user's coding agents do. Repeating the same does not restart it."""
        return self if agents is self.agents else replace(self, agents=agents, agents_since=now, last_event_at=now)

    def with_agents_done(self, now: float) -> "Mood":
        """Return the mood after an agent has finished its work."""
        return replace(self, agents_done_at=now, last_event_at=now)

    def with_activity(self, doing: MoodActivity, now: float) -> "Mood":
        """Return the mood with the current activity. Repeating the same one does not restart it; talk ends thinking."""
        is_thought_over = doing in _SPOKEN and self.attention is Attention.THINKING
        mood = self.with_attention(Attention.NONE, now) if is_thought_over else self
        if doing is self.doing:
            return replace(mood, last_event_at=now)
        return replace(mood, doing=doing, since=now, last_event_at=now)

    def with_typing(self, now: float) -> "Mood":
        """Return the mood after the user typed."""
        return replace(self, typed_at=now, last_event_at=now)

    def with_error(self, now: float) -> "Mood":
        """Return the mood after an error."""
        return replace(self, error_at=now, last_event_at=now)

    def with_touch(self, role: GestureRole | None, now: float) -> "Mood":
        """Return the mood while the user touches the character, and for some seconds after it: see TOUCH_SECONDS.

        A `role` of None ends any touch and only wakes the character: the touch is handled elsewhere.
        """
        is_same = role is self.touch and self._is_touched(now)
        since, until = self.touched_since if is_same else now, now + TOUCH_SECONDS[role] if role else NEVER
        return replace(self, touch=role, touched_since=since, touched_until=until, last_event_at=now)

    def with_motion(self, now: float, seconds: float) -> "Mood":
        """Return the mood while a motion or a change of expression plays for some `seconds`."""
        return replace(self, moving_until=max(self.moving_until, now + seconds))

    def with_pointer(self, now: float, *, near: bool, moved: bool) -> "Mood":
        """Return the mood with the pointer's state. A pointer that moves nearby delays sleep, but does not end it."""
        if not moved:
            return self
        if not near:
            return replace(self, pointer_moved_at=now)
        last_event_at = self.last_event_at if self.is_asleep(now) else now
        return replace(self, pointer_moved_at=now, pointer_near_at=now, last_event_at=last_event_at)

    def is_asleep(self, now: float) -> bool:
        """Return whether the character sleeps: nothing has happened for `sleep_after` seconds."""
        is_idle = self.doing is MoodActivity.NOTHING and self.agents is AgentsActivity.NOTHING
        is_undisturbed = is_idle and self.attention is Attention.NONE and now >= self.touched_until
        return is_undisturbed and 0 < self.sleep_after <= now - self.last_event_at

    def view(self, now: float) -> MoodView:
        """Return the visible state at the time `now`."""
        return MoodView(self._gaze(now), self._frame_rate(now), self._role(now))

    def _is_touched(self, now: float) -> bool:
        return self.touch is not None and now < self.touched_until

    def _role(self, now: float) -> GestureRole | None:
        if self._is_touched(now):
            is_long = self.touch is GestureRole.STROKED and now - self.touched_since > STROKED_LONG_AFTER
            return GestureRole.STROKED_LONG if is_long else self.touch
        if now - self.error_at < WINCE:
            return GestureRole.WINCE
        if self.is_asleep(now):
            return GestureRole.SLEEP
        if self.attention is not Attention.NONE:
            is_pondering = self.attention is Attention.THINKING and now - self.attention_since > THINK_AFTER
            return GestureRole.THINK if is_pondering else None
        return self._agents_role(now) if self.doing is MoodActivity.NOTHING else self._turn_role(now - self.since)

    def _turn_role(self, elapsed: float) -> GestureRole | None:
        if self.doing is MoodActivity.WAITING and elapsed > THINK_AFTER:
            return GestureRole.THINK
        if self.doing is MoodActivity.TYPING and elapsed > TYPE_AFTER:
            return GestureRole.TYPE
        if self.doing in _SPOKEN:
            return GestureRole.TALK
        return _WATCHING_ROLES.get(self.doing) if elapsed > GLANCE_AFTER else None

    def _agents_role(self, now: float) -> GestureRole | None:
        if self.agents is not AgentsActivity.ASKING and now - self.agents_done_at < AGENTS_DONE:
            return GestureRole.AGENTS_DONE
        return _AGENT_GESTURES.get(self.agents) if now - self.agents_since > THINK_AFTER else None

    def _gaze(self, now: float) -> Gaze:
        if self.is_asleep(now):
            return Gaze.AHEAD
        if self._is_touched(now):
            return Gaze.POINTER
        if now - self.error_at < WINCE:
            return Gaze.CHAT
        if self.attention is not Attention.NONE:
            return Gaze.PONDER if self.attention is Attention.THINKING else Gaze.AHEAD
        return self._idle_gaze(now) if self.doing is MoodActivity.NOTHING else self._busy_gaze(now - self.since)

    def _busy_gaze(self, elapsed: float) -> Gaze:
        match self.doing:
            case MoodActivity.WAITING:
                return Gaze.AHEAD if elapsed > THINK_AFTER else Gaze.CHAT
            case MoodActivity.WATCHING | MoodActivity.REVIEWING | MoodActivity.AWAITING:
                return Gaze.CHAT if elapsed > GLANCE_AFTER else Gaze.AHEAD
            case MoodActivity.TALKING | MoodActivity.TYPING | MoodActivity.READING | MoodActivity.NOTHING:
                return Gaze.AHEAD
            case _:
                assert_never(self.doing)

    def _idle_gaze(self, now: float) -> Gaze:
        if now - self.typed_at < LISTEN:
            return Gaze.CHAT
        if self.agents is AgentsActivity.ASKING:
            return Gaze.AHEAD
        return Gaze.WANDER if now - self.pointer_moved_at > BORED_AFTER else Gaze.POINTER

    def _frame_rate(self, now: float) -> FrameRate:
        if self._is_touched(now) or self.doing in _SPOKEN or now < self.moving_until:
            return FrameRate.LIVELY
        is_near = now - self.pointer_near_at < ALONE_AFTER
        if self.is_asleep(now):
            # The hit test for click-through needs up-to-date frames while the pointer is near.
            return FrameRate.IDLE if is_near else FrameRate.ASLEEP
        is_occupied = self.doing is not MoodActivity.NOTHING or self.attention is not Attention.NONE
        is_active = is_occupied or now - max(self.typed_at, self.error_at) < LISTEN
        return FrameRate.IN_VIEW if is_active or is_near else FrameRate.IDLE


_Names = tuple[tuple[str, ...], tuple[str, ...]]
_THINK: _Names = ("thinking", "think", "pondering"), ("think", "thinking", "ponder", "waiting")
_TYPE_MOTIONS = ("type", "typing", "work", "write", "running")
_STROKE_MOTIONS = ("stroke", "pet", "tap head", "flick head", "jumping")
# Names of expressions and of motion groups for each role, the best first.
_GESTURE_NAMES: Mapping[GestureRole, _Names] = MappingProxyType(
    {
        GestureRole.THINK: _THINK,
        GestureRole.TALK: ((), ("talk", "talking", "speak")),
        GestureRole.WATCH: ((), ("review",)),
        GestureRole.READ: ((), ("read", "reading", "review")),
        GestureRole.REVIEW: ((), ("review", "read", "reading")),
        GestureRole.AWAIT: ((), ("wait", "waiting")),
        GestureRole.TYPE: ((), _TYPE_MOTIONS),
        GestureRole.WINCE: (("sad", "troubled", "worried", "surprised"), ("shake", "wince", "failed")),
        GestureRole.SLEEP: (("sleepy", "sleep", "sleeping", "asleep"), ("doze", "sleep", "sleeping")),
        GestureRole.STROKED: (("happy", "shy", "blush", "smile"), _STROKE_MOTIONS),
        GestureRole.STROKED_LONG: (("love", "excited", "blush", "shy", "happy", "smile"), _STROKE_MOTIONS),
        GestureRole.LIFTED: (("surprised", "surprise"), ("lifted", "drag", "surprise")),
        GestureRole.PUT_DOWN: (("happy", "smile"), ("dropped", "land")),
        GestureRole.AGENTS_THINK: _THINK,
        GestureRole.AGENTS_WORK: (("focused", "serious", "working"), _TYPE_MOTIONS),
        GestureRole.AGENTS_ASK: (("surprised", "curious", "troubled"), ("wave", "raise hand", "call", "waving")),
        GestureRole.AGENTS_DONE: (("happy", "smile"), ("nod", "bow", "joy", "cheer", "jumping")),
        # Shown now and then while nothing happens, in a good mood.
        GestureRole.CONTENT: (("happy", "smile", "wink"), ()),
        GestureRole.JOYFUL: (("excited", "laughing", "happy", "smile"), ("happy", "joy", "cheer", "wave", "jumping")),
        GestureRole.TAPPED: (
            ("surprised", "happy", "smile"),
            ("tap body", "tap", "touch", "flick", "tap head", "flick head", "jumping"),
        ),
    }
)


def gesture(character: Character, role: GestureRole) -> Gesture:
    """Return the character's expression and motion group for `role`; each is None if it has none."""
    expressions, groups = _GESTURE_NAMES[role]
    return Gesture(_first(expressions, character.expressions), _first(groups, character.motions))


def _first(words: tuple[str, ...], names: Mapping[str, object]) -> str | None:
    return next((name for word in words for name in names if to_words(name) == word), None)
