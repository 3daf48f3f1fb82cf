"""The living model after days and months: it moves, looks, breathes and blinks as it did in its first minute."""

import itertools
import random
import statistics
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from deskpet.pet import model_file, rig
from deskpet.pet.model_file import ModelFile
from deskpet.pet.rig import Rig

STEP = 1 / 60
DAY = 86_400
# Time is given in steps this long until the model is old.
LEAP = 300.0
# Degrees of movement between two frames: what the core's breath does by itself.
BREATH = 0.3


@pytest.fixture
def mikan(built_in: Path, tmp_path: Path) -> ModelFile:
    return model_file.load("mikan", tmp_path)


@pytest.fixture
def yuki(tmp_path: Path) -> ModelFile:
    return model_file.load("yuki", tmp_path)


@pytest.fixture
def age(monkeypatch: pytest.MonkeyPatch) -> Callable[[Rig, int], None]:
    """Lets the days pass that a living model would take an hour of processor time for."""

    def age(old: Rig, days: int) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(rig, "MAX_STEP", LEAP)
            for _ in range(round(days * DAY / LEAP)):
                old.update(LEAP)
        # What may be reset only while nothing changes has some time for it.
        pass_time(old, 15)

    return age


@contextmanager
def living(model: ModelFile, idle: str | None = None) -> Generator[Rig]:
    alive = Rig(model, idle)
    alive.resize(300, 450)
    yield alive
    alive.close()


def pass_time(alive: Rig, seconds: float) -> None:
    for _ in range(round(seconds / STEP)):
        alive.update(STEP)


def frames_until(alive: Rig, is_so: Callable[[], bool]) -> int:
    """Count the frames until the condition is true, at most those of a minute."""
    for frame in range(3600):
        if is_so():
            return frame
        alive.update(STEP)
    return 3600


def length(alive: Rig, group: str) -> int:
    """Return the length of a motion that begins from rest, in frames."""
    alive.play_idle(None)
    frames_until(alive, lambda: alive.is_resting)
    alive.start_motion(group)
    return frames_until(alive, lambda: alive.is_resting)


@pytest.mark.parametrize("days", [1, 4, 10])
@pytest.mark.parametrize("name", ["mikan", "yuki"])
def test_a_motion_lasts_no_longer_after_days(
    name: str, days: int, age: Callable[[Rig, int], None], request: pytest.FixtureRequest
) -> None:
    model: ModelFile = request.getfixturevalue(name)
    with living(model, "Idle") as young:
        expected = length(young, "Wave")
    with living(model, "Idle") as old:
        age(old, days)
        assert abs(length(old, "Wave") - expected) <= 1


def test_a_motion_lasts_no_longer_after_many_resets_between_short_frames(mikan: ModelFile) -> None:
    alive = Rig(mikan, "Idle", reset_after=5.0, reset_by=20.0)
    for _ in range(180):
        pass_time(alive, 1)
    assert abs(length(alive, "Wave") * STEP - 3.45) <= 2 * STEP
    alive.close()


def test_a_motion_that_interrupts_lasts_no_longer_after_days(mikan: ModelFile, age: Callable[[Rig, int], None]) -> None:
    def arm(alive: Rig) -> list[float]:
        alive.start_motion("Wave")
        # What it interrupts differs.
        pass_time(alive, 0.5)
        return values(alive, "ParamArmR", 2.5)

    with living(mikan, "Idle") as young, living(mikan, "Idle") as old:
        pass_time(young, 1)
        age(old, 10)
        assert max(abs(a - b) for a, b in zip(arm(young), arm(old), strict=True)) < 0.5


@pytest.mark.parametrize(
    ("name", "eye"), [("mikan", "ParamEyeLOpen"), ("Haru", "ParamEyeLOpen"), ("Shizuku-cubism2", "PARAM_EYE_L_OPEN")]
)
def test_a_model_without_idle_motions_blinks_after_days(
    name: str, eye: str, shared: Path, tmp_path: Path, age: Callable[[Rig, int], None]
) -> None:
    samples = shared / "models" / name
    with living(model_file.load(str(samples) if samples.is_dir() else name, tmp_path)) as old:
        age(old, 10)
        eyes = values(old, eye, 60)
    closings = sum(after < 0.5 <= before for before, after in itertools.pairwise(eyes))
    assert 5 <= closings <= 40


def test_the_head_turns_as_fast_after_days(mikan: ModelFile, age: Callable[[Rig, int], None]) -> None:
    def turn(alive: Rig) -> int:
        alive.look_at(1.0, 0.0)
        return frames_until(alive, lambda: alive.parameter("ParamEyeBallX") > 0.6)

    with living(mikan) as young, living(mikan) as old:
        pass_time(young, 1)
        age(old, 10)
        frames = turn(young)
        assert frames < 60
        assert abs(turn(old) - frames) <= 2


@pytest.mark.parametrize("days", [1, 10])
def test_the_breath_takes_as_long_after_days(mikan: ModelFile, age: Callable[[Rig, int], None], days: int) -> None:
    with living(mikan) as old:
        age(old, days)
        breath = values(old, "ParamBreath", 60)
    middle = (max(breath) + min(breath)) / 2
    breaths = [frame for frame, (a, b) in enumerate(itertools.pairwise(breath)) if a < middle <= b]
    # A reset may fall between two of them.
    usual = statistics.median(b - a for a, b in itertools.pairwise(breaths)) * STEP
    assert usual == pytest.approx(3.2345, abs=0.1)
    assert len(breaths) >= 16


def test_an_expression_stays_for_days_and_the_next_fades_in_as_ever(
    mikan: ModelFile, age: Callable[[Rig, int], None]
) -> None:
    def fade(alive: Rig) -> list[float]:
        alive.set_expression("angry")
        return values(alive, "ParamBrowLAngle", 2)

    with living(mikan) as young, living(mikan) as old:
        for alive in (young, old):
            alive.set_expression("happy")
        pass_time(young, 2)
        age(old, 10)
        for name in ("ParamMouthForm", "ParamCheek", "ParamBrowLY"):
            assert old.parameter(name) == pytest.approx(young.parameter(name), abs=0.01)
        assert max(abs(a - b) for a, b in zip(fade(young), fade(old), strict=True)) < 0.1


def test_the_motions_of_an_older_format_last_no_longer_after_days(
    shared: Path, tmp_path: Path, age: Callable[[Rig, int], None]
) -> None:
    model = model_file.load(str(shared / "models" / "Shizuku-cubism2"), tmp_path)
    group = next(iter(model.motions))
    with living(model, group) as young, living(model, group) as old:
        age(old, 10)
        assert abs(length(old, group) - length(young, group)) <= 1


def test_no_reset_moves_the_model_further_than_a_frame_does(mikan: ModelFile) -> None:
    """The largest step of each parameter with a reset at every chance, beside the one without any."""

    def gesture(alive: Rig, frame: int) -> None:
        if frame % 600 == 0:
            alive.look_at(random.uniform(-1, 1), random.uniform(-1, 1))

    with_resets, without = (largest_steps(mikan, gesture, after, 1e9) for after in (12.0, 1e9))
    assert leaps(with_resets, without) == {}


def test_motions_that_never_come_to_rest_are_reset_without_a_leap(mikan: ModelFile) -> None:
    def gesture(alive: Rig, frame: int) -> None:
        if frame % 90 == 0:
            alive.start_motion(("Wave", "Nod", "Think")[frame // 90 % 3])

    with_resets, without = (largest_steps(mikan, gesture, 5.0, by) for by in (20.0, 1e9))
    # In so short a time there is no place where the breath is the same, and it moves the rest.
    still = ("ParamArmL", "ParamArmR", "ParamHand", "ParamMouth", "ParamBrow", "ParamCheek")
    assert [name for name in leaps(with_resets, without) if name.startswith(still)] == []


def largest_steps(
    model: ModelFile, act: Callable[[Rig, int], None], reset_after: float, reset_by: float
) -> dict[str, float]:
    """Return the largest change of each parameter in a frame; the eyes blink at random."""
    random.seed(3)
    alive = Rig(model, "Idle", reset_after, reset_by)
    alive.resize(300, 450)
    alive.set_expression("happy")
    names = [name for name in alive._core.GetParamIds() if not name.startswith("ParamEye")]
    steps, before = dict.fromkeys(names, 0.0), None
    for frame in range(150 * 60):
        act(alive, frame)
        alive.update(STEP)
        after = {name: alive.parameter(name) for name in names}
        if before is not None and frame > 60:
            steps = {name: max(steps[name], abs(after[name] - before[name])) for name in names}
        before = after
    alive.close()
    return steps


def leaps(steps: dict[str, float], usual: dict[str, float]) -> dict[str, float]:
    """The steps that are larger than usual, by more than a breath."""
    return {name: step for name, step in steps.items() if step > usual[name] * 1.1 + BREATH}


def poses(alive: Rig, names: list[str], seconds: float) -> Iterator[tuple[float, ...]]:
    for _ in range(round(seconds / STEP)):
        alive.update(STEP)
        yield tuple(alive.parameter(name) for name in names)


def values(alive: Rig, name: str, seconds: float) -> list[float]:
    """A parameter in every frame of some seconds."""
    return [value for (value,) in poses(alive, [name], seconds)]
