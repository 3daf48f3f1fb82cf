"""A model that is too heavy gives way, and comes back when there is room: the policy, without a window."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.pet import frame_rate
from deskpet.pet.frame_rate import FrameRate
from deskpet.pet.render_quality import SHARE, SHARPNESSES, SMOOTH, RenderQuality


def drawn(
    effort: RenderQuality, whole_cost: float, seconds: float, *, rate: float = 60, begin: float = 0.0
) -> list[RenderQuality]:
    """What is done, frame by frame, on a machine where a frame with all its pixels costs `whole_cost` seconds."""
    now, past = begin, [effort]
    while now < begin + seconds:
        now += past[-1].interval(rate)
        past.append(past[-1].after_frame(whole_cost * past[-1].sharpness ** 2, rate, now))
    return past


def test_a_light_model_is_drawn_as_often_as_wanted_with_all_its_pixels() -> None:
    for effort in drawn(RenderQuality(), 0.004, 60):
        assert (effort.sharpness, effort.interval(60)) == (1.0, 1 / 60)


def test_the_rate_gives_way_first() -> None:
    after = drawn(RenderQuality(), 0.025, 60)[-1]
    assert after.sharpness == 1.0
    assert after.interval(60) == pytest.approx(0.025 / SHARE)


def test_then_the_pixels_until_motion_is_smooth_again() -> None:
    past = drawn(RenderQuality(), 0.045, 60)
    assert {effort.sharpness for effort in past} == {1.0, 0.75}
    assert past[-1].interval(60) <= 1 / SMOOTH


def test_the_heaviest_goes_down_step_by_step_and_stays_there() -> None:
    past = drawn(RenderQuality(), 0.3, 600)
    steps = [past[0].sharpness, *(b.sharpness for a, b in pairwise(past) if a.step != b.step)]
    assert steps == list(SHARPNESSES)


def test_a_single_stall_changes_nothing_for_good() -> None:
    calm = drawn(RenderQuality(), 0.004, 10)[-1]
    stalled = calm.after_frame(2.0, 60, 10.1)
    past = drawn(stalled, 0.004, 5, begin=10.1)
    assert {effort.sharpness for effort in past} == {1.0}
    assert past[-1].interval(60) == 1 / 60


def test_it_recovers_when_the_machine_has_time_again() -> None:
    poor = drawn(RenderQuality(), 0.3, 30)[-1]
    assert poor.sharpness == min(SHARPNESSES)
    assert drawn(poor, 0.004, 60, begin=30)[-1].sharpness == 1.0


def test_at_the_border_it_does_not_flicker() -> None:
    """Just too heavy for all the pixels, with plenty of room for fewer of them."""
    past = drawn(RenderQuality(), SHARE / SMOOTH * 1.05, 3600)
    changes = sum(a.step != b.step for a, b in pairwise(past))
    assert changes == 1


def test_recovering_in_vain_makes_it_patient() -> None:
    """Another program comes and goes, so that frames are cheap for a while, again and again."""
    effort, now, changes = RenderQuality(), 0.0, 0
    for _ in range(60):
        for cost, seconds in ((0.1, 10.0), (0.004, 25.0)):
            past = drawn(effort, cost, seconds, begin=now)
            changes += sum(a.step != b.step for a, b in pairwise(past))
            effort, now = past[-1], now + seconds
    assert changes < 20


def test_where_few_frames_are_wanted_few_have_to_be_afforded() -> None:
    assert drawn(RenderQuality(), 0.05, 60, rate=5)[-1].sharpness == 1.0


@given(st.lists(st.tuples(st.floats(0, 5), st.sampled_from([2, 5, 15, 30, 60])), max_size=200))
def test_whatever_frames_cost_there_is_a_next_one(frames: list[tuple[float, int]]) -> None:
    effort, now = RenderQuality(), 0.0
    for cost, rate in frames:
        now += effort.interval(rate)
        effort = effort.after_frame(cost, rate, now)
        assert effort.sharpness in SHARPNESSES
        assert 1 / rate <= effort.interval(rate) <= 5 / SHARE


def test_every_pace_has_its_rate_and_saving_power_a_lower_one() -> None:
    assert [frame_rate.frames(one, 30) for one in FrameRate] == [5, 15, 30, 60]
    assert [frame_rate.frames(one, 30, saving=True) for one in FrameRate] == [2, 8, 15, 30]
    assert [frame_rate.frames(one, 5, saving=True) for one in FrameRate] == [2, 5, 5, 10]
