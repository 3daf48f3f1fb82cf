"""A tool call in words: its state, its arguments in a line, how long it took."""

import json
from collections.abc import Iterable
from math import isfinite

from pydantic import JsonValue
from pydantic_core import from_json

from deskpet.chat.call_state import CallState
from deskpet.chat.messages import ToolUse
from deskpet.chat.tool import Preview
from deskpet.local_time import local_time
from deskpet.words import tr, tr_noop

PREVIEW = 160
# Half-received arguments are read from their first pieces only.
READ = 2_000
# What is over before anyone could see it run took no time worth a word.
AT_ONCE_S = 0.05

STATES = {
    CallState.WRITING: tr_noop("preparing"),
    CallState.WAITING: tr_noop("waiting for you"),
    CallState.QUEUED: tr_noop("waiting for its turn"),
    CallState.RUNNING: tr_noop("running"),
    CallState.SUCCESS: tr_noop("done"),
    CallState.ERROR: tr_noop("failed"),
    CallState.REFUSED: tr_noop("refused"),
    CallState.CANCELLED: tr_noop("cancelled"),
}


def preview_of(call: ToolUse, preview: Preview | None = None) -> str:
    """The arguments in one line for people, whole or half-received: `Wave`, `notes.md · lines 20`.

    `preview` is the tool's own way to say it.
    """
    value = arguments_of(call)
    if preview and isinstance(value, dict):
        try:
            return _one_line(preview(value))
        except (AttributeError, IndexError, KeyError, TypeError, ValueError, OverflowError):
            # What it wants to tell of has not come yet, or is not what it should be: what there is, is told plainly.
            pass
    return _preview(value)


def arguments_of(call: ToolUse) -> JsonValue:
    """The call's arguments as far as they are known; text where they are no JSON."""
    return call.input if call.input is not None else _partial(_head(call.input_text))


def elapsed_of(call: ToolUse, now: float) -> str:
    """How long the call took, or has taken until `now` (Unix seconds); empty for one that was over at once."""
    return "" if call.started_at is None else span(call.started_at, call.ended_at, now)


def span(started_at: float, ended_at: float | None, now: float) -> str:
    """The time between two moments, or until `now`, all in Unix seconds; empty where it was no time at all."""
    seconds = max((ended_at if ended_at is not None else now) - started_at, 0)
    # Of what a damaged file holds, no time can be told.
    if not isfinite(seconds) or (ended_at is not None and seconds < AT_ONCE_S):
        return ""
    if seconds < 0.95:
        return tr("{ms} ms", ms=round(seconds * 1000)) if ended_at is not None else tr("{s:.1f} s", s=seconds)
    if seconds < 60:
        return tr("{s:.1f} s", s=seconds)
    return tr("{min} min {s} s", min=int(seconds // 60), s=int(seconds % 60))


def clock(seconds: float) -> str:
    """The time of day of a moment in Unix seconds; empty where that is none."""
    when = local_time(seconds)
    return f"{when:%H:%M:%S}" if when else ""


def as_text(value: JsonValue) -> str:
    """A value as it is copied: a text as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)


def beginning_of(text: str, most: int) -> str:
    """The first `most` characters of a text, and how many more there are."""
    more = len(text) - most
    return f"{text[:most]} {tr('… {n:,} more characters', n=more)}" if more > 0 else text


def _head(pieces: Iterable[str]) -> str:
    text = ""
    for piece in pieces:
        text += piece
        if len(text) >= READ:
            return text[:READ]
    return text


def _partial(text: str) -> JsonValue:
    """The value of some JSON that may be cut off; the raw text when it is none."""
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
        parts += [_pair(key, item) for key, item in list(value.items())[1:]]
        text = " · ".join(part for part in parts if part)
    else:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return _one_line(text)


def _one_line(text: str) -> str:
    return " ".join(text[: 2 * PREVIEW].split())[:PREVIEW]


def _pair(key: str, value: JsonValue) -> str:
    """A further argument; one that is zero, false or empty says nothing."""
    return f"{key} {_preview(value)}" if value else ""
