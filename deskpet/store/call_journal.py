"""The journal of tool calls: what ran, when, with which arguments, and who allowed it.

Rows are only added. When a message is erased, its calls lose their arguments; after KEPT_SECONDS they are deleted.
"""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, cast

from pydantic import JsonValue
from pydantic_core import from_json

from deskpet.chat.call_state import REFUSED
from deskpet.chat.messages import Block, Message, ToolUse
from deskpet.store.json_safe import json_safe
from deskpet.store.rows import storable, valid_time

KEPT_SECONDS = 90 * 24 * 3600.0

CallDecision = Literal["allowed", "rule", "asked", "manual", "refused"]
"""What decided about a call: the policy, a rule, the user's answer, the user who ran it; or that it was refused.

A call that was stopped before the user answered is `asked` too.
"""

# A model chooses the names, and their texts; the whole arguments are in the message.
_MAX_NAME, _MAX_TEXT = 100, 500
_INSERT = """
INSERT OR IGNORE INTO calls (at, session, message, block, tool, arguments, decision, outcome, ended_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
# As bytes, since a text that is not UTF-8 would make the query fail. Deleted messages can still be restored.
_SELECT = """
SELECT calls.at, session, message, block, CAST(tool AS BLOB), decision, CAST(outcome AS BLOB), ended_at,
    CASE WHEN EXISTS (
        SELECT 1 FROM messages JOIN sessions ON sessions.id = messages.session
        WHERE messages.id = calls.message AND messages.deleted_at IS NULL AND sessions.deleted_at IS NULL
    ) THEN CAST(arguments AS BLOB) END
FROM calls ORDER BY calls.at DESC, number DESC LIMIT ?
"""


@dataclass(frozen=True, slots=True)
class CallRecord:
    """A tool call that ended: block `block` of a message. Times are Unix seconds.

    arguments: None if they were no JSON object, or were erased with the message. Long texts in them are cut.
    outcome: `success`, or the code of the error.
    """

    at: float
    session: str
    message: str
    block: int
    tool: str
    arguments: JsonValue
    decision: CallDecision
    outcome: str
    ended_at: float


def record_of(session: str, message_id: str, block: int, call: ToolUse, *, is_rerun: bool = False) -> CallRecord:
    """Return the journal's record of a call that has ended. is_rerun: of its last run, which the user has begun."""
    run = call.later_runs[-1] if is_rerun else call
    ended_at = run.ended_at or run.started_at or call.asked_at or 0.0
    outcome, decision = run.error.code if run.error else "success", _decision(call)
    if is_rerun:
        decision = "refused" if outcome == REFUSED else "manual"
    at = run.started_at or ended_at
    return CallRecord(at, session, message_id, block, call.tool_name, call.input, decision, outcome, ended_at)


def ended_calls(session: str, message: Message, before: Message | None = None) -> list[CallRecord]:
    """Return the records of all calls of the message that have ended, and had not in `before`."""
    running = {index for index, block in enumerate(before.blocks) if _is_running(block)} if before else None
    return [
        record_of(session, message.id, index, call)
        for index, call in enumerate(message.blocks)
        if isinstance(call, ToolUse) and not _is_running(call) and (running is None or index in running)
    ]


def _is_running(block: Block) -> bool:
    return isinstance(block, ToolUse) and block.status == "running"


def write(database: sqlite3.Connection, records: Iterable[CallRecord]) -> None:
    """Add records; one that is there already is ignored."""
    database.executemany(_INSERT, [_values(each) for each in records])


def _values(record: CallRecord) -> tuple[Any, ...]:
    safe = json_safe(record)
    arguments = None
    if isinstance(safe.arguments, dict):
        arguments = storable(json.dumps(_shortened(safe.arguments), ensure_ascii=False))
    tool, outcome = (storable(text[:_MAX_NAME]) for text in (safe.tool, safe.outcome))
    return (safe.at, safe.session, safe.message, safe.block, tool, arguments, safe.decision, outcome, safe.ended_at)


def _shortened(value: JsonValue) -> JsonValue:
    match value:
        case str():
            return value if len(value) <= _MAX_TEXT else f"{value[: _MAX_TEXT - 1]}…"
        case list():
            return [_shortened(each) for each in value[:_MAX_TEXT]]
        case dict():
            return {key[:_MAX_NAME]: _shortened(each) for key, each in list(value.items())[:_MAX_NAME]}
        case _:
            return value


def read(database: sqlite3.Connection, limit: int) -> tuple[CallRecord, ...]:
    """Return the newest records, the newest first. Arguments of deleted messages are left out."""
    return tuple(_record(row) for row in database.execute(_SELECT, (limit,)).fetchall())


def _record(row: tuple[Any, ...]) -> CallRecord:
    """Return a record; a damaged file may have values of any type."""
    at, session, message, block, tool, decision, outcome, ended_at, arguments = row
    return CallRecord(
        valid_time(at),
        str(session),
        str(message),
        block if isinstance(block, int) else 0,
        (tool or b"").decode("utf-8", "replace"),
        _parsed(arguments),
        cast("CallDecision", str(decision)),
        (outcome or b"").decode("utf-8", "replace"),
        valid_time(ended_at),
    )


def _parsed(arguments: bytes | None) -> JsonValue:
    try:
        return from_json(arguments) if arguments else None
    except ValueError:
        return None


def forget_arguments(database: sqlite3.Connection) -> None:
    """Remove the arguments of calls whose messages are erased."""
    database.execute(
        "UPDATE calls SET arguments = NULL WHERE arguments IS NOT NULL AND message NOT IN (SELECT id FROM messages)"
    )


def delete_old(database: sqlite3.Connection, now: float) -> None:
    """Delete the records older than KEPT_SECONDS. Those dated later than `now`, by a wrong clock, get `now`."""
    database.execute("UPDATE calls SET at = ? WHERE at > ?", (now, now))
    database.execute("DELETE FROM calls WHERE at < ?", (now - KEPT_SECONDS,))


def _decision(call: ToolUse) -> CallDecision:
    if call.error and call.error.code == REFUSED:
        return "refused"
    if call.approval:
        return "manual" if call.approval.is_manual else "asked"
    return "rule" if call.rule else "allowed"
