"""A motion started again while it fades out: the process lives on, and the two runs fade into each other."""

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from deskpet.pet import model_file
from deskpet.pet.model_file import ModelFile
from deskpet.pet.motion_player import MAX_COPIES
from deskpet.pet.rig import Rig
from tests.pet import rig_search
from tests.support.deskpet_process import start_python
from tests.support.folders import sample_models

STEP = 1 / 30
# Wave lasts 3.3 s and fades out from frame 87 on.
FADING = range(86, 102)
# The core blinks at random.
BLINKING = {"ParamEyeLOpen", "ParamEyeROpen"}

PLANS = {
    "wave again": ("mikan", [f"0:Wave:0:FORCE,{at}:Wave:0:FORCE" for at in FADING]),
    "a nod between": ("mikan", [f"0:Wave:0:FORCE,{at}:Nod:0:FORCE,{at + 3}:Wave:0:FORCE" for at in FADING]),
    "three times": ("mikan", [f"0:Wave:0:FORCE,88:Wave:0:FORCE,{at}:Wave:0:FORCE" for at in FADING]),
    "normal over idle": ("mikan", [f"0:Wave:0:IDLE,{at}:Wave:0:NORMAL" for at in FADING]),
    "two taps": ("mikan", [f"0:TapHead:0:FORCE,{at}:TapHead:0:FORCE" for at in range(40, 110)]),
    "two taps, Yuki": ("yuki", [f"0:TapHead:0:FORCE,{at}:TapHead:0:FORCE" for at in range(40, 110)]),
}


@pytest.mark.parametrize("case", PLANS)
def test_a_motion_started_again_while_it_fades_out_ends_nothing(case: str, tmp_path: Path) -> None:
    model, plans = PLANS[case]
    process = start_python("-m", "tests.pet.motion_process", model, str(tmp_path), *plans)
    output, errors = process.communicate(timeout=100)
    assert process.returncode == 0, f"{output.splitlines()[-1:]}\n{errors}"
    assert output.splitlines() == plans


@pytest.mark.window
@pytest.mark.slow
def test_a_search_finds_no_way_to_end_the_process() -> None:
    crashes = [str(crash) for _, crash in rig_search.search(rig_search.BUILT_IN, 8_000, seed=7) if crash]
    assert crashes == []


@pytest.mark.window
@pytest.mark.slow
def test_a_search_of_other_models_finds_none_either(shared: Path) -> None:
    models = [str(each) for each in sample_models()]
    crashes = [str(crash) for _, crash in rig_search.search(models, 6_000, seed=8) if crash]
    assert crashes == []


@pytest.fixture
def mikan(built_in: Path, tmp_path: Path) -> ModelFile:
    return model_file.load("mikan", tmp_path)


def poses(model: ModelFile, starts: dict[int, int], frames: int = 150) -> list[dict[str, float]]:
    """Every parameter in each frame; `starts` tells which motion of the group Wave begins in which frame."""
    rig = Rig(model)
    names = [name for name in rig._core.GetParamIds() if name not in BLINKING]
    seen: list[dict[str, float]] = []
    for frame in range(frames):
        if frame in starts:
            rig.start_motion("Wave", starts[frame])
        rig.update(STEP)
        seen.append({name: rig.parameter(name) for name in names})
    rig.close()
    return seen


def steps(seen: list[dict[str, float]], name: str) -> list[float]:
    """Return the change of a parameter from each frame to the next."""
    return [abs(after[name] - before[name]) for before, after in itertools.pairwise(seen)]


@pytest.mark.parametrize("at", [60, 88, 92, 97])
@pytest.mark.parametrize("fades", [{}, {"FadeOutTime": 1.4}, {"FadeInTime": 0.6, "FadeOutTime": 0.8}])
def test_a_motion_fades_into_itself_as_into_another_motion(mikan: ModelFile, at: int, fades: dict[str, float]) -> None:
    wave = replace(mikan.settings.motions["Wave"][0], fades=fades)
    # The same file under two numbers is two motions to the core.
    one, twins = (replace(mikan, settings=replace(mikan.settings, motions={"Wave": (wave,) * n})) for n in (1, 2))
    again, as_another = poses(one, {0: 0, at: 0}), poses(twins, {0: 0, at: 1})
    for frame, (pose, expected) in enumerate(zip(again, as_another, strict=True)):
        assert pose == pytest.approx(expected, abs=1e-3), frame


@pytest.mark.parametrize("at", [88, 92, 97])
def test_a_restart_in_the_fade_out_is_no_leap(mikan: ModelFile, at: int) -> None:
    once, again = poses(mikan, {0: 0}), poses(mikan, {0: 0, at: 0})
    for name in once[0]:
        assert max(steps(again, name)) <= 1.25 * max(steps(once, name)) + 0.01, name


def test_more_restarts_than_copies_end_nothing(mikan: ModelFile) -> None:
    rig = Rig(mikan, "Idle")
    for _ in range(4 * MAX_COPIES):
        rig.start_motion("Wave", 0)
        rig.update(STEP)
    for _ in range(300):
        rig.update(STEP)
    assert not rig.is_resting
    rig.close()


def test_a_motion_whose_file_is_gone_starts_again_all_the_same(model: Path, tmp_path: Path) -> None:
    rig = Rig(model_file.load(str(model), tmp_path / "cache"))
    rig.start_motion("Wave", 0)
    for _ in range(90):
        rig.update(STEP)
    for file in model.glob("motions/Wave*"):
        file.unlink()
    rig.start_motion("Wave", 0)
    for _ in range(90):
        rig.update(STEP)
    assert not rig.is_resting
    for _ in range(20):
        rig.update(STEP)
    assert rig.is_resting
    rig.close()
