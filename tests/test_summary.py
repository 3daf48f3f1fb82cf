"""Summary of a turn: figures of the turn and its requests, and the text table."""

from deskpet.chat.report import RequestReport, ToolReport, TurnReport
from deskpet.llm.request_log import Exchange
from deskpet.summary import format_table, summarise

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
