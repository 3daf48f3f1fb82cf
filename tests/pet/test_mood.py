"""What the character feels, when, and how that looks: pure values, no rig and no clock."""

from dataclasses import replace

import pytest

from deskpet.chat import reduce
from deskpet.chat.events import (
    ArgumentsAppended,
    BlockStarted,
    RequestStarted,
    TextAppended,
    ToolFinished,
    ToolReady,
    ToolStarted,
    TurnEnded,
    TurnEvent,
    TurnStarted,
)
from deskpet.chat.messages import Message, Notice, Text, Thinking, ToolUse
from deskpet.pet.character import Character, Gesture, MotionGroup
from deskpet.pet.frame_rate import FrameRate, frames
from deskpet.pet.mood import BORED_AFTER, LISTEN, WINCE, Activity, Gaze, GestureRole, Mood, gesture
from deskpet.pet.touch import Stroke
from deskpet.pet.turn_reactions import react

AWAKE = Mood(roused_at=0.0, pointer_moved_at=0.0)


def test_it_looks_at_the_chat_while_the_user_types() -> None:
    mood = AWAKE.typed(10.0)
    assert mood.shows(10.1).gaze is Gaze.CHAT
    assert mood.shows(10.1).role is None
    assert replace(mood, pointer_moved_at=10.0).shows(10.1 + LISTEN).gaze is Gaze.POINTER


def test_only_a_long_wait_is_thinking() -> None:
    mood = AWAKE.does(Activity.WAITING, 10.0)
    assert mood.shows(10.5).role is None
    assert mood.shows(10.7).role is GestureRole.THINK
    # Further signs of the same stage do not begin it anew.
    assert mood.does(Activity.WAITING, 10.5).shows(10.7).role is GestureRole.THINK


def test_it_talks_to_the_user_until_the_answer_ends() -> None:
    mood = AWAKE.does(Activity.WAITING, 10.0).does(Activity.TALKING, 12.0)
    assert mood.shows(12.0).role is GestureRole.TALK
    assert mood.shows(12.0).gaze is Gaze.AHEAD
    assert mood.does(Activity.NOTHING, 15.0).shows(15.0).role is None


def test_it_watches_a_tool_that_takes_its_time() -> None:
    mood = AWAKE.does(Activity.WATCHING, 10.0)
    assert mood.shows(10.05).gaze is not Gaze.CHAT
    assert mood.shows(10.5).gaze is Gaze.CHAT


def test_it_winces_and_gets_over_it() -> None:
    mood = AWAKE.does(Activity.WAITING, 9.0).winces(10.0).does(Activity.NOTHING, 10.0)
    assert mood.shows(10.1).role is GestureRole.WINCE
    assert mood.shows(10.1 + WINCE).role is None


def test_a_hand_comes_before_everything_else() -> None:
    mood = AWAKE.winces(10.0).touched(GestureRole.LIFTED, 10.1)
    assert mood.shows(500.0).role is GestureRole.LIFTED
    assert mood.touched(GestureRole.PUT_DOWN, 500.0, 1.0).shows(500.5).role is GestureRole.PUT_DOWN
    assert mood.touched(GestureRole.PUT_DOWN, 500.0, 1.0).shows(501.5).role is None


def test_a_resting_pointer_bores_it() -> None:
    mood = AWAKE.sees_pointer(10.0, near=False, moved=True)
    assert mood.shows(10.0 + BORED_AFTER - 1).gaze is Gaze.POINTER
    assert mood.shows(10.0 + BORED_AFTER + 1).gaze is Gaze.WANDER


@pytest.mark.parametrize(
    ("happens", "wakes"),
    [
        (lambda mood: mood.touched(None, 700.0), True),
        (lambda mood: mood.touched(GestureRole.STROKED, 700.0, 2.0), True),
        (lambda mood: mood.typed(700.0), True),
        (lambda mood: mood.does(Activity.WAITING, 700.0), True),
        (lambda mood: mood.sees_pointer(700.0, near=True, moved=True), False),
    ],
)
def test_it_falls_asleep_and_is_woken(happens, wakes: bool) -> None:
    mood = replace(AWAKE, sleep_after=600.0)
    assert not mood.sleeps(599.0)
    assert mood.sleeps(601.0)
    assert mood.shows(601.0).role is GestureRole.SLEEP
    assert happens(mood).sleeps(700.1) is not wakes


def test_the_pointer_near_keeps_it_awake() -> None:
    mood = replace(AWAKE, sleep_after=600.0).sees_pointer(500.0, near=True, moved=True)
    assert not mood.sleeps(1000.0)
    # One that was left lying there does not.
    assert mood.sees_pointer(1000.0, near=True, moved=False).sleeps(1101.0)


def test_it_does_not_sleep_while_it_answers_or_when_that_is_off() -> None:
    assert not replace(AWAKE, sleep_after=600.0).does(Activity.WAITING, 10.0).sleeps(9999.0)
    assert not AWAKE.sleeps(1e9)


def test_the_pace_follows_what_there_is_to_see() -> None:
    mood = replace(AWAKE, sleep_after=600.0)
    assert mood.shows(100.0).pace is FrameRate.IDLE
    assert mood.sees_pointer(100.0, near=True, moved=True).shows(101.0).pace is FrameRate.IN_VIEW
    assert mood.sees_pointer(100.0, near=False, moved=True).shows(101.0).pace is FrameRate.IDLE
    # One that rests upon the character needs no more frames than none.
    assert mood.sees_pointer(100.0, near=True, moved=False).shows(101.0).pace is FrameRate.IDLE
    assert mood.typed(100.0).shows(101.0).pace is FrameRate.IN_VIEW
    assert mood.does(Activity.WAITING, 100.0).shows(101.0).pace is FrameRate.IN_VIEW
    assert mood.does(Activity.TALKING, 100.0).shows(101.0).pace is FrameRate.LIVELY
    assert mood.touched(GestureRole.LIFTED, 100.0).shows(101.0).pace is FrameRate.LIVELY
    assert mood.moves(100.0, 4.0).shows(101.0).pace is FrameRate.LIVELY
    assert mood.moves(100.0, 4.0).shows(105.0).pace is FrameRate.IDLE
    assert mood.shows(700.0).pace is FrameRate.ASLEEP
    assert mood.sees_pointer(700.0, near=True, moved=True).shows(701.0).pace is FrameRate.IDLE


def test_the_frame_rates() -> None:
    paces = (FrameRate.ASLEEP, FrameRate.IDLE, FrameRate.IN_VIEW, FrameRate.LIVELY)
    assert [frames(pace, 30) for pace in paces] == [5, 15, 30, 60]
    for wanted in range(5, 121):
        rates = [frames(pace, wanted) for pace in paces]
        assert rates == sorted(rates)
        assert rates[2] == wanted
        assert rates[0] <= 5


MIKAN = Character(
    "Mikan",
    expressions={"thinking": "", "happy": "", "sleepy": ""},
    motions={"Think": MotionGroup("", 1), "Talk": MotionGroup("", 2), "TapHead": MotionGroup("", 1)},
)


def test_a_role_is_played_with_what_there_is() -> None:
    assert gesture(MIKAN, GestureRole.THINK) == Gesture("thinking", "Think")
    assert gesture(MIKAN, GestureRole.TALK) == Gesture(None, "Talk")
    assert gesture(MIKAN, GestureRole.STROKED) == Gesture("happy", "TapHead")
    assert gesture(MIKAN, GestureRole.SLEEP) == Gesture("sleepy", None)
    stranger = Character("Haru", expressions={"F01": "", "F02": ""}, motions={"Idle": MotionGroup("", 2)})
    assert all(gesture(stranger, role) == Gesture() for role in GestureRole)


class Diary:
    """Writes down what an answer makes it feel."""

    def __init__(self) -> None:
        self.felt: list[object] = []
        self.answer = Message("assistant")

    def do(self, doing: Activity) -> None:
        self.felt.append(doing)

    def say(self, text: str) -> None:
        self.felt.append(text)

    def wince(self) -> None:
        self.felt.append("wince")

    def after(self, *events: TurnEvent) -> list[object]:
        """What these events make it feel."""
        self.felt.clear()
        for event in events:
            self.answer = reduce.apply(self.answer, event)
            react(self, event, self.answer)
        return self.felt


def test_an_answer_is_felt_stage_by_stage() -> None:
    diary = Diary()
    assert diary.after(TurnStarted("m", 0.0), RequestStarted(0, 0.0)) == [Activity.WAITING] * 2
    assert diary.after(BlockStarted(0, Thinking()), TextAppended(0, "hmm")) == [Activity.WAITING]
    assert diary.after(BlockStarted(1, Text()), TextAppended(1, "Hello")) == ["Hello"]
    assert diary.after(BlockStarted(2, ToolUse("clock.now", "c")), ArgumentsAppended(2, "{}")) == [Activity.WAITING]
    assert diary.after(ToolReady(2, "c", {}), ToolStarted(2, 0.0)) == [Activity.WATCHING]
    # Words go on while the tool runs.
    assert diary.after(TextAppended(1, " you")) == [" you"]
    assert diary.after(ToolFinished(2, 0.0, "12:00")) == [Activity.WAITING]
    assert diary.after(BlockStarted(3, Notice("error", "net", "Gone"))) == ["wince"]
    assert diary.after(BlockStarted(4, Notice("info", "sum", "Summed up"))) == []
    assert diary.after(TurnEnded("error", 0.0)) == [Activity.NOTHING]


def test_only_to_and_fro_is_stroking() -> None:
    stroke = Stroke()
    assert not any(stroke.moved(float(x), x / 500) for x in range(0, 400, 10))
    stroke.left()
    path = [*range(0, 40, 8), *range(40, 0, -8)] * 2
    assert [stroke.moved(float(x), 10 + i / 30) for i, x in enumerate(path)][-1]
    # What trembles or takes all day is none.
    stroke.left()
    assert not any(stroke.moved(float(i % 2 * 5), 20 + i / 30) for i in range(60))
    assert not any(stroke.moved(float(i % 2 * 40), 30 + i) for i in range(30))
