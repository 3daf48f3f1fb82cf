"""Animate the rig from the mood, frame by frame: expression, motions, gaze, mouth and lean.

Requests of the language model's tools take precedence: a requested expression is held until the turn is over, and the
character returns to it after each reaction of its own.
"""

import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deskpet.pet.attention import Attention
from deskpet.pet.character import Character, Gesture
from deskpet.pet.code_blocks import CodeBlocks
from deskpet.pet.frame_rate import FrameRate
from deskpet.pet.held_gaze import AHEAD, Direction, GazeRequest, HeldGaze
from deskpet.pet.lip_sync import LipSync
from deskpet.pet.mood import (
    AGENT_ROLES,
    LASTING,
    LISTEN,
    STROKES,
    TOUCHES,
    AgentsActivity,
    Gaze,
    GestureRole,
    Mood,
    MoodActivity,
    MoodView,
    gesture,
)
from deskpet.pet.motion_player import Priority
from deskpet.pet.things import Thing, ThingActivity, put_on, worn_things
from deskpet.pet.vowels import MouthShape

if TYPE_CHECKING:
    from deskpet.pet.body import Body

# The pendulum: restoring force (1/s²), damping (1/s), backward lean (degrees for each window height per second of the
# pointer's speed), impulse (degrees per second for the same change of that speed), and the maximum lean (degrees).
STIFFNESS, DAMPING, LEAN_BY_SPEED, IMPULSE, MAX_LEAN = 90.0, 6.0, 3.5, 28.0, 20.0
# The time constant for smoothing the pointer's speed, in seconds: pointer events come in steps.
SMOOTHING_SECONDS = 0.05
MAX_STEP = 1 / 30
# Below this lean (degrees) and angular velocity (degrees per second), the character is at rest.
REST = 0.05


class Sway:
    """Compute the lean of the character from its position. Times are seconds of one clock.

    speed: the smoothed one to the right at which she is carried, in window heights per second; 0 when she is not.
    """

    def __init__(self) -> None:
        self._lean = self._angular_velocity = self.speed = 0.0
        self._x: float | None = None
        self._updated_at = 0.0

    @property
    def is_still(self) -> bool:
        """Whether the character is at rest."""
        return abs(self._lean) < REST and abs(self._angular_velocity) < REST

    def carry(self, x: float, now: float) -> float:
        """Return the lean in degrees while the character is carried; positive leans to the right of the screen.

        `x` is its distance from the left edge of the desktop in window heights.
        """
        before, elapsed = self._x, now - self._updated_at
        self._x, self._updated_at = x, now
        if before is None or elapsed <= 0:
            return self._lean
        speed = (x - before) / elapsed
        smoothed = self.speed + (speed - self.speed) * min(1.0, elapsed / SMOOTHING_SECONDS)
        # The character lags behind the pointer, so it leans the other way.
        self._angular_velocity -= (smoothed - self.speed) * IMPULSE
        self.speed = smoothed
        return self._swing(elapsed)

    def release(self, now: float) -> float:
        """Return the lean in degrees after the character was released."""
        elapsed, self._updated_at = now - self._updated_at, now
        self._x, self.speed = None, 0.0
        return self._lean if self.is_still else self._swing(elapsed)

    def _swing(self, elapsed: float) -> float:
        remaining = min(elapsed, 0.25)
        while remaining > 0:
            step = min(remaining, MAX_STEP)
            remaining -= step
            deviation = self._lean + LEAN_BY_SPEED * self.speed
            self._angular_velocity -= (STIFFNESS * deviation + DAMPING * self._angular_velocity) * step
            self._lean += self._angular_velocity * step
        self._lean = max(-MAX_LEAN, min(MAX_LEAN, self._lean))
        return self._lean


# Below this valence she is calm, and makes none.
LEAST_VALENCE = 0.15
# The mean pause at a valence of 1, in seconds, which grows as the valence falls, and how much each one varies.
_PAUSE, _VARIATION = 90.0, (0.6, 1.4)
# The share of joyful gestures at a valence of 1.
_JOYFUL_SHARE = 0.5


class IdleGestures:
    """Decides when the next gesture comes, and which. Times are seconds of one clock."""

    def __init__(self, chance: random.Random) -> None:
        self._random = chance
        self._valence = 0.0
        self._next_at = math.inf

    def set_valence(self, valence: float, now: float) -> None:
        """Set how good the mood is, from 0 for calm to 1."""
        self._valence = valence
        if valence < LEAST_VALENCE:
            self._next_at = math.inf
        elif self._next_at == math.inf:
            self._next_at = now + self._pause()

    def take(self, now: float) -> GestureRole | None:
        """Return the role of a gesture that is due, None if none is. Call it only while nothing happens."""
        if now < self._next_at:
            return None
        self._next_at = now + self._pause()
        is_joyful = self._random.random() < _JOYFUL_SHARE * self._valence
        return GestureRole.JOYFUL if is_joyful else GestureRole.CONTENT

    def _pause(self) -> float:
        return _PAUSE / self._valence * self._random.uniform(*_VARIATION)


# The assumed length of a motion, and how long the expression of a greeting or a tap is shown, in seconds.
MOTION_SECONDS, EXPRESSION_SECONDS = 4.5, 4.0
# How long a requested expression is held after the turn, in seconds.
RELAX_AFTER = 60.0
# The delay before the first talking gesture, and the range of pauses between two of them, in seconds.
FIRST_GESTURE, BETWEEN_GESTURES = 0.5, (1.0, 3.5)
# How long the eased movement of the head takes, at least, in seconds.
TURN_SECONDS = 1.0
# The direction of the eyes while thinking, up and to the right; mirrored if the chat is there.
PONDERING: Direction = (0.35, 0.6)
_THINGS = {
    GestureRole.READ: ThingActivity.READING,
    GestureRole.REVIEW: ThingActivity.REVIEWING,
    GestureRole.AWAIT: ThingActivity.WAITING,
    GestureRole.TYPE: ThingActivity.TYPING,
    GestureRole.AGENTS_WORK: ThingActivity.TYPING,
    GestureRole.SLEEP: ThingActivity.SLEEPING,
}
# The range of a glance's duration in seconds, and its largest direction to the right and up.
GLANCE_SECONDS, MAX_GLANCE = (1.6, 4.5), (0.55, 0.3)


@dataclass(frozen=True, slots=True)
class GazeTargets:
    """The directions of the pointer and the chat as seen from the character; None if there is none.

    `stands_at` is the distance from the left edge of the desktop, in heights of the window.
    """

    pointer: Direction | None = None
    chat: Direction | None = None
    pointer_near: bool = False
    pointer_moved: bool = False
    stands_at: float = 0.0


class CharacterAnimator:
    """Track the mood and show it on a rig. `character` returns the current character.

    role: what is being shown, or None. current_expression: None for the model's neutral face.
    """

    def __init__(self, character: Callable[[], Character], clock: Callable[[], float] = time.monotonic) -> None:
        self._character, self._clock = character, clock
        self._random = random.Random()
        self._mouth, self._sway = LipSync(self._random), Sway()
        self._code_blocks = CodeBlocks()
        self._worn: frozenset[str] = frozenset()
        self._takes_things = True
        self._voice: Callable[[], MouthShape] | None = None
        self._motion_sound: Callable[[], MouthShape] | None = None
        self._glance, self._glance_until = AHEAD, -math.inf
        self._idle_gestures = IdleGestures(self._random)
        self.mood = Mood(last_event_at=clock(), pointer_moved_at=clock())
        self.reset()

    def reset(self) -> None:
        """Forget the expression and the motions of the previous model. Call it after a change of model."""
        self._held_expression = self._default_expression = self._character().default_expression
        self.current_expression: str | None = None
        self._held_at = -math.inf
        self._temporary: tuple[str, float] | None = None
        self.role: GestureRole | None = None
        # Whether a tool has requested an expression in this turn, and whether it replaces that of the current role.
        self._has_requested_expression = self._is_overridden = False
        self._is_own_motion = True
        self._next_gesture = -math.inf
        self._held_gaze: HeldGaze | None = None
        self._seen_things: tuple[Thing, ...] = ()
        # What she has for now in place of `_worn`.
        self._lent: frozenset[str] | None = None

    def rest(self) -> None:
        """Apply the character's default expression if it has changed."""
        if self._character().default_expression != self._default_expression:
            self._held_expression = self._default_expression = self._character().default_expression

    def set_sleep_timeout(self, seconds: float) -> None:
        """Set how long nothing must happen until the character falls asleep; 0 for never."""
        self.mood = replace(self.mood, sleep_after=seconds, last_event_at=self._clock())

    def do(self, doing: MoodActivity) -> None:
        """Set the stage of the current turn."""
        if doing is not MoodActivity.TALKING:
            self._mouth.stop()
        if doing is MoodActivity.NOTHING:
            self._has_requested_expression = False
        self.mood = self.mood.with_activity(doing, self._clock())

    def set_voice(self, shape: Callable[[], MouthShape] | None) -> None:
        """Move the mouth with a voice: `shape` returns that of what is heard now. None: move it with the text."""
        self._voice = shape
        self._mouth.stop()

    def set_motion_sound(self, shape: Callable[[], MouthShape] | None) -> None:
        """Move the mouth with the sound of a motion, unless she speaks with a voice. None: there is no sound."""
        self._motion_sound = shape

    def begin_text(self) -> None:
        """Note that a text of the answer begins: no code block is open in it. It may go on after a tool has run."""
        self._code_blocks = CodeBlocks()

    def say(self, text: str) -> None:
        """Move the mouth along with new text of the answer, unless a voice reads it aloud."""
        now = self._clock()
        is_code = self._code_blocks.add_text(text)
        if self._voice is None:
            self._mouth.add_text(text, now)
        is_typed = is_code and self._voice is None
        self.mood = self.mood.with_activity(MoodActivity.TYPING if is_typed else MoodActivity.TALKING, now)

    def set_attention(self, attention: Attention) -> None:
        """Show that the character listens to the user, or thinks about what was said; NONE ends either."""
        self.mood = self.mood.with_attention(attention, self._clock())

    def wince(self) -> None:
        """React to an error."""
        self.mood = self.mood.with_error(self._clock())

    def show_agents(self, agents: AgentsActivity) -> None:
        """Show what the user's coding agents do, while there is nothing else to show."""
        self.mood = self.mood.with_agents(agents, self._clock())

    def note_agents_done(self) -> None:
        """React to the end of an agent's work."""
        self.mood = self.mood.with_agents_done(self._clock())

    def set_good_mood(self, valence: float) -> None:
        """Set how good the mood of these days is, from 0 for calm to 1: it shows while nothing happens."""
        self._idle_gestures.set_valence(valence, self._clock())

    def note_typing(self) -> None:
        """Note that the user types."""
        self.mood = self.mood.with_typing(self._clock())

    def note_touch(self, role: GestureRole | None = None) -> None:
        """Note a touch; None wakes her: the user has pressed a button on her, or called her up."""
        self.mood = self.mood.with_touch(role, self._clock())

    def hold_expression(self, rig: "Body", name: str) -> None:
        """Show an expression at once and hold it until RELAX_AFTER seconds after the turn. Raises UnknownName."""
        rig.set_expression(name)
        self._held_expression = self.current_expression = name
        self._held_at = self._clock()
        self._temporary, self._is_overridden = None, True
        self._has_requested_expression = self.mood.doing is not MoodActivity.NOTHING
        self._note_motion(1.0)

    def move(self, rig: "Body", group: str, index: int = 0) -> None:
        """Play a motion at once, whatever is playing. Raises UnknownName."""
        rig.start_motion(group, index)
        self._is_own_motion = False
        self._note_motion(MOTION_SECONDS)

    def hold_gaze(self, request: GazeRequest, point: Direction) -> None:
        """Look in a direction for the requested time, unless the user touches the character.

        point: the direction of the request's point.
        """
        self._held_gaze = HeldGaze(request.name, point, self._clock() + request.seconds)
        self._note_motion(TURN_SECONDS)

    def answer(self, rig: "Body", shown: Gesture) -> None:
        """Show the gesture for a tap or a greeting: play a motion, and show an expression for EXPRESSION_SECONDS."""
        if shown.expression is not None:
            self._temporary = (shown.expression, self._clock() + EXPRESSION_SECONDS)
        if shown.group is not None:
            self._start(rig, shown.group, Priority.FORCE)

    def wear(self, names: frozenset[str]) -> None:
        """Have the character's things of these names, also in place of what was lent if they are others than before."""
        if names != self._worn:
            self._worn, self._lent = names, None
        self._note_motion(MOTION_SECONDS)

    @property
    def worn(self) -> frozenset[str]:
        """The names of the things that she has, without those that she takes by herself."""
        return self._worn if self._lent is None else self._lent

    def lend(self, name: str, on: bool) -> None:
        """Have a thing, or put it away, until `take_back`."""
        things = self._character().things
        if name in things:
            self._lent = put_on(self.worn, name, things) if on else self.worn - {name}
            self._note_motion(MOTION_SECONDS)

    def take_back(self) -> None:
        """Have again what `wear` has named."""
        if self._lent is not None:
            self._lent = None
            self._note_motion(MOTION_SECONDS)

    def set_takes_things(self, takes: bool) -> None:
        """Set whether she takes things by herself, such as a book while she reads a file."""
        self._takes_things = takes

    def act(self, rig: "Body", surroundings: GazeTargets) -> FrameRate:
        """Apply the mood to the rig for the next frame, and return the frame rate level."""
        now = self._clock()
        self.mood = self.mood.with_pointer(now, near=surroundings.pointer_near, moved=surroundings.pointer_moved)
        view = self.mood.view(now)
        # Asleep, nothing else moves her.
        rig.play_idle(None if view.role is GestureRole.SLEEP else self._character().idle_group)
        if view.role is not self.role:
            self._take_role(rig, view.role, now)
        elif view.role is GestureRole.TALK and now >= self._next_gesture:
            if group := gesture(self._character(), GestureRole.TALK).group:
                self._start(rig, group, self._priority())
            self._next_gesture = now + MOTION_SECONDS + self._random.uniform(*BETWEEN_GESTURES)
        # A motion that is over starts again: joy lasts as long as the hand moves.
        elif view.role and rig.is_idle and (rig.repeats or view.role in STROKES or view.role in LASTING):
            if group := gesture(self._character(), view.role).group:
                self._start(rig, group, Priority.FORCE, is_lively=view.role not in LASTING)
        elif view.role is None:
            self._show_good_mood(rig, now)
        self._apply_things(rig)
        self._apply_expression(rig, now)
        requested = self._requested_direction(view, surroundings, now)
        direction = requested or self._direction(view, surroundings, now)
        # Not during a touch or an error.
        is_interrupted = view.role in TOUCHES or view.role is GestureRole.WINCE
        attention = Attention.NONE if is_interrupted else self.mood.attention
        rig.attend(attention)
        rig.look_at(*direction, is_held=requested is not None or attention is not Attention.NONE)
        self._move_mouth(rig, now)
        # She swings while the user carries her.
        is_carried = self.mood.touch is GestureRole.LIFTED
        lean = self._sway.carry(surroundings.stands_at, now) if is_carried else self._sway.release(now)
        rig.lean(lean, self._sway.speed)
        is_heard = self._voice is not None or self._motion_sound is not None
        return view.frame_rate if self._sway.is_still and not is_heard else FrameRate.LIVELY

    def _move_mouth(self, rig: "Body", now: float) -> None:
        amount, weight = self._mouth.sample(now)
        if sound := self._voice or self._motion_sound:
            shape = sound()
            rig.open_mouth(shape.opening, 1.0, shape.vowel)
        else:
            rig.open_mouth(amount if weight > 0 else None, weight, self._mouth.vowel)

    def _take_role(self, rig: "Body", role: GestureRole | None, now: float) -> None:
        # Touches are shown even if a tool has requested an expression, as taps are.
        if self.role is GestureRole.SLEEP:
            rig.stop_motion()
        self.role, self._is_overridden = role, self._has_requested_expression and role not in TOUCHES
        if role in AGENT_ROLES:
            # What a tool has requested is kept for its whole time, also after the turn.
            self._is_overridden = self._held_expression != self._default_expression
        if role is GestureRole.TALK:
            self._next_gesture = max(self._next_gesture, now + FIRST_GESTURE)
        elif role is not None and (group := gesture(self._character(), role).group):
            self._start(rig, group, Priority.FORCE if role in TOUCHES else self._priority())

    def _show_good_mood(self, rig: "Body", now: float) -> None:
        """Make a small gesture of the mood if one is due, unless something happens or a tool holds an expression."""
        is_busy = self.mood.doing is not MoodActivity.NOTHING or now < self.mood.moving_until
        is_listening = self.mood.attention is not Attention.NONE or now - self.mood.typed_at < LISTEN
        if is_busy or is_listening or self._held_expression != self._default_expression:
            return
        if role := self._idle_gestures.take(now):
            shown = gesture(self._character(), role)
            if shown.expression:
                self._temporary = (shown.expression, now + EXPRESSION_SECONDS)
            if shown.group:
                self._start(rig, shown.group, Priority.NORMAL)
            self._note_motion(EXPRESSION_SECONDS)

    def _priority(self) -> Priority:
        """Return FORCE, which replaces the running motion, unless that was requested by a tool and is not over."""
        return Priority.FORCE if self._is_own_motion or self._clock() >= self.mood.moving_until else Priority.NORMAL

    def _start(self, rig: "Body", group: str, priority: Priority, *, is_lively: bool = True) -> None:
        """Start one of a group's motions. is_lively: draw it often, which one that goes on for hours need not be."""
        rig.start_motion(group, self._random.randrange(rig.model.motions[group]), priority)
        self._is_own_motion = priority is Priority.FORCE
        if is_lively:
            self._note_motion(MOTION_SECONDS)

    def _note_motion(self, seconds: float) -> None:
        self.mood = self.mood.with_motion(self._clock(), seconds)

    def _apply_things(self, rig: "Body") -> None:
        character = self._character()
        if not character.things:
            return
        activity = _THINGS.get(self.role) if self.role and self._takes_things else None
        seen = worn_things(self.worn, character.activities.get(activity, ()) if activity else (), character.things)
        if seen != self._seen_things:
            self._seen_things = seen
            rig.wear(seen)
            self._note_motion(1.0)

    def _apply_expression(self, rig: "Body", now: float) -> None:
        target = self._target_expression(now)
        if target == self.current_expression:
            return
        self.current_expression = target
        if target is None:
            rig.clear_expression()
        else:
            rig.set_expression(target)

    def _target_expression(self, now: float) -> str | None:
        if self._temporary is not None and now >= self._temporary[1]:
            self._temporary = None
        if self._temporary is not None:
            return self._temporary[0]
        if self.mood.doing is MoodActivity.NOTHING and now - max(self._held_at, self.mood.since) > RELAX_AFTER:
            self._held_expression = self._default_expression
        own = gesture(self._character(), self.role).expression if self.role and not self._is_overridden else None
        return own or self._held_expression

    def _requested_direction(self, view: MoodView, surroundings: GazeTargets, now: float) -> Direction | None:
        """Return the direction that a tool has requested; None if it is over, or during a touch."""
        if self._held_gaze and now >= self._held_gaze.until:
            self._held_gaze = None
            self._note_motion(TURN_SECONDS)
        if self._held_gaze is None or view.role in TOUCHES:
            return None
        return self._held_gaze.direction(surroundings.pointer, surroundings.chat)

    def _direction(self, view: MoodView, surroundings: GazeTargets, now: float) -> Direction:
        match view.gaze:
            case Gaze.POINTER if surroundings.pointer is not None:
                return surroundings.pointer
            case Gaze.CHAT if surroundings.chat is not None:
                return surroundings.chat
            case Gaze.PONDER if gesture(self._character(), GestureRole.THINK) == Gesture():
                across, up = PONDERING
                return (-across if surroundings.chat is not None and surroundings.chat[0] > 0 else across, up)
            case Gaze.AHEAD | Gaze.CHAT | Gaze.PONDER:
                return AHEAD
            case _:
                # A random direction, held for a while; about a third of the time it is straight ahead, at the user.
                if now >= self._glance_until:
                    self._glance_until = now + self._random.uniform(*GLANCE_SECONDS)
                    across, up = (self._random.uniform(-most, most) for most in MAX_GLANCE)
                    self._glance = AHEAD if self._random.random() < 0.35 else (across, up)
                return self._glance
