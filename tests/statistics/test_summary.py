"""Summary of a turn: figures of the turn and its requests, and the text table."""

from dataclasses import replace

import pytest

from deskpet.chat.report import RequestReport, ToolReport, TurnReport
from deskpet.llm.request_log import Exchange
from deskpet.statistics.summary import TurnSummary, format_table, summarise

REPORT = TurnReport(
    "m",
    10.0,
    16.0,
    "stop",
    (
        RequestReport(0, 10.0, 10.5, 12.5, input_tokens=30, output_tokens=40),
        RequestReport(1, 13.0, 13.25, 14.25, input_tokens=50, output_tokens=20),
    ),
    (
        ToolReport("a.b", "c1", 0, 11.0, 11.5),
        ToolReport("a.c", "c2", 0, 12.0, 13.0, error="broken"),
        ToolReport("a.d", "c3", 0, error="not_run"),
    ),
    ("tool_failed",),
)
EXCHANGES = (
    Exchange(1, "POST", "u", started_at=9.0, received=5, retries=5),
    Exchange(2, "POST", "u", started_at=10.0, received=1000, retries=2),
    Exchange(3, "POST", "u", started_at=13.0, received=500),
    Exchange(4, "POST", "u", started_at=17.0, received=5),
)


def test_only_the_turns_own_requests_count():
    turn = summarise(REPORT, EXCHANGES)
    assert (turn.requests, turn.received, turn.retries) == (2, 1500, 2)
    assert (turn.first_token, turn.tokens_per_second, turn.seconds) == (0.5, 20.0, 6.0)
    assert (turn.input_tokens, turn.output_tokens) == (80, 60)
    assert turn.tools == (("a.b", 0.5, ""), ("a.c", 1.0, "broken"), ("a.d", None, "not_run"))
    assert (turn.tools_p50, turn.tools_p95) == (0.5, 1.0)


def test_a_person_reads_it_as_a_table():
    lines = dict(line.split("  ", 1) for line in format_table(summarise(REPORT, EXCHANGES)).splitlines())
    said = {name: value.strip() for name, value in lines.items()}
    assert said["first token"] == "500 ms"
    assert said["tokens in, out"] == "80, 60"
    assert said["tools"] == "3 called, 2 failed, p50 500 ms, p95 1.00 s"
    assert said["received"] == "1,500 bytes"
    assert said["ended"] == "stop, tool_failed"


def test_what_was_not_seen_is_said_so():
    said = format_table(summarise(TurnReport(), ()))
    assert "first token        none came" in said
    assert "tokens per second  not known" in said
    assert "ended              not yet" in said


def test_calls_are_counted_by_how_they_were_written():
    tools = (
        ToolReport("a", "1", 0),
        ToolReport("a", "2", 0, is_mended=True),
        ToolReport("a", "3", 0, error="invalid_arguments"),
        ToolReport("a", "4", 0, error="no_such_place"),
    )
    turn = summarise(replace(REPORT, tools=tools), (), 7)
    assert (turn.calls_seen, turn.calls_mended, turn.calls_refused, turn.dropped_frames) == (4, 1, 1, 7)
    said = format_table(turn)
    assert "calls              4 seen, 1 mended, 1 refused (75% usable)  (!)" in said
    assert "dropped frames     7  (!)" in said


@pytest.mark.parametrize(
    ("changes", "marks"),
    [
        ({}, set()),
        ({"tools_p50": 1.0, "tools_p95": 3.0}, set()),
        ({"tools_p50": 1.01, "tools_p95": 3.01}, {"slow_p50", "slow_p95"}),
        ({"calls_seen": 20, "calls_refused": 1, "calls_mended": 9}, set()),
        ({"calls_seen": 19, "calls_refused": 1}, {"detection"}),
        ({"calls_seen": 1, "calls_refused": 1}, {"detection"}),
        ({"dropped_frames": 5, "seconds": 2.0}, set()),
        ({"dropped_frames": 6, "seconds": 2.0}, {"dropped_frames"}),
        ({"dropped_frames": 6, "seconds": 90.0}, set()),
    ],
)
def test_figures_above_their_limits_are_marked(changes, marks):
    turn = TurnSummary("m", "stop", 60.0, 1, 0.1, None, 0, 0, (), None, None, (), 0, 0)
    assert replace(turn, **changes).marks == marks
