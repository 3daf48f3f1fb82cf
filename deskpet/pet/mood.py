"""What the character feels like: it listens, thinks, talks, watches, winces and sleeps of its own accord.

A mood is a frozen value, and what happens makes another one of it. Times are seconds of one clock, whichever.
It imports nothing of the chat, so that the character is on screen before any of that is read.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from types import MappingProxyType

from deskpet.pet.character import Character, Gesture, in_words
from deskpet.pet.frame_rate import FrameRate

NEVER = -math.inf
# A wait shorter than this is no thinking; nor is a glance worth it for a tool that is done before.
THINK_AFTER, GLANCE_AFTER = 0.6, 0.25
# How long each goes on after what brought it about.
LISTEN, WINCE, STROKED, PUT_DOWN, TAPPED = 3.0, 1.6, 2.0, 1.4, 1.6
# A pointer that rests for so long is no longer watched, and one that was far for so long no longer matters.
BORED_AFTER, ALONE_AFTER = 12.0, 8.0


class Gaze(Enum):
    """Where the character looks."""

    POINTER = auto()
    CHAT = auto()
    AHEAD = auto()
    WANDER = auto()


class GestureRole(Enum):
    """What a face and a motion are for; which ones they are depends on what the character has."""

    THINK = auto()
    TALK = auto()
    WINCE = auto()
    SLEEP = auto()
    STROKED = auto()
    LIFTED = auto()
    PUT_DOWN = auto()
    TAPPED = auto()


TOUCHES = frozenset({GestureRole.STROKED, GestureRole.LIFTED, GestureRole.PUT_DOWN, GestureRole.TAPPED})
"""What the user's hand does."""


class Activity(Enum):
    """Where the answer is."""

    NOTHING = auto()
    WAITING = auto()
    TALKING = auto()
    WATCHING = auto()


@dataclass(frozen=True, slots=True)
class MoodView:
    """What is to be seen of a mood right now."""

    gaze: Gaze
    pace: FrameRate
    role: GestureRole | None = None


@dataclass(frozen=True, slots=True)
class Mood:
    """What went on lately. `sleep_after` is in seconds, 0 for never; `roused_at` is when anything last concerned it."""

    sleep_after: float = 0.0
    roused_at: float = 0.0
    doing: Activity = Activity.NOTHING
    since: float = NEVER
    typed_at: float = NEVER
    winced_at: float = NEVER
    touch: GestureRole | None = None
    touched_until: float = NEVER
    moving_until: float = NEVER
    pointer_near_at: float = NEVER
    pointer_moved_at: float = NEVER

    def does(self, doing: Activity, now: float) -> "Mood":
        """The answer has come to another stage; to begin the one it is in again changes nothing."""
        if doing is self.doing:
            return replace(self, roused_at=now)
        return replace(self, doing=doing, since=now, roused_at=now)

    def typed(self, now: float) -> "Mood":
        """The user types."""
        return replace(self, typed_at=now, roused_at=now)

    def winces(self, now: float) -> "Mood":
        """Something went wrong."""
        return replace(self, winced_at=now, roused_at=now)

    def touched(self, role: GestureRole | None, now: float, seconds: float = math.inf) -> "Mood":
        """The user's hand is at the character, or was; None is a touch that is answered in another way."""
        return replace(self, touch=role, touched_until=now + seconds if role else NEVER, roused_at=now)

    def moves(self, now: float, seconds: float) -> "Mood":
        """A motion or a change of face plays for some time."""
        return replace(self, moving_until=max(self.moving_until, now + seconds))

    def sees_pointer(self, now: float, *, near: bool, moved: bool) -> "Mood":
        """The pointer rests or moves, near or far. Moving near it keeps the character awake, but does not wake it."""
        if not moved:
            return self
        if not near:
            return replace(self, pointer_moved_at=now)
        roused_at = self.roused_at if self.sleeps(now) else now
        return replace(self, pointer_moved_at=now, pointer_near_at=now, roused_at=roused_at)

    def sleeps(self, now: float) -> bool:
        """Whether nothing has concerned the character for long enough."""
        is_left_alone = self.doing is Activity.NOTHING and now >= self.touched_until
        return is_left_alone and 0 < self.sleep_after <= now - self.roused_at

    def shows(self, now: float) -> MoodView:
        """What is to be seen of it."""
        return MoodView(self._gaze(now), self._pace(now), self._role(now))

    def _is_touched(self, now: float) -> bool:
        return self.touch is not None and now < self.touched_until

    def _role(self, now: float) -> GestureRole | None:
        waited = now - self.since
        if self._is_touched(now):
            return self.touch
        if now - self.winced_at < WINCE:
            return GestureRole.WINCE
        if self.sleeps(now):
            return GestureRole.SLEEP
        if self.doing is Activity.WAITING and waited > THINK_AFTER:
            return GestureRole.THINK
        return GestureRole.TALK if self.doing is Activity.TALKING else None

    def _gaze(self, now: float) -> Gaze:
        if self.sleeps(now):
            return Gaze.AHEAD
        if self._is_touched(now):
            return Gaze.POINTER
        if now - self.winced_at < WINCE:
            return Gaze.CHAT
        return self._idle_gaze(now) if self.doing is Activity.NOTHING else self._busy_gaze(now - self.since)

    def _busy_gaze(self, in_stage: float) -> Gaze:
        match self.doing:
            case Activity.WAITING:
                return Gaze.AHEAD if in_stage > THINK_AFTER else Gaze.CHAT
            case Activity.WATCHING:
                return Gaze.CHAT if in_stage > GLANCE_AFTER else Gaze.AHEAD
            case _:
                return Gaze.AHEAD

    def _idle_gaze(self, now: float) -> Gaze:
        if now - self.typed_at < LISTEN:
            return Gaze.CHAT
        return Gaze.WANDER if now - self.pointer_moved_at > BORED_AFTER else Gaze.POINTER

    def _pace(self, now: float) -> FrameRate:
        if self._is_touched(now) or self.doing is Activity.TALKING or now < self.moving_until:
            return FrameRate.LIVELY
        is_near = now - self.pointer_near_at < ALONE_AFTER
        if self.sleeps(now):
            # What the pointer meets is still to be told from what it may click through.
            return FrameRate.IDLE if is_near else FrameRate.ASLEEP
        is_minded = self.doing is not Activity.NOTHING or now - max(self.typed_at, self.winced_at) < LISTEN
        return FrameRate.IN_VIEW if is_minded or is_near else FrameRate.IDLE


# Words for faces and for motions, the best first.
_WORDS: Mapping[GestureRole, tuple[tuple[str, ...], tuple[str, ...]]] = MappingProxyType(
    {
        GestureRole.THINK: (("thinking", "think", "pondering"), ("think", "thinking", "ponder")),
        GestureRole.TALK: ((), ("talk", "talking", "speak")),
        GestureRole.WINCE: (("sad", "troubled", "worried", "surprised"), ("shake", "wince")),
        GestureRole.SLEEP: (("sleepy", "sleep", "sleeping", "asleep"), ("sleep", "sleeping")),
        GestureRole.STROKED: (("happy", "shy", "blush", "smile"), ("stroke", "pet", "tap head", "flick head")),
        GestureRole.LIFTED: (("surprised", "surprise"), ("lifted", "drag", "surprise")),
        GestureRole.PUT_DOWN: (("happy", "smile"), ("dropped", "land")),
        GestureRole.TAPPED: (
            ("surprised", "happy", "smile"),
            ("tap body", "tap", "touch", "flick", "tap head", "flick head"),
        ),
    }
)


def gesture(character: Character, role: GestureRole) -> Gesture:
    """The face and the motion by which this character shows `role`, as far as it has them."""
    faces, groups = _WORDS[role]
    return Gesture(_first(faces, character.expressions), _first(groups, character.motions))


def _first(words: tuple[str, ...], names: Mapping[str, object]) -> str | None:
    return next((name for word in words for name in names if in_words(name) == word), None)
