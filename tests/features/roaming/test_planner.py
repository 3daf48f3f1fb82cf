"""The planner: where she goes on a desktop of values, for hours of it."""

import itertools
import math
import random
from dataclasses import replace

import pytest

from deskpet.config.choices import RoamingLevel
from deskpet.features.roaming.planner import (
    MAX_SPEED,
    NEAR,
    PEEK_DEPTH,
    Roamer,
    advance,
    called,
    peeking,
    seated,
    thrown,
)
from deskpet.features.roaming.world import Area, Box, DesktopWindow, Figure, World, is_inside, support
from deskpet.pet.gait import Stance

FIGURE = Figure(left=110, right=100, height=390, stride=25, speed=50)
SCREEN = Area(Box(0, 0, 1920, 1040), frozenset({-1, 1}))
DESKTOP = World((SCREEN,))
FRAME = 1 / 60
# The second screen stands beside the first at the same height, the third is smaller and higher.
FENCE = Box(2100, 200, 3500, 1000)
THREE = (
    Area(Box(0, 0, 1920, 1040), frozenset({-1})),
    Area(FENCE),
    Area(Box(3840, 0, 5120, 984), frozenset({1})),
)


def standing(x: float, y: float = 1040, level: RoamingLevel = RoamingLevel.LIVELY, seed: int = 1) -> Roamer:
    return Roamer(x, y, level, seed, rest=5)


def run(roamer: Roamer, world: World, seconds: float, figure: Figure = FIGURE) -> list[Roamer]:
    """Return her at each frame in which she moves, and some in between."""
    frames, elapsed = [roamer], 0.0
    while elapsed < seconds:
        step = FRAME if frames[-1].is_moving else 0.25
        frames.append(advance(frames[-1], world, figure, step))
        elapsed += step
    return frames


def run_until(roamer: Roamer, world: World, done, seconds: float = 600) -> Roamer:
    for _ in range(round(seconds / FRAME)):
        if done(roamer):
            return roamer
        roamer = advance(roamer, world, FIGURE, FRAME if roamer.is_moving else 0.5)
    raise AssertionError(f"not within {seconds} s: {roamer}")


def is_allowed(roamer: Roamer, world: World) -> bool:
    """Whether no part of her is beyond the areas but what a peek hides."""
    figure = FIGURE.peeking(roamer.peek, PEEK_DEPTH) if roamer.peek else FIGURE
    return is_inside(figure.at(roamer.x, roamer.y), world.areas)


class Desktop:
    """Windows that open, move and close, on three screens."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._numbers = iter(range(1, 100_000))
        self.windows = tuple(self._window() for _ in range(20))

    def _window(self) -> DesktopWindow:
        left, top = self._random.randrange(-200, 5000), self._random.randrange(-50, 1000)
        width, height = self._random.randrange(120, 1920), self._random.randrange(80, 1080)
        is_ledge = self._random.random() < 0.9
        return DesktopWindow(next(self._numbers), Box(left, top, left + width, top + height), is_ledge)

    def change(self) -> World:
        """Open, move, close or raise a window, and use another one."""
        windows, index = list(self.windows), self._random.randrange(len(self.windows))
        match self._random.choice(("open", "move", "close", "raise")):
            case "open" if len(windows) < 24:
                windows.insert(0, self._window())
            case "close" if len(windows) > 16:
                del windows[index]
            case "raise":
                windows.insert(0, windows.pop(index))
            case _:
                windows[index] = replace(windows[index], box=self._window().box)
        self.windows = tuple(windows)
        used = self._random.choice(windows).box
        pointer = (self._random.randrange(0, 5120), self._random.randrange(0, 1080))
        return World(THREE, self.windows, (used,), pointer, is_free=self._random.random() < 0.9)


def hour(seed: int, seconds: float = 3600) -> list[tuple[Roamer, Roamer, World]]:
    """Return her before and after each frame of the time in which she moves in an hour of use."""
    desktop = Desktop(seed)
    world, found = desktop.change(), list[tuple[Roamer, Roamer, World]]()
    roamer = standing(900, seed=seed)
    left = until_change = 0.0
    for _ in range(1_000_000):
        if left >= seconds:
            break
        if until_change <= 0:
            world, until_change = desktop.change(), 4.0
        # She stands still for most of the time, which the program spends asleep.
        step = FRAME if roamer.is_moving else min(until_change, max(roamer.rest, FRAME))
        after = advance(roamer, world, FIGURE, step)
        if roamer.is_moving or after.is_moving:
            found.append((roamer, after, world))
        roamer, left, until_change = after, left + step, until_change - step
    return found


@pytest.mark.parametrize("seed", [1, 2])
def test_an_hour_among_twenty_windows_on_three_screens_keeps_her_within_her_areas_and_her_speed(seed: int) -> None:
    moves = hour(seed)
    for before, after, world in moves:
        assert is_allowed(after, world) or not is_allowed(before, world), (before, after)
        walked = math.hypot(after.x - before.x, after.y - before.y)
        assert walked <= MAX_SPEED * FRAME + 1e-6 or not before.is_moving, (before, after)
        if before.stance is Stance.WALKING and after.stance is Stance.WALKING:
            assert walked <= FIGURE.speed * FRAME + 1e-6, (before, after)
    stances = {after.stance for _, after, _ in moves}
    assert {Stance.WALKING, Stance.FALLING} <= stances


def test_the_same_seed_gives_the_same_way_and_another_one_another_way() -> None:
    ways = [[(after.x, after.y) for _, after, _ in hour(seed, 400)] for seed in (7, 7, 8)]
    assert ways[0] == ways[1]
    assert ways[0] != ways[2]


def test_she_walks_by_whole_steps_and_ends_with_her_feet_together() -> None:
    frames = run(standing(900), DESKTOP, 120)
    ends = [b for a, b in itertools.pairwise(frames) if a.target is not None and b.target is None]
    starts = [b for a, b in itertools.pairwise(frames) if a.target is None and b.target is not None]
    assert ends
    for start, end in zip(starts, ends, strict=False):
        steps = abs(end.x - start.origin) / FIGURE.stride
        assert steps == pytest.approx(round(steps), abs=1e-6)


def test_in_a_walk_the_window_moves_by_whole_pixels_in_steps_that_differ_by_one() -> None:
    walking = run_until(standing(900), DESKTOP, lambda each: each.speed == FIGURE.speed)
    places = [round(roamer.shown_at(FIGURE)[0]) for roamer in run(walking, DESKTOP, 1)]
    steps = {abs(b - a) for a, b in itertools.pairwise(places)}
    assert steps == {0, 1}


def test_little_stays_on_the_lower_edge() -> None:
    windows = (DesktopWindow(1, Box(300, 600, 1500, 900)),)
    frames = run(standing(900, level=RoamingLevel.LITTLE), World((SCREEN,), windows), 900)
    assert {roamer.y for roamer in frames} == {1040}
    assert not any(roamer.peek for roamer in frames)
    assert len({round(roamer.x) for roamer in frames}) > 100


def test_lively_leaps_onto_a_window_and_sits_there() -> None:
    windows = (DesktopWindow(1, Box(300, 600, 1500, 900)),)
    seated = run_until(
        standing(900), World((SCREEN,), windows), lambda each: each.perch and each.stance is Stance.SITTING
    )
    assert seated.y == 600


@pytest.mark.parametrize(
    "windows",
    [
        pytest.param((), id="closed"),
        pytest.param((DesktopWindow(1, Box(300, 500, 1500, 900)),), id="moved up"),
        pytest.param((DesktopWindow(1, Box(310, 600, 1510, 900)),), id="moved aside"),
        pytest.param(
            (DesktopWindow(2, Box(700, 300, 1000, 800)), DesktopWindow(1, Box(300, 600, 1500, 900))), id="covered"
        ),
    ],
)
def test_she_falls_when_the_window_below_her_goes_or_moves(windows: tuple[DesktopWindow, ...]) -> None:
    world = World((SCREEN,), (DesktopWindow(1, Box(300, 600, 1500, 900)),))
    sitting = run_until(standing(900), world, lambda each: each.perch is not None and not each.is_moving)
    sitting = replace(sitting, x=900.0)
    falling = advance(sitting, replace(world, windows=windows), FIGURE, 0)
    assert falling.is_falling
    landed = run_until(falling, replace(world, windows=windows), lambda each: not each.is_moving)
    assert support(landed.x, landed.y, replace(world, windows=windows), FIGURE)


@pytest.mark.parametrize("velocity", [(1500, -900), (-4000, -4000), (9000, 300), (0, -5000), (0, 0)])
def test_a_throw_bounces_off_the_edges_and_lands(velocity: tuple[float, float]) -> None:
    frames = run(thrown(standing(900), 900, 500, *velocity), DESKTOP, 8)
    assert all(is_allowed(roamer, DESKTOP) for roamer in frames)
    assert frames[-1].y == 1040
    assert not frames[-1].is_moving
    assert any(b.y < a.y for a, b in itertools.pairwise(frames) if a.y > 1000)


def test_dropped_beyond_the_fence_she_comes_back_into_it() -> None:
    world = World((Area(FENCE),))
    frames = run(thrown(standing(200), 200, 600, 0, 0), world, 5)
    assert is_allowed(frames[-1], world)
    assert frames[-1].y == FENCE.bottom
    entered = next(index for index, roamer in enumerate(frames) if is_allowed(roamer, world))
    assert all(is_allowed(roamer, world) for roamer in frames[entered:])


def test_the_pointer_stops_her_within_a_step() -> None:
    walking = run_until(standing(900), DESKTOP, lambda each: each.stance is Stance.WALKING and each.speed > 40)
    near = replace(DESKTOP, pointer=(walking.x, walking.y - 100))
    frames = run(walking, near, 2)
    assert not frames[-1].is_moving
    assert abs(frames[-1].x - walking.x) <= FIGURE.stride + 1


def test_she_does_not_set_off_while_she_is_not_free_or_the_pointer_is_near() -> None:
    for world in (replace(DESKTOP, is_free=False), replace(DESKTOP, pointer=(900, 900))):
        assert not any(roamer.is_moving for roamer in run(standing(900), world, 600))


def test_she_never_walks_before_the_window_that_is_used_and_leaves_it_if_she_went_there_herself() -> None:
    used = Box(1000, 300, 1920, 1040)
    world = replace(DESKTOP, kept_clear=(used,))
    for roamer in run(standing(500), world, 900):
        assert not FIGURE.at(roamer.x, roamer.y).overlaps(used)
    left = run_until(standing(1300), world, lambda each: not FIGURE.at(each.x, each.y).overlaps(used), 60)
    assert left.x == pytest.approx(1000 - FIGURE.right, abs=FIGURE.stride)
    placed = seated(standing(1300))
    assert not any(roamer.is_moving for roamer in run(placed, world, 60))


def test_she_stops_within_a_step_before_a_window_that_has_just_become_the_used_one() -> None:
    walking = run_until(called(standing(300), 1500, DESKTOP, FIGURE), DESKTOP, lambda each: each.x > 500)
    used = replace(DESKTOP, kept_clear=(Box(0, 300, 1920, 1040),))
    stopped = run_until(walking, used, lambda each: not each.is_moving, 5)
    assert stopped.x - walking.x <= FIGURE.stride


def test_on_the_way_out_of_what_is_used_she_does_not_stop() -> None:
    used = replace(DESKTOP, kept_clear=(Box(1000, 300, 1920, 1040),))
    walking = run_until(called(standing(1400), 700, DESKTOP, FIGURE), DESKTOP, lambda each: each.x < 1300)
    assert run_until(walking, used, lambda each: not each.is_moving).x == pytest.approx(700, abs=FIGURE.stride)


def test_a_window_that_is_below_her_from_the_beginning_takes_her_ground_when_it_moves() -> None:
    world = World((SCREEN,), (DesktopWindow(1, Box(300, 600, 1500, 900)),))
    begun = advance(standing(900, 600), world, FIGURE, FRAME)
    assert begun.perch == (1, 300, 600)
    assert advance(begun, World((SCREEN,), (DesktopWindow(1, Box(310, 600, 1510, 900)),)), FIGURE, 0).is_falling


def test_stopped_on_the_way_to_the_edge_she_does_not_peek() -> None:
    walking = replace(called(standing(900), 300, DESKTOP, FIGURE), peek=-1)
    stopped = run_until(walking, replace(DESKTOP, pointer=(800, 900)), lambda each: not each.is_moving)
    assert stopped.x > 300
    assert (stopped.peek, stopped.stance is Stance.PEEKING) == (0, False)


def test_she_comes_when_she_is_called_while_she_peeks() -> None:
    hidden = run_until(standing(300), DESKTOP, lambda each: each.stance is Stance.PEEKING, 3000)
    came = run_until(called(hidden, 960, DESKTOP, FIGURE), DESKTOP, lambda each: not each.is_moving)
    assert came.x == pytest.approx(960, abs=FIGURE.stride)
    assert not came.peek


def test_she_does_not_leap_to_where_the_pointer_is() -> None:
    world = World((SCREEN,), (DesktopWindow(1, Box(300, 600, 1500, 900)),), pointer=(1050, 590))
    for seed in range(30):
        frames = run(standing(600, seed=seed), world, 60)
        for landed in (b for a, b in itertools.pairwise(frames) if a.is_falling and b.perch):
            assert not FIGURE.at(landed.x, landed.y).grown(NEAR).has(1050, 590)


@pytest.mark.parametrize(("x", "side"), [(400, -1), (1500, 1)])
def test_sent_to_the_edge_she_peeks_from_the_nearest_one(x: float, side: int) -> None:
    sent = peeking(standing(x), DESKTOP, FIGURE)
    assert sent
    arrived = run_until(sent, DESKTOP, lambda each: not each.is_moving)
    assert (arrived.peek, arrived.stance) == (side, Stance.PEEKING)
    assert peeking(standing(x), World((replace(SCREEN, outer=frozenset()),)), FIGURE) is None


def test_she_peeks_from_an_outer_edge_and_comes_back() -> None:
    hidden = run_until(standing(300), DESKTOP, lambda each: each.stance is Stance.PEEKING, 3000)
    body = FIGURE.at(hidden.x, hidden.y)
    assert body.left < 0 or body.right > 1920
    back = run_until(hidden, DESKTOP, lambda each: not each.peek)
    assert is_inside(FIGURE.at(back.x, back.y), (SCREEN,))
    inner = World((replace(SCREEN, outer=frozenset()),))
    assert not any(roamer.peek for roamer in run(standing(300), inner, 1200))


def test_called_she_comes_as_near_as_she_may() -> None:
    came = run_until(called(standing(300), 5000, DESKTOP, FIGURE), DESKTOP, lambda each: not each.is_moving)
    assert came.x == pytest.approx(1920 - FIGURE.right, abs=FIGURE.stride)


def test_without_room_she_stays_where_she_is() -> None:
    cramped = World((Area(Box(0, 0, 150, 150)),))
    assert {(roamer.x, roamer.y) for roamer in run(standing(900, 500), cramped, 60)} == {(900, 500)}


def test_a_body_without_feet_hops_and_is_on_the_ground_when_it_stands() -> None:
    hopping = replace(FIGURE, hop=10)
    frames = run(standing(900), DESKTOP, 60, hopping)
    heights = [roamer.shown_at(hopping)[1] for roamer in frames]
    assert min(heights) == pytest.approx(1030, abs=0.5)
    assert all(roamer.shown_at(hopping) == (roamer.x, roamer.y) for roamer in frames if not roamer.is_moving)
