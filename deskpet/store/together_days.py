"""The days that the user spent with a persona: counted, read, annotated and erased. The caller holds the transaction.

Only dates, counts and the user's own lines are kept. The facts of a day are read from their own table, so that an
erased one is in no line.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from deskpet.store import facts, rows
from deskpet.store.facts import Fact
from deskpet.store.rows import storable
from deskpet.text.local_time import parse_local_time

# A day before the program existed is from a clock that was wrong.
_FIRST_DAY = date(2025, 1, 1)
_MAX_COUNT = 100_000

_COUNTS = """
SELECT day, sum(questions), sum(tools) FROM together_sessions
WHERE persona = ? AND day BETWEEN ? AND ?
AND EXISTS (SELECT 1 FROM sessions WHERE sessions.id = session AND deleted_at IS NULL)
GROUP BY day
"""
# A line that was made from a fact which is deleted by now is hidden, until the fact is restored or erased.
_NOTE = """
CASE WHEN note_facts <> '' AND EXISTS (SELECT 1 FROM facts WHERE deleted_at IS NOT NULL AND instr(note_facts, facts.id))
THEN '' ELSE note END
"""
_DAYS = f"""
SELECT day, strokes, {_NOTE} FROM together_days
WHERE persona = ? AND day BETWEEN ? AND ? ORDER BY day DESC LIMIT ?
"""  # noqa: S608


@dataclass(frozen=True, slots=True)
class Day:
    """A local day that the user spent with a persona.

    number: 1 for the first one. questions: messages of the user; tools: calls that succeeded; strokes: how often her
    head was stroked. note: the user's own line, empty if there is none. facts: what the user told that day.
    """

    date: date
    number: int = 0
    questions: int = 0
    tools: int = 0
    strokes: int = 0
    note: str = ""
    facts: tuple[Fact, ...] = ()


def add(
    database: sqlite3.Connection,
    persona: str,
    day: date,
    *,
    session: str = "",
    questions: int = 0,
    tools: int = 0,
    strokes: int = 0,
) -> None:
    """Add to the counts of a day; without any count it is only noted. `session`: of the questions and the tools."""
    key = (persona, day.isoformat())
    database.execute("INSERT OR IGNORE INTO together_days (persona, day) VALUES (?, ?)", key)
    if strokes:
        sql = "UPDATE together_days SET strokes = strokes + ? WHERE persona = ? AND day = ?"
        database.execute(sql, (strokes, *key))
    if questions or tools:
        sql = (
            "INSERT INTO together_sessions (persona, day, session, questions, tools) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT DO UPDATE SET questions = questions + excluded.questions, tools = tools + excluded.tools"
        )
        database.execute(sql, (*key, session, questions, tools))


def count(database: sqlite3.Connection, persona: str, until: date) -> int:
    """Return how many days there are up to a day. Later ones are from a clock that was wrong."""
    sql = "SELECT count(*) FROM together_days WHERE persona = ? AND day BETWEEN ? AND ?"
    return database.execute(sql, (persona, *_range(until))).fetchone()[0]


def first(database: sqlite3.Connection, persona: str, until: date) -> date | None:
    """Return the first day; None if there is none up to `until`."""
    sql = "SELECT min(day) FROM together_days WHERE persona = ? AND day BETWEEN ? AND ?"
    return _date(database.execute(sql, (persona, *_range(until))).fetchone()[0])


def read(database: sqlite3.Connection, persona: str, until: date, limit: int) -> tuple[Day, ...]:
    """Return the last days up to `until`, the newest first, without their facts."""
    last = count(database, persona, until)
    found = database.execute(_DAYS, (persona, *_range(until), limit)).fetchall()
    span = (persona, found[-1][0] if found else "", until.isoformat())
    counts = {day: (questions, tools) for day, questions, tools in database.execute(_COUNTS, span)}

    def days() -> Iterator[Day]:
        for index, (day, strokes, note) in enumerate(found):
            questions, tools = counts.get(day, (0, 0))
            if when := _date(day):
                yield Day(when, last - index, _whole(questions), _whole(tools), _whole(strokes), str(note))

    return tuple(days())


def with_facts(database: sqlite3.Connection, persona: str, days: Iterable[Day], most: int) -> tuple[Day, ...]:
    """Return the days with the facts that were said on them and still hold, the first `most` of each."""
    return tuple(replace(each, facts=_facts_of(database, persona, each.date, most)) for each in days)


def _facts_of(database: sqlite3.Connection, persona: str, day: date, most: int) -> tuple[Fact, ...]:
    begin, end = (parse_local_time(each.isoformat()) for each in (day, day + timedelta(days=1)))
    if begin is None or end is None:
        return ()
    return facts.said_between(database, persona, begin.timestamp(), end.timestamp(), most)


def write_note(database: sqlite3.Connection, persona: str, day: date, note: str, fact_ids: Sequence[str]) -> None:
    """Replace the line of a day by the user's own; an empty one restores the generated line.

    fact_ids: the facts in the line that it replaces. When one of them is erased or rewritten, the note is erased.
    """
    key = (persona, day.isoformat())
    row = database.execute("SELECT note_facts FROM together_days WHERE persona = ? AND day = ?", key).fetchone()
    # A note may still have what it had before.
    known = dict.fromkeys((*(str(row[0]).split() if row else ()), *fact_ids)) if note else ()
    sql = "UPDATE together_days SET note = ?, note_facts = ? WHERE persona = ? AND day = ?"
    database.execute(sql, (storable(note), " ".join(known), *key))
    rows.mark_traces(database)


def erase_day(database: sqlite3.Connection, persona: str, day: date) -> None:
    """Delete a day, which then does not count."""
    for table in ("together_days", "together_sessions"):
        sql = f"DELETE FROM {table} WHERE persona = ? AND day = ?"  # noqa: S608
        database.execute(sql, (persona, day.isoformat()))
    rows.mark_traces(database)


def erase_all(database: sqlite3.Connection, persona: str | None = None) -> None:
    """Delete the days with a persona; None: with all of them."""
    for table in ("together_days", "together_sessions"):
        database.execute(f"DELETE FROM {table} WHERE persona = ifnull(?, persona)", (persona,))  # noqa: S608
    rows.mark_traces(database)


def _range(until: date) -> tuple[str, str]:
    return _FIRST_DAY.isoformat(), until.isoformat()


def _date(value: object) -> date | None:
    """Return the date of an ISO text. A damaged file may have values of any type."""
    try:
        return date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _whole(value: object) -> int:
    return max(0, min(value, _MAX_COUNT)) if isinstance(value, int) else 0
