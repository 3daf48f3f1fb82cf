"""Statistics of a turn from its events."""

import asyncio
from itertools import count

import pytest

from deskpet.chat import reduce
from deskpet.chat.events import (
    ArgumentsAppended,
    BlockStarted,
    RequestStarted,
    TextAppended,
    ToolFinished,
    ToolReady,
    ToolStarted,
    TurnEnded,
    TurnEvent,
    TurnStarted,
    UsageReported,
)
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Message, Notice, Text, ToolError, ToolUse, user_message
from deskpet.chat.report import TurnReporter, percentile
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import run_turn
from deskpet.chat.turn_setup import TurnSetup
from tests.llm.scripted_server import ScriptedServer, call, words


def reporter_of(*events: tuple[float, TurnEvent]) -> TurnReporter:
    """Create a reporter that received `events`, each at its time."""
    now, answer = [0.0], Message("assistant")
    reporter = TurnReporter(lambda: now[0])
    for at, event in events:
        now[0] = at
        answer = reduce.apply(answer, event)
        reporter(event, answer)
    return reporter


def test_the_report_contains_requests_tools_and_notices_with_times():
    report = reporter_of(
        (10.0, TurnStarted("m", 9.0)),
        (10.0, RequestStarted(0, 10.0, 500)),
        (10.5, BlockStarted(0, Text())),
        (10.5, TextAppended(0, "Hello")),
        (11.0, BlockStarted(1, ToolUse("a.b", "c1"))),
        (12.5, ArgumentsAppended(1, "{}")),
        (12.5, ToolReady(1, "call_1", {})),
        (12.6, ToolStarted(1, 12.6)),
        (13.0, UsageReported(0, 480, 40)),
        (14.6, ToolFinished(1, 14.6, error=ToolError("broken", "It broke."))),
        (15.0, RequestStarted(1, 15.0)),
        (16.0, BlockStarted(2, Notice("error", "cut_stream", "Cut"))),
        (16.0, TurnEnded("error", 16.0)),
    ).report
    assert (report.message_id, report.started_at, report.ended_at, report.reason) == ("m", 10.0, 16.0, "error")
    first, second = report.requests
    assert (first.seconds_to_first, first.tokens_per_second, first.characters) == (0.5, 20.0, 7)
    assert (first.estimated, first.input_tokens, first.output_tokens) == (500, 480, 40)
    assert (second.seconds_to_first, second.tokens_per_second, second.characters) == (None, None, 0)
    (ran,) = report.tools
    assert (ran.tool_name, ran.call_id, ran.error) == ("a.b", "call_1", "broken")
    assert ran.seconds == pytest.approx(2.0)
    assert report.tool_seconds == (ran.seconds,)
    assert report.notices == ("cut_stream",)


def test_no_duration_is_negative_after_the_clock_was_set_back():
    report = reporter_of(
        (10.0, TurnStarted("m", 10.0)),
        (10.0, RequestStarted(0, 10.0, 500)),
        (10.0, BlockStarted(0, ToolUse("a.b", "c1"))),
        (-90.0, ToolReady(0, "c1", {})),
        (-90.0, ToolStarted(0, 11.0)),
        (-90.0, ToolFinished(0, -89.0, "noon")),
        (-90.0, RequestStarted(1, 12.0, 500)),
        (-88.0, BlockStarted(1, Text())),
        (-88.0, TurnEnded("stop", -88.0)),
    ).report
    (used,) = report.tools
    assert (used.seconds, used.detection_seconds, report.seconds) == (0.0, 0.0, 0.0)
    assert report.requests[1].seconds_to_first == 0.0


def test_a_new_turn_starts_a_new_report():
    reporter = reporter_of(
        (1.0, TurnStarted("a", 1.0)),
        (1.0, RequestStarted(0, 1.0)),
        (2.0, BlockStarted(0, Notice("info", "x", "X"))),
        (3.0, TurnStarted("b", 3.0)),
    )
    assert (reporter.report.message_id, reporter.report.requests, reporter.report.notices) == ("b", (), ())


@pytest.mark.parametrize(
    ("values", "p50", "p95"),
    [((), None, None), ((3.0,), 3.0, 3.0), ((2.0, 1.0), 1.0, 2.0), (tuple(map(float, range(1, 101))), 50.0, 95.0)],
)
def test_percentiles(values, p50, p95):
    assert (percentile(values, 50), percentile(values, 95)) == (p50, p95)


async def test_a_turn_can_be_reported_while_it_is_running():
    gate, ticks = asyncio.Event(), count()

    @tool("test.wait", title="Wait")
    async def wait() -> None:
        """Wait."""
        await gate.wait()

    def clock() -> float:
        return float(next(ticks))

    reporter = TurnReporter(clock)
    server = ScriptedServer([words("Look: "), call("test_wait", "{}"), words("there.")], [words("Done.")])
    setup = TurnSetup(server.model(), Toolbox((wait,)))
    turn = asyncio.create_task(run_turn(setup, (user_message("go"),), Message("assistant"), reporter, clock))
    async with asyncio.timeout(60):
        while not (reporter.report.tools and reporter.report.tools[0].started_at):
            await asyncio.sleep(0)
        assert (reporter.report.reason, reporter.report.tools[0].seconds) == (None, None)
        gate.set()
        await turn
    report = reporter.report
    assert [request.characters for request in report.requests] == [len("Look: {}there."), len("Done.")]
    assert (len(report.tool_seconds), report.tool_seconds[0] > 0, report.reason) == (1, True, "stop")
