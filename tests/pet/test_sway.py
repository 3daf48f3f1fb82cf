"""The lean of the character while it is carried, as numbers over time."""

import pytest

from deskpet.pet.character_animator import MAX_LEAN, Sway


def carried(sway: Sway, speed: float, seconds: float, *, begin: float = 0.0, step: float = 1 / 60) -> list[float]:
    """Return the leans while the character is carried at `speed` window heights per second, from the time `begin`."""
    times = [begin + step * number for number in range(round(seconds / step) + 1)]
    return [sway.carry(speed * (time - begin), time) for time in times]


def let_go(sway: Sway, begin: float, seconds: float) -> list[float]:
    return [sway.release(begin + number / 60) for number in range(round(seconds * 60))]


@pytest.mark.parametrize("speed", [3.0, -3.0])
def test_it_lags_behind_the_pointer(speed: float):
    leans = carried(Sway(), speed, 0.5)
    assert max(abs(lean) for lean in leans) > 6
    assert all(lean * speed <= 0 for lean in leans[2:])


def test_when_the_pointer_stops_it_swings_to_both_sides_and_comes_to_rest():
    sway = Sway()
    carried(sway, 3.0, 0.5)
    after = [sway.carry(1.5, 0.5 + number / 60) for number in range(1, 240)]
    assert max(after) > 1
    assert sway.is_still
    assert abs(after[-1]) < 0.1


def test_released_it_comes_to_rest():
    sway = Sway()
    carried(sway, -4.0, 0.4)
    assert not sway.is_still
    assert abs(let_go(sway, 0.4, 3)[-1]) < 0.1
    # Picked up elsewhere, it does not count the distance as a movement.
    assert sway.carry(90.0, 10.0) == pytest.approx(0.0, abs=0.1)


@pytest.mark.parametrize("step", [1 / 120, 1 / 60, 1 / 15, 0.5])
def test_the_lean_is_bounded_at_any_speed_and_frame_rate(step: float):
    sway, now = Sway(), 0.0
    for number in range(200):
        now += step
        assert abs(sway.carry((number % 2) * 8.0, now)) <= MAX_LEAN
    assert abs([sway.release(now + number / 30) for number in range(1, 150)][-1]) < 0.1
