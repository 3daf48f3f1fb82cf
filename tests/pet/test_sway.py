"""How the character hangs while it is carried, as plain numbers over time."""

import pytest

from deskpet.pet.sway import MOST, Sway


def carried(sway: Sway, speed: float, seconds: float, *, begin: float = 0.0, step: float = 1 / 60) -> list[float]:
    """The leans while it is carried with a speed in heights a second, from a time on."""
    times = [begin + step * number for number in range(round(seconds / step) + 1)]
    return [sway.hang(speed * (time - begin), time) for time in times]


def let_go(sway: Sway, begin: float, seconds: float) -> list[float]:
    return [sway.let_go(begin + number / 60) for number in range(round(seconds * 60))]


@pytest.mark.parametrize("speed", [3.0, -3.0])
def test_it_lags_behind_the_hand(speed: float):
    leans = carried(Sway(), speed, 0.5)
    assert max(abs(lean) for lean in leans) > 6
    assert all(lean * speed <= 0 for lean in leans[2:])


def test_stopped_it_swings_out_to_both_sides_and_hangs_still():
    sway = Sway()
    carried(sway, 3.0, 0.5)
    after = [sway.hang(1.5, 0.5 + number / 60) for number in range(1, 240)]
    assert max(after) > 1
    assert sway.is_still
    assert abs(after[-1]) < 0.1


def test_let_go_it_comes_to_rest_wherever_it_was_put():
    sway = Sway()
    carried(sway, -4.0, 0.4)
    assert not sway.is_still
    assert abs(let_go(sway, 0.4, 3)[-1]) < 0.1
    # Picked up elsewhere, it does not take the way there for a jerk.
    assert sway.hang(90.0, 10.0) == pytest.approx(0.0, abs=0.1)


@pytest.mark.parametrize("step", [1 / 120, 1 / 60, 1 / 15, 0.5])
def test_however_wild_the_hand_and_however_few_the_frames_it_stays_upright(step: float):
    sway, now = Sway(), 0.0
    for number in range(200):
        now += step
        assert abs(sway.hang((number % 2) * 8.0, now)) <= MOST
    assert abs([sway.let_go(now + number / 30) for number in range(1, 150)][-1]) < 0.1
