"""Running a call again: a later run on its card that is never sent to the model."""

import asyncio
from dataclasses import replace

import pytest

from deskpet.chat import messages, reduce
from deskpet.chat.call_state import CallState, open_approval, state_of
from deskpet.chat.conversation import Conversation
from deskpet.chat.events import RerunFinished, RerunStarted, event_name
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Approval, LaterRun, Message, StreamingText, Text, ToolUse, user_message
from deskpet.chat.permission import SENDS_AFTER_READING, Decision, Reads, Rule
from deskpet.chat.permission_check import PermissionCheck
from deskpet.chat.read_marks import rules_of
from deskpet.chat.rerun import Rerun, RerunEvent
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import BEGINNING, SILENCE, alternate_roles
from deskpet.chat.turn_setup import TurnSetup
from deskpet.config.choices import Policy
from tests.llm.scripted_server import ScriptedServer, call, words
from tests.support.conversations import open_messages

COUNT = [0]


@tool("dice.roll", title="Roll")
async def roll(sides: int) -> str:
    """Roll."""
    COUNT[0] += 1
    return f"roll {COUNT[0]} of {sides}"


@pytest.fixture(autouse=True)
def reset_count():
    COUNT[0] = 0


async def never_asked() -> Decision:
    raise AssertionError("the user is asked")


def check_with(box: Toolbox, *rules: Rule, marks: tuple[str, ...] = ()) -> PermissionCheck:
    return PermissionCheck(box, lambda: rules, lambda: marks)


def assistant_message(text: str) -> Message:
    return Message("assistant", (Text(StreamingText(text)),), ended="stop")


def conversation_with(server: ScriptedServer) -> tuple[Conversation, Toolbox]:
    box = Toolbox((roll,))
    return Conversation(lambda: TurnSetup(server.model(), box)), box


async def test_a_call_runs_again_with_the_same_arguments():
    server = ScriptedServer([call("dice_roll", '{"sides": 6}')], [words("a one")], [words("bye")])
    conversation, box = conversation_with(server)
    events: list[str] = []
    answer = await conversation.send("roll")
    conversation.listen(on_event=lambda event, message: events.append(event_name(event)))
    rerun = Rerun(answer.blocks[0], 0, lambda event: conversation.amend(answer.id, event), lambda: 7.0, never_asked)
    await rerun.run(check_with(box))
    card = conversation.messages[1].blocks[0]
    assert isinstance(card, ToolUse)
    assert card.output == "roll 1 of 6"
    assert card.later_runs == (LaterRun(7.0, 7.0, "roll 2 of 6"),)
    assert events == ["rerun_started", "rerun_finished"]
    await conversation.send("and now?")
    results = [message["content"] for message in server.requests[2]["messages"] if message["role"] == "tool"]
    assert results == ["roll 1 of 6"]


async def test_a_finished_later_run_is_stored_and_an_interrupted_one_is_not():
    began = reduce.apply(
        Message("assistant", (ToolUse("dice.roll", "1", "success"),), ended="stop"), RerunStarted(0, 1.0)
    )
    done = reduce.apply(began, RerunFinished(0, 2.0, "six"))
    again = reduce.apply(done, RerunStarted(0, 3.0))
    conversation, _ = conversation_with(ScriptedServer())
    restored = open_messages(conversation, [messages.from_json(messages.to_json(again))])
    assert restored[0].blocks[0].later_runs == (LaterRun(1.0, 2.0, "six"),)


def test_a_run_that_did_not_start_cannot_end():
    message = Message("assistant", (ToolUse("dice.roll", "1", "success"),), ended="stop")
    with pytest.raises(ValueError, match="never began"):
        reduce.apply(message, RerunFinished(0, 2.0, "six"))


async def test_a_run_that_is_stopped_ends_as_cancelled():
    @tool("dice.wait", title="Wait")
    async def wait() -> None:
        """Wait without end."""
        await asyncio.Event().wait()

    use = ToolUse("dice.wait", "1", "success", input={})
    seen: list[RerunEvent] = []
    rerun = Rerun(use, 0, seen.append, lambda: 1.0, never_asked)
    running = asyncio.create_task(rerun.run(check_with(Toolbox((wait,)))))
    await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert isinstance(seen[-1], RerunFinished)
    assert seen[-1].error.code == "cancelled"


class Asked:
    """A user who gives one answer to all questions. `message` has the events of the run."""

    def __init__(self, call_: ToolUse, decision: Decision | None = None) -> None:
        self.message = Message("assistant", (call_,), ended="stop")
        self.questions: list[Approval | None] = []
        self._decision = decision

    @property
    def run(self) -> LaterRun:
        call_ = self.message.blocks[0]
        assert isinstance(call_, ToolUse)
        return call_.later_runs[-1]

    async def rerun(self, check: PermissionCheck) -> LaterRun:
        call_ = self.message.blocks[0]
        assert isinstance(call_, ToolUse)
        await Rerun(call_, 0, self._emit, lambda: 5.0, self._approve).run(check)
        return self.run

    def _emit(self, event: RerunEvent) -> None:
        self.message = reduce.apply(self.message, event)

    async def _approve(self) -> Decision:
        call_ = self.message.blocks[0]
        assert isinstance(call_, ToolUse)
        assert state_of(call_) is CallState.WAITING
        self.questions.append(open_approval(call_))
        assert self._decision
        return self._decision


def rolled(**changed: object) -> ToolUse:
    """Return a call that ran before, because the user allowed it then."""
    allowed = ToolUse("dice.roll", "1", "success", input={"sides": 6}, output="six", approval=Approval(approved=True))
    return replace(allowed, **changed)


def box_with(policy: Policy) -> Toolbox:
    return Toolbox((roll,), lambda _: policy)


@pytest.mark.parametrize("approval", [None, Approval(approved=True), Approval(is_manual=True, approved=True)])
async def test_a_tool_that_the_settings_refuse_does_not_run_again(approval: Approval | None) -> None:
    user = Asked(rolled(approval=approval))
    run = await user.rerun(check_with(box_with(Policy.REFUSE), Rule("dice.roll", None, 1.0)))
    assert run.error
    assert (run.error.code, user.questions, COUNT) == ("refused", [], [0])


@pytest.mark.parametrize("policy", [Policy.ASK, Policy.MANUAL])
async def test_a_tool_that_asks_asks_before_it_runs_again(policy: Policy) -> None:
    user = Asked(rolled(), Decision(approved=True))
    run = await user.rerun(check_with(box_with(policy)))
    assert (run.output, run.error, COUNT) == ("roll 1 of 6", None, [1])
    (asked,) = user.questions
    assert asked == Approval(is_manual=policy is Policy.MANUAL)
    assert run.approval == replace(asked, approved=True)


async def test_a_run_that_the_user_refuses_does_not_start() -> None:
    user = Asked(rolled(), Decision(approved=False, reason="not now"))
    run = await user.rerun(check_with(box_with(Policy.ASK)))
    assert run.error
    assert (run.error.code, run.output, COUNT) == ("refused", None, [0])
    assert run.error.message.endswith("not now")


async def test_a_rule_of_the_user_lets_a_call_run_again() -> None:
    user = Asked(rolled())
    run = await user.rerun(check_with(box_with(Policy.ASK), Rule("dice.roll", None, 1.0)))
    assert (run.output, user.questions) == ("roll 1 of 6", [])


async def test_a_rule_that_is_given_with_a_later_run_holds_in_its_conversation() -> None:
    rule = Rule("dice.roll", None, 1.0, "conversation")
    user = Asked(rolled(), Decision(approved=True, rule=rule))
    await user.rerun(check_with(box_with(Policy.ASK)))
    assert rules_of((user.message,)) == (rule,)


async def test_after_both_readings_a_call_that_sends_asks_before_it_runs_again() -> None:
    @tool("desk.send", sends=True)
    async def send(text: str) -> str:
        """Send."""
        COUNT[0] += 1
        return text

    both = tuple(each.value for each in Reads)
    user = Asked(rolled(tool_name="desk.send", input={"text": "x"}), Decision(approved=False))
    check = check_with(Toolbox((send,)), Rule("desk.send", None, 1.0), marks=both)
    run = await user.rerun(check)
    assert run.error
    assert run.approval
    assert (run.error.code, run.approval.reason, COUNT) == ("refused", SENDS_AFTER_READING, [0])


async def test_the_question_of_a_run_ends_with_the_program() -> None:
    asked = replace(rolled(), later_runs=(LaterRun(5.0, approval=Approval()),))
    assert state_of(asked) is CallState.WAITING
    conversation, _ = conversation_with(ScriptedServer())
    kept = messages.from_json(messages.to_json(Message("assistant", (asked,), ended="stop")))
    (restored,) = open_messages(conversation, [kept])
    assert restored.blocks == (rolled(),)


def test_a_request_always_begins_with_the_user():
    greeting, question, reminder = assistant_message("Hello!"), user_message("hi"), assistant_message("Tea!")
    answer = assistant_message("Yes?")
    alternating = alternate_roles((greeting, question, answer, reminder))
    assert alternating == (BEGINNING, greeting, question, answer, SILENCE, reminder)


def test_alternating_messages_are_unchanged():
    messages_ = (user_message("a"), assistant_message("b"), user_message("c"), user_message("d"))
    assert alternate_roles(messages_) == messages_


async def test_messages_of_the_character_without_a_question_are_sent_in_order():
    server = ScriptedServer([words("You're welcome.")])
    conversation, _ = conversation_with(server)
    conversation.add_message(assistant_message("Hello, I am Aria."))
    await conversation.send("thanks")
    sent = [(message["role"], message["content"]) for message in server.requests[0]["messages"]]
    assert sent == [("user", BEGINNING.text), ("assistant", "Hello, I am Aria."), ("user", "thanks")]
