"""Render quality is lowered when frames are too expensive, and raised again later. No window is needed."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.pet import frame_rate
from deskpet.pet.frame_rate import FrameRate
from deskpet.pet.render_quality import SHARE, SHARPNESSES, SMOOTH, RenderQuality


def simulate(
    quality: RenderQuality, full_cost: float, seconds: float, *, rate: float = 60, begin: float = 0.0
) -> list[RenderQuality]:
    """Return the quality after each frame, on a machine where a frame at full resolution costs `whole_cost` seconds."""
    now, history = begin, [quality]
    while now < begin + seconds:
        now += history[-1].interval(rate)
        history.append(history[-1].after_frame(full_cost * history[-1].sharpness ** 2, rate, now))
    return history


def test_a_cheap_model_is_drawn_at_the_wanted_rate_and_full_resolution() -> None:
    for quality in simulate(RenderQuality(), 0.004, 60):
        assert (quality.sharpness, quality.interval(60)) == (1.0, 1 / 60)


def test_the_frame_rate_is_lowered_first() -> None:
    after = simulate(RenderQuality(), 0.025, 60)[-1]
    assert after.sharpness == 1.0
    assert after.interval(60) == pytest.approx(0.025 / SHARE)


def test_then_the_resolution_is_lowered_until_motion_is_smooth() -> None:
    history = simulate(RenderQuality(), 0.045, 60)
    assert {quality.sharpness for quality in history} == {1.0, 0.75}
    assert history[-1].interval(60) <= 1 / SMOOTH


def test_the_most_expensive_model_goes_down_step_by_step_and_stays_there() -> None:
    history = simulate(RenderQuality(), 0.3, 600)
    steps = [history[0].sharpness, *(b.sharpness for a, b in pairwise(history) if a.step != b.step)]
    assert steps == list(SHARPNESSES)


def test_a_single_stall_has_no_lasting_effect() -> None:
    steady = simulate(RenderQuality(), 0.004, 10)[-1]
    stalled = steady.after_frame(2.0, 60, 10.1)
    history = simulate(stalled, 0.004, 5, begin=10.1)
    assert {quality.sharpness for quality in history} == {1.0}
    assert history[-1].interval(60) == 1 / 60


def test_the_resolution_recovers() -> None:
    lowered = simulate(RenderQuality(), 0.3, 30)[-1]
    assert lowered.sharpness == min(SHARPNESSES)
    assert simulate(lowered, 0.004, 60, begin=30)[-1].sharpness == 1.0


def test_at_the_border_it_does_not_flicker() -> None:
    """The full resolution is slightly too expensive, the next lower one is cheap."""
    history = simulate(RenderQuality(), SHARE / SMOOTH * 1.05, 3600)
    changes = sum(a.step != b.step for a, b in pairwise(history))
    assert changes == 1


def test_failed_recoveries_increase_the_delay() -> None:
    """Another program uses the processor from time to time, so that frames are cheap only in between."""
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
        now += quality.interval(rate)
        quality = quality.after_frame(cost, rate, now)
        assert quality.sharpness in SHARPNESSES
        assert 1 / rate <= quality.interval(rate) <= 5 / SHARE


def test_frame_rates_of_the_levels_and_with_power_saving() -> None:
    assert [frame_rate.frames_per_second(one, 30) for one in FrameRate] == [5, 15, 30, 60]
    assert [frame_rate.frames_per_second(one, 30, saving=True) for one in FrameRate] == [2, 8, 15, 30]
    assert [frame_rate.frames_per_second(one, 5, saving=True) for one in FrameRate] == [2, 5, 5, 10]
