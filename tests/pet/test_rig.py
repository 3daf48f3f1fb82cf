"""The living model without a window: nothing that a caller can do ends the process or jams the character."""

from collections.abc import Generator
from pathlib import Path

import pytest

from deskpet.pet import model_file
from deskpet.pet.body import NotLoaded, UnknownName
from deskpet.pet.face_overrides import Mouth
from deskpet.pet.motion_player import Priority
from deskpet.pet.rig import Rig
from deskpet.pet.vowels import MouthShape, Vowel

STEP = 1 / 30


@pytest.fixture
def rig(built_in: Path, tmp_path: Path) -> Generator[Rig]:
    rig = Rig(model_file.load("mikan", tmp_path), "Idle")
    rig.resize(300, 450)
    yield rig
    rig.close()


def pass_time(rig: Rig, seconds: float) -> None:
    for _ in range(round(seconds / STEP)):
        rig.update(STEP)


def test_an_unknown_expression_says_what_there_is(rig: Rig) -> None:
    with pytest.raises(UnknownName, match="happy") as caught:
        rig.set_expression("furious")
    assert caught.value.available == rig.model.expressions


@pytest.mark.parametrize(("group", "index"), [("Fly", 0), ("Wave", 99), ("Wave", -1)])
def test_an_unknown_motion_does_not_jam_the_next(rig: Rig, group: str, index: int) -> None:
    with pytest.raises(UnknownName):
        rig.start_motion(group, index)

    before = rig.parameter("ParamAngleY")
    rig.start_motion("Nod", priority=Priority.NORMAL)
    angles = [before]
    for _ in range(45):
        rig.update(STEP)
        angles.append(rig.parameter("ParamAngleY"))
    assert max(angles) - min(angles) > 8


def test_idle_motions_go_on_for_ever(rig: Rig) -> None:
    for _ in range(12):
        pass_time(rig, 5)
        if rig.is_resting:
            # One has ended in this frame; the next one begins in the frame after it.
            rig.update(STEP)
        assert not rig.is_resting


def test_a_finished_motion_gives_way_to_idle(rig: Rig) -> None:
    rig.start_motion("Wave")
    pass_time(rig, 15)
    assert not rig.is_resting


def test_without_an_idle_group_the_model_comes_to_rest(built_in: Path, tmp_path: Path) -> None:
    rig = Rig(model_file.load("mikan", tmp_path))
    rig.start_motion("Nod")
    pass_time(rig, 10)
    assert rig.is_resting
    rig.close()


def test_a_lower_priority_waits_and_force_does_not(built_in: Path, tmp_path: Path) -> None:
    still = Rig(model_file.load("mikan", tmp_path))

    def arm_after(priority: Priority) -> float:
        still.start_motion("Think", priority=Priority.FORCE)
        pass_time(still, 1.5)
        still.start_motion("Sad", priority=priority)
        pass_time(still, 1.5)
        return still.parameter("ParamAngleY")

    assert arm_after(Priority.IDLE) > 0 > arm_after(Priority.FORCE)
    still.close()


def test_every_expression_changes_the_face(rig: Rig) -> None:
    def face(name: str) -> tuple[float, ...]:
        rig.set_expression(name)
        pass_time(rig, 1.2)
        names = (
            "ParamMouthForm",
            "ParamCheek",
            "ParamBrowLY",
            "ParamBrowLAngle",
            "ParamBrowRY",
            "ParamMouthOpenY",
        )
        return tuple(round(rig.parameter(parameter), 1) for parameter in names)

    faces = {face(name) for name in ("neutral", "happy", "sad", "angry", "surprised", "shy")}
    assert len(faces) == 6


def test_a_passing_expression_passes(rig: Rig) -> None:
    rig.set_expression("neutral")
    pass_time(rig, 2)
    rig.set_expression("angry", 1.0)
    pass_time(rig, 0.9)
    angry = rig.parameter("ParamBrowLAngle")
    pass_time(rig, 3)
    assert abs(rig.parameter("ParamBrowLAngle")) < abs(angry)


def test_the_head_follows_the_look(built_in: Path, tmp_path: Path) -> None:
    rig = Rig(model_file.load("mikan", tmp_path))
    rig.resize(300, 450)
    turned: list[float] = []
    for x in (-1.0, 0.0, 1.0, 50.0, float("nan")):
        rig.look_at(x, 0.0)
        pass_time(rig, 3)
        turned.append(rig.parameter("ParamAngleX"))
    left, ahead, right, far, nowhere = turned
    assert left < -15 < ahead - 5
    assert right > 15 > ahead
    assert far == pytest.approx(right, abs=12)
    assert abs(nowhere) < 15
    rig.close()


def test_the_mouth_can_be_held_open(rig: Rig) -> None:
    rig.open_mouth(0.75)
    pass_time(rig, 1)
    assert rig.parameter("ParamMouthOpenY") == pytest.approx(0.75)
    rig.open_mouth(7)
    rig.update(STEP)
    assert rig.parameter("ParamMouthOpenY") == pytest.approx(1.0)


def test_a_vowel_is_a_shape_of_a_mouth_that_has_it(rig: Rig) -> None:
    for vowel in (Vowel.A, Vowel.I, Vowel.U, Vowel.E, Vowel.O):
        rig.open_mouth(0.8, 1.0, vowel)
        pass_time(rig, 0.3)
        assert rig.parameter("ParamMouthOpenY") == pytest.approx(0.8)
        shares = {name: rig.parameter(f"Param{name}") for name in "AIUEO"}
        assert shares.pop(vowel) == pytest.approx(0.8, abs=0.02)
        assert max(shares.values()) < 0.02


def test_one_vowel_gives_way_to_the_next_without_a_leap(rig: Rig) -> None:
    rig.open_mouth(1.0, 1.0, Vowel.A)
    pass_time(rig, 0.3)
    rig.open_mouth(1.0, 1.0, Vowel.O)
    shares: list[float] = []
    for _ in range(12):
        rig.update(STEP)
        shares.append(rig.parameter("ParamA"))
    assert 0.3 < shares[0] < 0.9
    assert shares[-1] < 0.05
    rig.open_mouth(None)
    pass_time(rig, 0.1)
    assert [rig.parameter(f"Param{name}") for name in "AIUEO"] == [0.0] * 5


def test_a_vowel_makes_any_other_mouth_wide_or_round(shared: Path, tmp_path: Path) -> None:
    rig = Rig(model_file.load(str(shared / "models" / "Haru"), tmp_path))
    width: dict[Vowel, float] = {}
    for vowel in (Vowel.A, Vowel.U, Vowel.I):
        rig.open_mouth(0.8, 1.0, vowel)
        pass_time(rig, 0.3)
        width[vowel] = rig.parameter("ParamMouthForm")
    assert width[Vowel.U] < width[Vowel.A] - 0.3
    assert width[Vowel.U] < width[Vowel.I] - 0.5
    rig.close()


class RecordedCore:
    """Takes parameters as Cubism Core does, and keeps them."""

    def __init__(self) -> None:
        self.values: dict[str, float] = {}

    def SetParamById(  # noqa: N802 (the core's name)
        self, name: str, value: float, weight: float
    ) -> None:
        assert weight == 1.0
        self.values[name] = value


@pytest.mark.parametrize(
    ("group", "vowel", "expected"),
    [
        # Live2D's sample Mao has vowels alone, and its group names the first.
        (["ParamA"], Vowel.O, {"ParamO": 0.8}),
        (["ParamA"], None, {"ParamA": 0.8}),
        (["ParamJaw"], Vowel.O, {"ParamJaw": 0.8, "ParamO": 0.8}),
        ([], Vowel.O, {"ParamMouthOpenY": 0.8, "ParamO": 0.8}),
        (["ParamGone"], None, {"ParamMouthOpenY": 0.8}),
    ],
)
def test_the_group_lip_sync_names_what_opens_the_mouth(
    group: list[str], vowel: Vowel | None, expected: dict[str, float]
) -> None:
    vowels = {f"Param{each}" for each in "AIUEO"}
    core, mouth = RecordedCore(), Mouth(frozenset({"ParamJaw", "ParamMouthOpenY", *vowels}), group)
    mouth.apply(core, MouthShape(0.8, vowel), 1.0, 10.0)
    assert {name: value for name, value in core.values.items() if value} == pytest.approx(expected)


def test_a_stall_is_no_leap(rig: Rig) -> None:
    rig.start_motion("Wave")
    rig.update(3600.0)
    rig.update(-5.0)
    assert not rig.is_resting


def test_nothing_is_hit_before_it_was_drawn(rig: Rig) -> None:
    assert rig.hit_test(150, 200) is None
    assert not rig.covers(150, 200)


def test_drawing_without_a_renderer_is_refused(rig: Rig) -> None:
    with pytest.raises(NotLoaded):
        rig.draw()


def test_a_closed_model_refuses_everything(rig: Rig) -> None:
    rig.close()
    for act in (rig.draw, lambda: rig.update(STEP), lambda: rig.set_expression("happy"), rig.create_renderer):
        with pytest.raises(NotLoaded):
            act()
    rig.close()


def test_models_come_and_go_in_one_process(built_in: Path, tmp_path: Path) -> None:
    for _ in range(3):
        rig = Rig(model_file.load("mikan", tmp_path), "Idle")
        pass_time(rig, 0.5)
        rig.close()


def test_nothing_is_printed(built_in: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    rig = Rig(model_file.load("mikan", tmp_path))
    rig.start_motion("Wave")
    rig.update(STEP)
    rig.close()
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize("name", ["Haru", "Wanko", "Mark", "Shizuku-cubism2"])
def test_models_of_others_live(shared: Path, tmp_path: Path, name: str) -> None:
    model = model_file.load(str(shared / "models" / name), tmp_path)
    rig = Rig(model, next(group for group in model.motions if group.lower() == "idle"))
    rig.resize(300, 450)
    for expression in model.expressions:
        rig.set_expression(expression)
        rig.update(STEP)
    for group, count in model.motions.items():
        rig.start_motion(group, count - 1)
        pass_time(rig, 0.5)
    rig.look_at(1, 1)
    pass_time(rig, 1)
    assert len(rig.parameters) > 20
    rig.close()
