"""The built-in characters in motion, moved by the real core: nothing jumps, and nothing stays behind."""

import random
from collections.abc import Generator
from pathlib import Path

import pytest

from deskpet.pet import model_file
from deskpet.pet.rig import Rig
from models.mikan.generator.motion import OWNED
from models.mikan.generator.motions import GROUPS
from models.mikan.generator.parameters import ARM, CROSSING, PARAMETERS
from models.mikan.generator.physics import SPRINGS
from models.mikan.generator.rig_face import Eye

STEP = 1 / 60
RANGES = {parameter.id: parameter.maximum - parameter.minimum for parameter in PARAMETERS}
SWINGING = [output for spring in SPRINGS for _, _, output, _ in spring.links if output]
# The core blinks at random moments, and a blink is meant to be fast.
STEADY = [name for name in OWNED if "Open" not in name]
# Sleep lasts too long for a test.
MOTIONS = [(group, index) for group, entry in GROUPS.items() for index in range(len(entry.motions)) if group != "Doze"]
SETTLING = 4.0


@pytest.fixture(params=["mikan", "yuki"])
def name(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def rig(name: str, tmp_path: Path) -> Generator[Rig]:
    """A character that does nothing by itself but breathe and blink."""
    rig = Rig(model_file.load(name, tmp_path))
    pass_time(rig, 1.0)
    yield rig
    rig.close()


@pytest.fixture
def twin(name: str, tmp_path: Path) -> Generator[Rig]:
    """The same, for comparison: it breathes in step with the first."""
    twin = Rig(model_file.load(name, tmp_path))
    pass_time(twin, 1.0)
    yield twin
    twin.close()


def pass_time(rig: Rig, seconds: float) -> None:
    for _ in range(round(seconds / STEP)):
        rig.update(STEP)


def pose(rig: Rig, names: list[str]) -> dict[str, float]:
    """Parameters as shares of their range."""
    return {name: rig.parameter(name) / RANGES[name] for name in names}


def farthest(one: dict[str, float], other: dict[str, float]) -> tuple[float, str]:
    return max((abs(one[name] - other[name]), name) for name in one)


@pytest.mark.parametrize(("group", "index"), MOTIONS)
def test_a_motion_has_no_jumps_and_leaves_nothing_behind(rig: Rig, twin: Rig, group: str, index: int) -> None:
    first = before = pose(rig, STEADY)
    widest = 0.0
    rig.start_motion(group, index)
    while not rig.is_resting:
        rig.update(STEP)
        twin.update(STEP)
        now = pose(rig, STEADY)
        assert farthest(before, now) < (0.2, "")
        widest, before = max(widest, farthest(first, now)[0]), now
    assert widest > 0.1
    pass_time(rig, SETTLING)
    pass_time(twin, SETTLING)
    assert farthest(pose(rig, STEADY), pose(twin, STEADY)) < (0.005, "")
    assert farthest(pose(rig, SWINGING), pose(twin, SWINGING)) < (0.03, "")


def test_interrupted_again_and_again_a_motion_still_leaves_nothing_behind(rig: Rig, twin: Rig) -> None:
    seconds = 0.0
    for group, index in MOTIONS:
        rig.start_motion(group, index)
        pass_time(rig, 0.7)
        seconds += 0.7
    while not rig.is_resting:
        rig.update(STEP)
        twin.update(STEP)
    pass_time(twin, seconds)
    pass_time(rig, SETTLING)
    pass_time(twin, SETTLING)
    assert farthest(pose(rig, STEADY), pose(twin, STEADY)) < (0.005, "")


def test_hair_ears_arms_and_tail_follow(rig: Rig) -> None:
    rig.start_motion("TapBody")
    followed: set[str] = set()
    while not rig.is_resting:
        rig.update(STEP)
        followed |= {name for name, share in pose(rig, SWINGING).items() if abs(share) > 0.05}
    assert followed == set(SWINGING)


def test_every_pair_of_expressions_differs_in_several_ways(rig: Rig) -> None:
    faces: dict[str, dict[str, float]] = {}
    names = [name for name in RANGES if name not in OWNED and name not in SWINGING and name != "ParamBreath"]
    for expression in rig.model.expressions:
        rig.set_expression(expression)
        pass_time(rig, 1.0)
        faces[expression] = pose(rig, names)
    for first, one in faces.items():
        for second, other in faces.items():
            changed = [name for name in names if abs(one[name] - other[name]) > 0.1]
            assert first == second or len(changed) >= 4, (first, second, changed)


@pytest.mark.parametrize("group", ["Think"])
def test_no_frame_shows_the_hanging_and_the_folded_arm(rig: Rig, group: str) -> None:
    """Both are drawn between the two middle keys."""
    _, low, high, *_ = CROSSING
    rig.start_motion(group)
    folds: list[float] = []
    for _ in range(round(6 / STEP)):
        rig.update(STEP)
        folds.append(rig.parameter("ParamArmLFold"))
    assert max(folds) == 1
    assert not [fold for fold in folds if low < fold < high]


def test_no_frame_shows_two_hands_of_one_arm(rig: Rig) -> None:
    """The closed hand and the open one are both drawn between the two middle keys."""
    _, _, low, high, *_ = ARM
    chance, highest = random.Random(1), 0.0
    for _ in range(200):
        # Most of them interrupt the one before.
        rig.start_motion(*chance.choice(MOTIONS))
        for _ in range(chance.randint(5, 90)):
            rig.update(STEP)
            lifts = [rig.parameter("ParamArmL"), rig.parameter("ParamArmR")]
            assert not [lift for lift in lifts if low < lift < high]
            highest = max(highest, *lifts)
    assert highest > high


@pytest.mark.parametrize("opening", [0.25, 0.35, 0.5, 0.65, 0.8, 1.0])
def test_the_upper_lid_stays_arched_while_the_eye_closes(opening: float) -> None:
    eye = Eye("L", 0.0)
    pose = {"ParamEyeLOpen": opening, "ParamEyeLSmile": 0.0, "ParamEyeForm": 0.0}
    inner, middle, outer = (eye.upper(pose, t) for t in (-1.0, 0.0, 1.0))
    assert middle < min(inner, outer) - 25
