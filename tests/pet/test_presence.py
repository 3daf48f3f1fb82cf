"""The character's own life on a real rig, without a window: whose face it wears, what plays, when it rests."""

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest

from deskpet.chat.events import ApprovalAnswered, ApprovalAsked, ToolFinished
from deskpet.chat.messages import Message, ToolError, ToolUse
from deskpet.pet import character, model_file
from deskpet.pet.character import Gesture
from deskpet.pet.frame_rate import FrameRate
from deskpet.pet.mood import Activity, Gaze, GestureRole
from deskpet.pet.presence import AHEAD, RELAX_AFTER, Presence, Surroundings
from deskpet.pet.rig import Rig
from deskpet.pet.turn_reactions import react

STEP = 1 / 60


class Life:
    """A rig, its presence, and a time that goes by frame by frame."""

    def __init__(self, folder: str, cache: Path) -> None:
        self.model = model_file.load(folder, cache)
        self.character = character.of(self.model)
        self.rig = Rig(self.model, self.character.idle_group)
        self.rig.resize(300, 450)
        self.now = 100.0
        self.sight = Surroundings()
        self.presence = Presence(lambda: self.character, lambda: self.now)

    def live(self, seconds: float) -> FrameRate:
        """Let time pass; the pace at its end."""
        pace = FrameRate.IDLE
        for _ in range(round(seconds / STEP)):
            self.now += STEP
            pace = self.presence.act(self.rig, self.sight)
            self.rig.update(STEP)
        return pace

    def value(self, parameter: str) -> float:
        return self.rig.parameter(parameter)


@pytest.fixture
def life(built_in: Path, tmp_path: Path) -> Generator[Life]:
    life = Life("mikan", tmp_path)
    yield life
    life.rig.close()


def test_a_long_wait_makes_a_thoughtful_face_that_goes_with_the_first_word(life: Life) -> None:
    life.live(1)
    life.presence.do(Activity.WAITING)
    life.live(0.5)
    assert life.value("ParamThought") == 0.0
    life.live(1.5)
    assert life.value("ParamThought") > 0.9
    life.presence.say("Well, ")
    life.live(1.5)
    assert life.value("ParamThought") < 0.1


def test_a_tools_face_stays_through_moods_and_is_come_back_to(life: Life) -> None:
    life.presence.do(Activity.WAITING)
    life.live(1.5)
    life.presence.hold_face(life.rig, "crying")
    life.live(1)
    # The tool wins over the thought that was under way,
    assert life.value("ParamThought") < 0.1
    tears = life.value("ParamTears")
    assert tears > 0.5
    life.presence.say("Oh no")
    life.live(1)
    assert life.value("ParamTears") == pytest.approx(tears, abs=0.1)
    # and over a later one, in the turn's next round.
    life.presence.do(Activity.WAITING)
    life.live(2)
    assert life.value("ParamThought") < 0.1
    assert life.value("ParamTears") == pytest.approx(tears, abs=0.1)
    # The user's hand is answered; that passes,
    life.presence.note_stroke()
    life.live(1.5)
    assert life.value("ParamTears") < 0.1
    life.live(2.5)
    assert life.value("ParamTears") == pytest.approx(tears, abs=0.1)
    # and so does the next turn's thought.
    life.presence.do(Activity.NOTHING)
    life.presence.do(Activity.WAITING)
    life.live(2)
    assert life.value("ParamThought") > 0.9
    life.presence.do(Activity.NOTHING)
    life.live(2)
    assert life.value("ParamThought") < 0.1
    assert life.value("ParamTears") == pytest.approx(tears, abs=0.1)


def test_an_error_makes_it_wince_for_a_moment(life: Life) -> None:
    life.live(1)
    calm = life.value("ParamMouthForm")
    life.presence.wince()
    life.live(1)
    assert life.value("ParamMouthForm") < calm - 0.3
    life.live(3)
    assert life.value("ParamMouthForm") == pytest.approx(calm, abs=0.2)


def test_a_taps_face_passes_to_the_one_that_is_held(life: Life) -> None:
    life.presence.hold_face(life.rig, "crying")
    life.presence.answer(life.rig, Gesture("happy", None))
    life.live(2)
    assert life.value("ParamTears") < 0.1
    life.live(4)
    assert life.value("ParamTears") > 0.5


def test_the_mouth_moves_with_the_words_and_shuts_after_them(life: Life) -> None:
    life.live(1)
    opened: list[float] = []
    for _ in range(40):
        life.presence.say("banana ")
        life.live(0.05)
        opened.append(life.value("ParamMouthOpenY"))
    assert max(opened) > 0.5
    assert min(opened[5:]) < 0.3
    life.presence.do(Activity.NOTHING)
    life.live(0.15)
    assert life.value("ParamMouthOpenY") < 0.1


def test_a_tools_motion_is_not_cut_short_by_talk(life: Life) -> None:
    life.presence.say("Look: ")
    life.presence.move(life.rig, "Happy")
    hops = [life.value("ParamHop")]
    for _ in range(30):
        life.presence.say("hop ")
        life.live(0.1)
        hops.append(life.value("ParamHop"))
    assert max(hops) > 0.2


def test_it_looks_where_it_feels_like(life: Life) -> None:
    life.sight = Surroundings(pointer=(1.0, 0.0), chat=(-1.0, 0.0), pointer_moved=True)
    life.live(3)
    assert life.value("ParamAngleX") > 10
    life.presence.note_typing()
    life.live(2)
    assert life.value("ParamAngleX") < -10


def test_left_alone_it_looks_about(life: Life) -> None:
    life.sight = Surroundings(pointer=AHEAD)
    seen: set[float] = set()
    for _ in range(40):
        life.live(1)
        seen.add(round(life.value("ParamEyeBallX"), 1))
    assert len(seen) > 4


def test_it_nods_off_and_a_touch_wakes_it(life: Life) -> None:
    life.presence.let_sleep_after(60)
    life.live(58)
    assert life.value("ParamSleepMark") == 0.0
    life.live(4)
    assert life.value("ParamSleepMark") > 0.9
    assert life.live(8) is FrameRate.ASLEEP
    assert life.value("ParamEyeLOpen") < 0.3
    life.presence.note_press()
    life.live(1.5)
    assert life.value("ParamSleepMark") < 0.1


@pytest.mark.parametrize("name", ["Haru", "Wanko", "Shizuku-cubism2"])
def test_any_model_lives_with_what_it_has(shared: Path, tmp_path: Path, name: str) -> None:
    life = Life(str(shared / "models" / name), tmp_path)
    presence = life.presence
    presence.let_sleep_after(5)
    for act in (
        lambda: presence.do(Activity.WAITING),
        lambda: presence.say("Hello there"),
        presence.wince,
        lambda: presence.do(Activity.NOTHING),
        presence.note_stroke,
        presence.note_lift,
        presence.note_put_down,
    ):
        act()
        life.live(1)
    life.live(8)
    assert life.presence.mood.shows(life.now).role is GestureRole.SLEEP
    life.rig.close()


def test_carried_it_leans_and_put_down_it_stands_straight(life: Life) -> None:
    life.live(8)
    life.presence.note_lift()
    leans: list[float] = []
    for number in range(30):
        life.sight = Surroundings(stands_at=number * 0.05)
        life.live(STEP)
        leans.append(life.value("ParamBodyAngleZ"))
    assert min(leans) < -4
    life.presence.note_put_down()
    assert life.live(0.1) is FrameRate.LIVELY
    life.live(8)
    assert abs(life.value("ParamBodyAngleZ")) < 3


def test_a_tools_face_does_not_stick_for_good(life: Life) -> None:
    life.presence.do(Activity.TALKING)
    life.presence.hold_face(life.rig, "crying")
    life.live(RELAX_AFTER + 5)
    assert life.value("ParamTears") > 0.5
    life.presence.do(Activity.NOTHING)
    life.live(RELAX_AFTER - 5)
    assert life.value("ParamTears") > 0.5
    life.live(8)
    assert life.value("ParamTears") < 0.1


def test_tapped_where_nothing_is_known_it_still_answers(life: Life) -> None:
    life.live(1)
    life.presence.note_tap()
    life.live(0.5)
    assert life.presence.role is GestureRole.TAPPED
    assert not life.rig.is_resting
    life.live(2)
    assert life.presence.role is None


def test_while_a_card_asks_the_person_it_looks_there_and_thinks_of_nothing(life: Life) -> None:
    asked = ToolUse("reminder.set", "c1", input={"minutes": 20}, asked_at=1.0)
    life.presence.do(Activity.WAITING)
    react(life.presence, ApprovalAsked(0, 1.0), Message("assistant", (asked,)))
    life.live(2)
    assert life.value("ParamThought") < 0.1
    assert life.presence.mood.shows(life.now).gaze is Gaze.CHAT
    react(life.presence, ApprovalAnswered(0, 5.0, True), Message("assistant", (replace(asked, answered_at=5.0),)))
    assert life.presence.mood.doing is Activity.WAITING


@pytest.mark.parametrize(("code", "winces"), [("bad_arguments", True), ("cancelled", False)])
def test_a_tool_that_fails_makes_it_wince(life: Life, code: str, winces: bool) -> None:
    life.live(1)
    error = ToolError(code, "no such file")
    call = ToolUse("c1", "files.read", status="error", error=error)
    react(life.presence, ToolFinished(0, 1.0, error=error), Message("assistant", (call,)))
    life.live(0.2)
    assert (life.presence.role is GestureRole.WINCE) is winces
