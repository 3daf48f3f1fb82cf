"""What is sent when a conversation has grown: trimmed, summed up, undone; and that nothing of it is ever lost."""

import asyncio
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.chat import context, messages
from deskpet.chat.context import TokenCalibration
from deskpet.chat.conversation import Conversation
from deskpet.chat.events import RequestStarted
from deskpet.chat.messages import Message, Notice, Text, ToolError, ToolUse, user_message
from deskpet.chat.model import ChatRequest
from deskpet.chat.streaming_text import StreamingText
from deskpet.chat.textmode.prompt import TextForm, written_call
from deskpet.chat.tool import Toolbox, tool
from deskpet.chat.turn_setup import TurnSetup
from tests.scripted import Recorder, ScriptedServer, call, words

LONG = "All work and no play. " * 10
"""About 55 tokens."""


@tool("test.read", title="Read")
async def read(size: int) -> str:
    """Read a page."""
    return "".join(f"line {number} " for number in range(size))


def conversation(server: ScriptedServer, limit: int, **more: object) -> tuple[Conversation, Recorder]:
    setup = TurnSetup(server.model(), Toolbox((read,)), "Be brief.", context_tokens=limit, **more)
    talk, seen = Conversation(lambda: setup), Recorder()
    talk.listen(lambda message: None, seen)
    return talk, seen


def notices(message: Message) -> list[str]:
    return [block.code for block in message.blocks if isinstance(block, Notice)]


def sent(server: ScriptedServer, number: int = -1) -> list[str]:
    return [message["content"] for message in server.requests[number]["messages"]]


def said(role: str, text: str) -> Message:
    return replace(user_message(text), role=role)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("word", 1), ("four words of text", 5), ("你好世界", 4), ("こんにちは", 5), ("привет", 3), ("a你", 2)],
)
def test_tokens_are_guessed_by_the_script(text: str, tokens: int):
    assert context.tokens_in(text) == tokens


@given(st.text(), st.text())
def test_more_text_has_never_fewer_tokens(text: str, more: str):
    together = context.tokens_in(text + more)
    assert max(context.tokens_in(text), context.tokens_in(more)) <= together
    assert together <= context.tokens_in(text) + context.tokens_in(more)


def test_what_the_provider_counts_corrects_the_guess():
    gauge = TokenCalibration()
    assert gauge.sent(10_000) == 10_000
    gauge.counted(20_000)
    assert 18_000 < gauge.tokens(10_000) < 20_000
    assert gauge.tokens(gauge.room(5000)) == pytest.approx(5000, abs=2)
    gauge.sent(10)
    gauge.counted(0)
    assert gauge.tokens(10_000) > 18_000


def test_a_short_request_says_little_of_how_a_model_counts():
    gauge = TokenCalibration()
    gauge.sent(10)
    gauge.counted(60)
    assert gauge.tokens(1000) < 1100


async def test_without_a_limit_everything_is_sent_as_it_is():
    server = ScriptedServer(*[[words(LONG)]] * 6)
    talk, seen = conversation(server, 0)
    for _ in range(6):
        await talk.send(LONG)
    assert sent(server) == ["Be brief.", *[LONG] * 11]
    assert next(event for event in seen.events if isinstance(event, RequestStarted)).tokens == 0


async def test_older_turns_are_summed_up_when_the_context_is_three_quarters_full():
    server = ScriptedServer(*[[words(LONG)]] * 4, [words("They spoke of "), words("work.")], [words("Fine.")])
    talk, seen = conversation(server, 750)
    for number in range(5):
        await talk.send(f"{number} {LONG}")

    asked = server.requests[4]
    assert "tools" not in asked
    assert "summed up" not in asked["messages"][0]["content"]
    assert all(f"User: {number} All" in asked["messages"][1]["content"] for number in range(3))
    assert "4 All" not in asked["messages"][1]["content"]

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
    assert [message.text for message in talk.messages[:8:2]] == [f"{number} {LONG}" for number in range(4)]
    assert seen.names.count("request_started") == 5


async def test_a_summary_holds_for_the_turns_after_it_and_when_it_is_read_again():
    server = ScriptedServer(*[[words(LONG)]] * 4, [words("A summary.")], *[[words("Fine.")]] * 3)
    talk, _ = conversation(server, 750)
    for number in range(5):
        await talk.send(f"{number} {LONG}")
    await talk.send("next")
    assert "A summary." in sent(server)[1]
    assert len(sent(server)) == 6

    again, _ = conversation(server, 750)
    again.restore([messages.from_json(messages.to_json(message)) for message in talk.messages])
    await again.send("later")
    assert sent(server)[:6] == sent(server, -2)
    assert len(server.requests) == 8


async def test_a_summary_is_summed_up_with_what_follows_it():
    answers = [[words(LONG)]] * 4 + [[words("First.")]] + [[words(LONG)]] * 3 + [[words("Both.")]] + [[words("Fine.")]]
    server = ScriptedServer(*answers)
    talk, seen = conversation(server, 750)
    for number in range(8):
        await talk.send(f"{number} {LONG}")
    assert notices(seen.answer) == ["compressed"]
    asked = sent(server, -2)[1]
    assert "First." in asked
    assert "User: 3 " in asked
    assert "User: 2 " not in asked
    assert "Both." in sent(server)[1]
    assert "the first 12 messages" in str(seen.answer.blocks[0])
    assert "First." not in sent(server)[1]


async def test_undone_everything_is_sent_whole_and_stays_so():
    server = ScriptedServer(*[[words(LONG)]] * 4, [words("A summary.")], *[[words("Fine.")]] * 3)
    talk, seen = conversation(server, 750)
    for number in range(5):
        await talk.send(f"{number} {LONG}")
    talk.undo_compression()
    talk.undo_compression()
    assert notices(seen.answer) == ["compressed", "compression_undone"]
    assert talk.messages[-1] == seen.answer

    for expected in (12, 14):
        await talk.send("next")
        assert len(sent(server)) == expected
        assert sent(server)[1] == f"0 {LONG}"
    assert len(server.requests) == 8


async def test_nothing_is_undone_where_nothing_was_summed_up():
    talk, seen = conversation(ScriptedServer([words("hi")]), 750)
    talk.undo_compression()
    await talk.send("hello")
    talk.undo_compression()
    assert notices(seen.answer) == []


async def test_a_summary_that_fails_is_told_and_the_question_is_still_asked():
    broken = b'data: {"error": {"message": "overloaded"}}\n\n'
    server = ScriptedServer(*[[words(LONG)]] * 4, [broken], [words("Fine.")])
    talk, seen = conversation(server, 750)
    for number in range(5):
        await talk.send(f"{number} {LONG}")
    assert notices(seen.answer) == ["compression_failed"]
    assert "overloaded" in str(seen.answer.blocks[0])
    assert (seen.answer.text, seen.answer.ended, len(sent(server))) == ("Fine.", "stop", 10)


async def test_a_summary_that_fails_is_not_tried_again_in_the_same_turn():
    broken = b'data: {"error": {"message": "overloaded"}}\n\n'
    used = [call("test_read", '{"size": 1}')]
    server = ScriptedServer(*[[words(LONG)]] * 4, [broken], used, [words("Fine.")])
    talk, seen = conversation(server, 750)
    for number in range(5):
        await talk.send(f"{number} {LONG}")
    assert notices(seen.answer) == ["compression_failed"]
    assert (seen.answer.text, seen.answer.ended) == ("Fine.", "stop")


async def test_a_stop_while_it_is_summed_up_ends_the_turn():
    server = ScriptedServer(*[[words(LONG)]] * 4, [words("They"), asyncio.Event()], [words("A summary.")], [words("!")])
    talk, seen = conversation(server, 750)
    for number in range(4):
        await talk.send(f"{number} {LONG}")
    turn = asyncio.create_task(talk.send(f"4 {LONG}"))
    async with asyncio.timeout(60):
        while len(server.requests) < 5:
            await asyncio.sleep(0)
        talk.stop()
        with pytest.raises(asyncio.CancelledError):
            await turn
    assert (seen.answer.blocks, seen.answer.ended, server.closed) == ((), "cancelled", 5)
    assert (await talk.go_on()).text == "!"


async def test_the_question_is_never_summed_up_however_long_it_is():
    server = ScriptedServer([words("ok")], [words("ok")])
    talk, seen = conversation(server, 300)
    await talk.send("hello")
    await talk.send(LONG * 20)
    assert sent(server) == ["Be brief.", "hello", "ok", LONG * 20]
    assert notices(seen.answer) == []


async def test_a_very_long_conversation_is_summed_up_in_parts():
    history = [said(role, f"{number} {LONG}") for number in range(20) for role in ("user", "assistant")]
    server = ScriptedServer(*[[words(f"Part {number}.")] for number in range(30)])
    talk, seen = conversation(server, 800)
    talk.restore(history)
    await talk.send("hello")
    *parts, last = server.requests
    assert 2 < len(parts) <= 8
    for number, request in enumerate(parts[1:]):
        assert f"Part {number}." in request["messages"][1]["content"]
    assert f"Part {len(parts) - 1}." in last["messages"][1]["content"]
    assert notices(seen.answer) == ["compressed"]


async def test_old_tool_results_are_trimmed_in_the_request_and_nowhere_else():
    server = ScriptedServer([call("test_read", '{"size": 900}')], [words("Read.")], [words("Fine.")])
    talk, _ = conversation(server, 2700)
    await talk.send("read it")
    whole = talk.messages[1].blocks[0].output
    assert server.requests[1]["messages"][-1]["content"] == whole

    await talk.send(LONG * 2)
    result = next(message["content"] for message in server.requests[2]["messages"] if message["role"] == "tool")
    assert "… trimmed: " in result
    assert result.startswith("line 0 line 1 ")
    assert result.endswith("line 898 line 899 ")
    assert len(result) < len(whole)
    assert talk.messages[1].blocks[0].output == whole


def test_the_oldest_result_makes_way_first_and_no_more_than_it_takes():
    def read_before(size: int) -> Message:
        return Message("assistant", (ToolUse("test.read", "c", "success", output="word " * size),))

    asked = (read_before(600), user_message("and"), read_before(600), user_message("now?"))
    trimmed = context.fitted(ChatRequest(asked), 1800)
    old, _, newer, _ = trimmed.messages
    assert "… trimmed: " in str(old.blocks[0])
    assert newer == asked[2]
    assert 1300 <= context.estimate(trimmed) <= 1350


async def test_what_the_provider_counts_decides_when_it_is_too_much():
    usage = b'data: {"choices": [], "usage": {"prompt_tokens": 3600, "completion_tokens": 9}}\n\n'
    for counted, expected in ((b"", []), (usage, ["compressed"])):
        server = ScriptedServer([words("ok"), counted], [words("A summary.")], [words("ok")])
        talk, seen = conversation(server, 4000)
        await talk.send(LONG * 20)
        await talk.send(LONG * 20)
        assert notices(seen.answer) == expected


async def test_a_result_that_would_not_fit_at_all_is_trimmed_in_its_own_turn():
    server = ScriptedServer([call("test_read", '{"size": 5000}')], [words("Read.")])
    talk, seen = conversation(server, 2000)
    await talk.send("read it")
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
    trimmed = context.fitted(request, room)
    assert json.dumps([messages.to_json(message) for message in request.messages]) == before
    assert trimmed == context.fitted(request, room)
    assert context.estimate(trimmed) <= context.estimate(request)
    for old, new in zip(request.messages, trimmed.messages, strict=True):
        for was, now in zip(old.blocks, new.blocks, strict=True):
            if isinstance(was, ToolUse) and not was.error:
                assert now.output == was.output or "… trimmed: " in str(now.output)
                assert replace(now, output=was.output) == was
            else:
                assert now == was
    if context.estimate(request) <= room * context.CROWDED:
        assert trimmed == request


async def test_in_text_mode_summaries_and_trimmed_results_go_as_words():
    form = TextForm.TOOL_REQUEST
    written = written_call("test.read", {"size": 900}, form)
    server = ScriptedServer([words(written)], [words("Read.")], [words("A summary.")], [words("Fine.")])
    talk, seen = conversation(server, 3000, native_tools=False, text_form=form)
    await talk.send("read it")
    await talk.send(LONG * 36)
    assert notices(seen.answer) == ["compressed"]
    assert "… trimmed: " in sent(server, 2)[1]
    system, first = sent(server)
    assert system.startswith("Be brief.")
    assert "TOOL_REQUEST" in system
    assert "A summary." in first
    assert first.endswith(LONG * 36)


@given(TURNS, ANSWERS, st.integers(100, 3000))
def test_what_is_not_summed_up_is_sent_whole_and_begins_with_a_question(turns, answer, room):
    history = (*(message for turn in turns for message in turn), user_message("the question"))
    found = context.cut(history, answer, room)
    if found is None:
        return
    assert found.covered == history[: found.start]
    assert len(history) - found.kept == found.start
    grown = replace(answer, blocks=(*answer.blocks, context.compressed(found, "A summary.", 1, 1)))
    first, *rest = context.request_messages((*history, grown))
    assert first.role == "user"
    assert (first.blocks[1:], tuple(rest)) == (history[found.start].blocks, (*history[found.start + 1 :], grown))
    assert context.cut(history, grown, room) is None or found.kept > 1
