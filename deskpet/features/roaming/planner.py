"""Decide where she goes, and move her there: a function of her state, the desktop and a time step.

The same seed and the same steps give the same way. Lengths are logical pixels, times seconds, y points down.
"""

import math
import random
from dataclasses import dataclass, replace
from enum import Enum, auto

from deskpet.config.choices import RoamingLevel
from deskpet.features.roaming.world import (
    FLOOR,
    Area,
    Figure,
    Ledge,
    World,
    free_part,
    free_parts,
    is_inside,
    ledges,
    nearest_inside,
    support,
)
from deskpet.pet.gait import Posture, Stance

# The fastest that she ever moves, falling or thrown, and when she is taken back into her area.
MAX_SPEED, RETURN_SPEED = 2400.0, 1600.0
GRAVITY, ACCELERATION = 2400.0, 260.0
# The share of her speed that is left after she met the ground or a wall, and the slowest fall after which she bounces.
_BOUNCE, _WALL, _MIN_BOUNCE = 0.3, 0.4, 620.0
# The longest times that a fall is computed at once, and before a leap, and the longest flight that is looked at.
_STEP, _LOOK_AHEAD, _MAX_FLIGHT = 1 / 120, 1 / 60, 3.0
# The pointer stops her within this distance, for so long at least.
NEAR, POINTER_SECONDS = 60.0, 5.0
# How often she sits down on a window, and at the end of a walk.
_SEATED_SHARE, _SEATED_AFTER_WALK = 0.7, 0.3
# How often she comes down from a window instead of walking on it.
_DOWN_SHARE = 0.5
# How high she leaps above the place where she wants to land.
_LEAP = 36.0
# How fast she goes sideways in a leap at most.
_MAX_LEAP_SPEED = 700.0
# How many places to leap to are tried at a time.
_MAX_LEAPS = 4
# The share of her width that is beyond the edge when she peeks, and for how long.
PEEK_DEPTH, _PEEK_SECONDS = 0.55, (5.0, 12.0)
# How far she walks at once, at least, in steps.
_MIN_STEPS = 3
# How long it takes to stand up.
_STAND_UP_SECONDS = 0.7
# The shortest pause after something has kept her from moving.
_AFTER_HOLD_UP = 2.0
# The pause after what she was asked for, or was put somewhere.
ASKED_SECONDS = 120.0
_EPSILON = 1e-6


class Choice(Enum):
    """What she may do next."""

    WALK = auto()
    SIT = auto()
    LEAP = auto()
    PEEK = auto()


@dataclass(frozen=True, slots=True)
class Temper:
    """How often she moves. rests: the shortest and the longest pause. weights: how likely each choice is."""

    rests: tuple[float, float]
    weights: tuple[tuple[Choice, float], ...]
    max_walk: float


TEMPERS = {
    RoamingLevel.LITTLE: Temper((60.0, 240.0), ((Choice.WALK, 3), (Choice.SIT, 2)), 360.0),
    RoamingLevel.LIVELY: Temper(
        (10.0, 40.0), ((Choice.WALK, 5), (Choice.SIT, 2), (Choice.LEAP, 3), (Choice.PEEK, 1)), 1200.0
    ),
}


@dataclass(frozen=True, slots=True)
class Roamer:
    """Where she is and what she does.

    x, y: of her feet. speed: that of a walk. vx, vy: those of a fall. target: where a walk ends, None while she does
    not walk. origin: where it began. is_falling: nothing is below her. perch: the number, left and top of the window
    below her. rest: how long she stays as she is. peek: the side from which she peeks, 0 for none. is_placed: the user
    has put her where she is, so that she does not leave it for a window that is used. decisions: how many she has made.
    """

    x: float
    y: float
    level: RoamingLevel
    seed: int
    rest: float = 0.0
    stance: Stance = Stance.STANDING
    heading: int = 0
    speed: float = 0.0
    vx: float = 0.0
    vy: float = 0.0
    origin: float = 0.0
    target: float | None = None
    is_falling: bool = False
    perch: tuple[int, float, float] | None = None
    peek: int = 0
    is_placed: bool = False
    decisions: int = 0

    @property
    def is_moving(self) -> bool:
        return self.is_falling or self.target is not None

    def steps(self, figure: Figure) -> float:
        """Return the steps of the present walk; both feet are beside each other at each half."""
        return 0.5 + abs(self.x - self.origin) / figure.stride if self.target is not None else 0.5

    def posture(self, figure: Figure) -> Posture:
        """Return how she is shown."""
        return Posture(self.stance, self.heading, self.steps(figure))

    def shown_at(self, figure: Figure) -> tuple[float, float]:
        """Return where her feet are drawn: with `hop` she is in the air while she goes on."""
        if not figure.hop or self.target is None:
            return self.x, self.y
        part = (self.steps(figure) - 0.5) % 1
        ahead = (part * part * (3 - 2 * part) - part) * figure.stride
        return self.x + self.heading * ahead, self.y - 4 * figure.hop * part * (1 - part)


def advance(roamer: Roamer, world: World, figure: Figure, seconds: float) -> Roamer:
    """Return her after `seconds` in a world that stays the same for so long."""
    if nearest_inside(roamer.x, roamer.y, figure, world.areas) is None:
        # There is no room for her anywhere.
        return _standing(roamer, ASKED_SECONDS)
    while seconds > _EPSILON:
        step = min(seconds, _STEP) if roamer.is_falling else seconds
        # A pause ends in mid-step, and what follows begins there.
        if not roamer.is_moving and 0 < roamer.rest < step:
            step = roamer.rest
        roamer = _advance_once(_check(roamer, world, figure), world, figure, step)
        seconds -= step
    return _check(roamer, world, figure)


def _check(roamer: Roamer, world: World, figure: Figure) -> Roamer:
    """Return her falling if nothing holds her any more, or as she was."""
    if roamer.is_falling:
        return roamer
    ledge = support(roamer.x, roamer.y, world, _seen(roamer, figure))
    if ledge is None or not _is_perched(roamer, world):
        return _falling(roamer, 0.0, 0.0)
    # Where she begins, it is not known yet what is below her.
    return roamer if roamer.perch or ledge.owner == FLOOR else replace(roamer, perch=_perch(ledge, world))


def _seen(roamer: Roamer, figure: Figure) -> Figure:
    """Return her without what a peek hides."""
    return figure.peeking(roamer.peek, PEEK_DEPTH) if roamer.peek else figure


def thrown(roamer: Roamer, x: float, y: float, vx: float, vy: float) -> Roamer:
    """Return her after the user has let go of her at a point, at a speed."""
    return replace(_falling(replace(roamer, x=x, y=y), *_limited(vx, vy)), rest=ASKED_SECONDS, is_placed=True)


def held(roamer: Roamer, x: float, y: float) -> Roamer:
    """Return her standing still at a point, as the user holds her or is near."""
    return replace(_standing(roamer, POINTER_SECONDS), x=x, y=y)


def called(roamer: Roamer, x: float, world: World, figure: Figure) -> Roamer:
    """Return her on her way to the place on her ledge that is nearest to `x`, as far as she may go."""
    part = free_part(roamer.x, roamer.y, world, _seen(roamer, figure))
    came = _walking(roamer, part.nearest(x), figure) if part else None
    return replace(came or _standing(roamer, ASKED_SECONDS), is_placed=True)


def peeking(roamer: Roamer, world: World, figure: Figure) -> Roamer | None:
    """Return her on the way to the nearest side of the screen from which she can peek; None if there is none."""
    area = _area_of(roamer, world)
    if area is None or roamer.perch:
        return None
    sides = sorted(area.outer, key=lambda side: abs(_end(area, side) - roamer.x))
    return next((found for side in sides if (found := _peek_from(side, roamer, area, world, figure))), None)


def seated(roamer: Roamer) -> Roamer:
    """Return her sitting for a long while."""
    return replace(_standing(roamer, ASKED_SECONDS), stance=Stance.SITTING, is_placed=True)


def _is_perched(roamer: Roamer, world: World) -> bool:
    return roamer.perch is None or any(
        roamer.perch == (each.number, each.box.left, each.box.top) for each in world.windows
    )


def _perch(ledge: Ledge, world: World) -> tuple[int, float, float] | None:
    """Return the window of a ledge as a perch; None for the floor."""
    window = next((each for each in world.windows if each.number == ledge.owner), None)
    return (window.number, window.box.left, window.box.top) if window else None


def _falling(roamer: Roamer, vx: float, vy: float) -> Roamer:
    return replace(
        roamer, is_falling=True, vx=vx, vy=vy, stance=Stance.FALLING, target=None, speed=0.0, perch=None, peek=0
    )


def _standing(roamer: Roamer, rest: float) -> Roamer:
    return replace(
        roamer, rest=rest, stance=Stance.STANDING, target=None, speed=0.0, is_falling=False, vx=0.0, vy=0.0, heading=0
    )


def _advance_once(roamer: Roamer, world: World, figure: Figure, seconds: float) -> Roamer:
    if roamer.is_falling:
        return _fall(roamer, world, figure, seconds)
    if roamer.target is not None:
        return _walk(roamer, world, figure, seconds)
    if not world.is_free:
        return replace(roamer, rest=max(roamer.rest - seconds, _AFTER_HOLD_UP))
    if roamer.rest > seconds + _EPSILON:
        escape = _escape(roamer, world, figure)
        return escape or replace(roamer, rest=roamer.rest - seconds)
    if is_pointer_near(roamer, world, figure):
        return replace(roamer, rest=POINTER_SECONDS)
    return _decide(replace(roamer, is_placed=False), world, figure)


# Falling.


def _fall(roamer: Roamer, world: World, figure: Figure, seconds: float) -> Roamer:
    if not is_inside(figure.at(roamer.x, roamer.y), world.areas):
        return _return(roamer, world, figure, seconds)
    vx, vy = _limited(roamer.vx, roamer.vy + GRAVITY * seconds)
    x, y = roamer.x + (roamer.vx + vx) / 2 * seconds, roamer.y + (roamer.vy + vy) / 2 * seconds
    if not is_inside(figure.at(x, roamer.y), world.areas):
        x, vx = roamer.x, -_WALL * vx
    if ledge := _landing(x, roamer.y, y, world, figure):
        return _land(replace(roamer, x=x, y=ledge.y, vx=vx, vy=vy), ledge, world)
    if is_inside(figure.at(x, y), world.areas):
        return replace(roamer, x=x, y=y, vx=vx, vy=vy)
    if vy <= 0:
        return replace(roamer, x=x, vx=vx, vy=0.0)
    return _slide_off(replace(roamer, x=x, vy=0.0), world, figure, seconds)


def _limited(vx: float, vy: float) -> tuple[float, float]:
    """Return a velocity of at most MAX_SPEED."""
    excess = max(1.0, math.hypot(vx, vy) / MAX_SPEED)
    return vx / excess, vy / excess


def _landing(x: float, before: float, after: float, world: World, figure: Figure) -> Ledge | None:
    met = (each for each in ledges(world, figure) if before <= each.y <= after and after > before and each.has(x))
    return min(met, key=lambda each: each.y, default=None)


def _land(roamer: Roamer, ledge: Ledge, world: World) -> Roamer:
    if roamer.vy > _MIN_BOUNCE:
        return replace(roamer, vy=-_BOUNCE * roamer.vy, vx=roamer.vx / 2)
    perch = _perch(ledge, world)
    # Up there she likes to sit down.
    is_seated = perch is not None and not roamer.is_placed and _chance(roamer).random() < _SEATED_SHARE
    landed = replace(_standing(roamer, max(roamer.rest, _pause(roamer))), perch=perch)
    return replace(landed, stance=Stance.SITTING) if is_seated else landed


def _slide_off(roamer: Roamer, world: World, figure: Figure, seconds: float) -> Roamer:
    """Move sideways where she is across two areas, one of which is lower."""
    floors = [each for each in ledges(world, figure) if each.y > roamer.y]
    if not floors:
        return roamer
    goal = min((each.nearest(roamer.x) for each in floors), key=lambda x: abs(x - roamer.x))
    way = math.copysign(min(abs(goal - roamer.x), RETURN_SPEED * seconds), goal - roamer.x)
    return replace(roamer, x=roamer.x + way, vx=0.0)


def _return(roamer: Roamer, world: World, figure: Figure, seconds: float) -> Roamer:
    """Take her back into the nearest area: she was put beyond it, or the screens have changed."""
    goal = nearest_inside(roamer.x, roamer.y, figure, world.areas)
    if goal is None:
        return _standing(roamer, ASKED_SECONDS)
    dx, dy = goal[0] - roamer.x, goal[1] - roamer.y
    distance = math.hypot(dx, dy)
    share = min(1.0, RETURN_SPEED * seconds / distance) if distance else 1.0
    x, y = goal if share == 1.0 else (roamer.x + dx * share, roamer.y + dy * share)
    return replace(roamer, x=x, y=y, vx=0.0, vy=0.0)


# Walking.


def _walk(roamer: Roamer, world: World, figure: Figure, seconds: float) -> Roamer:
    assert roamer.target is not None
    goal = _goal(roamer, roamer.target, world, figure)
    remaining = abs(goal - roamer.x)
    braking = math.sqrt(2 * ACCELERATION * remaining)
    # At the end of a walk the last pixels must not take forever.
    speed = min(roamer.speed + ACCELERATION * seconds, figure.speed, max(braking, figure.speed / 8))
    if remaining <= speed * seconds:
        return _arrive(replace(roamer, x=goal), world, figure)
    return replace(roamer, x=roamer.x + roamer.heading * speed * seconds, speed=speed, target=goal)


def _goal(roamer: Roamer, target: float, world: World, figure: Figure) -> float:
    """Return where the walk ends: before what has come into her way, and at the next step if she is to stop."""
    is_stopped = not world.is_free or is_pointer_near(roamer, world, figure)
    seen = _seen(roamer, figure)
    ledge = support(roamer.x, roamer.y, world, seen)
    parts = free_parts(ledge, world, seen) if ledge else ()
    part = next((each for each in parts if each.has(roamer.x)), None)
    # Out of what is to be kept clear she goes on, but not further before it.
    is_stopped |= part is None and not roamer.peek and not any(each.has(target) for each in parts)
    clipped = part.nearest(target) if part else target
    if clipped == target and not is_stopped:
        return target
    walked = abs(roamer.x - roamer.origin) / figure.stride
    whole = math.ceil(walked - _EPSILON) if is_stopped else math.floor(abs(clipped - roamer.origin) / figure.stride)
    stepwise = roamer.origin + roamer.heading * whole * figure.stride
    # The way to the next whole step may have been cut off.
    is_ahead = (stepwise - roamer.x) * roamer.heading >= -_EPSILON
    is_within = (clipped - stepwise) * roamer.heading >= -_EPSILON
    if is_ahead and is_within:
        return stepwise
    return roamer.x if is_stopped or not is_ahead else clipped


def _arrive(roamer: Roamer, world: World, figure: Figure) -> Roamer:
    chance, is_whole = _chance(roamer), is_inside(figure.at(roamer.x, roamer.y), world.areas)
    # Stopped on the way to the edge, she has nothing to peek from.
    if roamer.peek and roamer.heading == roamer.peek and not is_whole:
        peeking = replace(_standing(roamer, chance.uniform(*_PEEK_SECONDS)), stance=Stance.PEEKING)
        return replace(peeking, heading=-roamer.peek)
    arrived = replace(_standing(roamer, _pause(roamer)), peek=0 if is_whole else roamer.peek)
    return replace(arrived, stance=Stance.SITTING) if chance.random() < _SEATED_AFTER_WALK else arrived


def _walking(roamer: Roamer, target: float, figure: Figure) -> Roamer | None:
    """Return her on the way to a place, by whole steps; None if it is nearer than one."""
    steps = math.floor(abs(target - roamer.x) / figure.stride + _EPSILON)
    if not steps:
        return None
    heading = 1 if target > roamer.x else -1
    goal = roamer.x + heading * steps * figure.stride
    return replace(
        roamer,
        stance=Stance.WALKING,
        heading=heading,
        origin=roamer.x,
        target=goal,
        speed=0.0,
        rest=0.0,
    )


def is_pointer_near(roamer: Roamer, world: World, figure: Figure) -> bool:
    """Return whether the pointer is so near that she stands still."""
    return world.pointer is not None and figure.at(roamer.x, roamer.y).grown(NEAR).has(*world.pointer)


# Deciding.


def _chance(roamer: Roamer) -> random.Random:
    # A string: the numbers of a seed and the next one are alike otherwise.
    return random.Random(f"{roamer.seed} {roamer.decisions}")


def _pause(roamer: Roamer) -> float:
    return _chance(roamer).uniform(*TEMPERS[roamer.level].rests)


def _escape(roamer: Roamer, world: World, figure: Figure) -> Roamer | None:
    """Return her leaving what she must not stand before; None if she does not, or if there is nowhere to go."""
    if roamer.is_placed or roamer.peek:
        return None
    ledge = support(roamer.x, roamer.y, world, figure)
    parts = free_parts(ledge, world, figure) if ledge else ()
    if not parts or any(part.has(roamer.x) for part in parts):
        return None
    goal = min((part.nearest(roamer.x) for part in parts), key=lambda x: abs(x - roamer.x))
    heading = 1 if goal > roamer.x else -1
    steps = math.ceil(abs(goal - roamer.x) / figure.stride)
    whole = roamer.x + heading * steps * figure.stride
    reached = whole if any(part.has(whole) for part in parts) else goal
    return replace(roamer, stance=Stance.WALKING, heading=heading, origin=roamer.x, target=reached, speed=0.0, rest=0.0)


def _decide(roamer: Roamer, world: World, figure: Figure) -> Roamer:
    """Return her at the beginning of what she does next."""
    roamer = replace(roamer, decisions=roamer.decisions + 1)
    if roamer.peek:
        back = _walking(roamer, _beside(roamer, world, figure), figure)
        return back or replace(_standing(roamer, _pause(roamer)), peek=0)
    if roamer.stance is Stance.SITTING:
        return _standing(roamer, _STAND_UP_SECONDS)
    if escape := _escape(roamer, world, figure):
        return escape
    temper, chance = TEMPERS[roamer.level], _chance(roamer)
    choices, weights = zip(*temper.weights, strict=True)
    choice = chance.choices(choices, weights)[0]
    if choice is Choice.WALK and roamer.perch and chance.random() < _DOWN_SHARE:
        choice = Choice.LEAP
    ways = {Choice.WALK: _stroll, Choice.SIT: _sit_down, Choice.LEAP: _leap, Choice.PEEK: _peek}
    return ways[choice](roamer, world, figure, chance) or replace(roamer, rest=_pause(roamer))


def _sit_down(roamer: Roamer, _world: World, _figure: Figure, chance: random.Random) -> Roamer | None:
    return replace(_standing(roamer, chance.uniform(*TEMPERS[roamer.level].rests)), stance=Stance.SITTING)


def _stroll(roamer: Roamer, world: World, figure: Figure, chance: random.Random) -> Roamer | None:
    part = free_part(roamer.x, roamer.y, world, figure)
    if part is None:
        return None
    most = TEMPERS[roamer.level].max_walk
    left, right = max(part.left, roamer.x - most), min(part.right, roamer.x + most)
    goal = chance.uniform(left, right)
    is_far = abs(goal - roamer.x) >= _MIN_STEPS * figure.stride
    return _walking(roamer, goal, figure) if is_far else None


def _peek(roamer: Roamer, world: World, figure: Figure, chance: random.Random) -> Roamer | None:
    """Return her on the way to a side of the screen, and a part of her beyond it."""
    if roamer.perch:
        return None
    area = _area_of(roamer, world)
    if area is None or not area.outer:
        return None
    return _peek_from(chance.choice(sorted(area.outer)), roamer, area, world, figure)


def _area_of(roamer: Roamer, world: World) -> Area | None:
    return next((each for each in world.areas if each.box.has(roamer.x, roamer.y - 1)), None)


def _end(area: Area, side: int) -> float:
    return area.box.left if side < 0 else area.box.right


def _peek_from(side: int, roamer: Roamer, area: Area, world: World, figure: Figure) -> Roamer | None:
    hidden = figure.peeking(side, PEEK_DEPTH)
    part = free_part(roamer.x, roamer.y, world, hidden)
    goal = _end(area, side) + (hidden.left if side < 0 else -hidden.right)
    if part is None or not part.has(goal):
        return None
    walking = _walking(roamer, goal, figure)
    return replace(walking, peek=side) if walking else None


def _beside(roamer: Roamer, world: World, figure: Figure) -> float:
    """Return the place nearest to her at which the edge hides nothing of her, a step further at most."""
    floors = [each for each in ledges(world, figure) if each.owner == FLOOR and each.y == roamer.y]
    nearest = min((each.nearest(roamer.x) for each in floors), key=lambda x: abs(x - roamer.x), default=roamer.x)
    steps = math.ceil(abs(nearest - roamer.x) / figure.stride)
    return roamer.x - roamer.peek * steps * figure.stride


def _leap(roamer: Roamer, world: World, figure: Figure, chance: random.Random) -> Roamer | None:
    """Return her leaping to another ledge that she can reach, before nothing that is kept clear."""
    here = support(roamer.x, roamer.y, world, figure)
    found = [
        part
        for ledge in ledges(world, figure)
        if here is None or (ledge.owner, ledge.y) != (here.owner, here.y)
        for part in free_parts(ledge, world, figure)
    ]
    chance.shuffle(found)
    for part in found[:_MAX_LEAPS]:
        goal = part.nearest(chance.uniform(part.left, part.right))
        is_clear = world.pointer is None or not figure.at(goal, part.y).grown(NEAR).has(*world.pointer)
        leaping = _leaping(roamer, goal, part.y) if is_clear else None
        if leaping and _reaches(leaping, part, world, figure):
            return leaping
    return None


def _leaping(roamer: Roamer, x: float, y: float) -> Roamer | None:
    """Return her in the air on the way to a point; None if that would be too fast."""
    rise = roamer.y - min(roamer.y, y) + _LEAP
    vy = -math.sqrt(2 * GRAVITY * rise)
    seconds = -vy / GRAVITY + math.sqrt(2 * (y - (roamer.y - rise)) / GRAVITY)
    vx = (x - roamer.x) / seconds
    if abs(vx) > _MAX_LEAP_SPEED or math.hypot(vx, max(-vy, GRAVITY * seconds + vy)) > MAX_SPEED:
        return None
    heading = 1 if vx > 0 else -1
    return replace(_falling(roamer, vx, vy), heading=heading, rest=0.0)


def _reaches(roamer: Roamer, goal: Ledge, world: World, figure: Figure) -> bool:
    """Return whether a leap ends on a ledge, and passes nothing that is kept clear."""
    for _ in range(round(_MAX_FLIGHT / _LOOK_AHEAD)):
        roamer = _fall(roamer, world, figure, _LOOK_AHEAD)
        body = figure.at(roamer.x, roamer.y)
        if any(body.overlaps(clear) for clear in world.kept_clear):
            return False
        if not roamer.is_falling or roamer.y == goal.y:
            return roamer.y == goal.y and goal.has(roamer.x)
    return False
