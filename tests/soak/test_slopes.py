"""Tests of the judgement of soak samples: noise and a few outliers are flat, a leak is not."""

import random

import pytest

from tests.soak.slopes import Tolerance, judge, slope

HANDLES = Tolerance("handles", "", noise=2, per_hour=2)


def series(per_minute: float, odd: int = 0, count: int = 20) -> list[tuple[float, float]]:
    """Return a sample each half minute, with some noise and `odd` outliers."""
    chance = random.Random(1)
    points = [(30.0 * n, 20 + per_minute * n / 2 + chance.uniform(-0.5, 0.5)) for n in range(count)]
    for n in chance.sample(range(count), odd):
        points[n] = (points[n][0], 500.0)
    return points


def test_a_slope_is_told_per_second() -> None:
    assert slope([(0, 1), (10, 3), (20, 5)]) == pytest.approx(0.2)


@pytest.mark.parametrize("odd", [0, 4])
def test_noise_and_odd_samples_are_flat(odd: int) -> None:
    assert judge(HANDLES, series(0, odd)).is_flat


@pytest.mark.parametrize("odd", [0, 4])
def test_three_handles_a_minute_are_not(odd: int) -> None:
    assert not judge(HANDLES, series(3, odd)).is_flat


def test_what_falls_is_flat() -> None:
    assert judge(HANDLES, series(-5)).is_flat
