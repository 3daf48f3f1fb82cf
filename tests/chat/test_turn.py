"""A turn from the view of its listeners: the order of events, and the finished answer."""

import asyncio
import json
from collections.abc import AsyncGenerator, Sequence
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.chat import reduce
from deskpet.chat.events import BlockStarted, TextAppended, ToolFinished, ToolReady, ToolStarted
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Message, Notice, Text, Thinking, ToolUse, user_message
from deskpet.chat.model import ChatRequest, Delta, FinishDelta, TextDelta
from deskpet.chat.textmode.prompt import CallFormat, format_call
from deskpet.chat.tool import Tool, ToolFailed
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import run_turn
from deskpet.chat.turn_setup import SizeLimits, TurnSetup
from deskpet.config.choices import OnToolError
from tests.llm.scripted_server import Piece, Recorder, ScriptedServer, call, words


class Log:
    """State that the tools below change."""

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


async def answer(
    server: ScriptedServer, log: Log, tools: tuple[Tool, ...] = (note, wait, fail), rounds: int = 8, **more: object
) -> Recorder:
    setup = TurnSetup(server.model(), Toolbox(tools, log=log), "Be brief.", rounds, **more)
    seen = Recorder()
    await run_turn(setup, (user_message("hello"),), Message("assistant"), seen)
    return seen


def kinds(message: Message) -> list[str]:
    return [block.kind for block in message.blocks]


async def test_one_message_contains_text_calls_and_several_requests():
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


async def test_a_call_runs_during_the_stream():
    log, gate = Log(), asyncio.Event()
    server = ScriptedServer([call("test_note", '{"word": "now"}'), words("text"), gate, words(" more")], [words(".")])
    turn = asyncio.create_task(answer(server, log))
    async with asyncio.timeout(60):
        while not log.done:
            await asyncio.sleep(0)
    assert not turn.done()
    gate.set()
    seen = await turn
    texts = [event for event in seen.events if isinstance(event, TextAppended)]
    finished = next(event for event in seen.events if isinstance(event, ToolFinished))
    assert seen.events.index(finished) < seen.events.index(texts[0])


async def test_a_call_runs_before_the_following_text_even_if_both_arrive_together():
    chunk = b"".join(
        b"data: " + json.dumps({"choices": [{"index": 0, "delta": delta}]}).encode() + b"\n\n"
        for delta in (call("test_note", '{"word": "x"}'), words("one "), words("two"))
    )
    seen = await answer(ScriptedServer([chunk], [words("!")]), Log())
    assert seen.names.index("tool_finished") < seen.names.index("text_appended")


async def test_a_block_begins_with_the_first_piece_of_its_call():
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


async def test_the_next_request_contains_the_calls_and_their_results():
    server = ScriptedServer([words("Hm. "), call("test_note", '{"word": "a"}', call_id="call_7")], [words("ok")])
    await answer(server, Log())
    said, result = server.requests[1]["messages"][-2:]
    assert said["content"] == "Hm. "
    assert said["tool_calls"][0]["id"] == "call_7"
    assert said["tool_calls"][0]["function"] == {"name": "test_note", "arguments": '{"word": "a"}'}
    assert result == {"role": "tool", "tool_call_id": "call_7", "content": "noted a"}


async def test_stop_keeps_the_partial_answer_and_gives_every_call_a_result():
    server = ScriptedServer([words("I wait"), call("test_wait", "{}"), words(" and"), asyncio.Event()])
    setup = TurnSetup(server.model(), Toolbox((wait,), log=Log()))
    seen = Recorder()
    turn = asyncio.create_task(run_turn(setup, (user_message("go"),), Message("assistant"), seen))
    async with asyncio.timeout(60):
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


async def test_rounds_have_a_limit_and_can_be_continued():
    rounds = [[call("test_note", '{"word": "again"}', call_id=f"c{number}")] for number in range(3)]
    seen = await answer(ScriptedServer(*rounds), Log(), rounds=3)
    notice = seen.answer.blocks[-1]
    assert isinstance(notice, Notice)
    assert (notice.code, notice.actions[0].name, seen.answer.ended) == ("max_rounds", "continue", "max_rounds")


async def test_a_broken_answer_continues_in_the_same_message():
    server = ScriptedServer([words("half"), b'data: {"error": {"message": "overloaded"}}\n\n'], [words(" whole")])
    seen = await answer(server, Log())
    assert kinds(seen.answer) == ["text", "notice"]
    assert seen.answer.ended == "error"
    setup = TurnSetup(server.model(), Toolbox())
    continued = await run_turn(setup, (user_message("hello"),), seen.answer, seen)
    assert continued.id == seen.answer.id
    assert (kinds(continued), continued.text, continued.ended) == (["text", "notice"], "half whole", "stop")
    assert [message["role"] for message in server.requests[1]["messages"]] == ["user", "assistant", "user"]


async def test_an_empty_reply_is_a_failure():
    seen = await answer(ScriptedServer([{"content": ""}]), Log())
    notice = seen.answer.blocks[0]
    assert isinstance(notice, Notice)
    assert (notice.code, seen.answer.ended) == ("empty_reply", "error")


async def test_thinking_is_a_separate_block_that_ends_when_text_begins():
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


def cards(message: Message) -> list[ToolUse]:
    return [block for block in message.blocks if isinstance(block, ToolUse)]


def last_notice(seen: Recorder) -> Notice:
    notice = seen.answer.blocks[-1]
    assert isinstance(notice, Notice)
    return notice


class EndlessPause(asyncio.Event):
    """A pause of the server that does not end. It sets `reached` when everything before it has been read."""

    def __init__(self, reached: asyncio.Event) -> None:
        super().__init__()
        self._reached = reached

    async def wait(self) -> Literal[True]:
        self._reached.set()
        return await super().wait()


@tool("test.fail", title="Fail")
async def fail_when_released(how: str, *, log: Log) -> str:
    """Fail as soon as it is released."""
    await log.release.wait()
    return str(await fail.function(how, log=log))


async def test_a_failed_tool_that_stops_the_answer_closes_the_stream_and_keeps_results():
    calls = [
        call("test_note", '{"word": "a"}', 0, "c0"),
        call("test_fail", '{"how": "told"}', 1, "c1"),
        call("test_note", '{"word": "b"}', 2, "c2"),
    ]
    half = {"tool_calls": [{"index": 3, "id": "c3", "function": {"name": "test_note", "arguments": '{"wo'}}]}
    log = Log()
    server = ScriptedServer([words("Go. "), *calls, half, EndlessPause(log.release)], [words("Sorry.")])
    async with asyncio.timeout(60):
        seen = await answer(server, log, (note, fail_when_released), on_tool_error=OnToolError.STOP)
    assert (server.closed, log.done) == (1, ["a", "told"])
    assert [card.error and card.error.code for card in cards(seen.answer)] == [
        None,
        "no_such_thing",
        "not_run",
        "not_run",
    ]
    notice = last_notice(seen)
    assert (notice.code, notice.actions[0].name, seen.answer.ended) == ("tool_failed", "continue", "error")
    assert "Fail" in notice.title

    setup = TurnSetup(server.model(), Toolbox((note, fail), log=log))
    continued = await run_turn(setup, (user_message("hello"),), seen.answer, seen)
    assert continued.text == "Go. Sorry."
    _, said, *results = server.requests[1]["messages"]
    assert [each["id"] for each in said["tool_calls"]] == [each["tool_call_id"] for each in results]


async def test_no_call_starts_after_a_failure_even_if_it_was_ready():
    calls = [call("test_note", '{"word"', 0, "c0"), call("test_note", '{"word": "b"}', 1, "c1")]
    log = Log()
    seen = await answer(ScriptedServer(calls), log, on_tool_error=OnToolError.STOP)
    assert ([card.error.code for card in cards(seen.answer)], log.done) == (["invalid_arguments", "not_run"], [])


async def test_a_failing_tool_cancels_concurrent_tools():
    @tool("test.look", title="Look", concurrent=True)
    async def look() -> None:
        """Look for ever."""
        await asyncio.Event().wait()

    @tool("test.miss", title="Miss", concurrent=True)
    async def miss() -> None:
        """Miss."""
        raise ToolFailed("missed", "Nothing there.")

    calls = [call("test_look", "{}", 0, "c0"), call("test_miss", "{}", 1, "c1"), words("."), asyncio.Event()]
    async with asyncio.timeout(60):
        seen = await answer(ScriptedServer(calls), Log(), (look, miss), on_tool_error=OnToolError.STOP)
    assert [card.error.code for card in cards(seen.answer)] == ["cancelled", "missed"]


async def test_stop_wins_over_a_tool_failure():
    server = ScriptedServer([call("test_wait", "{}"), words("hm"), asyncio.Event()])
    setup = TurnSetup(server.model(), Toolbox((wait,), log=Log()), on_tool_error=OnToolError.STOP)
    seen = Recorder()
    turn = asyncio.create_task(run_turn(setup, (user_message("go"),), Message("assistant"), seen))
    async with asyncio.timeout(60):
        while seen.answer.text != "hm":
            await asyncio.sleep(0)
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    assert (seen.answer.ended, server.closed) == ("cancelled", 1)


class ToolGates:
    """Blocks each tool call until its event is set, and records which calls run in parallel."""

    def __init__(self, count: int) -> None:
        self.open = [asyncio.Event() for _ in range(count)]
        self.running: set[int] = set()
        self.parallel: list[frozenset[int]] = []

    async def wait(self, number: int) -> str:
        self.running.add(number)
        self.parallel.append(frozenset(self.running))
        await self.open[number].wait()
        self.running.remove(number)
        return f"gave {number}"


@tool("test.read", title="Read", concurrent=True)
async def read(number: int, *, gates: ToolGates) -> str:
    """Read."""
    return await gates.wait(number)


@tool("test.write", title="Write")
async def write(number: int, *, gates: ToolGates) -> str:
    """Write."""
    return await gates.wait(number)


async def run_gated(kinds: Sequence[bool], order: Sequence[int]) -> tuple[ToolGates, ScriptedServer]:
    """Run a turn that calls a tool for each of `kinds` (True: read), and open the gates in `order`."""
    gates = ToolGates(len(kinds))
    calls: list[Piece] = [
        call("test_read" if reads else "test_write", json.dumps({"number": number}), number, f"c{number}")
        for number, reads in enumerate(kinds)
    ]
    server = ScriptedServer(calls, [words("ok")])
    setup = TurnSetup(server.model(), Toolbox((read, write), gates=gates))
    turn = asyncio.create_task(run_turn(setup, (user_message("go"),), Message("assistant"), Recorder()))
    async with asyncio.timeout(60):
        for number in order:
            gates.open[number].set()
            await asyncio.sleep(0)
        await turn
    return gates, server


@given(st.data())
def test_concurrent_tools_run_in_parallel_and_results_keep_call_order(data: st.DataObject):
    kinds = data.draw(st.lists(st.booleans(), min_size=1, max_size=6))
    order = data.draw(st.permutations(range(len(kinds))))
    gates, server = asyncio.run(run_gated(kinds, order))

    results = [message["content"] for message in server.requests[1]["messages"] if message["role"] == "tool"]
    assert results == [f"gave {number}" for number in range(len(kinds))]
    for running in gates.parallel:
        assert len(running) == 1 or all(kinds[number] for number in running)
        # A writing call separates the calls before it from those after it.
        assert not any(not reads for reads in kinds[min(running) : max(running)])


async def test_concurrent_tools_run_at_the_same_time():
    gates, _ = await run_gated([True, True, False, True, True], [4, 3, 2, 1, 0])
    assert {frozenset({0, 1}), frozenset({2}), frozenset({3})} <= set(gates.parallel)


async def test_many_calls_that_end_with_the_stream_are_run_one_by_one():
    """Without a turn for everything else between two of them, thousands of calls would hold up the event loop."""
    server = ScriptedServer([call("test_fail", "", number, f"c{number}") for number in range(20)], [words("Done.")])
    seen = await answer(server, Log())
    ready = [at for at, event in enumerate(seen.events) if isinstance(event, ToolReady)]
    finished = [at for at, event in enumerate(seen.events) if isinstance(event, ToolFinished)]
    assert len(ready) == len(finished) == 20
    assert finished[0] < ready[-1]


async def test_an_endless_answer_is_ended_and_kept():
    server = ScriptedServer([words("word ")] * 5 + [asyncio.Event()])
    async with asyncio.timeout(60):
        seen = await answer(server, Log(), limits=SizeLimits(message=22))
    assert seen.answer.text == "word " * 5
    assert (last_notice(seen).code, seen.answer.ended, server.closed) == ("answer_too_long", "error", 1)


@pytest.mark.parametrize("name", ["content", "tool_calls"])
async def test_an_answer_of_endless_blocks_is_ended_and_kept(name: str):
    """Each block makes the events after it slower, so their number is limited like the length of the text."""
    calls = [call("test_note", '{"word": "a"}', number, f"c{number}") for number in range(20)]
    texts = [each for _ in range(20) for each in (words("word"), {"reasoning_content": "hm"})]
    server = ScriptedServer([*(calls if name == "tool_calls" else texts), asyncio.Event()])
    async with asyncio.timeout(60):
        seen = await answer(server, Log(), limits=SizeLimits(blocks=10))
    assert len(seen.answer.blocks) == 12
    assert (last_notice(seen).code, seen.answer.ended, server.closed) == ("answer_too_long", "error", 1)


async def test_endless_arguments_are_ended_and_kept_and_the_model_gets_an_error():
    first = call("test_note", '{"word": "a"}', 0, "c0")
    opened = {"index": 1, "id": "c1", "function": {"name": "test_note", "arguments": '{"word": "'}}
    more = [{"tool_calls": [{"index": 1, "function": {"arguments": "x" * 20}}]}] * 3
    server = ScriptedServer([first, {"tool_calls": [opened]}, *more, asyncio.Event()], [words("Shorter.")])
    log = Log()
    async with asyncio.timeout(60):
        seen = await answer(server, log, limits=SizeLimits(arguments=40))
    kept, long = cards(seen.answer)
    assert (kept.status, log.done) == ("success", ["a"])
    assert (long.error.code, str(long.input_text)) == ("arguments_too_long", '{"word": "' + "x" * 40)
    notice = last_notice(seen)
    assert (notice.code, notice.actions[0].name, server.closed) == ("arguments_too_long", "continue", 1)

    continued = await run_turn(TurnSetup(server.model(), Toolbox()), (user_message("hello"),), seen.answer, seen)
    assert continued.text == "Shorter."
    result = json.loads(server.requests[1]["messages"][-1]["content"])
    assert result["error"]["code"] == "arguments_too_long"


@pytest.mark.parametrize("form", list(CallFormat))
async def test_endless_arguments_in_text_are_ended_and_not_repeated(form: CallFormat):
    written = format_call("test.note", {"word": "x" * 100}, form)
    pieces = [words(written[at : at + 9]) for at in range(0, len(written), 9)]
    server = ScriptedServer([words("Look:\n"), *pieces, asyncio.Event()])
    async with asyncio.timeout(60):
        seen = await answer(server, Log(), native_tools=False, call_format=form, limits=SizeLimits(arguments=40))
    (card,) = cards(seen.answer)
    assert (card.error.code, seen.answer.text.strip(), server.closed) == ("arguments_too_long", "Look:", 1)
    assert last_notice(seen).code == "arguments_too_long"


async def test_a_paused_answer_is_continued_without_a_prompt():
    class Pausing:
        """A model that pauses once."""

        source = "pausing"

        def __init__(self) -> None:
            self.requests: list[ChatRequest] = []

        async def stream(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
            self.requests.append(request)
            yield TextDelta("one " if len(self.requests) == 1 else "two")
            yield FinishDelta("pause_turn", "paused") if len(self.requests) == 1 else FinishDelta("end_turn")

    model = Pausing()
    answer = await run_turn(TurnSetup(model, Toolbox()), (user_message("go"),), Message("assistant"), Recorder())
    assert (answer.text, answer.ended) == ("one two", "stop")
    assert [message.role for message in model.requests[1].messages] == ["user", "assistant"]


async def test_a_broken_request_can_be_repeated_unchanged():
    broken = b'data: {"error": {"message": "overloaded"}}\n\n'
    server = ScriptedServer(
        [call("test_note", '{"word": "a"}')],
        [words("half"), broken],
        [words("whole")],
    )
    seen = await answer(server, Log())
    assert seen.answer.ended == "error"
    setup = TurnSetup(server.model(), Toolbox((note,), log=Log()), "Be brief.")
    continued = await run_turn(setup, (user_message("hello"),), seen.answer, seen, retry=True)
    assert kinds(continued) == ["tool_use", "text", "notice", "text"]
    assert server.requests[2]["messages"] == server.requests[1]["messages"]


CUT_CALL = call("test_note", '{"word": "once upon', 1, "c2")
FINISH_LENGTH = b'data: {"choices": [{"index": 0, "delta": {}, "finish_reason": "length"}]}\n\n'


async def test_a_call_that_the_length_limit_cut_off_ends_the_answer():
    log, server = Log(), ScriptedServer([call("test_note", '{"word": "a"}'), CUT_CALL, FINISH_LENGTH])
    seen = await answer(server, log)
    whole, cut, notice = seen.answer.blocks

    assert (seen.answer.ended, len(server.requests), log.done) == ("length", 1, ["a"])
    assert isinstance(whole, ToolUse)
    assert whole.status == "success"
    assert isinstance(cut, ToolUse)
    assert cut.error
    assert (cut.error.code, cut.status) == ("cut_off", "error")
    assert isinstance(notice, Notice)
    assert (notice.code, notice.offers("continue")) == ("length", True)


async def test_a_broken_call_that_no_limit_cut_off_is_told_to_the_model():
    log, server = Log(), ScriptedServer([CUT_CALL, call("test_note", '{"word": "a"}', 2, "c3")], [words("ok")])
    seen = await answer(server, log)
    broken, whole, _ = seen.answer.blocks

    assert (seen.answer.ended, len(server.requests), log.done) == ("stop", 2, ["a"])
    assert isinstance(broken, ToolUse)
    assert broken.error
    assert broken.error.code == "invalid_arguments"
    assert isinstance(whole, ToolUse)
    assert whole.status == "success"


async def test_a_whole_call_at_the_length_limit_runs():
    log, server = Log(), ScriptedServer([call("test_note", '{"word": "a"}'), FINISH_LENGTH], [words("ok")])
    seen = await answer(server, log)

    assert (seen.answer.ended, log.done) == ("stop", ["a"])


@pytest.mark.parametrize(
    ("pieces", "ended", "code"),
    [
        ([{"reasoning": "hm"}], "error", "empty_reply"),
        ([{"content": "<think>hm</think>"}], "error", "empty_reply"),
        ([{"reasoning": "hm"}, FINISH_LENGTH], "length", "length"),
        ([FINISH_LENGTH], "length", "length"),
    ],
)
async def test_an_answer_of_reasoning_alone_is_no_success(pieces: list[Piece], ended: str, code: str):
    seen = await answer(ScriptedServer(pieces), Log())
    last = seen.answer.blocks[-1]

    assert isinstance(last, Notice)
    assert (seen.answer.ended, last.code) == (ended, code)


async def test_reasoning_after_words_and_a_call_is_a_success():
    pieces = [words("I note it."), call("test_note", '{"word": "a"}')]
    seen = await answer(ScriptedServer(pieces, [{"reasoning": "done"}]), Log())

    assert (seen.answer.ended, kinds(seen.answer)) == ("stop", ["text", "tool_use", "thinking"])


async def test_a_tool_that_appears_after_its_call_was_decided_does_not_run():
    log = Log()

    @tool("test.add")
    async def add(*, tools: Toolbox) -> str:
        """Add another tool, as a server does that announces a new list, after the next call was decided."""
        for _ in range(20):
            await asyncio.sleep(0)
        tools.add(note)
        return "added"

    tools = Toolbox(log=log)
    tools.provide(tools=tools)
    tools.add(add)
    calls = [call("test_add", "{}", 0, "c0"), call("test_note", '{"word": "a"}', 1, "c1")]
    server, seen = ScriptedServer(calls, [words("Done.")]), Recorder()
    await run_turn(TurnSetup(server.model(), tools), (user_message("Go."),), Message("assistant"), seen)
    first, second = (block for block in seen.answer.blocks if isinstance(block, ToolUse))
    assert first.output == "added"
    assert second.error
    assert (second.error.code, log.done) == ("unknown_tool", [])
