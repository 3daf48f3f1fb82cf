"""Figures of a turn (timing, tokens, bytes, tools), from its report and its HTTP exchanges, as a value and a table."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from deskpet.chat.report import RequestReport, TurnReport, percentile
from deskpet.llm.request_log import Exchange


@dataclass(frozen=True, slots=True)
class TurnSummary:
    """Figures of one turn. Times are in seconds; None if not measured.

    `first_token` is the time from the first request. `received` (bytes) and `retries` are sums over the HTTP exchanges.
    `dropped_frames` counts frames of the character that were not drawn in time, None if there is no character. `tools`
    has the name, time and error code of each run. `calls_seen` counts the tool calls, `calls_mended` those whose
    arguments had to be mended, `calls_refused` those that could not be used as they were written.
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
    calls_seen: int = 0
    calls_mended: int = 0
    calls_refused: int = 0

    @property
    def marks(self) -> frozenset["Mark"]:
        """The figures that are worse than their limits."""
        limits: dict[Mark, bool] = {
            "slow_p50": (self.tools_p50 or 0.0) > SLOW_P50,
            "slow_p95": (self.tools_p95 or 0.0) > SLOW_P95,
            "detection": detects_too_few(self.calls_seen, self.calls_refused),
            "dropped_frames": drops_too_many(self.dropped_frames or 0, self.seconds or 0.0),
        }
        return frozenset(mark for mark, is_exceeded in limits.items() if is_exceeded)


Mark = Literal["slow_p50", "slow_p95", "detection", "dropped_frames"]
"""A figure that is worse than its limit."""

SLOW_P50, SLOW_P95 = 1.0, 3.0
"""Limits of the run times of a turn's tools in seconds."""
MIN_DETECTION_RATE = 0.95
MAX_DROPPED_PER_MINUTE = 5


def detects_too_few(seen: int, refused: int) -> bool:
    """Return whether fewer calls than MIN_DETECTION_RATE could be used."""
    return bool(seen) and (seen - refused) / seen < MIN_DETECTION_RATE


def drops_too_many(frames: int, seconds: float) -> bool:
    """Return whether more frames were dropped in `seconds` than MAX_DROPPED_PER_MINUTE; a minute counts as a whole."""
    return frames > MAX_DROPPED_PER_MINUTE * max(seconds / 60, 1.0)


def summarise(report: TurnReport, exchanges: Iterable[Exchange], dropped_frames: int | None = None) -> TurnSummary:
    """Summarise a turn. Counts only those of `exchanges` that started during it."""
    own = [each for each in exchanges if report.started_at <= each.started_at <= (report.ended_at or each.started_at)]
    return TurnSummary(
        report.message_id,
        report.reason,
        report.seconds,
        len(report.requests),
        report.requests[0].seconds_to_first if report.requests else None,
        _tokens_per_second(report.requests),
        sum(request.input_tokens for request in report.requests),
        sum(request.output_tokens for request in report.requests),
        tuple((tool.tool_name, tool.seconds, tool.error) for tool in report.tools),
        percentile(report.tool_seconds, 50),
        percentile(report.tool_seconds, 95),
        report.notices,
        sum(exchange.received for exchange in own),
        sum(exchange.retries for exchange in own),
        dropped_frames,
        len(report.tools),
        sum(tool.is_mended for tool in report.tools),
        sum(tool.is_unusable for tool in report.tools),
    )


def _tokens_per_second(requests: Iterable[RequestReport]) -> float | None:
    """Return the tokens per second while tokens arrived, over all requests."""
    timed = [request for request in requests if request.tokens_per_second]
    tokens = sum(request.output_tokens for request in timed)
    seconds = sum((request.last_at or 0.0) - (request.first_at or 0.0) for request in timed)
    return tokens / seconds if seconds else None


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
        ("calls", _calls(turn)),
        ("dropped frames", "not known" if turn.dropped_frames is None else str(turn.dropped_frames)),
        ("whole turn", _time(turn.seconds)),
        ("ended", ", ".join([turn.reason or "not yet", *turn.notices])),
    )
    marked = {name for name, marks in _MARKED_ROWS.items() if marks & turn.marks}
    return "\n".join(f"{name:<18} {value}{'  (!)' if name in marked else ''}" for name, value in rows)


_MARKED_ROWS: dict[str, set[Mark]] = {
    "tools": {"slow_p50", "slow_p95"},
    "calls": {"detection"},
    "dropped frames": {"dropped_frames"},
}


def _calls(turn: TurnSummary) -> str:
    if not turn.calls_seen:
        return "none was seen"
    rate = (turn.calls_seen - turn.calls_refused) / turn.calls_seen
    return f"{turn.calls_seen} seen, {turn.calls_mended} mended, {turn.calls_refused} refused ({rate:.0%} usable)"


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
