"""Attention on a real rig: the poses of listening and thinking, and what comes before them."""

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest

from deskpet.pet.attention import Attention
from deskpet.pet.character_animator import AHEAD, GazeTargets
from deskpet.pet.frame_rate import FrameRate
from deskpet.pet.mood import GestureRole, MoodActivity
from tests.pet.simulation import PresenceSimulation


@pytest.fixture
def simulation(built_in: Path, tmp_path: Path) -> Generator[PresenceSimulation]:
    simulation = PresenceSimulation("mikan", tmp_path)
    # Idle motions are chosen at random, and move the ears as well.
    simulation.character = replace(simulation.character, idle_group=None)
    yield simulation
    simulation.rig.close()


def mean(simulation: PresenceSimulation, parameter: str, seconds: float = 5.5345) -> float:
    """Return the mean of a parameter, over a period of the breath."""
    values: list[float] = []
    for _ in range(round(seconds / 0.1)):
        simulation.advance(0.1)
        values.append(simulation.value(parameter))
    return sum(values) / len(values)


def widest_eye(simulation: PresenceSimulation) -> float:
    """Return how far the eye opens between blinks."""
    values: list[float] = []
    for _ in range(20):
        simulation.advance(0.1)
        values.append(simulation.value("ParamEyeLOpen"))
    return max(values)


def test_listening_perks_the_ears_tilts_the_head_and_ends_smoothly(simulation: PresenceSimulation) -> None:
    simulation.advance(2)
    ears, tilt, eyes = mean(simulation, "ParamEarL"), mean(simulation, "ParamAngleZ"), widest_eye(simulation)
    simulation.animator.set_attention(Attention.LISTENING)
    simulation.advance(1)
    assert mean(simulation, "ParamEarL") > ears + 0.5
    assert mean(simulation, "ParamAngleZ") > tilt + 5
    assert widest_eye(simulation) == pytest.approx(eyes * 1.12, abs=0.01)
    simulation.animator.set_attention(Attention.NONE)
    steps: list[float] = []
    for _ in range(60):
        before = simulation.value("ParamEarL")
        simulation.advance(1 / 60)
        steps.append(abs(simulation.value("ParamEarL") - before))
    assert max(steps) < 0.1
    assert mean(simulation, "ParamEarL") == pytest.approx(ears, abs=0.25)


def test_a_listener_looks_at_the_user_whatever_the_pointer_does(simulation: PresenceSimulation) -> None:
    simulation.surroundings = GazeTargets(pointer=(1.0, 0.6), chat=(-1.0, 0.0), pointer_moved=True)
    simulation.advance(3)
    assert simulation.value("ParamAngleX") > 10
    simulation.animator.set_attention(Attention.LISTENING)
    simulation.advance(2)
    assert abs(mean(simulation, "ParamAngleX")) < 6


def test_thinking_begins_before_the_turn_and_ends_with_the_first_word(simulation: PresenceSimulation) -> None:
    simulation.animator.set_attention(Attention.LISTENING)
    simulation.advance(2)
    simulation.animator.set_attention(Attention.THINKING)
    simulation.advance(2)
    assert simulation.value("ParamThought") > 0.9
    # The turn does not start the same thought again,
    simulation.animator.do(MoodActivity.WAITING)
    simulation.advance(0.3)
    assert simulation.value("ParamThought") > 0.9
    # and the first word ends it.
    simulation.animator.say("Well, ")
    simulation.advance(1.5)
    assert simulation.value("ParamThought") < 0.1
    assert simulation.animator.mood.attention is Attention.NONE


def test_what_is_closed_stays_closed(simulation: PresenceSimulation) -> None:
    simulation.animator.hold_expression(simulation.rig, "laughing")
    simulation.advance(2)
    eyes = simulation.value("ParamEyeLOpen")
    simulation.animator.set_attention(Attention.LISTENING)
    simulation.advance(2)
    assert simulation.value("ParamEyeLOpen") <= eyes * 1.2 + 0.01
    simulation.animator.hold_expression(simulation.rig, "wink")
    simulation.advance(2)
    assert min(simulation.value("ParamEyeLOpen"), simulation.value("ParamEyeROpen")) < 0.1


def test_a_touch_and_an_error_come_first(simulation: PresenceSimulation) -> None:
    simulation.animator.set_attention(Attention.LISTENING)
    simulation.advance(2)
    simulation.animator.note_touch(GestureRole.STROKED)
    simulation.advance(0.5)
    assert simulation.animator.role is GestureRole.STROKED
    simulation.advance(3)
    simulation.animator.wince()
    simulation.advance(0.5)
    assert simulation.animator.role is GestureRole.WINCE


def test_listening_wakes_her_and_keeps_her_awake(simulation: PresenceSimulation) -> None:
    simulation.animator.set_sleep_timeout(5)
    simulation.advance(8)
    assert simulation.animator.role is GestureRole.SLEEP
    simulation.animator.set_attention(Attention.LISTENING)
    assert simulation.advance(0.2) is FrameRate.LIVELY
    assert simulation.animator.role is None
    assert simulation.advance(10) is FrameRate.IN_VIEW
    assert simulation.animator.role is None


@pytest.mark.parametrize(
    ("name", "angles"),
    [
        ("Haru", ("ParamAngleZ", "ParamAngleY")),
        ("Mark", ("ParamAngleZ", "ParamAngleY")),
        ("Wanko", ("PARAM_ANGLE_Z", "PARAM_ANGLE_Y")),
        ("Shizuku-cubism2", ("PARAM_ANGLE_Z", "PARAM_ANGLE_Y")),
    ],
)
def test_any_model_listens_and_thinks(shared: Path, tmp_path: Path, name: str, angles: tuple[str, str]) -> None:
    simulation = PresenceSimulation(str(shared / "models" / name), tmp_path)
    simulation.character = replace(simulation.character, idle_group=None)
    simulation.surroundings = GazeTargets(pointer=AHEAD, pointer_moved=True)
    simulation.advance(1)
    calm = mean(simulation, angles[0])
    simulation.animator.set_attention(Attention.LISTENING)
    simulation.advance(1)
    assert mean(simulation, angles[0]) > calm + 4
    simulation.animator.set_attention(Attention.THINKING)
    simulation.advance(1)
    assert mean(simulation, angles[1]) > 8
    simulation.rig.close()
