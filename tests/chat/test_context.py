"""Fitting a long conversation into the context: trimming, summaries, undo; stored messages never change."""

import asyncio
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.chat import context, messages
from deskpet.chat.completion import NoAnswer
from deskpet.chat.context import TokenCalibration
from deskpet.chat.conversation import Conversation
from deskpet.chat.events import RequestStarted
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import (
    Block,
    Echo,
    Message,
    Notice,
    StreamingText,
    Text,
    Thinking,
    ToolError,
    ToolUse,
    user_message,
)
from deskpet.chat.model import ChatRequest
from deskpet.chat.textmode.prompt import CallFormat, format_call
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn_setup import TurnSetup
from tests.llm.scripted_server import Recorder, ScriptedServer, call, words
from tests.support.conversations import open_messages

LONG = "All work and no play. " * 10
"""About 55 tokens."""


@tool("test.read", title="Read")
async def read(size: int) -> str:
    """Read a page."""
    return "".join(f"line {number} " for number in range(size))


def new_conversation(server: ScriptedServer, limit: int, **more: object) -> tuple[Conversation, Recorder]:
    setup = TurnSetup(server.model(), Toolbox((read,)), "Be brief.", context_tokens=limit, **more)
    conversation, seen = Conversation(lambda: setup), Recorder()
    conversation.listen(on_event=seen)
    return conversation, seen


def notices(message: Message) -> list[str]:
    return [block.code for block in message.blocks if isinstance(block, Notice)]


def sent(server: ScriptedServer, number: int = -1) -> list[str]:
    return [message["content"] for message in server.requests[number]["messages"]]


def message_of(role: str, text: str) -> Message:
    return replace(user_message(text), role=role)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("word", 1), ("four words of text", 5), ("你好世界", 4), ("こんにちは", 5), ("привет", 3), ("a你", 2)],
)
def test_tokens_are_estimated_by_script(text: str, tokens: int):
    assert context.estimate_text_tokens(text) == tokens


def test_reasoning_counts_where_it_is_sent_back():
    thought = Thinking(StreamingText(LONG), echo=Echo("openai:h", {"field": "reasoning_content"}))
    call_of_tool = ToolUse("test.read", "c1", "success", input={}, output="x")

    def tokens(*blocks: Block) -> int:
        return context.estimate_tokens(ChatRequest((Message("assistant", blocks),)))

    reasoning = context.estimate_text_tokens(LONG)
    assert tokens(thought, call_of_tool) == tokens(call_of_tool) + reasoning
    assert tokens(replace(thought, echo=None), call_of_tool) == tokens(call_of_tool)
    assert tokens(thought) == tokens()


@given(st.text(), st.text())
def test_longer_text_never_has_fewer_tokens(text: str, more: str):
    joined = context.estimate_text_tokens(text + more)
    assert max(context.estimate_text_tokens(text), context.estimate_text_tokens(more)) <= joined
    assert joined <= context.estimate_text_tokens(text) + context.estimate_text_tokens(more)


def test_reported_usage_corrects_the_estimate():
    calibration = TokenCalibration()
    assert calibration.record_estimate(10_000) == 10_000
    calibration.record_usage(20_000)
    assert 18_000 < calibration.to_model_tokens(10_000) < 20_000
    assert calibration.to_model_tokens(calibration.to_estimate(5000)) == pytest.approx(5000, abs=2)
    calibration.record_estimate(10)
    calibration.record_usage(0)
    assert calibration.to_model_tokens(10_000) > 18_000


def test_a_short_request_has_little_influence_on_the_calibration():
    calibration = TokenCalibration()
    calibration.record_estimate(10)
    calibration.record_usage(60)
    assert calibration.to_model_tokens(1000) < 1100


async def test_without_a_limit_everything_is_sent_unchanged():
    server = ScriptedServer(*[[words(LONG)]] * 6)
    conversation, seen = new_conversation(server, 0)
    for _ in range(6):
        await conversation.send(LONG)
    assert sent(server) == ["Be brief.", *[LONG] * 11]
    assert next(event for event in seen.events if isinstance(event, RequestStarted)).tokens == 0


async def test_older_turns_are_summarized_when_the_context_is_three_quarters_full():
    server = ScriptedServer(*[[words(LONG)]] * 4, [words("They spoke of "), words("work.")], [words("Fine.")])
    conversation, seen = new_conversation(server, 750)
    for number in range(5):
        await conversation.send(f"{number} {LONG}")

    summary_request = server.requests[4]
    assert "tools" not in summary_request
    assert "summed up" not in summary_request["messages"][0]["content"]
    assert all(f"User: {number} All" in summary_request["messages"][1]["content"] for number in range(3))
    assert "4 All" not in summary_request["messages"][1]["content"]

    system, first, *rest = sent(server)
    assert system == "Be brief."
    assert "They spoke of work." in first
    assert first.endswith(f"3 {LONG}")
    assert rest == [LONG, f"4 {LONG}"]

    notice = seen.answer.blocks[0]
    assert isinstance(notice, Notice)
    assert (notice.level, notice.code, notice.details) == ("info", "compressed", "They spoke of work.")
    assert [action.name for action in notice.actions] == ["undo_compression"]
    assert (seen.answer.text, seen.answer.ended) == ("Fine.", "stop")
    assert [message.text for message in conversation.messages[:8:2]] == [f"{number} {LONG}" for number in range(4)]
    assert seen.names.count("request_started") == 5


async def test_a_summary_applies_to_later_turns_and_after_restoring():
    server = ScriptedServer(*[[words(LONG)]] * 4, [words("A summary.")], *[[words("Fine.")]] * 3)
    conversation, _ = new_conversation(server, 750)
    for number in range(5):
        await conversation.send(f"{number} {LONG}")
    await conversation.send("next")
    assert "A summary." in sent(server)[1]
    assert len(sent(server)) == 6

    again, _ = new_conversation(server, 750)
    open_messages(again, [messages.from_json(messages.to_json(message)) for message in conversation.messages])
    await again.send("later")
    assert sent(server)[:6] == sent(server, -2)
    assert len(server.requests) == 8


async def test_a_summary_is_summarized_together_with_later_turns():
    answers = [[words(LONG)]] * 4 + [[words("First.")]] + [[words(LONG)]] * 3 + [[words("Both.")]] + [[words("Fine.")]]
    server = ScriptedServer(*answers)
    conversation, seen = new_conversation(server, 750)
    for number in range(8):
        await conversation.send(f"{number} {LONG}")
    assert notices(seen.answer) == ["compressed"]
    summary_prompt = sent(server, -2)[1]
    assert "First." in summary_prompt
    assert "User: 3 " in summary_prompt
    assert "User: 2 " not in summary_prompt
    assert "Both." in sent(server)[1]
    assert "the first 12 messages" in str(seen.answer.blocks[0])
    assert "First." not in sent(server)[1]


async def test_after_undo_everything_is_sent_in_full_from_then_on():
    server = ScriptedServer(*[[words(LONG)]] * 4, [words("A summary.")], *[[words("Fine.")]] * 3)
    conversation, seen = new_conversation(server, 750)
    for number in range(5):
        await conversation.send(f"{number} {LONG}")
    conversation.undo_compression()
    conversation.undo_compression()
    assert notices(seen.answer) == ["compressed", "compression_undone"]
    assert conversation.messages[-1] == seen.answer

    for expected in (12, 14):
        await conversation.send("next")
        assert len(sent(server)) == expected
        assert sent(server)[1] == f"0 {LONG}"
    assert len(server.requests) == 8


async def test_undo_without_a_summary_changes_nothing():
    conversation, seen = new_conversation(ScriptedServer([words("hi")]), 750)
    conversation.undo_compression()
    await conversation.send("hello")
    conversation.undo_compression()
    assert notices(seen.answer) == []


async def test_a_failed_summary_adds_a_notice_and_the_question_is_still_sent():
    broken = b'data: {"error": {"message": "overloaded"}}\n\n'
    server = ScriptedServer(*[[words(LONG)]] * 4, [broken], [words("Fine.")])
    conversation, seen = new_conversation(server, 750)
    for number in range(5):
        await conversation.send(f"{number} {LONG}")
    assert notices(seen.answer) == ["compression_failed"]
    assert "overloaded" in str(seen.answer.blocks[0])
    assert (seen.answer.text, seen.answer.ended, len(sent(server))) == ("Fine.", "stop", 10)


async def test_a_failed_summary_is_not_retried_in_the_same_turn():
    broken = b'data: {"error": {"message": "overloaded"}}\n\n'
    used = [call("test_read", '{"size": 1}')]
    server = ScriptedServer(*[[words(LONG)]] * 4, [broken], used, [words("Fine.")])
    conversation, seen = new_conversation(server, 750)
    for number in range(5):
        await conversation.send(f"{number} {LONG}")
    assert notices(seen.answer) == ["compression_failed"]
    assert (seen.answer.text, seen.answer.ended) == ("Fine.", "stop")


async def test_a_failed_summary_is_tried_again_after_two_turns_then_after_four():
    broken = b'data: {"error": {"message": "overloaded"}}\n\n'
    fine = [[words("Fine.")]]
    failing = [[broken], *fine]
    server = ScriptedServer(*[[words(LONG)]] * 4, *failing, *fine * 2, *failing, *fine * 4, *failing)
    conversation, seen = new_conversation(server, 750)
    failed: list[int] = []
    for number in range(13):
        await conversation.send(f"{number} {LONG}")
        if "compression_failed" in notices(seen.answer):
            failed.append(number)
        assert seen.answer.ended == "stop"

    assert failed == [4, 7, 12]


def test_a_refusal_for_length_tries_the_summary_at_once():
    failed = Message("assistant", (context.compression_failed_notice(NoAnswer("no")),))
    refused = Message("assistant", (Notice("error", "context_full", "too long"),))
    assert not context.is_compression_due([failed])
    assert context.is_compression_due([failed, refused])


async def test_a_stop_during_the_summary_ends_the_turn():
    server = ScriptedServer(*[[words(LONG)]] * 4, [words("They"), asyncio.Event()], [words("A summary.")], [words("!")])
    conversation, seen = new_conversation(server, 750)
    for number in range(4):
        await conversation.send(f"{number} {LONG}")
    turn = asyncio.create_task(conversation.send(f"4 {LONG}"))
    async with asyncio.timeout(60):
        while len(server.requests) < 5:
            await asyncio.sleep(0)
        conversation.stop()
        with pytest.raises(asyncio.CancelledError):
            await turn
    assert (notices(seen.answer), seen.answer.ended, server.closed) == (["stopped"], "cancelled", 5)
    assert (await conversation.resume()).text == "!"


async def test_the_question_is_never_summarized():
    server = ScriptedServer([words("ok")], [words("ok")])
    conversation, seen = new_conversation(server, 300)
    await conversation.send("hello")
    await conversation.send(LONG * 20)
    assert sent(server) == ["Be brief.", "hello", "ok", LONG * 20]
    assert notices(seen.answer) == []


async def test_a_very_long_conversation_is_summarized_in_parts():
    history = [message_of(role, f"{number} {LONG}") for number in range(20) for role in ("user", "assistant")]
    server = ScriptedServer(*[[words(f"Part {number}.")] for number in range(30)])
    conversation, seen = new_conversation(server, 800)
    open_messages(conversation, history)
    await conversation.send("hello")
    *parts, last = server.requests
    assert 2 < len(parts) <= 8
    for number, request in enumerate(parts[1:]):
        assert f"Part {number}." in request["messages"][1]["content"]
    assert f"Part {len(parts) - 1}." in last["messages"][1]["content"]
    assert notices(seen.answer) == ["compressed"]


async def test_old_tool_results_are_trimmed_in_the_request_and_nowhere_else():
    server = ScriptedServer([call("test_read", '{"size": 900}')], [words("Read.")], [words("Fine.")])
    conversation, _ = new_conversation(server, 2700)
    await conversation.send("read it")
    whole = conversation.messages[1].blocks[0].output
    assert server.requests[1]["messages"][-1]["content"] == whole

    await conversation.send(LONG * 2)
    result = next(message["content"] for message in server.requests[2]["messages"] if message["role"] == "tool")
    assert "… trimmed: " in result
    assert result.startswith("line 0 line 1 ")
    assert result.endswith("line 898 line 899 ")
    assert len(result) < len(whole)
    assert conversation.messages[1].blocks[0].output == whole


def test_the_oldest_result_is_trimmed_first_and_only_as_much_as_needed():
    def read_before(size: int) -> Message:
        return Message("assistant", (ToolUse("test.read", "c", "success", output="word " * size),))

    history = (read_before(600), user_message("and"), read_before(600), user_message("now?"))
    trimmed = context.trim_tool_results(ChatRequest(history), 1800)
    old, _, newer, _ = trimmed.messages
    assert "… trimmed: " in str(old.blocks[0])
    assert newer == history[2]
    assert 1300 <= context.estimate_tokens(trimmed) <= 1350


async def test_reported_usage_decides_when_to_compress():
    usage = b'data: {"choices": [], "usage": {"prompt_tokens": 3600, "completion_tokens": 9}}\n\n'
    for usage_chunk, expected in ((b"", []), (usage, ["compressed"])):
        server = ScriptedServer([words("ok"), usage_chunk], [words("A summary.")], [words("ok")])
        conversation, seen = new_conversation(server, 4000)
        await conversation.send(LONG * 20)
        await conversation.send(LONG * 20)
        assert notices(seen.answer) == expected


async def test_a_result_that_would_not_fit_at_all_is_trimmed_in_its_own_turn():
    server = ScriptedServer([call("test_read", '{"size": 5000}')], [words("Read.")])
    conversation, seen = new_conversation(server, 2000)
    await conversation.send("read it")
    tokens = [event.tokens for event in seen.events if isinstance(event, RequestStarted)]
    assert 1700 < tokens[1] <= 1800
    assert "… trimmed: " in server.requests[1]["messages"][-1]["content"]


BLOCKS = st.one_of(
    st.text(max_size=300).map(lambda text: Text(StreamingText(text))),
    st.builds(
        lambda output, size: ToolUse("test.read", "c", "success", StreamingText("{}"), {}, output * size),
        st.sampled_from(["word ", "你好", "{x} "]),
        st.integers(0, 2000),
    ),
    st.just(ToolUse("test.read", "c", "error", error=ToolError("failed", "It is so broken. " * 100))),
)
ANSWERS = st.lists(BLOCKS, max_size=4).map(lambda blocks: Message("assistant", tuple(blocks), ended="stop"))
TURNS = st.lists(st.tuples(st.text(max_size=100).map(user_message), ANSWERS), max_size=6)


@given(TURNS, st.text(max_size=100), ANSWERS, st.integers(100, 5000))
def test_trimming_makes_results_smaller_and_touches_nothing_else(turns, question, answer, room):
    request = ChatRequest(
        (*(message for turn in turns for message in turn), user_message(question), answer), "Be brief."
    )
    before = json.dumps([messages.to_json(message) for message in request.messages])
    trimmed = context.trim_tool_results(request, room)
    assert json.dumps([messages.to_json(message) for message in request.messages]) == before
    assert trimmed == context.trim_tool_results(request, room)
    assert context.estimate_tokens(trimmed) <= context.estimate_tokens(request)
    for old, new in zip(request.messages, trimmed.messages, strict=True):
        for was, now in zip(old.blocks, new.blocks, strict=True):
            if isinstance(was, ToolUse) and not was.error:
                assert now.output == was.output or "… trimmed: " in str(now.output)
                assert replace(now, output=was.output) == was
            else:
                assert now == was
    if context.estimate_tokens(request) <= room * context.COMPRESSION_THRESHOLD:
        assert trimmed == request


async def test_in_text_mode_summaries_and_trimmed_results_are_sent_as_text():
    form = CallFormat.TOOL_REQUEST
    written = format_call("test.read", {"size": 900}, form)
    server = ScriptedServer([words(written)], [words("Read.")], [words("A summary.")], [words("Fine.")])
    conversation, seen = new_conversation(server, 3000, native_tools=False, call_format=form)
    await conversation.send("read it")
    await conversation.send(LONG * 36)
    assert notices(seen.answer) == ["compressed"]
    assert "… trimmed: " in sent(server, 2)[1]
    system, first = sent(server)
    assert system.startswith("Be brief.")
    assert "TOOL_REQUEST" in system
    assert "A summary." in first
    assert first.endswith(LONG * 36)


@given(TURNS, ANSWERS, st.integers(100, 3000))
def test_the_uncovered_rest_is_sent_in_full_and_begins_with_a_question(turns, answer, room):
    history = (*(message for turn in turns for message in turn), user_message("the question"))
    cut = context.find_cut(history, answer, room)
    if cut is None:
        return
    assert cut.covered == history[: cut.start]
    assert len(history) - cut.kept == cut.start
    extended = replace(answer, blocks=(*answer.blocks, context.compressed_notice(cut, "A summary.", 1, 1)))
    first, *rest = context.request_messages((*history, extended))
    assert first.role == "user"
    assert (first.blocks[1:], tuple(rest)) == (history[cut.start].blocks, (*history[cut.start + 1 :], extended))
    assert context.find_cut(history, extended, room) is None or cut.kept > 1


def usage_of(tokens: int) -> bytes:
    return b"data: " + json.dumps({"choices": [], "usage": {"prompt_tokens": tokens}}).encode() + b"\n\n"


async def test_a_server_that_cuts_its_requests_is_told_once_and_turns_are_summed_up():
    """As Ollama, which reports at most num_ctx tokens."""
    answer = "word here " * 250
    server = ScriptedServer(*([words(answer), usage_of(1024)] for _ in range(30)))
    conversation, _ = new_conversation(server, 8000)
    for number in range(12):
        await conversation.send(f"question {number} {LONG}")
    told = [each for message in conversation.messages for each in message.blocks if isinstance(each, Notice)]
    codes = [notice.code for notice in told]
    sizes = [sum(map(context.estimate_text_tokens, sent(server, at))) for at in range(len(server.requests))]

    assert codes.count("prompt_cut") == 1
    assert "1,024" in told[codes.index("prompt_cut")].cause
    assert "compressed" in codes
    assert max(sizes) < 8000


def test_a_model_with_fewer_tokens_than_estimated_is_no_server_that_cuts():
    calibration = TokenCalibration()
    for estimated in range(1000, 40_000, 700):
        calibration.record_estimate(estimated)
        assert not calibration.record_usage(round(estimated * 0.55))


def test_reports_of_the_part_that_is_not_cached_change_nothing():
    calibration = TokenCalibration()
    calibration.record_estimate(3000)
    calibration.record_usage(3000)
    calibration.record_estimate(5000)
    assert not calibration.record_usage(60)
    assert calibration.to_estimate(8000) == 8000
