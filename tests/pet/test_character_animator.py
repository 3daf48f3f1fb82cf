"""CharacterAnimator on a real rig, without a window: expressions, motions, gaze, mouth and frame rate."""

from collections.abc import Generator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from deskpet.chat.events import ApprovalAnswered, ApprovalAsked, ToolFinished
from deskpet.chat.messages import Message, ToolError, ToolUse
from deskpet.pet.character import Gesture
from deskpet.pet.character_animator import AHEAD, RELAX_AFTER, GazeTargets
from deskpet.pet.frame_rate import FrameRate
from deskpet.pet.held_gaze import Direction, GazeRequest, HeldGaze
from deskpet.pet.mood import AgentsActivity, Gaze, GestureRole, MoodActivity
from deskpet.pet.motion_player import Priority
from deskpet.pet.turn_reactions import react
from deskpet.pet.vowels import MouthShape
from tests.pet.simulation import STEP, PresenceSimulation


@pytest.fixture
def simulation(built_in: Path, tmp_path: Path) -> Generator[PresenceSimulation]:
    simulation = PresenceSimulation("mikan", tmp_path)
    yield simulation
    simulation.rig.close()


def test_the_thinking_expression_appears_after_a_wait_and_ends_with_the_first_word(
    simulation: PresenceSimulation,
) -> None:
    simulation.advance(1)
    simulation.animator.do(MoodActivity.WAITING)
    simulation.advance(0.5)
    assert simulation.value("ParamThought") == 0.0
    simulation.advance(1.5)
    assert simulation.value("ParamThought") > 0.9
    simulation.animator.say("Well, ")
    simulation.advance(1.5)
    assert simulation.value("ParamThought") < 0.1


def test_a_requested_expression_is_held_and_returned_to(simulation: PresenceSimulation) -> None:
    simulation.animator.do(MoodActivity.WAITING)
    simulation.advance(1.5)
    simulation.animator.hold_expression(simulation.rig, "crying")
    simulation.advance(1)
    # The requested expression replaces the present one of thinking,
    assert simulation.value("ParamThought") < 0.1
    tears = simulation.value("ParamTears")
    assert tears > 0.5
    simulation.animator.say("Oh no")
    simulation.advance(1)
    assert simulation.value("ParamTears") == pytest.approx(tears, abs=0.1)
    # and a later one in the next round of the turn.
    simulation.animator.do(MoodActivity.WAITING)
    simulation.advance(2)
    assert simulation.value("ParamThought") < 0.1
    assert simulation.value("ParamTears") == pytest.approx(tears, abs=0.1)
    # A touch is shown, and then the requested one again,
    simulation.animator.note_touch(GestureRole.STROKED)
    simulation.advance(1.5)
    assert simulation.value("ParamTears") < 0.1
    simulation.advance(2.5)
    assert simulation.value("ParamTears") == pytest.approx(tears, abs=0.1)
    # and so is thinking in the next turn.
    simulation.animator.do(MoodActivity.NOTHING)
    simulation.animator.do(MoodActivity.WAITING)
    simulation.advance(2)
    assert simulation.value("ParamThought") > 0.9
    simulation.animator.do(MoodActivity.NOTHING)
    simulation.advance(2)
    assert simulation.value("ParamThought") < 0.1
    assert simulation.value("ParamTears") == pytest.approx(tears, abs=0.1)


def test_an_error_makes_it_wince_for_a_moment(simulation: PresenceSimulation) -> None:
    simulation.advance(1)
    calm = simulation.value("ParamMouthForm")
    simulation.animator.wince()
    simulation.advance(1)
    assert simulation.value("ParamMouthForm") < calm - 0.3
    simulation.advance(3)
    assert simulation.value("ParamMouthForm") == pytest.approx(calm, abs=0.2)


def test_the_expression_of_a_tap_is_temporary(simulation: PresenceSimulation) -> None:
    simulation.animator.hold_expression(simulation.rig, "crying")
    simulation.animator.answer(simulation.rig, Gesture("happy", None))
    simulation.advance(2)
    assert simulation.value("ParamTears") < 0.1
    simulation.advance(4)
    assert simulation.value("ParamTears") > 0.5


def test_the_mouth_moves_with_the_text_and_closes_afterwards(simulation: PresenceSimulation) -> None:
    simulation.advance(1)
    openings: list[float] = []
    for _ in range(40):
        simulation.animator.say("banana ")
        simulation.advance(0.05)
        openings.append(simulation.value("ParamMouthOpenY"))
    assert max(openings) > 0.5
    assert min(openings[5:]) < 0.3
    simulation.animator.do(MoodActivity.NOTHING)
    simulation.advance(0.15)
    assert simulation.value("ParamMouthOpenY") < 0.1


def test_the_letters_of_the_text_shape_the_mouth(simulation: PresenceSimulation) -> None:
    simulation.advance(1)
    shares: dict[str, float] = dict.fromkeys("AO", 0.0)
    for letters in ("aaaa ", "oooo "):
        for _ in range(20):
            simulation.animator.say(letters)
            simulation.advance(0.05)
            shares[letters[0].upper()] = max(shares[letters[0].upper()], simulation.value(f"Param{letters[0].upper()}"))
    assert min(shares.values()) > 0.3


def test_the_mouth_follows_the_sound_of_a_motion_unless_a_voice_speaks(simulation: PresenceSimulation) -> None:
    simulation.animator.set_motion_sound(lambda: MouthShape(0.6))
    assert simulation.advance(1) is FrameRate.LIVELY
    assert simulation.value("ParamMouthOpenY") == pytest.approx(0.6, abs=0.01)
    simulation.animator.set_voice(lambda: MouthShape(0.9))
    simulation.advance(0.1)
    assert simulation.value("ParamMouthOpenY") == pytest.approx(0.9, abs=0.01)
    simulation.animator.set_voice(None)
    simulation.animator.set_motion_sound(None)
    simulation.advance(0.5)
    assert simulation.value("ParamMouthOpenY") < 0.1


def test_a_requested_motion_is_not_interrupted_by_talking(simulation: PresenceSimulation) -> None:
    simulation.animator.say("Look: ")
    simulation.animator.move(simulation.rig, "Happy")
    hops = [simulation.value("ParamHop")]
    for _ in range(30):
        simulation.animator.say("hop ")
        simulation.advance(0.1)
        hops.append(simulation.value("ParamHop"))
    assert max(hops) > 0.2


@pytest.mark.parametrize("idle", range(6))
def test_it_looks_at_the_pointer_or_the_chat(idle: int, simulation: PresenceSimulation) -> None:
    # The gaze is added to the idle motion, which may look back over the shoulder meanwhile.
    def turn(*, is_typing: bool) -> float:
        simulation.surroundings = GazeTargets(pointer=(1.0, 0.0), chat=(-1.0, 0.0), pointer_moved=True)
        simulation.rig.start_motion("Idle", idle, Priority.IDLE, replaces=True)
        if is_typing:
            simulation.animator.note_typing()
        simulation.advance(3)
        return simulation.value("ParamAngleX")

    assert turn(is_typing=False) > turn(is_typing=True) + 20


def test_without_a_moving_pointer_it_looks_around(simulation: PresenceSimulation) -> None:
    simulation.surroundings = GazeTargets(pointer=AHEAD)
    directions: set[float] = set()
    for _ in range(120):
        simulation.advance(1)
        directions.add(round(simulation.value("ParamEyeBallX"), 1))
    assert len(directions) > 4


def test_it_nods_off_and_a_touch_wakes_it(simulation: PresenceSimulation) -> None:
    simulation.animator.set_sleep_timeout(60)
    simulation.advance(58)
    assert simulation.value("ParamSleepMark") == 0.0
    simulation.advance(4)
    assert simulation.value("ParamSleepMark") > 0.9
    assert simulation.advance(8) is FrameRate.ASLEEP
    assert simulation.value("ParamEyeLOpen") < 0.3
    simulation.animator.note_touch()
    simulation.advance(1.5)
    assert simulation.value("ParamSleepMark") < 0.1


def test_asleep_it_only_turns_over_slowly(simulation: PresenceSimulation) -> None:
    def poses(seconds: float) -> set[tuple[float, ...]]:
        shown = set[tuple[float, ...]]()
        for _ in range(round(seconds * 2)):
            simulation.advance(0.5)
            names = ("ParamArmL", "ParamArmR", "ParamEarTwitch")
            shown.add(tuple(abs(round(simulation.value(name), 1)) for name in names))
        return shown

    simulation.animator.set_sleep_timeout(5)
    # It sits down with a motion, and sleeps there.
    simulation.advance(16)
    assert len(poses(40)) == 1
    assert simulation.value("ParamSit") == 1
    leans = list[float]()
    for _ in range(240):
        simulation.advance(0.25)
        leans.append(simulation.value("ParamBodyAngleZ"))
    assert max(abs(after - before) for before, after in pairwise(leans)) < 0.5
    simulation.animator.note_touch()
    simulation.animator.set_sleep_timeout(0)
    # One of the motions at rest sits as well, and may be the first.
    sat = list[float]()
    for _ in range(40):
        simulation.advance(0.5)
        sat.append(simulation.value("ParamSit"))
    assert min(sat) < 0.1
    assert len(poses(40)) > 1


def test_joy_lasts_while_the_hand_strokes(simulation: PresenceSimulation) -> None:
    still = 0.0
    simulation.advance(2)
    for _ in range(240):
        simulation.animator.note_touch(GestureRole.STROKED)
        simulation.advance(0.05)
        still += 0.05 * simulation.rig.is_idle
    assert still < 0.5
    assert simulation.animator.role is GestureRole.STROKED_LONG


@pytest.mark.parametrize("name", ["Haru", "Wanko", "Shizuku-cubism2"])
def test_any_model_can_show_all_reactions(shared: Path, tmp_path: Path, name: str) -> None:
    simulation = PresenceSimulation(str(shared / "models" / name), tmp_path)
    animator = simulation.animator
    animator.set_sleep_timeout(5)
    for act in (
        lambda: animator.do(MoodActivity.WAITING),
        lambda: animator.say("Hello there"),
        animator.wince,
        lambda: animator.do(MoodActivity.NOTHING),
        lambda: animator.note_touch(GestureRole.STROKED),
        lambda: animator.note_touch(GestureRole.LIFTED),
        lambda: animator.note_touch(GestureRole.PUT_DOWN),
    ):
        act()
        simulation.advance(1)
    simulation.advance(8)
    assert simulation.animator.mood.view(simulation.now).role is GestureRole.SLEEP
    simulation.rig.close()


def test_it_leans_while_carried_and_straightens_when_put_down(simulation: PresenceSimulation) -> None:
    # Motions at rest lean, too.
    simulation.character = replace(simulation.character, idle_group=None)
    simulation.advance(12)
    simulation.animator.note_touch(GestureRole.LIFTED)
    leans: list[float] = []
    for number in range(30):
        simulation.surroundings = GazeTargets(stands_at=number * 0.05)
        simulation.advance(STEP)
        leans.append(simulation.value("ParamBodyAngleZ"))
    assert min(leans) < -4
    simulation.animator.note_touch(GestureRole.PUT_DOWN)
    assert simulation.advance(0.1) is FrameRate.LIVELY
    simulation.advance(8)
    assert abs(simulation.value("ParamBodyAngleZ")) < 3


def test_a_requested_expression_ends_after_the_turn(simulation: PresenceSimulation) -> None:
    simulation.animator.do(MoodActivity.TALKING)
    simulation.animator.hold_expression(simulation.rig, "crying")
    simulation.advance(RELAX_AFTER + 5)
    assert simulation.value("ParamTears") > 0.5
    simulation.animator.do(MoodActivity.NOTHING)
    simulation.advance(RELAX_AFTER - 5)
    assert simulation.value("ParamTears") > 0.5
    simulation.advance(8)
    assert simulation.value("ParamTears") < 0.1


def test_a_tap_outside_the_hit_areas_is_answered(simulation: PresenceSimulation) -> None:
    simulation.advance(1)
    simulation.animator.note_touch(GestureRole.TAPPED)
    simulation.advance(0.5)
    assert simulation.animator.role is GestureRole.TAPPED
    assert not simulation.rig.is_resting
    simulation.advance(2)
    assert simulation.animator.role is None


def test_while_a_card_asks_for_approval_it_looks_at_the_chat(simulation: PresenceSimulation) -> None:
    asked = ToolUse("reminder.set", "c1", input={"minutes": 20}, asked_at=1.0)
    simulation.animator.do(MoodActivity.WAITING)
    react(simulation.animator, ApprovalAsked(0, 1.0), Message("assistant", (asked,)))
    simulation.advance(2)
    assert simulation.value("ParamThought") < 0.1
    assert simulation.animator.mood.view(simulation.now).gaze is Gaze.CHAT
    react(simulation.animator, ApprovalAnswered(0, 5.0, True), Message("assistant", (replace(asked, answered_at=5.0),)))
    assert simulation.animator.mood.doing is MoodActivity.WAITING


@pytest.mark.parametrize(("code", "winces"), [("bad_arguments", True), ("cancelled", False)])
def test_a_tool_that_fails_makes_it_wince(simulation: PresenceSimulation, code: str, winces: bool) -> None:
    simulation.advance(1)
    error = ToolError(code, "no such file")
    call = ToolUse("c1", "files.read", status="error", error=error)
    react(simulation.animator, ToolFinished(0, 1.0, error=error), Message("assistant", (call,)))
    simulation.advance(0.2)
    assert (simulation.animator.role is GestureRole.WINCE) is winces


def test_a_requested_gaze_is_held_and_then_given_back_smoothly(simulation: PresenceSimulation) -> None:
    simulation.surroundings = GazeTargets(pointer=(0.9, 0.0), chat=(-0.5, 0.0))
    simulation.animator.do(MoodActivity.TALKING)
    simulation.advance(3)
    simulation.animator.hold_gaze(GazeRequest("left", 3), AHEAD)
    angles: list[float] = []
    for _ in range(round(2.5 / STEP)):
        simulation.advance(STEP)
        angles.append(simulation.value("ParamAngleX"))
    assert angles[-1] < -20
    # No jump from one frame to the next.
    assert max(abs(after - before) for before, after in pairwise(angles)) < 5
    simulation.advance(3)
    # Back at the pointer or the chat; how she talks turns her head as well.
    assert simulation.value("ParamAngleX") > -16


@pytest.mark.parametrize(
    ("request_", "pointer", "direction"),
    [
        (GazeRequest("user", 5), (0.5, 0.5), (0.5, 0.5)),
        (GazeRequest("user", 5), None, AHEAD),
        (GazeRequest("away", 5), (0.5, 0.5), (-0.85, 0.2)),
        (GazeRequest("away", 5), (-0.5, 0.5), (0.85, 0.2)),
        (GazeRequest("point", 5), (0.5, 0.5), (0.3, -0.3)),
        (GazeRequest("chat", 5), (0.5, 0.5), (-0.5, 0.0)),
        (GazeRequest("up", 5), (0.5, 0.5), (0.0, 0.9)),
    ],
)
def test_directions_are_those_of_the_surroundings(
    request_: GazeRequest, pointer: Direction | None, direction: Direction
) -> None:
    held = HeldGaze(request_.name, (0.3, -0.3))
    assert held.direction(pointer, (-0.5, 0.0)) == direction


@pytest.mark.parametrize("index", range(6))
def test_no_idle_motion_turns_the_head_away_from_a_requested_look(simulation: PresenceSimulation, index: int) -> None:
    assert simulation.model.motions["Idle"] == 6
    simulation.rig.start_motion("Idle", index, Priority.IDLE)
    simulation.animator.hold_gaze(GazeRequest("left", 20), AHEAD)
    simulation.advance(1)
    for _ in range(240):
        simulation.advance(STEP)
        assert simulation.value("ParamAngleX") < -12


def test_a_touch_ends_the_look_elsewhere_while_it_lasts(simulation: PresenceSimulation) -> None:
    simulation.surroundings = GazeTargets(pointer=(0.9, 0.0))
    simulation.animator.hold_gaze(GazeRequest("left", 20), AHEAD)
    simulation.advance(2)
    assert simulation.value("ParamAngleX") < -5
    simulation.animator.note_touch(GestureRole.LIFTED)
    simulation.advance(2)
    assert simulation.value("ParamAngleX") > 0
    simulation.animator.note_touch()
    simulation.advance(2)
    assert simulation.value("ParamAngleX") < -5


def test_agents_do_not_replace_the_expression_that_the_model_has_requested(simulation: PresenceSimulation) -> None:
    simulation.animator.do(MoodActivity.WAITING)
    simulation.animator.hold_expression(simulation.rig, "crying")
    simulation.animator.do(MoodActivity.NOTHING)
    simulation.animator.show_agents(AgentsActivity.THINKING)
    simulation.advance(2)
    assert simulation.animator.role is GestureRole.AGENTS_THINK
    assert simulation.value("ParamThought") < 0.1
    assert simulation.value("ParamTears") > 0.5


def test_it_thinks_while_an_agent_thinks(simulation: PresenceSimulation) -> None:
    simulation.animator.show_agents(AgentsActivity.THINKING)
    simulation.advance(2)
    assert simulation.value("ParamThought") > 0.9
    simulation.animator.show_agents(AgentsActivity.NOTHING)
    simulation.advance(2)
    assert simulation.value("ParamThought") < 0.1


def expressions(simulation: PresenceSimulation, seconds: int) -> list[str | None]:
    """Return the expressions of some time, in order, each as often as it began."""
    seen: list[str | None] = []
    for _ in range(seconds):
        simulation.advance(1)
        if not seen or seen[-1] != simulation.animator.current_expression:
            seen.append(simulation.animator.current_expression)
    return seen


def test_calm_she_shows_nothing_of_her_own_while_nothing_happens(simulation: PresenceSimulation) -> None:
    simulation.animator.set_good_mood(0.1)
    assert expressions(simulation, 300) == ["neutral"]


@pytest.mark.slow
def test_a_good_mood_shows_now_and_then_and_the_better_the_more_often(simulation: PresenceSimulation) -> None:
    counts: list[int] = []
    for valence in (0.25, 0.9):
        simulation.animator.set_good_mood(0.0)
        simulation.animator.set_good_mood(valence)
        seen = expressions(simulation, 2400)
        assert set(seen) <= {"neutral", "happy", "excited"}
        counts.append(len(seen) - seen.count("neutral"))
    assert 2 <= counts[0] < counts[1] <= 40


def test_a_good_mood_waits_while_something_happens(simulation: PresenceSimulation) -> None:
    simulation.animator.set_good_mood(0.9)
    simulation.animator.do(MoodActivity.WATCHING)
    assert expressions(simulation, 200) == ["neutral"]
    simulation.animator.do(MoodActivity.NOTHING)
    simulation.animator.hold_expression(simulation.rig, "smug")
    assert expressions(simulation, 50) == ["smug"]
    # What a tool has asked for is over; then her mood shows again.
    assert {"happy", "excited"} & set(expressions(simulation, 100))
    simulation.animator.set_good_mood(0.0)
    simulation.advance(10)
    assert expressions(simulation, 200) == ["neutral"]
