"""Render quality is lowered when frames are too expensive, and raised again later. No window is needed."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.pet import frame_rate
from deskpet.pet.frame_rate import FrameRate
from deskpet.pet.render_quality import SHARE, SHARPNESSES, SMOOTH, RenderQuality


def frame(seconds: float) -> tuple[float, float]:
    """A frame that the processor draws without waiting for anything."""
    return seconds, seconds


def simulate(
    quality: RenderQuality,
    full_cost: float,
    seconds: float,
    *,
    rate: float = 60,
    begin: float = 0.0,
    time_of: Callable[[float, int], tuple[float, float]] = lambda cost, _: frame(cost),
) -> list[RenderQuality]:
    """Return the quality after each frame, on a machine where a frame at full resolution costs `full_cost` seconds.

    `time_of` returns the time of a frame from its cost and its number.
    """
    now, history = begin, [quality]
    while now < begin + seconds:
        now += interval(history[-1], rate)
        cost = full_cost * history[-1].sharpness ** 2
        history.append(history[-1].after_frame(*time_of(cost, len(history)), rate, now))
    return history


def interval(quality: RenderQuality, rate: float) -> float:
    """The seconds between two frames if `rate` frames per second are wanted."""
    return max(1 / rate, quality.least_interval)


def delayed(cost: float, number: int) -> tuple[float, float]:
    """A frame on a machine that other programs keep busy: two of three frames wait for them."""
    return (cost if number % 3 == 0 else cost + 0.06, cost)


def test_a_cheap_model_is_drawn_at_the_wanted_rate_and_full_resolution() -> None:
    for quality in simulate(RenderQuality(), 0.004, 60):
        assert (quality.sharpness, interval(quality, 60)) == (1.0, 1 / 60)


def test_the_frame_rate_is_lowered_first() -> None:
    after = simulate(RenderQuality(), 0.025, 60)[-1]
    assert after.sharpness == 1.0
    assert interval(after, 60) == pytest.approx(0.025 / SHARE)


def test_then_the_resolution_is_lowered_until_motion_is_smooth() -> None:
    history = simulate(RenderQuality(), 0.045, 60)
    assert {quality.sharpness for quality in history} == {1.0, 0.75}
    assert interval(history[-1], 60) <= 1 / SMOOTH


def test_the_most_expensive_model_goes_down_step_by_step_and_stays_there() -> None:
    history = simulate(RenderQuality(), 0.3, 600)
    steps = [history[0].sharpness, *(b.sharpness for a, b in pairwise(history) if a.step != b.step)]
    assert steps == list(SHARPNESSES)


def test_a_single_stall_has_no_lasting_effect() -> None:
    steady = simulate(RenderQuality(), 0.004, 10)[-1]
    stalled = steady.after_frame(*frame(2.0), 60, 10.1)
    history = simulate(stalled, 0.004, 5, begin=10.1)
    assert {quality.sharpness for quality in history} == {1.0}
    assert interval(history[-1], 60) == 1 / 60


def test_a_machine_busy_with_other_programs_keeps_the_resolution() -> None:
    history = simulate(RenderQuality(), 0.006, 60, time_of=delayed)
    assert {quality.sharpness for quality in history} == {1.0}
    assert interval(history[-1], 60) > 1 / 60


def test_a_slow_graphics_card_lowers_the_resolution() -> None:
    """The processor only waits for it, in every frame."""
    history = simulate(RenderQuality(), 0.3, 60, time_of=lambda cost, _: (cost, 0.001))
    assert history[-1].sharpness == min(SHARPNESSES)


def test_threads_that_draw_at_the_same_time_count_once() -> None:
    history = simulate(RenderQuality(), 0.02, 60, time_of=lambda cost, _: (cost, 8 * cost))
    assert {quality.sharpness for quality in history} == {1.0}


def test_the_full_resolution_is_back_within_seconds() -> None:
    lowered = simulate(RenderQuality(), 0.3, 30)[-1]
    assert lowered.sharpness == min(SHARPNESSES)
    assert simulate(lowered, 0.006, 6, begin=30, time_of=delayed)[-1].sharpness == 1.0


def test_at_the_border_it_does_not_flicker() -> None:
    """The full resolution is slightly too expensive, the next lower one is cheap."""
    history = simulate(RenderQuality(), SHARE / SMOOTH * 1.05, 3600)
    changes = sum(a.step != b.step for a, b in pairwise(history))
    assert changes == 1


def test_failed_recoveries_increase_the_delay() -> None:
    """Frames are cheap only for some seconds at a time."""
    quality, now, changes = RenderQuality(), 0.0, 0
    for _ in range(60):
        for cost, seconds in ((0.1, 10.0), (0.004, 25.0)):
            history = simulate(quality, cost, seconds, begin=now)
            changes += sum(a.step != b.step for a, b in pairwise(history))
            quality, now = history[-1], now + seconds
    assert changes < 20


def test_at_a_low_frame_rate_the_resolution_stays_high() -> None:
    assert simulate(RenderQuality(), 0.05, 60, rate=5)[-1].sharpness == 1.0


@given(st.lists(st.tuples(st.floats(0, 5), st.sampled_from([2, 5, 15, 30, 60])), max_size=200))
def test_any_cost_gives_a_finite_interval(frames: list[tuple[float, int]]) -> None:
    quality, now = RenderQuality(), 0.0
    for cost, rate in frames:
        now += interval(quality, rate)
        quality = quality.after_frame(*frame(cost), rate, now)
        assert quality.sharpness in SHARPNESSES
        assert 1 / rate <= interval(quality, rate) <= 5 / SHARE


def test_frame_rates_of_the_levels_and_with_power_saving() -> None:
    assert [frame_rate.frames_per_second(one, 30) for one in FrameRate] == [3, 15, 30, 60]
    assert [frame_rate.frames_per_second(one, 30, saving=True) for one in FrameRate] == [2, 8, 15, 30]
    assert [frame_rate.frames_per_second(one, 5, saving=True) for one in FrameRate] == [2, 3, 5, 10]
