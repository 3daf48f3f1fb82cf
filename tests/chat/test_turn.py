"""A turn as its listeners see it: what happens when, and what is left when it ends."""

import asyncio
import json

import pytest

from deskpet.chat import reduce
from deskpet.chat.events import BlockStarted, TextAppended, ToolFinished, ToolStarted
from deskpet.chat.messages import Message, Notice, Text, Thinking, ToolUse, user_message
from deskpet.chat.tool import Tool, Toolbox, ToolFailed, tool
from deskpet.chat.turn import TurnSetup, run_turn
from tests.scripted import Recorder, ScriptedServer, call, words


class Log:
    """What the tools below did."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.release = asyncio.Event()


@tool("test.note", title="Note")
async def note(word: str, *, log: Log) -> str:
    """Note a word."""
    log.done.append(word)
    return f"noted {word}"


@tool("test.wait", title="Wait")
async def wait(*, log: Log) -> str:
    """Wait until released."""
    await log.release.wait()
    log.done.append("waited")
    return "waited"


@tool("test.fail", title="Fail")
async def fail(how: str, *, log: Log) -> str:
    """Fail."""
    log.done.append(how)
    if how == "told":
        raise ToolFailed("no_such_thing", "There is no such thing.", ["this", "that"])
    raise RuntimeError("broken")


async def answer(server: ScriptedServer, log: Log, tools: tuple[Tool, ...] = (note, wait, fail), rounds: int = 8):
    setup = TurnSetup(server.model(), Toolbox(tools, log=log), "Be brief.", rounds)
    seen = Recorder()
    await run_turn(setup, (user_message("hello"),), Message("assistant"), seen)
    return seen


def kinds(message: Message) -> list[str]:
    return [block.kind for block in message.blocks]


async def test_one_message_grows_through_text_cards_and_rounds():
    log = Log()
    server = ScriptedServer(
        [words("Look: "), call("test_note", '{"word": "a"}'), words("and ")],
        [words("done.")],
    )
    seen = await answer(server, log)
    assert kinds(seen.answer) == ["text", "tool_use", "text", "text"]
    assert seen.answer.text == "Look: and done."
    assert seen.answer.ended == "stop"
    assert log.done == ["a"]


async def test_events_alone_rebuild_the_message():
    server = ScriptedServer([words("a"), call("test_note", '{"word": "b"}')], [words("c")])
    seen = await answer(server, Log())
    rebuilt = Message("assistant")
    for event in seen.events:
        rebuilt = reduce.apply(rebuilt, event)
    assert rebuilt == seen.answer


async def test_a_call_runs_while_the_stream_goes_on():
    log, gate = Log(), asyncio.Event()
    server = ScriptedServer([call("test_note", '{"word": "now"}'), words("text"), gate, words(" more")], [words(".")])
    turn = asyncio.create_task(answer(server, log))
    async with asyncio.timeout(5):
        while not log.done:
            await asyncio.sleep(0)
    assert not turn.done()
    gate.set()
    seen = await turn
    texts = [event for event in seen.events if isinstance(event, TextAppended)]
    finished = next(event for event in seen.events if isinstance(event, ToolFinished))
    assert seen.events.index(finished) < seen.events.index(texts[0])


async def test_a_call_that_arrives_in_one_read_still_runs_before_the_words_after_it():
    chunk = b"".join(
        b"data: " + json.dumps({"choices": [{"index": 0, "delta": delta}]}).encode() + b"\n\n"
        for delta in (call("test_note", '{"word": "x"}'), words("one "), words("two"))
    )
    seen = await answer(ScriptedServer([chunk], [words("!")]), Log())
    assert seen.names.index("tool_finished") < seen.names.index("text_appended")


async def test_a_card_appears_at_the_first_piece_of_its_call():
    first = {"tool_calls": [{"index": 0, "id": "c", "function": {"name": "test_note", "arguments": ""}}]}
    rest = [{"tool_calls": [{"index": 0, "function": {"arguments": piece}}]} for piece in ('{"word"', ': "a"}')]
    seen = await answer(ScriptedServer([first, *rest], [words("ok")]), Log())
    assert seen.names[2:6] == ["block_started", "arguments_appended", "arguments_appended", "tool_ready"]
    begun = next(event for event in seen.events if isinstance(event, BlockStarted))
    assert isinstance(begun.value, ToolUse)
    assert begun.value.tool_name == "test.note"


async def test_tools_run_one_after_the_other_in_call_order():
    log = Log()
    log.release.set()
    calls = [call("test_wait", "{}", 0, "c1"), call("test_note", '{"word": "a"}', 1, "c2")]
    seen = await answer(ScriptedServer(calls, [words("ok")]), log)
    assert log.done == ["waited", "a"]
    order = [type(event) for event in seen.events if isinstance(event, ToolStarted | ToolFinished)]
    assert order == [ToolStarted, ToolFinished, ToolStarted, ToolFinished]


@pytest.mark.parametrize(
    ("name", "arguments", "code", "available"),
    [
        ("test_fail", '{"how": "told"}', "no_such_thing", ("this", "that")),
        ("test_fail", '{"how": "badly"}', "failed", ()),
        ("test_note", "{}", "invalid_arguments", ()),
        ("test_note", '{"word": ', "invalid_arguments", ()),
        ("test_nothing", "{}", "unknown_tool", ("test.note", "test.wait", "test.fail")),
    ],
)
async def test_a_failed_call_goes_back_to_the_model_as_a_structured_error(name, arguments, code, available):
    server = ScriptedServer([call(name, arguments)], [words("sorry")])
    seen = await answer(server, Log())
    card = seen.answer.blocks[0]
    assert isinstance(card, ToolUse)
    assert (card.status, card.error.code, card.error.available) == ("error", code, available)
    result = json.loads(server.requests[1]["messages"][-1]["content"])
    assert result["error"]["code"] == code
    assert seen.answer.ended == "stop"


async def test_the_next_request_tells_the_calls_and_their_results():
    server = ScriptedServer([words("Hm. "), call("test_note", '{"word": "a"}', call_id="call_7")], [words("ok")])
    await answer(server, Log())
    said, result = server.requests[1]["messages"][-2:]
    assert said["content"] == "Hm. "
    assert said["tool_calls"][0]["id"] == "call_7"
    assert said["tool_calls"][0]["function"] == {"name": "test_note", "arguments": '{"word": "a"}'}
    assert result == {"role": "tool", "tool_call_id": "call_7", "content": "noted a"}


async def test_stop_keeps_what_came_and_gives_every_call_a_result():
    server = ScriptedServer([words("I wait"), call("test_wait", "{}"), words(" and"), asyncio.Event()])
    setup = TurnSetup(server.model(), Toolbox((wait,), log=Log()))
    seen = Recorder()
    turn = asyncio.create_task(run_turn(setup, (user_message("go"),), Message("assistant"), seen))
    async with asyncio.timeout(5):
        while seen.answer.text != "I wait and":
            await asyncio.sleep(0)
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    card = seen.answer.blocks[1]
    assert isinstance(card, ToolUse)
    assert (card.status, card.error.code) == ("error", "cancelled")
    assert (seen.answer.text, seen.answer.ended) == ("I wait and", "cancelled")
    assert server.closed == 1


async def test_rounds_have_a_limit_and_a_way_to_go_on():
    rounds = [[call("test_note", '{"word": "again"}', call_id=f"c{number}")] for number in range(3)]
    seen = await answer(ScriptedServer(*rounds), Log(), rounds=3)
    notice = seen.answer.blocks[-1]
    assert isinstance(notice, Notice)
    assert (notice.code, notice.actions[0].name, seen.answer.ended) == ("max_rounds", "continue", "max_rounds")


async def test_a_broken_answer_grows_on_in_the_same_message():
    server = ScriptedServer([words("half"), b'data: {"error": {"message": "overloaded"}}\n\n'], [words(" whole")])
    seen = await answer(server, Log())
    assert kinds(seen.answer) == ["text", "notice"]
    assert seen.answer.ended == "error"
    setup = TurnSetup(server.model(), Toolbox())
    grown = await run_turn(setup, (user_message("hello"),), seen.answer, seen)
    assert grown.id == seen.answer.id
    assert (kinds(grown), grown.text, grown.ended) == (["text", "notice", "text"], "half whole", "stop")
    assert [message["role"] for message in server.requests[1]["messages"]] == ["user", "assistant", "user"]


async def test_an_empty_reply_is_a_failure():
    seen = await answer(ScriptedServer([{"content": ""}]), Log())
    notice = seen.answer.blocks[0]
    assert isinstance(notice, Notice)
    assert (notice.code, seen.answer.ended) == ("empty_reply", "error")


async def test_thinking_is_a_block_of_its_own_that_ends_when_words_begin():
    server = ScriptedServer([{"reasoning_content": "let me "}, {"reasoning_content": "see"}, words("Yes.")])
    seen = await answer(server, Log())
    thought, said = seen.answer.blocks
    assert isinstance(thought, Thinking)
    assert isinstance(said, Text)
    assert str(thought.text) == "let me see"
    assert thought.ended_at is not None
    assert seen.names[-4:] == ["thinking_ended", "block_started", "text_appended", "turn_ended"]


async def test_every_turn_starts_and_ends_with_its_event():
    seen = await answer(ScriptedServer([words("hi")]), Log())
    assert seen.names == ["turn_started", "request_started", "block_started", "text_appended", "turn_ended"]
