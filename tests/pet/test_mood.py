"""Moods, their visible state, and reactions to turn events. No rig and no clock is needed."""

from dataclasses import replace

import pytest

from deskpet.chat import reduce
from deskpet.chat.events import (
    ApprovalAnswered,
    ApprovalAsked,
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
from deskpet.chat.messages import DisplayValue, Message, Notice, Text, Thinking, ToolUse
from deskpet.pet.character import Character, Gesture, MotionGroup
from deskpet.pet.frame_rate import FrameRate, frames_per_second
from deskpet.pet.mood import (
    AGENTS_DONE,
    BORED_AFTER,
    LISTEN,
    WINCE,
    AgentsActivity,
    Gaze,
    GestureRole,
    Mood,
    MoodActivity,
    gesture,
)
from deskpet.pet.turn_reactions import react
from deskpet.ui.pet.mouse_gestures import StrokeDetector

AWAKE = Mood(last_event_at=0.0, pointer_moved_at=0.0)


def test_it_looks_at_the_chat_while_the_user_types() -> None:
    mood = AWAKE.with_typing(10.0)
    assert mood.view(10.1).gaze is Gaze.CHAT
    assert mood.view(10.1).role is None
    assert replace(mood, pointer_moved_at=10.0).view(10.1 + LISTEN).gaze is Gaze.POINTER


def test_only_a_long_wait_is_thinking() -> None:
    mood = AWAKE.with_activity(MoodActivity.WAITING, 10.0)
    assert mood.view(10.5).role is None
    assert mood.view(10.7).role is GestureRole.THINK
    # The same activity again does not restart it.
    assert mood.with_activity(MoodActivity.WAITING, 10.5).view(10.7).role is GestureRole.THINK


def test_it_talks_to_the_user_until_the_answer_ends() -> None:
    mood = AWAKE.with_activity(MoodActivity.WAITING, 10.0).with_activity(MoodActivity.TALKING, 12.0)
    assert mood.view(12.0).role is GestureRole.TALK
    assert mood.view(12.0).gaze is Gaze.AHEAD
    assert mood.with_activity(MoodActivity.NOTHING, 15.0).view(15.0).role is None


def test_it_watches_a_tool_that_takes_its_time() -> None:
    mood = AWAKE.with_activity(MoodActivity.WATCHING, 10.0)
    assert mood.view(10.05).gaze is not Gaze.CHAT
    assert mood.view(10.5).gaze is Gaze.CHAT


def test_it_winces_for_a_moment() -> None:
    mood = AWAKE.with_activity(MoodActivity.WAITING, 9.0).with_error(10.0).with_activity(MoodActivity.NOTHING, 10.0)
    assert mood.view(10.1).role is GestureRole.WINCE
    assert mood.view(10.1 + WINCE).role is None


def test_a_touch_takes_precedence() -> None:
    mood = AWAKE.with_error(10.0).with_touch(GestureRole.LIFTED, 10.1)
    assert mood.view(500.0).role is GestureRole.LIFTED
    assert mood.with_touch(GestureRole.PUT_DOWN, 500.0).view(500.5).role is GestureRole.PUT_DOWN
    assert mood.with_touch(GestureRole.PUT_DOWN, 500.0).view(501.5).role is None


def test_joy_grows_while_the_hand_strokes() -> None:
    mood = AWAKE
    for tenth in range(60):
        now = 10.0 + tenth / 10
        mood = mood.with_touch(GestureRole.STROKED, now)
        assert mood.view(now).role is (GestureRole.STROKED if tenth <= 25 else GestureRole.STROKED_LONG)
    assert mood.view(17.8).role is GestureRole.STROKED_LONG
    assert mood.view(18.0).role is None
    assert mood.with_touch(GestureRole.STROKED, 19.0).view(19.0).role is GestureRole.STROKED


def test_a_resting_pointer_is_ignored_after_a_while() -> None:
    mood = AWAKE.with_pointer(10.0, near=False, moved=True)
    assert mood.view(10.0 + BORED_AFTER - 1).gaze is Gaze.POINTER
    assert mood.view(10.0 + BORED_AFTER + 1).gaze is Gaze.WANDER


@pytest.mark.parametrize(
    ("event", "wakes"),
    [
        (lambda mood: mood.with_touch(None, 700.0), True),
        (lambda mood: mood.with_touch(GestureRole.STROKED, 700.0), True),
        (lambda mood: mood.with_typing(700.0), True),
        (lambda mood: mood.with_activity(MoodActivity.WAITING, 700.0), True),
        (lambda mood: mood.with_pointer(700.0, near=True, moved=True), False),
    ],
)
def test_it_falls_asleep_and_is_woken(event, wakes: bool) -> None:
    mood = replace(AWAKE, sleep_after=600.0)
    assert not mood.is_asleep(599.0)
    assert mood.is_asleep(601.0)
    assert mood.view(601.0).role is GestureRole.SLEEP
    assert event(mood).is_asleep(700.1) is not wakes


def test_the_pointer_near_keeps_it_awake() -> None:
    mood = replace(AWAKE, sleep_after=600.0).with_pointer(500.0, near=True, moved=True)
    assert not mood.is_asleep(1000.0)
    # A pointer that rests there does not.
    assert mood.with_pointer(1000.0, near=True, moved=False).is_asleep(1101.0)


def test_it_does_not_sleep_while_it_answers_or_when_sleep_is_off() -> None:
    assert not replace(AWAKE, sleep_after=600.0).with_activity(MoodActivity.WAITING, 10.0).is_asleep(9999.0)
    assert not AWAKE.is_asleep(1e9)


def test_the_frame_rate_follows_the_mood() -> None:
    mood = replace(AWAKE, sleep_after=600.0)
    assert mood.view(100.0).frame_rate is FrameRate.IDLE
    assert mood.with_pointer(100.0, near=True, moved=True).view(101.0).frame_rate is FrameRate.IN_VIEW
    assert mood.with_pointer(100.0, near=False, moved=True).view(101.0).frame_rate is FrameRate.IDLE
    # A pointer that rests on the character needs no more frames than a distant one.
    assert mood.with_pointer(100.0, near=True, moved=False).view(101.0).frame_rate is FrameRate.IDLE
    assert mood.with_typing(100.0).view(101.0).frame_rate is FrameRate.IN_VIEW
    assert mood.with_activity(MoodActivity.WAITING, 100.0).view(101.0).frame_rate is FrameRate.IN_VIEW
    assert mood.with_activity(MoodActivity.TALKING, 100.0).view(101.0).frame_rate is FrameRate.LIVELY
    assert mood.with_touch(GestureRole.LIFTED, 100.0).view(101.0).frame_rate is FrameRate.LIVELY
    assert mood.with_motion(100.0, 4.0).view(101.0).frame_rate is FrameRate.LIVELY
    assert mood.with_motion(100.0, 4.0).view(105.0).frame_rate is FrameRate.IDLE
    assert mood.view(700.0).frame_rate is FrameRate.ASLEEP
    assert mood.with_pointer(700.0, near=True, moved=True).view(701.0).frame_rate is FrameRate.IDLE


def test_the_frame_rates() -> None:
    levels = (FrameRate.ASLEEP, FrameRate.IDLE, FrameRate.IN_VIEW, FrameRate.LIVELY)
    assert [frames_per_second(frame_rate, 30) for frame_rate in levels] == [3, 15, 30, 60]
    for in_view in range(5, 121):
        rates = [frames_per_second(frame_rate, in_view) for frame_rate in levels]
        assert rates == sorted(rates)
        assert rates[2] == in_view
        assert rates[0] <= 5


MIKAN = Character(
    "Mikan",
    expressions={"thinking": "", "happy": "", "sleepy": ""},
    motions={"Think": MotionGroup("", 1), "Talk": MotionGroup("", 2), "TapHead": MotionGroup("", 1)},
)


def test_a_role_uses_the_available_expressions_and_motions() -> None:
    assert gesture(MIKAN, GestureRole.THINK) == Gesture("thinking", "Think")
    assert gesture(MIKAN, GestureRole.TALK) == Gesture(None, "Talk")
    assert gesture(MIKAN, GestureRole.STROKED) == Gesture("happy", "TapHead")
    assert gesture(MIKAN, GestureRole.SLEEP) == Gesture("sleepy", None)
    stranger = Character("Haru", expressions={"F01": "", "F02": ""}, motions={"Idle": MotionGroup("", 2)})
    assert all(gesture(stranger, role) == Gesture() for role in GestureRole)


class RecordingReactor:
    """Records the reactions to turn events."""

    def __init__(self) -> None:
        self.reactions: list[object] = []
        self.answer = Message("assistant")

    def do(self, doing: MoodActivity) -> None:
        self.reactions.append(doing)

    def begin_text(self) -> None:
        pass

    def say(self, text: str) -> None:
        self.reactions.append(text)

    def wince(self) -> None:
        self.reactions.append("wince")

    def after(self, *events: TurnEvent) -> list[object]:
        """Apply the events and return the reactions to them."""
        self.reactions.clear()
        for event in events:
            self.answer = reduce.apply(self.answer, event)
            react(self, event, self.answer)
        return self.reactions


def test_an_answer_causes_reactions_stage_by_stage() -> None:
    reactor = RecordingReactor()
    assert reactor.after(TurnStarted("m", 0.0), RequestStarted(0, 0.0)) == [MoodActivity.WAITING] * 2
    assert reactor.after(BlockStarted(0, Thinking()), TextAppended(0, "hmm")) == [MoodActivity.WAITING]
    assert reactor.after(BlockStarted(1, Text()), TextAppended(1, "Hello")) == ["Hello"]
    assert reactor.after(BlockStarted(2, ToolUse("clock.now", "c")), ArgumentsAppended(2, "{}")) == [
        MoodActivity.WAITING
    ]
    assert reactor.after(ToolReady(2, "c", {}), ToolStarted(2, 0.0)) == [MoodActivity.WATCHING]
    # Text may continue while the tool runs.
    assert reactor.after(TextAppended(1, " you")) == [" you"]
    assert reactor.after(ToolFinished(2, 0.0, "12:00")) == [MoodActivity.WAITING]
    assert reactor.after(BlockStarted(3, Notice("error", "net", "Gone"))) == ["wince"]
    assert reactor.after(BlockStarted(4, Notice("info", "sum", "Summed up"))) == []
    assert reactor.after(TurnEnded("error", 0.0)) == [MoodActivity.NOTHING]


def test_files_that_are_read_and_cards_that_wait_are_told_apart() -> None:
    reactor = RecordingReactor()
    reactor.after(TurnStarted("m", 0.0), BlockStarted(0, ToolUse("read_file", "a")), ToolReady(0, "a", {}))
    assert reactor.after(ToolStarted(0, 0.0)) == [MoodActivity.READING]
    reactor.after(BlockStarted(1, ToolUse("clipboard_read", "b")), ToolReady(1, "b", {}))
    assert reactor.after(ApprovalAsked(1, 1.0)) == [MoodActivity.AWAITING]
    assert reactor.after(ApprovalAnswered(1, 1.0, True), ToolStarted(1, 1.0))[-1] is MoodActivity.WATCHING
    reactor.after(BlockStarted(2, ToolUse("edit_file", "c")), ToolReady(2, "c", {}))
    assert reactor.after(ApprovalAsked(2, 2.0, DisplayValue("diff", "+a"))) == [MoodActivity.REVIEWING]


def test_only_back_and_forth_is_stroking() -> None:
    stroke = StrokeDetector()
    assert not any(stroke.moved(float(x), x / 500) for x in range(0, 400, 10))
    stroke.left()
    path = [*range(0, 40, 8), *range(40, 0, -8)] * 2
    assert [stroke.moved(float(x), 10 + i / 30) for i, x in enumerate(path)][-1]
    # It goes on while the hand moves, also slowly,
    assert stroke.moved(0.0, 12.0)
    assert stroke.moved(40.0, 12.9)
    # and ends with the hand's rest.
    assert not stroke.moved(40.0, 14.5)
    # Small or slow movements are no strokes.
    stroke.left()
    assert not any(stroke.moved(float(i % 2 * 5), 20 + i / 30) for i in range(60))
    assert not any(stroke.moved(float(i % 2 * 40), 30 + i) for i in range(30))


@pytest.mark.parametrize(
    ("agents", "role"),
    [
        (AgentsActivity.THINKING, GestureRole.AGENTS_THINK),
        (AgentsActivity.WORKING, GestureRole.AGENTS_WORK),
        (AgentsActivity.ASKING, GestureRole.AGENTS_ASK),
        (AgentsActivity.NOTHING, None),
    ],
)
def test_it_shows_what_agents_do_while_there_is_nothing_else(agents: AgentsActivity, role: GestureRole | None) -> None:
    mood = AWAKE.with_agents(agents, 10.0)
    assert mood.view(11.0).role is role
    # A turn, an error and the pointer come first.
    assert mood.with_activity(MoodActivity.WAITING, 10.0).view(11.0).role is GestureRole.THINK
    assert mood.with_activity(MoodActivity.WATCHING, 10.0).view(11.0).role is GestureRole.WATCH
    assert mood.with_error(11.0).view(11.0).role is GestureRole.WINCE
    assert mood.with_touch(GestureRole.STROKED, 11.0).view(11.0).role is GestureRole.STROKED


def test_the_end_of_an_agents_work_is_shown_for_a_moment_unless_another_one_asks() -> None:
    mood = AWAKE.with_agents_done(10.0)
    assert mood.view(10.0).role is GestureRole.AGENTS_DONE
    assert mood.view(10.0 + AGENTS_DONE).role is None
    assert mood.with_agents(AgentsActivity.ASKING, 10.0).view(11.0).role is GestureRole.AGENTS_ASK


def test_it_does_not_sleep_while_agents_work() -> None:
    mood = replace(AWAKE, sleep_after=60.0)
    assert mood.view(70.0).role is GestureRole.SLEEP
    working = mood.with_agents(AgentsActivity.WORKING, 1.0)
    assert working.view(70.0).role is GestureRole.AGENTS_WORK
    # Their work costs no frames.
    assert working.view(70.0).frame_rate is mood.view(50.0).frame_rate
