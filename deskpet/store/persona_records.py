"""Deletes and restores the records of a persona: the facts that only it knows, and the days with it.

They go with the persona: another one that gets its id later would know them otherwise. The caller holds the
transaction.
"""

import sqlite3
from dataclasses import dataclass
from typing import Any

from deskpet.store import facts, together_days

_DAY = "persona, day, strokes, note, note_facts"
_SESSION = "persona, day, session, questions, tools"


@dataclass(frozen=True, slots=True)
class PersonaRecords:
    """Records that were deleted with a persona, to restore them.

    deleted_at: in Unix seconds. fact_count: the facts that held. days, sessions: the rows about the days.
    """

    persona: str
    deleted_at: float
    fact_count: int
    days: tuple[tuple[Any, ...], ...]
    sessions: tuple[tuple[Any, ...], ...]


def delete(database: sqlite3.Connection, persona: str, at: float) -> PersonaRecords:
    """Delete the records of a persona at the Unix time `at`, and return them.

    The facts are erased as those that the user deletes: a day later.
    """
    held = "SELECT count(*) FROM facts WHERE persona = ? AND valid_to IS NULL AND deleted_at IS NULL"
    (fact_count,) = database.execute(held, (persona,)).fetchone()
    database.execute("UPDATE facts SET deleted_at = ? WHERE persona = ? AND deleted_at IS NULL", (at, persona))
    day_rows = database.execute(f"SELECT {_DAY} FROM together_days WHERE persona = ?", (persona,))  # noqa: S608
    sessions = database.execute(f"SELECT {_SESSION} FROM together_sessions WHERE persona = ?", (persona,))  # noqa: S608
    records = PersonaRecords(persona, at, fact_count, tuple(day_rows.fetchall()), tuple(sessions.fetchall()))
    if records.days or records.sessions:
        together_days.erase_all(database, persona)
    return records


def restore(database: sqlite3.Connection, records: PersonaRecords) -> None:
    """Restore what `delete` returned."""
    sql = "UPDATE facts SET deleted_at = NULL WHERE persona = ? AND deleted_at = ? RETURNING id"
    restored = database.execute(sql, (records.persona, records.deleted_at)).fetchall()
    facts.settle(database, [fact_id for (fact_id,) in restored])
    for table, columns, found in (
        ("together_days", _DAY, records.days),
        ("together_sessions", _SESSION, records.sessions),
    ):
        sql = f"INSERT OR IGNORE INTO {table} ({columns}) VALUES (?, ?, ?, ?, ?)"  # noqa: S608
        database.executemany(sql, found)
