"""Format a tool call as text: its state, a one-line preview of its arguments, its duration."""

import json
from collections.abc import Iterable
from math import isfinite

from pydantic import JsonValue
from pydantic_core import from_json

from deskpet.chat.call_state import CallState, state_of
from deskpet.chat.messages import ToolUse
from deskpet.chat.tool import Preview
from deskpet.text.local_time import local_time
from deskpet.translation import tr, tr_noop
from deskpet.ui.widgets import language

MAX_PREVIEW = 160
# Maximum length of unfinished arguments that is parsed for a preview.
MAX_PARSED = 2_000
# Minimum duration that is shown.
MIN_DURATION_S = 0.05

STATE_NAMES = {
    CallState.WRITING: tr_noop("preparing"),
    CallState.WAITING: tr_noop("waiting for you"),
    CallState.QUEUED: tr_noop("waiting for its turn"),
    CallState.RUNNING: tr_noop("running"),
    CallState.SUCCESS: tr_noop("done"),
    CallState.ERROR: tr_noop("failed"),
    CallState.REFUSED: tr_noop("refused"),
    CallState.CANCELLED: tr_noop("cancelled"),
}

STATE_ICONS = {
    CallState.WAITING: ("ask", "warning"),
    CallState.SUCCESS: ("check", "success"),
    CallState.ERROR: ("cross", "error"),
    CallState.REFUSED: ("refused", "faint"),
    CallState.CANCELLED: ("cancelled", "faint"),
}
"""Icons and their colour roles; in the other states something turns."""
SPINNING = {CallState.WRITING, CallState.QUEUED, CallState.RUNNING}

IMPORTED_ICON = ("import", "faint")
"""Icon and colour role of a call that did not run here: how it ended is the word of a file."""


def state_name(call: ToolUse) -> str:
    """Return the state of a call in words; of an imported one that is over only that a file tells of it."""
    state = state_of(call)
    return tr("from a file") if call.is_imported and state.is_final else tr(STATE_NAMES[state])


def preview_of(call: ToolUse, preview: Preview | None = None) -> str:
    """Return the arguments as one line, complete or partial: `Wave`, `notes.md · lines 20`.

    `preview` is the tool's own formatter.
    """
    value = arguments_of(call)
    if preview and isinstance(value, dict):
        try:
            return _one_line(preview(value))
        except (AttributeError, IndexError, KeyError, TypeError, ValueError, OverflowError):
            # The arguments are incomplete or invalid; use the general form.
            pass
    return _preview(value)


def arguments_of(call: ToolUse) -> JsonValue:
    """Return the call's arguments received so far; the raw text if they are not JSON."""
    return call.input if call.input is not None else _parse_partial(_beginning(call.input_text))


def format_elapsed(call: ToolUse, now: float) -> str:
    """Return the call's duration, until `now` (Unix seconds) while it runs; empty if it is too short to be shown."""
    return "" if call.started_at is None else format_duration(call.started_at, call.ended_at, now)


def format_duration(started_at: float, ended_at: float | None, now: float) -> str:
    """Return the duration between two Unix times, or until `now`; empty if it is too short to be shown."""
    seconds = max((ended_at if ended_at is not None else now) - started_at, 0)
    # A damaged file may hold an infinite time.
    if not isfinite(seconds) or (ended_at is not None and seconds < MIN_DURATION_S):
        return ""
    if seconds < 0.95:
        return tr("{ms} ms", ms=round(seconds * 1000)) if ended_at is not None else tr("{s:.1f} s", s=seconds)
    if seconds < 60:
        return tr("{s:.1f} s", s=seconds)
    return tr("{min} min {s} s", min=int(seconds // 60), s=int(seconds % 60))


def format_time(seconds: float) -> str:
    """Return the time of day of a Unix time; empty if it is out of range."""
    when = local_time(seconds)
    return f"{when:%H:%M:%S}" if when else ""


def to_text(value: JsonValue) -> str:
    """Return a value for the clipboard: a string unchanged, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)


def truncate(text: str, length: int, separator: str = " ") -> str:
    """Return the first `length` characters of a text and, behind a separator, the number of those left out."""
    more = len(text) - length
    return f"{text[:length]}{separator}{tr('… {n:,} more characters', n=more)}" if more > 0 else text


def _beginning(pieces: Iterable[str]) -> str:
    text = ""
    for piece in pieces:
        text += piece
        if len(text) >= MAX_PARSED:
            return text[:MAX_PARSED]
    return text


def _parse_partial(text: str) -> JsonValue:
    """Parse JSON that may be cut off; returns the raw text if it is not JSON."""
    if not text.strip():
        return None
    try:
        return from_json(text, allow_partial="trailing-strings")
    except ValueError:
        return text


def _preview(value: JsonValue) -> str:
    if value is None or value in ({}, []):
        return ""
    if isinstance(value, dict):
        parts = [_preview(item) for item in list(value.values())[:1]]
        # Further arguments have their names; zero, false and empty values are left out.
        parts += [f"{key} {_preview(item)}" for key, item in list(value.items())[1:] if item]
        text = " · ".join(part for part in parts if part)
    else:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return _one_line(text)


def _one_line(text: str) -> str:
    return " ".join(text[: 2 * MAX_PREVIEW].split())[:MAX_PREVIEW]


def call_notes(call: ToolUse) -> tuple[str, ...]:
    """Return further remarks about a call, each as a sentence."""
    notes: list[str] = []
    if call.is_imported:
        notes.append(tr("An imported file tells of this call and its result. It did not run here."))
    if call.is_mended:
        notes.append(tr("Its arguments were nearly JSON and were corrected."))
    if rule := call.rule:
        when = local_time(rule.created_at)
        day = language.format_datetime(when, tr("d MMM")) if when else ""
        where = tr(" for {scope}", scope=rule.scope.label) if rule.scope and rule.scope.kind != "version" else ""
        if rule.lifetime == "conversation":
            notes.append(tr("Not asked, because you allowed it in this conversation{where}.", where=where))
        else:
            notes.append(tr("Not asked, because you allowed it on {day}{where}.", day=day, where=where))
    if call.background_at is not None and call.ended_at is None:
        notes.append(tr("It goes on in the background."))
    if call.shown_at is not None:
        notes.append(tr("Shown when its words were heard."))
    if undo := call.undo:
        notes.append(tr(undo.words) if undo.error is None else tr(undo.error.message))
    return tuple(notes)
