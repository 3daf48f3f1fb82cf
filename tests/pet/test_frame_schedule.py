"""The frame schedule: even intervals that fit the screen, whatever delays a frame."""

import itertools
import random
import statistics
from collections.abc import Callable

import pytest

from deskpet.pet.frame_schedule import MAX_SLOWDOWN, FrameSchedule, paced

SCREENS = (59.94, 60.0, 60.02, 75.0, 119.88, 120.0, 143.86, 144.0, 165.0, 240.0, 260.0)
RATES = (5, 8, 15, 30, 60, 120)


@pytest.mark.parametrize("refresh", SCREENS)
@pytest.mark.parametrize("rate", RATES)
def test_each_frame_is_shown_for_the_same_number_of_refreshes(refresh: float, rate: int) -> None:
    pace = paced(rate, refresh)
    assert refresh / pace == pytest.approx(round(refresh / pace))
    assert pace <= rate * 1.001
    # One refresh less, and it would be above the chosen rate.
    assert pace == pytest.approx(refresh) or refresh / (round(refresh / pace) - 1) > rate


@pytest.mark.parametrize(
    ("rate", "refresh", "pace"),
    [(60, 60.0, 60), (60, 75.0, 37.5), (60, 144.0, 48), (60, 165.0, 55), (60, 240.0, 60), (60, 260.0, 52)],
)
def test_the_pace_on_usual_screens(rate: int, refresh: float, pace: float) -> None:
    assert paced(rate, refresh) == pace


@pytest.mark.parametrize("refresh", [0.0, -1.0, 1.0, float("nan"), float("inf"), 1e9])
def test_a_screen_that_tells_no_refresh_rate_changes_nothing(refresh: float) -> None:
    assert paced(60, refresh) == 60


def run(
    schedule: FrameSchedule, wanted: float, seconds: float, late: Callable[[], float], least: float = 0.0
) -> tuple[FrameSchedule, list[float]]:
    """Draw frames, each `late` after it was due, and return their intervals."""
    times = [schedule.due]
    while times[-1] < seconds:
        now = schedule.due + late()
        schedule = schedule.after_frame(now, wanted, least)
        times.append(now)
    return schedule, [after - before for before, after in itertools.pairwise(times[1:])]


@pytest.mark.parametrize("refresh", SCREENS)
@pytest.mark.parametrize("rate", RATES)
def test_delays_neither_add_up_nor_make_the_intervals_uneven(refresh: float, rate: int) -> None:
    chance, pace = random.Random(f"{refresh} {rate}"), paced(rate, refresh)

    def late() -> float:
        # A timer of whole milliseconds, and now and then another thing that was to be done first.
        return chance.random() / 1000 + (0.3 / pace if chance.random() < 0.1 else 0.0)

    _, intervals = run(FrameSchedule(1 / pace), 1 / pace, 60, late)
    mean = statistics.fmean(intervals)
    assert 1 / mean == pytest.approx(pace, rel=0.02 if 1 / pace > 0.006 else 0.1)
    assert sorted(intervals)[round(len(intervals) * 0.99)] <= 1.5 * mean


def test_a_frame_that_nobody_would_see_is_left_out() -> None:
    late = iter([0.0, 0.007, 0.0, 0.0])
    schedule, intervals = run(FrameSchedule(0.01), 0.01, 0.035, lambda: next(late))
    # The second frame, 7 ms late, stands in for the third one.
    assert intervals == pytest.approx([0.017, 0.013, 0.01])
    assert schedule.dropped == 1


def test_after_a_stall_there_is_no_burst_of_frames() -> None:
    schedule = FrameSchedule(0.01, due=1.0).after_frame(1.045, 0.01, 0.0)
    assert schedule.due == pytest.approx(1.055)
    assert schedule.dropped == 4
    asleep = FrameSchedule(0.01, due=1.0).after_frame(30_000.0, 0.01, 0.0)
    assert asleep.dropped == 1000


def test_a_higher_rate_applies_at_once_and_a_lower_one_gradually() -> None:
    slow = FrameSchedule(0.2, due=10.0)
    fast = slow.hastened(9.81, 0.01, 0.0)
    assert fast.due == pytest.approx(9.82)
    assert fast.hastened(9.82, 0.2, 0.0) == fast
    _, intervals = run(fast, 0.2, 20, lambda: 0.0)
    assert all(after <= before * MAX_SLOWDOWN + 1e-9 for before, after in itertools.pairwise(intervals))
    assert intervals[-1] == pytest.approx(0.2)


def test_expensive_frames_come_as_often_as_they_can() -> None:
    _, intervals = run(FrameSchedule(0.01), 0.01, 1.0, lambda: 0.0, least=0.025)
    assert intervals == pytest.approx([0.025] * len(intervals))
