"""Rows of the turn details: names and values of the figures of a turn and of their sums, as texts."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from deskpet.chat.events import IncludedDocument
from deskpet.text.sizes import format_size
from deskpet.translation import tr, tr_noop

if TYPE_CHECKING:
    # These modules import httpx, which is too slow for a module needed for the first frame.
    from deskpet.statistics.summary import TurnSummary
    from deskpet.statistics.totals import Totals

Row = tuple[str, str, str]
"""A translated name, a formatted value, and the value's level: `good`, `warning`, `bad` or empty."""
_END_REASONS = {
    "stop": tr_noop("Complete"),
    "length": tr_noop("Cut off: too long"),
    "refused": tr_noop("Refused by the model"),
    "max_rounds": tr_noop("Stopped: too many rounds"),
    "cancelled": tr_noop("Stopped by you"),
    "error": tr_noop("With an error"),
}


def document_share_line(told: IncludedDocument) -> str:
    """Return what a request contains of a document, such as `plan.pdf: parts of pages 1, 3–5 of 12`."""
    if told.is_whole:
        return tr("{file}: all of it", file=told.name)
    if told.page_count == 1:
        return tr("{file}: the parts that match the question", file=told.name)
    pages = tr(", ").join(_ranges(told.pages))
    return tr("{file}: parts of pages {pages} of {count}", file=told.name, pages=pages, count=told.page_count)


def _ranges(numbers: Sequence[int]) -> Iterator[str]:
    """Return the runs of ascending numbers: `1`, `3–5`."""
    for _, run in groupby(enumerate(numbers), lambda each: each[1] - each[0]):
        first, *others = (number for _, number in run)
        yield f"{first}–{others[-1]}" if others else str(first)


def figure_rows(turn: "TurnSummary") -> list[Row]:
    """Return the figures of a turn. Those of the tool calls and frames only if there are any."""
    tokens = tr("not counted")
    if turn.input_tokens or turn.output_tokens:
        tokens = tr("{sent:,} in, {received:,} out", sent=turn.input_tokens, received=turn.output_tokens)
    reason = tr(_END_REASONS[turn.reason]) if turn.reason in _END_REASONS else tr("Not yet")
    rows = [
        (tr("How it ended"), reason, "good" if turn.reason == "stop" else ""),
        (tr("Whole turn"), format_duration(turn.seconds), ""),
        (tr("First token after"), format_duration(turn.first_token), ""),
        (tr("Tokens per second"), f"{turn.tokens_per_second:.1f}" if turn.tokens_per_second else tr("not known"), ""),
        (tr("Tokens"), tokens, ""),
        (tr("Requests sent"), str(turn.requests), ""),
        (tr("Retries"), str(turn.retries), ""),
        (tr("Received"), format_size(turn.received), ""),
    ]
    if turn.calls_seen:
        rows.append(_calls_row(turn, "warning" if turn.marked("detection") else ""))
    if turn.dropped_frames is not None:
        level = "warning" if turn.marked("dropped_frames") else ""
        rows.append((tr("Dropped frames"), f"{turn.dropped_frames:,}", level))
    return rows


def total_rows(totals: "Totals") -> list[Row]:
    """Return the sums."""
    return [
        (tr("Answers"), f"{totals.turns:,}", ""),
        (tr("Time of answers"), format_duration(totals.seconds), ""),
        (tr("Requests sent"), f"{totals.requests:,}", ""),
        (tr("Retries"), f"{totals.retries:,}", ""),
        (tr("Tokens in"), f"{totals.input_tokens:,}", ""),
        (tr("Tokens out"), f"{totals.output_tokens:,}", ""),
        (tr("Received"), format_size(totals.received), ""),
        (tr("Tools that ran"), f"{totals.tool_runs:,}", ""),
        (tr("Tools that failed"), f"{totals.tool_errors:,}", ""),
        _calls_row(totals, "warning" if totals.detects_too_few else ""),
        (tr("Dropped frames"), f"{totals.dropped_frames:,}", "warning" if totals.drops_too_many else ""),
    ]


def _calls_row(counts: "TurnSummary | Totals", level: str) -> Row:
    mended, refused = counts.calls_mended, counts.calls_refused
    value = f"{counts.calls_seen:,}"
    if mended or refused:
        value = tr(
            "{seen:,}: {mended:,} mended, {refused:,} unusable", seen=counts.calls_seen, mended=mended, refused=refused
        )
    return tr("Tool calls"), value, level


def format_duration(seconds: float | None) -> str:
    """Format a duration in seconds; None stands for an event that never occurred."""
    if seconds is None:
        return tr("none")
    if seconds < 0.9995:
        ms = seconds * 1000
        return tr("{ms} ms", ms=round(ms)) if seconds >= 0.0095 else tr("{ms:.1f} ms", ms=ms)
    if seconds < 60:
        return tr("{s:.2f} s", s=seconds)
    return tr("{min} min {s} s", min=int(seconds // 60), s=int(seconds % 60))
