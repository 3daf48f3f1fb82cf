"""The character's own life: from what it feels to its face, motions, gaze and mouth, frame by frame.

What the model's tools ask for stands above all that: a face that was asked for stays until the turn is over, and the
character comes back to it from each of its own.
"""

import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from deskpet.pet.character import Character, Gesture
from deskpet.pet.frame_rate import FrameRate
from deskpet.pet.lip_sync import LipSync
from deskpet.pet.mood import PUT_DOWN, STROKED, TAPPED, TOUCHES, Activity, Gaze, GestureRole, Mood, gesture
from deskpet.pet.motion_player import Priority
from deskpet.pet.rig import Rig
from deskpet.pet.sway import Sway

Direction = tuple[float, float]
"""Where to look: -1..1 to the right and up, 0, 0 straight ahead."""

AHEAD: Direction = (0.0, 0.0)
# How long a motion is taken to play, and how long the face of a greeting or a tap stays.
MOTION_SECONDS, FACE_SECONDS = 4.5, 4.0
# A face that was asked for stays for the talk, and so long after it.
RELAX_AFTER = 60.0
# While it talks, a gesture after so long, and between two of them.
FIRST_GESTURE, BETWEEN_GESTURES = 0.5, (1.0, 3.5)
# A wandering look stays so long at one thing, and is turned so far at most.
GLANCE, WANDER = (1.6, 4.5), (0.55, 0.3)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is to be seen from where the character stands; None for what is not there.

    `stands_at` is how far from the desktop's left it stands, in heights of its own.
    """

    pointer: Direction | None = None
    chat: Direction | None = None
    pointer_near: bool = False
    pointer_moved: bool = False
    stands_at: float = 0.0


class Presence:
    """Feels what happens, and lets a rig show it. `character` is who it is at the moment."""

    def __init__(self, character: Callable[[], Character], clock: Callable[[], float] = time.monotonic) -> None:
        self._character, self._clock = character, clock
        self._chance = random.Random()
        self._mouth, self._sway = LipSync(self._chance), Sway()
        self._glance, self._glance_until = AHEAD, -math.inf
        self.mood = Mood(roused_at=clock(), pointer_moved_at=clock())
        self.reset()

    @property
    def role(self) -> GestureRole | None:
        """What is being shown of its own accord."""
        return self._role

    @property
    def worn(self) -> str | None:
        """The expression that the face wears; None for no other than its own."""
        return self._worn

    def reset(self) -> None:
        """Another model is on stage: what the last one wore and did is gone."""
        self._held = self._resting = self._character().default_expression
        self._worn: str | None = None
        self._held_at = -math.inf
        self._passing: tuple[str, float] | None = None
        self._role: GestureRole | None = None
        # In this turn a tool has asked for a face, and the present role's own one gives way to that.
        self._has_tools_face = self._is_overruled = False
        self._is_own_motion = True
        self._next_gesture = -math.inf

    def rest(self) -> None:
        """Take on the face at rest, if that is another one than before."""
        if self._character().default_expression != self._resting:
            self._held = self._resting = self._character().default_expression

    def let_sleep_after(self, seconds: float) -> None:
        """Fall asleep when nothing has happened for so long; 0 for never."""
        self.mood = replace(self.mood, sleep_after=seconds, roused_at=self._clock())

    def do(self, doing: Activity) -> None:
        """The answer has come to this stage."""
        if doing is not Activity.TALKING:
            self._mouth.be_silent()
        if doing is Activity.NOTHING:
            self._has_tools_face = False
        self.mood = self.mood.does(doing, self._clock())

    def say(self, text: str) -> None:
        """Words have come, to be spoken along."""
        now = self._clock()
        self._mouth.say(text, now)
        self.mood = self.mood.does(Activity.TALKING, now)

    def wince(self) -> None:
        """Something went wrong."""
        self.mood = self.mood.winces(self._clock())

    def note_typing(self) -> None:
        """The user types."""
        self.mood = self.mood.typed(self._clock())

    def note_stroke(self) -> None:
        """The user strokes the head."""
        self.mood = self.mood.touched(GestureRole.STROKED, self._clock(), STROKED)

    def note_lift(self) -> None:
        """The user has picked the character up."""
        self.mood = self.mood.touched(GestureRole.LIFTED, self._clock())

    def note_put_down(self) -> None:
        """The user has put the character down."""
        self.mood = self.mood.touched(GestureRole.PUT_DOWN, self._clock(), PUT_DOWN)

    def note_tap(self) -> None:
        """The user has tapped the character where the model knows no hit area."""
        self.mood = self.mood.touched(GestureRole.TAPPED, self._clock(), TAPPED)

    def note_press(self) -> None:
        """The user has pressed a button on the character, or called it up: it wakes."""
        self.mood = self.mood.touched(None, self._clock())

    def hold_face(self, rig: Rig, name: str) -> None:
        """Wear a face, over whatever else, until some time after the talk. Raises UnknownExpression."""
        rig.set_expression(name)
        self._held = self._worn = name
        self._held_at = self._clock()
        self._passing, self._is_overruled = None, True
        self._has_tools_face = self.mood.doing is not Activity.NOTHING
        self._note_motion(1.0)

    def move(self, rig: Rig, group: str, index: int = 0) -> None:
        """Play a motion, over whatever else. Raises UnknownMotion."""
        rig.start_motion(group, index)
        self._is_own_motion = False
        self._note_motion(MOTION_SECONDS)

    def answer(self, rig: Rig, touched: Gesture) -> None:
        """React to a tap, or greet: a motion, and a face for a while."""
        if touched.expression is not None:
            self._passing = (touched.expression, self._clock() + FACE_SECONDS)
        if touched.group is not None:
            self._start(rig, touched.group, Priority.FORCE)

    def act(self, rig: Rig, sight: Surroundings) -> FrameRate:
        """Show what is felt in the frame that comes; how soon the next one should."""
        now = self._clock()
        self.mood = self.mood.sees_pointer(now, near=sight.pointer_near, moved=sight.pointer_moved)
        showing = self.mood.shows(now)
        if showing.role is not self._role:
            self._take_role(rig, showing.role, now)
        elif showing.role is GestureRole.TALK and now >= self._next_gesture:
            self._gesticulate(rig, now)
        self._wear(rig, now)
        rig.look_at(*self._direction(showing.gaze, sight, now))
        amount, weight = self._mouth.at(now)
        rig.open_mouth(amount if weight > 0 else None, weight)
        rig.lean(self._hang(sight.stands_at, now))
        return showing.pace if self._sway.is_still else FrameRate.LIVELY

    def _hang(self, x: float, now: float) -> float:
        """How far it leans: while it is carried it hangs from the hand."""
        return self._sway.hang(x, now) if self.mood.touch is GestureRole.LIFTED else self._sway.let_go(now)

    def _take_role(self, rig: Rig, role: GestureRole | None, now: float) -> None:
        # The user's hand is answered all the same, as a tap is.
        self._role, self._is_overruled = role, self._has_tools_face and role not in TOUCHES
        if role is GestureRole.TALK:
            self._next_gesture = max(self._next_gesture, now + FIRST_GESTURE)
        elif role is not None and (group := gesture(self._character(), role).group):
            self._start(rig, group, Priority.FORCE if role in TOUCHES else self._priority())

    def _gesticulate(self, rig: Rig, now: float) -> None:
        if group := gesture(self._character(), GestureRole.TALK).group:
            self._start(rig, group, self._priority())
        self._next_gesture = now + MOTION_SECONDS + self._chance.uniform(*BETWEEN_GESTURES)

    def _priority(self) -> Priority:
        """Its own motions give way to one another; one that a tool asked for is played to its end."""
        return Priority.FORCE if self._is_own_motion or self._clock() >= self.mood.moving_until else Priority.NORMAL

    def _start(self, rig: Rig, group: str, priority: Priority) -> None:
        rig.start_motion(group, self._chance.randrange(rig.model.motions[group]), priority)
        self._is_own_motion = priority is Priority.FORCE
        self._note_motion(MOTION_SECONDS)

    def _note_motion(self, seconds: float) -> None:
        self.mood = self.mood.moves(self._clock(), seconds)

    def _wear(self, rig: Rig, now: float) -> None:
        wanted = self._wanted_face(now)
        if wanted == self._worn:
            return
        self._worn = wanted
        if wanted is None:
            rig.clear_expression()
        else:
            rig.set_expression(wanted)

    def _wanted_face(self, now: float) -> str | None:
        if self._passing is not None and now >= self._passing[1]:
            self._passing = None
        if self._passing is not None:
            return self._passing[0]
        if self.mood.doing is Activity.NOTHING and now - max(self._held_at, self.mood.since) > RELAX_AFTER:
            self._held = self._resting
        own = gesture(self._character(), self._role).expression if self._role and not self._is_overruled else None
        return own or self._held

    def _direction(self, gaze: Gaze, sight: Surroundings, now: float) -> Direction:
        match gaze:
            case Gaze.POINTER if sight.pointer is not None:
                return sight.pointer
            case Gaze.CHAT if sight.chat is not None:
                return sight.chat
            case Gaze.AHEAD | Gaze.CHAT:
                return AHEAD
            case _:
                return self._wander(now)

    def _wander(self, now: float) -> Direction:
        """Something to look at for a while; now and then it is the user."""
        if now >= self._glance_until:
            self._glance_until = now + self._chance.uniform(*GLANCE)
            across, up = (self._chance.uniform(-most, most) for most in WANDER)
            self._glance = AHEAD if self._chance.random() < 0.35 else (across, up)
        return self._glance
