"""Continuing an answer that was cut off: the text is joined at its last character, without repetitions."""

import asyncio
from collections.abc import Iterable
from dataclasses import replace

import pytest

from deskpet.chat import messages, reduce
from deskpet.chat.continuation import RepetitionFilter
from deskpet.chat.events import NoticeResolved
from deskpet.chat.messages import (
    CONTINUE,
    RETRY,
    Echo,
    Message,
    Notice,
    StreamingText,
    Text,
    Thinking,
    ToolUse,
    user_message,
)
from deskpet.chat.model import CallDelta, Delta, FinishDelta, NoticeDelta, TextDelta, ThinkingDelta
from deskpet.chat.turn import CONTINUE_REQUEST
from tests.chat.fake_model import EchoModel, conversation_with
from tests.support.conversations import open_messages


def cut_off(*blocks, model: EchoModel):
    """Create a conversation whose last answer has these blocks, as after the program was killed."""
    conversation = conversation_with(model)
    open_messages(conversation, [user_message("go"), Message("assistant", blocks, ended=None)])
    return conversation


def text(content: str, number: int = 0) -> Text:
    return Text(StreamingText(content), number)


def shapes(message: Message) -> list[str]:
    return [block.resolution or "open" if isinstance(block, Notice) else block.kind for block in message.blocks]


@pytest.mark.parametrize(
    ("before", "pieces"),
    [
        ("It is rai", ["ning", " today"]),
        ("It is", [" raining"]),
        ("One.\n\n", ["Two."]),
        ("One.", ["\n", "\nTwo."]),
        ("a ", [" ", " b"]),
        ("```python\nx = ", ["1\n", "```\n"]),
        ("```python\nx = 1", ["\n    ", "y = 2\n```"]),
        ("- one\n- tw", ["o\n- three"]),
        ("今天天", ["气很", "好"]),
        ("😀 and ", ["😀"]),
        ("ha ha ha ", ["ha ha ha"]),
        ("0, 0, 0, 0, 0, ", ["0, 0, 0, 0, 0, 1"]),
        ("It costs 1", ["100 euros"]),
    ],
)
async def test_a_text_continues_at_its_last_character(before, pieces):
    conversation = cut_off(text(before), model=EchoModel([TextDelta(piece) for piece in pieces]))
    answer = await conversation.resume()
    assert shapes(answer) == ["text", "joined"]
    assert (answer.text, answer.ended) == (before + "".join(pieces), "stop")


@pytest.mark.parametrize(
    ("before", "pieces", "whole"),
    [
        ("The quick brown fox jum", ["The quick ", "brown fox jumps over"], "The quick brown fox jumps over"),
        ("The quick brown fox jum", ["jum", "ps over"], "The quick brown fox jumps over"),
        ("The quick brown fox jum", ["jumps over"], "The quick brown fox jumps over"),
        (
            "She opened the old door. Then",
            [" the old door.", " Then she left."],
            "She opened the old door. Then she left.",
        ),
        ("今天天气很好，我们去公园", ["我们去公园", "散步"], "今天天气很好，我们去公园散步"),
        ("all of it is here.", ["all of it ", "is here."], "all of it is here."),
    ],
)
async def test_repeated_last_words_are_removed(before, pieces, whole):
    conversation = cut_off(text(before), model=EchoModel([TextDelta(piece) for piece in pieces]))
    assert (await conversation.resume()).text == whole


def test_the_filter_passes_everything_that_is_no_repetition():
    before = "one two three four five six"
    for cut in range(1, len(before)):
        repetition_filter = RepetitionFilter(before)
        content = before[cut:] + "!" if cut > len(before) - 3 else "and then " + before[:cut]
        assert "".join(map(repetition_filter.feed, content)) + repetition_filter.close() == content


async def test_a_cut_in_reasoning_or_a_call_keeps_its_notice_and_new_blocks_follow():
    for block in (Thinking(StreamingText("hm"), 1.0), ToolUse("t", "c1", input_text=StreamingText('{"a'))):
        conversation = cut_off(block, model=EchoModel([TextDelta(" fine")]))
        answer = await conversation.resume()
        assert shapes(answer) == [block.kind, "continued", "text"]
        assert answer.text == " fine"


async def test_reasoning_before_the_continuation_does_not_prevent_joining():
    conversation = cut_off(
        text("ha"), model=EchoModel([ThinkingDelta("where was I"), TextDelta("ppy"), TextDelta(" days")])
    )
    answer = await conversation.resume()
    assert shapes(answer) == ["text", "joined", "thinking"]
    assert answer.text == "happy days"


async def test_a_call_after_the_joined_text_keeps_its_order():
    model = EchoModel([TextDelta("lf done"), CallDelta(0, "c1", "nothing", "{}", complete=True)], [TextDelta("over")])
    conversation = cut_off(text("ha"), model=model)
    answer = await conversation.resume()
    assert shapes(answer) == ["text", "joined", "tool_use", "text"]
    assert [block.text for block in answer.blocks if isinstance(block, Text)] == ["half done", "over"]


async def test_a_text_cut_off_twice_is_joined_twice():
    conversation = cut_off(
        text("one "), model=EchoModel([TextDelta("two "), FinishDelta("length", "length")], [TextDelta("three")])
    )
    assert (await conversation.resume()).ended == "length"
    answer = await conversation.resume()
    assert shapes(answer) == ["text", "joined", "joined"]
    assert answer.text == "one two three"


async def test_the_model_is_asked_to_continue_after_the_partial_answer():
    model = EchoModel([ThinkingDelta("hm"), TextDelta("b")], [TextDelta("c")])
    conversation = cut_off(text("a"), model=model)
    await conversation.resume()
    conversation = cut_off(*conversation.messages[-1].blocks, model=model)
    await conversation.resume()
    for request in model.requests:
        assert "cut off" in request.messages[-1].text
    assert model.requests[1].messages[-2].text == "ab"


async def test_a_complete_answer_is_never_continued():
    model = EchoModel([TextDelta(" and more")])
    conversation = cut_off(text("half"), model=model)
    await conversation.resume()
    with pytest.raises(ValueError, match="complete"):
        await conversation.resume()
    assert len(model.requests) == 1


async def test_a_notice_is_resolved_as_soon_as_its_button_is_pressed():
    conversation = cut_off(text("half"), model=EchoModel([TextDelta("!")]))
    answer = conversation.messages[-1].id
    assert conversation.offers(answer, "continue")
    more = conversation.resume()
    assert not conversation.offers(answer, "continue")
    assert shapes(conversation.messages[-1]) == ["text", "continued"]
    await more


async def test_a_retry_resolves_the_notice_and_joins_no_text():
    failed = Notice("error", "server_error", "The server failed", actions=(RETRY,))
    conversation = conversation_with(EchoModel([TextDelta("whole answer")]))
    open_messages(conversation, [user_message("go"), Message("assistant", (text("whole an"), failed), ended="error")])
    answer = await conversation.resume(retry=True)
    assert shapes(answer) == ["text", "retried", "text"]


FAILED = Notice("error", "rate_limited", "Too many requests", actions=(RETRY,))
LENGTH = Notice("warning", "length", "The answer reached its length limit", actions=(CONTINUE,))


@pytest.mark.parametrize("thoughts", [(), (ThinkingDelta("hm"),)])
async def test_a_retry_of_a_failed_continuation_continues_the_text(thoughts: tuple[Delta, ...]):
    model = EchoModel(
        [TextDelta("Once upon a"), FinishDelta("length", "length")],
        [*thoughts, NoticeDelta(FAILED)],
        [TextDelta(" time.")],
    )
    conversation = conversation_with(model)
    await conversation.send("a story")
    await conversation.resume()
    answer = await conversation.resume(retry=True)

    assert answer.text == "Once upon a time."
    assert [message.text for message in model.requests[-1].messages] == [
        "a story",
        "Once upon a",
        CONTINUE_REQUEST.text,
    ]


async def test_a_retry_after_a_continuation_that_broke_off_keeps_its_text():
    model = EchoModel(
        [TextDelta("Once upon"), FinishDelta("length", "length")],
        [TextDelta(" a time"), NoticeDelta(FAILED)],
        [TextDelta(" there was."), FinishDelta("stop")],
    )
    conversation = conversation_with(model)
    await conversation.send("a story")
    await conversation.resume()
    answer = await conversation.resume(retry=True)

    assert answer.text == "Once upon a time there was."
    assert [message.text for message in model.requests[-1].messages][1:] == ["Once upon a time", CONTINUE_REQUEST.text]


async def test_a_retry_of_a_continuation_in_a_block_of_its_own_asks_for_the_rest_again():
    begun = Text(StreamingText("Once upon"), 0, Echo("p", {"part": 1}))
    more = text(" a ti", 1)
    model = EchoModel([TextDelta(" a time.")])
    conversation = cut_off(begun, replace(LENGTH, resolution="continued"), more, FAILED, model=model)
    await conversation.resume(retry=True)

    assert [message.text for message in model.requests[-1].messages][1:] == ["Once upon", CONTINUE_REQUEST.text]


@pytest.mark.parametrize("resolution", ["continued", "retried"])
def test_if_the_program_ends_right_after_the_button_it_is_offered_again(resolution):
    notice = Notice("warning", "interrupted", "Interrupted", actions=(CONTINUE,), resolution=resolution)
    conversation = conversation_with(EchoModel())
    open_messages(conversation, [user_message("go"), Message("assistant", (text("half"), notice), ended="error")])
    assert shapes(conversation.messages[-1]) == ["text", resolution, "open"]


def test_a_resolution_is_stored_and_only_notices_have_one():
    message = Message("assistant", (Notice("info", "x", "X", actions=(CONTINUE,)), Text()))
    resolved = reduce.apply(message, NoticeResolved(0, "continued"))
    assert not resolved.blocks[0].offers("continue")
    assert messages.from_json(messages.to_json(resolved)) == resolved
    with pytest.raises(ValueError, match="does not fit"):
        reduce.apply(message, NoticeResolved(1, "continued"))


async def test_replayed_events_of_a_joined_text_give_the_same_message():
    """Applying the events again gives the same message."""
    events = []
    conversation = cut_off(text("on"), model=EchoModel(_pieces("e two three")))
    start = conversation.messages[-1]
    conversation.listen(on_event=lambda event, _: events.append(event))
    answer = await conversation.resume()
    for event in events:
        start = reduce.apply(start, event)
    assert start == answer
    await asyncio.sleep(0)


def _pieces(content: str) -> Iterable[Delta]:
    return [TextDelta(letter) for letter in content]
