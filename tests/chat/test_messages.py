"""JSON round trips of messages and events, and the rules of the reducer."""

import pytest

from deskpet.chat import events, messages, reduce
from deskpet.chat.events import (
    ArgumentsAppended,
    BlockStarted,
    EchoNoted,
    NoticeResolved,
    TextAppended,
    ToolFinished,
    TurnEnded,
)
from deskpet.chat.messages import (
    Action,
    Echo,
    Image,
    Message,
    Notice,
    StreamingText,
    Text,
    Thinking,
    ToolError,
    ToolUse,
)

EVERYTHING = Message(
    "assistant",
    (
        Thinking(StreamingText("hm"), 1.0, 2.0),
        Text(StreamingText("你好 😀")),
        ToolUse("live2d.motion", "c1", "error", StreamingText('{"a": 1}'), {"a": 1}, error=ToolError("x", "y", ("z",))),
        ToolUse("t", "c2", output=["list", {"of": None}], echo=Echo("google", {"signature": "abc"})),
        Image("image/png", "aGk="),
        Notice("error", "dns", "not found", actions=(Action("retry", "Try again"),)),
    ),
    created_at=3.0,
    ended="stop",
)


def test_a_message_survives_json():
    assert messages.from_json(messages.to_json(EVERYTHING)) == EVERYTHING


@pytest.mark.parametrize("block", EVERYTHING.blocks)
def test_a_block_survives_the_json_of_its_event(block):
    event = BlockStarted(3, block)
    assert events.from_json(events.to_json(event)) == event


@pytest.mark.parametrize(
    "event",
    [
        TextAppended(0, "你"),
        ToolFinished(1, 2.0, {"a": [1]}, ToolError("x", "y", ("z",))),
        EchoNoted(1, Echo("google", {"signature": "abc"})),
        NoticeResolved(0, "continued"),
        TurnEnded("stop", 1.0),
    ],
)
def test_an_event_survives_json(event):
    assert events.from_json(events.to_json(event)) == event


@pytest.mark.parametrize("value", [{}, {"event": "nothing"}, {"event": "text_appended", "block": "x"}])
def test_invalid_events_are_rejected(value):
    with pytest.raises(ValueError, match=r"event|Text"):
        events.from_json(value)


def test_a_block_must_begin_at_the_end():
    with pytest.raises(ValueError, match="block 1 begins"):
        reduce.apply(Message("assistant"), BlockStarted(1, Text()))


@pytest.mark.parametrize("event", [ArgumentsAppended(0, "x"), ToolFinished(0, 1.0)])
def test_an_event_must_fit_its_block(event):
    with pytest.raises(ValueError, match="does not fit"):
        reduce.apply(Message("assistant", (Text(),)), event)


def test_text_must_fit_its_block():
    with pytest.raises(ValueError, match="does not fit"):
        reduce.apply(Message("assistant", (ToolUse("t", "c"),)), TextAppended(0, "x"))


def test_a_message_never_changes():
    before = Message("assistant", (Text(StreamingText("a")),))
    after = reduce.apply(reduce.apply(before, TextAppended(0, "b")), TurnEnded("stop", 1.0))
    assert (before.text, before.ended, after.text, after.ended) == ("a", None, "ab", "stop")
