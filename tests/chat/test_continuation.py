"""An answer that was cut off and goes on: joined at the very letter, once, and nothing is said twice."""

import asyncio
from collections.abc import Iterable

import pytest

from deskpet.chat import messages, reduce
from deskpet.chat.actions import CONTINUE, RETRY
from deskpet.chat.continuation import RepetitionFilter
from deskpet.chat.events import NoticeResolved
from deskpet.chat.messages import Message, Notice, Text, Thinking, ToolUse, user_message
from deskpet.chat.model import CallDelta, Delta, FinishDelta, TextDelta, ThinkingDelta
from deskpet.chat.streaming_text import StreamingText
from tests.parrot import Parrot, conversation_with


def cut_off(*blocks, model: Parrot):
    """A conversation whose last answer has these blocks, as it is after the program was killed."""
    talk = conversation_with(model)
    talk.restore([user_message("go"), Message("assistant", blocks, ended=None)])
    return talk


def text(said: str, number: int = 0) -> Text:
    return Text(StreamingText(said), number)


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
async def test_a_text_goes_on_at_the_very_letter(before, pieces):
    talk = cut_off(text(before), model=Parrot([TextDelta(piece) for piece in pieces]))
    answer = await talk.go_on()
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
async def test_last_words_that_the_model_says_again_are_left_out(before, pieces, whole):
    talk = cut_off(text(before), model=Parrot([TextDelta(piece) for piece in pieces]))
    assert (await talk.go_on()).text == whole


def test_a_filter_gives_back_every_letter_that_is_no_repetition():
    before = "one two three four five six"
    for cut in range(1, len(before)):
        held = RepetitionFilter(before)
        said = before[cut:] + "!" if cut > len(before) - 3 else "and then " + before[:cut]
        assert "".join(map(held.feed, said)) + held.close() == said


async def test_a_cut_in_a_thought_or_a_call_leaves_one_line_and_what_comes_stands_behind_it():
    for block in (Thinking(StreamingText("hm"), 1.0), ToolUse("t", "c1", input_text=StreamingText('{"a'))):
        talk = cut_off(block, model=Parrot([TextDelta(" fine")]))
        answer = await talk.go_on()
        assert shapes(answer) == [block.kind, "continued", "text"]
        assert answer.text == " fine"


async def test_a_model_that_thinks_before_it_goes_on_joins_its_words_all_the_same():
    talk = cut_off(text("ha"), model=Parrot([ThinkingDelta("where was I"), TextDelta("ppy"), TextDelta(" days")]))
    answer = await talk.go_on()
    assert shapes(answer) == ["text", "joined", "thinking"]
    assert answer.text == "happy days"


async def test_a_call_after_the_joint_is_told_in_its_order():
    model = Parrot([TextDelta("lf done"), CallDelta(0, "c1", "nothing", "{}", complete=True)], [TextDelta("over")])
    talk = cut_off(text("ha"), model=model)
    answer = await talk.go_on()
    assert shapes(answer) == ["text", "joined", "tool_use", "text"]
    assert [block.text for block in answer.blocks if isinstance(block, Text)] == ["half done", "over"]


async def test_what_is_cut_off_twice_is_joined_twice():
    talk = cut_off(
        text("one "), model=Parrot([TextDelta("two "), FinishDelta("length", "length")], [TextDelta("three")])
    )
    assert (await talk.go_on()).ended == "length"
    answer = await talk.go_on()
    assert shapes(answer) == ["text", "joined", "joined"]
    assert answer.text == "one two three"


async def test_the_model_is_asked_to_go_on_after_what_came():
    model = Parrot([ThinkingDelta("hm"), TextDelta("b")], [TextDelta("c")])
    talk = cut_off(text("a"), model=model)
    await talk.go_on()
    talk = cut_off(*talk.messages[-1].blocks, model=model)
    await talk.go_on()
    for request in model.requests:
        assert "cut off" in request.messages[-1].text
    assert model.requests[1].messages[-2].text == "ab"


async def test_a_finished_answer_is_never_told_to_go_on():
    model = Parrot([TextDelta(" and more")])
    talk = cut_off(text("half"), model=model)
    await talk.go_on()
    with pytest.raises(ValueError, match="complete"):
        await talk.go_on()
    assert len(model.requests) == 1


async def test_a_notice_is_resolved_the_moment_that_it_is_pressed():
    talk = cut_off(text("half"), model=Parrot([TextDelta("!")]))
    answer = talk.messages[-1].id
    assert talk.offers(answer, "continue")
    more = talk.go_on()
    assert not talk.offers(answer, "continue")
    assert shapes(talk.messages[-1]) == ["text", "continued"]
    await more


async def test_trying_again_resolves_the_notice_and_joins_nothing():
    failed = Notice("error", "server_error", "The server failed", actions=(RETRY,))
    talk = conversation_with(Parrot([TextDelta("whole answer")]))
    talk.restore([user_message("go"), Message("assistant", (text("whole an"), failed), ended="error")])
    answer = await talk.go_on(again=True)
    assert shapes(answer) == ["text", "retried", "text"]


@pytest.mark.parametrize("resolution", ["continued", "retried"])
def test_a_program_that_ends_right_after_the_button_offers_it_again(resolution):
    asked = Notice("warning", "interrupted", "Interrupted", actions=(CONTINUE,), resolution=resolution)
    talk = conversation_with(Parrot())
    talk.restore([user_message("go"), Message("assistant", (text("half"), asked), ended="error")])
    assert shapes(talk.messages[-1]) == ["text", resolution, "open"]


def test_a_resolution_is_kept_and_only_notices_have_one():
    asked = Message("assistant", (Notice("info", "x", "X", actions=(CONTINUE,)), Text()))
    resolved = reduce.apply(asked, NoticeResolved(0, "continued"))
    assert not resolved.blocks[0].offers("continue")
    assert messages.from_json(messages.to_json(resolved)) == resolved
    with pytest.raises(ValueError, match="does not fit"):
        reduce.apply(asked, NoticeResolved(1, "continued"))


async def test_an_echo_at_a_joint_is_no_new_block():
    """Every event can be told again and gives the same message."""
    events = []
    talk = cut_off(text("on"), model=Parrot(_pieces("e two three")))
    start = talk.messages[-1]
    talk.listen(lambda _: None, lambda event, _: events.append(event))
    answer = await talk.go_on()
    for event in events:
        start = reduce.apply(start, event)
    assert start == answer
    await asyncio.sleep(0)


def _pieces(said: str) -> Iterable[Delta]:
    return [TextDelta(letter) for letter in said]
