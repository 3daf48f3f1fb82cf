"""Figures of a turn (timing, tokens, bytes, tools), from its report and its HTTP exchanges, as a value and a table."""

from collections.abc import Iterable
from dataclasses import dataclass

from deskpet.chat.report import RequestReport, ToolReport, TurnReport, percentile
from deskpet.llm.request_log import Exchange


@dataclass(frozen=True, slots=True)
class TurnSummary:
    """Figures of one turn. Times are in seconds; None if not measured.

    `first_token` is the time from the first request. `received` (bytes) and `retries` are sums over the HTTP exchanges.
    `dropped_frames` counts late frames of the character. `tools` has the name, time and error code of each run.
    """

    message_id: str
    reason: str | None
    seconds: float | None
    requests: int
    first_token: float | None
    tokens_per_second: float | None
    input_tokens: int
    output_tokens: int
    tools: tuple[tuple[str, float | None, str], ...]
    tools_p50: float | None
    tools_p95: float | None
    notices: tuple[str, ...]
    received: int
    retries: int
    dropped_frames: int | None = None


def summarise(report: TurnReport, exchanges: Iterable[Exchange], dropped_frames: int | None = None) -> TurnSummary:
    """Summarise a turn. Counts only those of `exchanges` that started during it."""
    own = [each for each in exchanges if report.started_at <= each.started_at <= (report.ended_at or each.started_at)]
    return TurnSummary(
        report.message_id,
        report.reason,
        None if report.ended_at is None else report.ended_at - report.started_at,
        len(report.requests),
        report.requests[0].seconds_to_first if report.requests else None,
        _tokens_per_second(report.requests),
        sum(request.input_tokens for request in report.requests),
        sum(request.output_tokens for request in report.requests),
        tuple(map(_tool_run, report.tools)),
        percentile(report.tool_seconds, 50),
        percentile(report.tool_seconds, 95),
        report.notices,
        sum(exchange.received for exchange in own),
        sum(exchange.retries for exchange in own),
        dropped_frames,
    )


def _tokens_per_second(requests: Iterable[RequestReport]) -> float | None:
    """Return the tokens per second while tokens arrived, over all requests."""
    timed = [request for request in requests if request.tokens_per_second]
    tokens = sum(request.output_tokens for request in timed)
    seconds = sum((request.last_at or 0.0) - (request.first_at or 0.0) for request in timed)
    return tokens / seconds if seconds else None


def _tool_run(tool: ToolReport) -> tuple[str, float | None, str]:
    return tool.tool_name, tool.seconds, tool.error


def format_table(turn: TurnSummary) -> str:
    """Format the summary as aligned lines of text."""
    tokens = f"{turn.input_tokens}, {turn.output_tokens}" if turn.input_tokens or turn.output_tokens else "not counted"
    rows = (
        ("requests", str(turn.requests)),
        ("retries", str(turn.retries)),
        ("first token", _time(turn.first_token)),
        ("tokens in, out", tokens),
        ("tokens per second", f"{turn.tokens_per_second:.1f}" if turn.tokens_per_second else "not known"),
        ("received", f"{turn.received:,} bytes"),
        ("tools", _tools(turn)),
        ("dropped frames", "not known" if turn.dropped_frames is None else str(turn.dropped_frames)),
        ("whole turn", _time(turn.seconds)),
        ("ended", ", ".join([turn.reason or "not yet", *turn.notices])),
    )
    return "\n".join(f"{name:<18} {value}" for name, value in rows)


def _tools(turn: TurnSummary) -> str:
    if not turn.tools:
        return "none was called"
    failed = sum(bool(error) for _, _, error in turn.tools)
    times = f"p50 {_time(turn.tools_p50)}, p95 {_time(turn.tools_p95)}" if turn.tools_p50 is not None else "none ran"
    return f"{len(turn.tools)} called{f', {failed} failed' if failed else ''}, {times}"


def _time(seconds: float | None) -> str:
    if seconds is None:
        return "none came"
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"
