"""How a model walks: which foot carries her, and what is set on the core."""

import pytest

from deskpet.pet import gait
from deskpet.pet.gait import Gait, Posture, Stance, strides
from models.mikan.generator import rig, rig_legs

FULL = ("ParamStrideL", "ParamStrideR", "ParamLegL", "ParamLegR", "ParamSit", "ParamHop", "ParamHips", "ParamAngleX")


class Core:
    """Keeps the values of parameters as Cubism Core does."""

    def __init__(self, **values: float) -> None:
        self.values = {**dict.fromkeys(FULL, 0.0), **values}

    def SetParamById(self, name: str, value: float, weight: float = 1.0) -> None:  # noqa: N802
        self.values[name] += (value - self.values[name]) * weight

    def AddParamById(self, name: str, value: float) -> None:  # noqa: N802
        self.values[name] += value


def settled(posture: Posture, parameters: tuple[str, ...] = FULL, *, is_idle: bool = True, **before: float) -> Core:
    """Return the core once the posture has faded in, after what a motion had set `before`."""
    walking = Gait(parameters)
    walking.assume(posture)
    walking.apply(Core(), 10.0, is_idle=is_idle)
    core = Core(**before)
    walking.apply(core, 0.0, is_idle=is_idle)
    return core


@pytest.mark.parametrize("heading", [-1, 1])
def test_the_foot_that_carries_stays_where_it_is_while_the_window_moves(heading: int) -> None:
    for step in range(4):
        on_desktop = set()
        for part in range(10):
            steps = step + part / 10
            feet = strides(steps, heading)
            carrying = feet[0] if step % 2 == 0 else feet[1]
            # The window goes on by a step, which is as far as a foot goes from -1 to 1.
            on_desktop.add(round(heading * steps + carrying / 2, 6))
        assert len(on_desktop) == 1


def test_feet_are_beside_each_other_when_a_walk_begins_and_ends() -> None:
    assert strides(0.5, 1) == strides(7.5, -1) == (0.0, 0.0)


def test_a_step_of_the_planner_is_a_step_of_the_built_in_models() -> None:
    drawn = 2 * rig_legs.STRIDE * rig.PLACEMENT.scale / rig.CANVAS.height
    assert drawn == pytest.approx(gait.STRIDE, rel=0.01)


def test_walking_overrides_an_idle_motion_that_sits_and_lifts_one_foot_only() -> None:
    core = settled(Posture(Stance.WALKING, 1, 0.8), ParamSit=1.0, ParamLegL=1.0).values
    assert core["ParamSit"] == 0
    assert core["ParamLegL"] == 0
    assert core["ParamLegR"] < -0.3
    assert core["ParamAngleX"] > 10


def test_sitting_gives_way_to_a_motion_that_is_asked_for() -> None:
    assert settled(Posture(Stance.SITTING)).values["ParamSit"] == 1
    assert settled(Posture(Stance.SITTING), is_idle=False).values["ParamSit"] == 0


def test_she_gives_way_after_a_fall_and_only_then() -> None:
    fallen = Gait(FULL)
    fallen.assume(Posture(Stance.FALLING))
    fallen.apply(Core(), 1.0, is_idle=True)
    fallen.assume(Posture())
    core = Core()
    fallen.apply(core, 0.2, is_idle=True)
    assert core.values["ParamHop"] < -0.2
    fallen.apply(Core(), 1.0, is_idle=True)
    assert _after(fallen) == Core().values


def _after(walking: Gait) -> dict[str, float]:
    core = Core()
    walking.apply(core, 1 / 60, is_idle=True)
    return core.values


def test_a_model_is_given_only_the_parameters_that_it_has() -> None:
    core = settled(Posture(Stance.WALKING, 1, 0.8), ("ParamAngleX",))
    assert {name for name, value in core.values.items() if value} == {"ParamAngleX"}
