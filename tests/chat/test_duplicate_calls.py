"""Calls that come twice, in text and structured; calls in the reasoning; arguments that a tool does not have."""

import pytest

from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Message, Notice, Text, Thinking, ToolUse, user_message
from deskpet.chat.textmode.prompt import CallFormat
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import run_turn
from deskpet.chat.turn_setup import TurnSetup
from tests.llm.scripted_server import Piece, Recorder, ScriptedServer, call, words


@tool("note")
async def note(kind: str) -> str:
    """Note something.

    kind: what it is.
    """
    return f"noted {kind}"


IN_TEXT = '<tool_call>{"name": "note", "arguments": {"kind": "idea"}}</tool_call>'
STRUCTURED = call("note", '{"kind": "idea"}')
OTHER = call("note", '{"kind": "task"}')


async def answer(*rounds: list[Piece], form: CallFormat | None = None) -> tuple[Message, ScriptedServer]:
    server = ScriptedServer(*rounds, [words("Done.")])
    setup = TurnSetup(server.model(), Toolbox((note,)), native_tools=form is None, call_format=form)
    seen = Recorder()
    await run_turn(setup, (user_message("hello"),), Message("assistant"), seen)
    return seen.answer, server


def inputs(message: Message) -> list[object]:
    return [block.input for block in message.blocks if isinstance(block, ToolUse)]


IDEA, TASK = {"kind": "idea"}, {"kind": "task"}
BOTH: dict[str, tuple[list[Piece], list[object]]] = {
    "text first": ([words(IN_TEXT), STRUCTURED], [IDEA]),
    "structured first": ([STRUCTURED, words(IN_TEXT)], [IDEA]),
    "another call": ([words(IN_TEXT), OTHER], [IDEA, TASK]),
    "another call first": ([OTHER, words(IN_TEXT)], [TASK, IDEA]),
    "twice in text": ([words(IN_TEXT + IN_TEXT)], [IDEA, IDEA]),
    "twice in text, once structured": ([words(IN_TEXT + IN_TEXT), STRUCTURED], [IDEA, IDEA]),
    "JSON and structured": ([words('{"name": "note", "arguments": {"kind": "idea"}}'), STRUCTURED], [IDEA]),
}


@pytest.mark.parametrize(("pieces", "expected"), BOTH.values(), ids=BOTH)
async def test_the_same_call_in_text_and_structured_runs_once(pieces: list[Piece], expected: list[object]):
    message, _ = await answer(pieces)
    assert inputs(message) == expected
    assert message.text == "Done."
    assert message.ended == "stop"


async def test_a_call_in_the_reasoning_with_nothing_after_it_runs():
    message, _ = await answer([{"reasoning_content": "I note it.\n"}, {"reasoning_content": IN_TEXT}, words("\n")])
    assert inputs(message) == [IDEA]
    thoughts = [str(block.text) for block in message.blocks if isinstance(block, Thinking)]
    assert thoughts == ["I note it.\n"]


async def test_an_answer_after_reasoning_that_is_nothing_but_a_call():
    json_call = '{"name": "note", "arguments": {"kind": "idea"}}'
    for pieces in ([{"reasoning_content": "Hm."}, words(json_call)], [words(f"<think>Hm.</think>\n\n{json_call}")]):
        message, _ = await answer(pieces)
        assert (inputs(message), message.text) == ([IDEA], "Done.")


THOUGHTS: dict[str, list[Piece]] = {
    "words": [{"reasoning_content": IN_TEXT}, words("Hello!")],
    "more reasoning": [{"reasoning_content": IN_TEXT}, {"reasoning_content": " would do, but no."}],
    "a half call": [{"reasoning_content": IN_TEXT[:30]}],
    "an unknown tool": [{"reasoning_content": IN_TEXT.replace("note", "other")}],
}


@pytest.mark.parametrize("pieces", THOUGHTS.values(), ids=THOUGHTS)
async def test_any_other_call_in_the_reasoning_is_a_thought(pieces: list[Piece]):
    message, _ = await answer(pieces)
    assert inputs(message) == []
    thought = "".join(str(block.text) for block in message.blocks if isinstance(block, Thinking))
    assert thought == "".join(str(piece.get("reasoning_content", "")) for piece in pieces if isinstance(piece, dict))


async def test_a_structured_call_after_one_in_the_reasoning_is_the_only_one():
    message, _ = await answer([{"reasoning_content": IN_TEXT}, OTHER])
    assert inputs(message) == [TASK]


BLOCK = """<<<[TOOL_REQUEST]>>>
maid:「始」Ann「末」,
tool_name:「始」note「末」,
kind:「始」idea「末」,
archery:「始」no「末」
<<<[END_TOOL_REQUEST]>>>"""


async def test_arguments_that_a_tool_does_not_have_are_left_out_and_the_model_is_told():
    message, server = await answer([words(BLOCK)], form=CallFormat.TOOL_REQUEST)
    assert inputs(message) == [IDEA]
    sent = server.requests[1]["messages"][-1]["content"]
    assert "noted idea" in sent
    assert "left out: maid, archery" in sent


async def test_nothing_is_left_out_of_a_call_that_is_wrong_anyway():
    message, _ = await answer([words(BLOCK.replace("kind", "sort"))], form=CallFormat.TOOL_REQUEST)
    (done,) = [block for block in message.blocks if isinstance(block, ToolUse)]
    assert done.error
    assert done.error.code == "invalid_arguments"


async def test_a_call_in_the_middle_of_a_line_in_the_json_protocol():
    text = 'I note it: {"tool_calls": [{"name": "note", "arguments": {"kind": "idea"}}]} there.'
    message, _ = await answer([words(text)], form=CallFormat.JSON)
    assert inputs(message) == [IDEA]
    assert message.text == "I note it:  there.Done."
    for other in (f"`{text}`", text.replace("note", "other"), f"> {text}"):
        message, _ = await answer([words(other)], form=CallFormat.JSON)
        assert (inputs(message), message.text) == ([], other)


async def test_a_malformed_call_is_asked_again_once():
    malformed = (
        b'data: {"choices": [{"delta": {}, "finish_reason": "function_call_filter: MALFORMED_FUNCTION_CALL"}]}\n\n'
    )
    message, server = await answer([words("I look."), malformed])
    assert len(server.requests) == 2
    assert [block.code for block in message.blocks if isinstance(block, Notice)] == ["malformed_call"]
    assert (message.text, message.ended) == ("I look.Done.", "stop")
    failed = b'data: {"error": {"message": "Failed to call a function.", "code": "tool_use_failed"}}\n\n'
    message, server = await answer([failed], [failed])
    assert len(server.requests) == 2
    levels = [block.level for block in message.blocks if isinstance(block, Notice)]
    assert (levels, message.ended) == (["info", "error"], "error")
    assert not any(isinstance(block, Text) for block in message.blocks)
