"""What the program behind a tool asks during a call: events, the state of the call, and who is asked."""

import asyncio

from deskpet.chat import reduce
from deskpet.chat.call_state import CallState, state_of
from deskpet.chat.conversation import Conversation
from deskpet.chat.events import QuestionAnswered, QuestionAsked, ToolFinished, ToolStarted, from_json, to_json
from deskpet.chat.messages import Message, ToolUse, user_message
from deskpet.chat.question import Question, QuestionField
from tests.support.conversations import open_messages

QUESTION = Question("server", "Who are you?", (QuestionField("name", "Name", "text", default="Mio"),))


def asking() -> Message:
    return reduce.apply(
        reduce.apply(Message("assistant", (ToolUse("a", "1", input={}),)), ToolStarted(0, 1.0)),
        QuestionAsked(0, 2.0, QUESTION),
    )


def use(message: Message) -> ToolUse:
    (block,) = message.blocks
    assert isinstance(block, ToolUse)
    return block


def test_a_call_waits_for_the_user_until_the_question_is_answered_or_the_call_ends():
    message = asking()
    assert (use(message).question, state_of(use(message))) == (QUESTION, CallState.WAITING)
    answered = reduce.apply(message, QuestionAnswered(0, 3.0, "accept"))
    assert (use(answered).question, state_of(use(answered))) == (None, CallState.RUNNING)
    assert use(reduce.apply(message, ToolFinished(0, 3.0, "done"))).question is None


def test_the_events_have_a_json_form():
    for event in (QuestionAsked(0, 2.0, QUESTION), QuestionAnswered(0, 3.0, "decline")):
        assert from_json(to_json(event)) == event


def test_a_question_does_not_wait_after_the_end_of_the_program():
    """Its server has ended with the program, unlike an approval, which is still given afterwards."""

    def prepare():
        raise AssertionError("no turn runs")

    async def restore() -> Message:
        conversation = Conversation(prepare)
        open_messages(conversation, [user_message("hi", 0.0), asking()])
        return conversation.messages[-1]

    restored = asyncio.run(restore())
    assert restored.ended != "waiting"
    call = next(block for block in restored.blocks if isinstance(block, ToolUse))
    assert (state_of(call).is_final, call.question) == (True, None)
