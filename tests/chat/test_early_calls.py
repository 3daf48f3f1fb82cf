"""Calls of tools that may run early: they run when their arguments are a whole object, and odd streams stay right."""

import asyncio

import pytest

from deskpet.chat import reduce
from deskpet.chat.call_collector import CallCollector, CallCompleted, CallEvent, CallRunnable
from deskpet.chat.events import ToolStarted
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Message, Notice, ToolUse, user_message
from deskpet.chat.model import CallDelta, TextDelta
from deskpet.chat.tool import ToolFailed
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import run_turn
from deskpet.chat.turn_setup import SizeLimits, TurnSetup
from deskpet.config.choices import OnToolError, Policy
from tests.chat.fake_model import EchoModel, Piece
from tests.llm.recordings import deltas, recordings
from tests.llm.scripted_server import Recorder
from tests.support.folders import shared_folder
from tests.support.waiting import until

HAS_RECORDINGS = (shared_folder() / "streams" / "index.json").is_file()


@tool("test.show", early=True)
async def show(word: str, loud: bool | int = False, *, log: list[str]) -> str:
    """Show a word."""
    log.append(word)
    if word == "nothing":
        raise ToolFailed("empty", "There is nothing to show.")
    return f"shown {word}"


@tool("test.look", early=True)
async def look(*, log: list[str]) -> str:
    """Look."""
    log.append("looked")
    return "seen"


@tool("test.keep")
async def keep(word: str, *, log: list[str]) -> str:
    """Keep a word."""
    log.append(f"kept {word}")
    return "kept"


class Turn:
    """A running turn; the tools append to `log`."""

    def __init__(self, *pieces: Piece, **setup: object) -> None:
        self.log: list[str] = []
        self.seen = Recorder()
        self.end = asyncio.Event()
        policy = setup.pop("policy", Policy.ALLOW)
        toolbox = Toolbox([show, look, keep], lambda _: policy, log=self.log)
        model = EchoModel([*pieces, self.end], [TextDelta("Done.")])
        self._task = asyncio.create_task(
            run_turn(TurnSetup(model, toolbox, **setup), (user_message("?"),), Message("assistant"), self.seen)
        )

    async def held(self) -> list[str]:
        """Return the log as it is while the server holds the stream open after its last piece."""
        for _ in range(50):
            await asyncio.sleep(0)
        return list(self.log)

    async def finish(self) -> Message:
        """End the stream and return the answer, which the events alone have to rebuild."""
        self.end.set()
        answer = await self._task
        rebuilt = Message("assistant")
        for event in self.seen.events:
            rebuilt = reduce.apply(rebuilt, event)
        assert rebuilt == answer
        return answer


def piece(arguments: str, name: str = "", *, call_id: str = "c", index: int = 0) -> CallDelta:
    return CallDelta(index, call_id, name, arguments)


def cards(answer: Message) -> list[ToolUse]:
    return [block for block in answer.blocks if isinstance(block, ToolUse)]


async def test_last_call_runs_while_the_server_holds_the_stream_open() -> None:
    turn = Turn(piece('{"wo', "test_show"), piece('rd": "a"}'))
    await until(lambda: turn.log == ["a"])
    await until(lambda: cards(turn.seen.answer)[0].status == "success")

    (card,) = cards(await turn.finish())
    assert (card.output, card.call_id, turn.log) == ("shown a", "c", ["a"])
    assert sum(isinstance(event, ToolStarted) for event in turn.seen.events) == 1


async def test_a_tool_that_is_not_early_runs_at_the_end_of_its_call() -> None:
    turn = Turn(piece('{"word": "a"}', "test_keep"))
    assert await turn.held() == []
    await turn.finish()
    assert turn.log == ["kept a"]


@pytest.mark.parametrize(
    ("pieces", "early", "runs", "output"),
    [
        pytest.param(["{}", '{"word": "a"}'], ["a"], ["a"], "shown a", id="{} before"),
        pytest.param(['{"word": "a"}', "{}"], ["a"], ["a"], "shown a", id="{} after"),
        pytest.param(['{"word": "a"}', '{"word": "a"}'], ["a"], ["a"], "shown a", id="sent twice"),
        pytest.param(['{"word"', '{"word": "a"}'], [], ["a"], "shown a", id="cumulative"),
        pytest.param(['{"word": "a"}', '{"word": "b"}'], ["a"], ["a", "b"], "shown b", id="changed later"),
        pytest.param(['{"word": "a", "loud": true}', '{"word": "a", "loud": 1}'], ["a"], ["a", "a"], "shown a", id="1"),
        pytest.param(['{"word": "a"}', "x"], ["a"], ["a"], "invalid_arguments", id="broken later"),
        pytest.param(['{"wrong": 1}'], [], [], "invalid_arguments", id="not accepted"),
        pytest.param(['{"word": "nothing"}'], ["nothing"], ["nothing"], "empty", id="fails"),
        pytest.param(['{"word": "nothing"}', '{"word": "b"}'], ["nothing"], ["nothing", "b"], "shown b", id="mended"),
        pytest.param(["", "{}"], [], [], "invalid_arguments", id="nothing but {}"),
    ],
)
async def test_odd_streams(pieces: list[str], early: list[str], runs: list[str], output: str) -> None:
    first, *rest = pieces
    turn = Turn(piece(first, "test_show"), *map(piece, rest))
    assert (await turn.held())[: len(early)] == early

    answer = await turn.finish()
    (card,) = cards(answer)
    assert (card.error.code if card.error else card.output, turn.log) == (output, runs)
    assert (answer.text, answer.ended) == ("Done.", "stop")


async def test_empty_object_is_enough_for_a_tool_without_parameters() -> None:
    turn = Turn(piece("{}", "test_look"))
    assert await turn.held() == ["looked"]
    await turn.finish()
    assert turn.log == ["looked"]


async def test_an_id_that_comes_later_is_kept() -> None:
    turn = Turn(piece('{"word": "a"}', "test_show", call_id=""), piece("", call_id="late"))
    assert await turn.held() == ["a"]
    (card,) = cards(await turn.finish())
    assert (card.call_id, card.output, turn.log) == ("late", "shown a", ["a"])


async def test_no_call_overtakes_an_earlier_one_that_is_open() -> None:
    turn = Turn(
        piece('{"word": ', "test_keep", call_id="a"),
        piece('{"word": "2"}', "test_show", call_id="b", index=1),
        piece('"1"}', call_id="a"),
    )
    assert await turn.held() == []
    await turn.finish()
    assert turn.log == ["kept 1", "2"]


async def test_a_failure_ends_the_answer_only_when_the_arguments_are_final() -> None:
    turn = Turn(piece('{"word": "nothing"}', "test_show"), on_tool_error=OnToolError.STOP)
    assert await turn.held() == ["nothing"]
    assert cards(turn.seen.answer)[0].error is None

    answer = await turn.finish()
    assert answer.ended == "error"
    assert [block.code for block in answer.blocks if isinstance(block, Notice)] == ["tool_failed"]


async def test_a_call_that_needs_approval_does_not_run_early() -> None:
    turn = Turn(piece('{"word": "a"}', "test_show"), policy=Policy.ASK)
    assert await turn.held() == []
    (card,) = cards(await turn.finish())
    assert card.error
    assert (card.error.code, turn.log) == ("refused", [])


def test_blanks_after_complete_arguments_cost_nothing() -> None:
    collector = CallCollector(runs_early=lambda _: True)
    first = collector.feed(CallDelta(0, "a", "test_show", '{"word": "a"}'))
    blanks = [event for _ in range(1000) for event in collector.feed(CallDelta(0, arguments=" "))]
    after = collector.feed(CallDelta(0, arguments="}"))

    assert [type(event).__name__ for event in first] == ["CallBegan", "CallArguments", "CallRunnable"]
    assert {type(event).__name__ for event in [*blanks, *after]} == {"CallArguments"}
    (completed,) = collector.close()
    assert isinstance(completed, CallCompleted)
    assert completed.arguments == '{"word": "a"}' + " " * 1000 + "}"


async def test_a_call_that_gets_too_long_ends_although_it_has_run() -> None:
    turn = Turn(piece('{"word": "nothing"}', "test_show"), piece(" " * 200), limits=SizeLimits(arguments=100))
    answer = await turn.finish()
    (card,) = cards(answer)
    assert card.error
    assert (card.error.code, answer.ended) == ("arguments_too_long", "error")


@pytest.mark.skipif(not HAS_RECORDINGS, reason="the recordings are not here (DESKPET_SHARED)")
def test_recordings_give_the_same_calls_and_none_runs_with_other_arguments() -> None:
    count = 0
    for recording in recordings(shared_folder()):
        received = deltas(recording.family, [recording.body])
        plain, early = CallCollector(), CallCollector(runs_early=lambda _: True)
        expected, actual = _call_events(plain, received), _call_events(early, received)
        completed = [event for event in actual if isinstance(event, CallCompleted)]
        assert [(each.key, each.name, each.arguments) for each in completed] == [
            (each.key, each.name, each.arguments) for each in expected if isinstance(each, CallCompleted)
        ], recording.file
        final = {each.key: (each.id, each.name, each.arguments) for each in completed}
        for event in actual:
            if isinstance(event, CallRunnable) and event.arguments != "{}":
                assert (event.id, event.name, event.arguments) == final[event.key], recording.file
                count += 1
    assert count > 50


def _call_events(collector: CallCollector, received: list[object]) -> list[CallEvent]:
    events = [event for delta in received if isinstance(delta, CallDelta) for event in collector.feed(delta)]
    return events + collector.close()
