"""The days together: counted by conversation and day, read in order, annotated, and erased without a trace."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import date, datetime
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.chat.messages import user_message
from deskpet.store import Store, facts, schema, together_days
from deskpet.store.facts import Fact
from deskpet.store.together_days import Day
from tests.store.test_migrations import BEFORE_V8

CANARY = "quokkafarm"
MONDAY, TUESDAY, WEDNESDAY = (date(2026, 3, day) for day in (2, 3, 4))


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = Store(tmp_path / "conversations.db")
    yield opened
    opened.close()


def at(day: date, hour: int = 12) -> float:
    return datetime(day.year, day.month, day.day, hour).astimezone().timestamp()


async def talk(store: Store, day: date, session: str = "s", persona: str = "", **counts: int) -> None:
    store.save_message(session, user_message("hello", at(day)), None, None)
    await store.change(
        partial(together_days.add, persona=persona, day=day, session=session, **(counts or {"questions": 1}))
    )


async def listed(store: Store, until: date = WEDNESDAY, persona: str = "") -> list[Day]:
    return list(await store.query(partial(together_days.read, persona=persona, until=until, limit=10)))


async def test_what_happened_on_a_day_is_added_up_and_listed_from_the_newest(store):
    await talk(store, MONDAY)
    await talk(store, TUESDAY, questions=2, tools=1)
    await talk(store, TUESDAY, "other", questions=3)
    await store.change(partial(together_days.add, persona="", day=TUESDAY, strokes=1))
    await store.change(partial(together_days.add, persona="", day=WEDNESDAY))
    await talk(store, TUESDAY, persona="Sherlock")
    assert await listed(store) == [Day(WEDNESDAY, 3), Day(TUESDAY, 2, 5, 1, 1), Day(MONDAY, 1, 1)]
    assert await listed(store, persona="Sherlock") == [Day(TUESDAY, 1, 1)]
    assert await store.query(partial(together_days.first, persona="", until=WEDNESDAY)) == MONDAY


async def test_days_of_a_wrong_clock_do_not_count(store):
    for day in (date(2000, 1, 1), MONDAY, date(2038, 1, 19)):
        await talk(store, day)
    assert await listed(store) == [Day(MONDAY, 1, 1)]
    assert await store.query(partial(together_days.count, persona="", until=WEDNESDAY)) == 1
    assert await listed(store, until=date(1999, 1, 1)) == []
    assert await store.query(partial(together_days.first, persona="", until=date(1999, 1, 1))) is None


async def test_a_deleted_conversation_leaves_the_date_only(store):
    await talk(store, MONDAY, questions=4, tools=2)
    await store.change(partial(together_days.add, persona="", day=MONDAY, strokes=1))
    store.delete("s")
    assert await listed(store) == [Day(MONDAY, 1, strokes=1)]
    store.undo_delete("s")
    assert await listed(store) == [Day(MONDAY, 1, 4, 2, 1)]
    await store.change(lambda database: database.execute("DELETE FROM sessions"))
    rows = await store.query(lambda database: database.execute("SELECT count(*) FROM together_sessions").fetchone())
    assert rows == (0,)


async def test_the_facts_of_a_day_are_those_that_were_said_on_it_and_hold(store):
    await talk(store, MONDAY)
    await talk(store, TUESDAY)
    for fact in (
        Fact("Has a cat", "pet", said_at=at(MONDAY, 23)),
        Fact("Has no cat", "pet", said_at=at(TUESDAY, 9)),
        Fact("Waits", said_at=at(TUESDAY), state="proposed"),
        Fact("Is Sherlock's", persona="Sherlock", said_at=at(TUESDAY)),
        Fact("Likes tea", said_at=at(TUESDAY, 10)),
        Fact("Likes trains", said_at=at(TUESDAY, 11)),
    ):
        await store.change(partial(facts.add, fact=fact))

    def work(database: sqlite3.Connection) -> tuple[Day, ...]:
        return together_days.with_facts(database, "", together_days.read(database, "", WEDNESDAY, 10), 2)

    found = await store.query(work)
    assert [[fact.text for fact in each.facts] for each in found] == [["Has no cat", "Likes tea"], []]


@pytest.mark.parametrize("how", ["fact", "text", "day", "reset", "all"])
async def test_what_is_erased_is_in_no_file(store, tmp_path, how):
    await talk(store, MONDAY)
    fact = Fact(f"Has a {CANARY}", said_at=at(MONDAY))
    await store.change(partial(facts.add, fact=fact))
    note = f"We spoke of the {CANARY}."
    await store.change(partial(together_days.write_note, persona="", day=MONDAY, note=note, fact_ids=[fact.id]))
    assert [each.note for each in await listed(store)] == [note]
    await store.maintain()
    work = {
        "fact": partial(facts.erase, fact_ids=[fact.id]),
        "text": partial(facts.rewrite, fact_id=fact.id, text="Has a farm"),
        "day": partial(together_days.erase_day, persona="", day=MONDAY),
        "reset": together_days.erase_all,
        "all": None,
    }[how]
    if work is None:
        await store.erase()
    else:
        await store.change(work)
    if how in {"day", "reset"}:
        await store.change(partial(facts.erase, fact_ids=[fact.id]))
    await store.clear_traces()
    found = await listed(store)
    assert [each.note for each in found] == ([""] if how in {"fact", "text"} else [])
    assert not [each.name for each in tmp_path.iterdir() if CANARY.encode() in each.read_bytes()]


async def test_a_note_hides_while_its_fact_is_deleted(store):
    await talk(store, MONDAY)
    fact = Fact("Has a cat", said_at=at(MONDAY))
    await store.change(partial(facts.add, fact=fact))
    await store.change(partial(together_days.write_note, persona="", day=MONDAY, note="A cat!", fact_ids=[fact.id]))
    await store.change(partial(facts.mark_deleted, fact_id=fact.id, at=at(MONDAY)))
    assert [each.note for each in await listed(store)] == [""]
    await store.change(partial(facts.mark_deleted, fact_id=fact.id, at=None))
    assert [each.note for each in await listed(store)] == ["A cat!"]


async def test_a_file_of_version_6_is_upgraded_after_a_backup(tmp_path):
    file = tmp_path / "conversations.db"
    Store(file).close()
    with closing(sqlite3.connect(file)) as database:
        database.executescript(BEFORE_V8)
        for name in ("forget_together", "forget_note_of_fact", "forget_note_of_text"):
            database.execute(f"DROP TRIGGER {name}")
        for name in ("together_days", "together_sessions"):
            database.execute(f"DROP TABLE {name}")
        database.execute("PRAGMA user_version = 6")
        database.commit()
    store = Store(file)
    await talk(store, MONDAY)
    assert await listed(store) == [Day(MONDAY, 1, 1)]
    store.close()
    assert list(tmp_path.glob("*.v6.*backup"))


async def test_a_damaged_file_gives_back_its_days(tmp_path):
    file = tmp_path / "conversations.db"
    store = Store(file)
    await talk(store, MONDAY)
    await store.change(partial(together_days.write_note, persona="", day=MONDAY, note="Mine.", fact_ids=[]))
    store.close()
    with closing(sqlite3.connect(file)) as database:
        (page,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'facts'").fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    with file.open("rb+") as raw:
        raw.seek((page - 1) * size)
        raw.write(b"\xff" * size)
    salvaged: list[object] = []
    store = Store(file, on_salvage=salvaged.append)
    await store.maintain()
    assert salvaged
    assert await listed(store) == [Day(MONDAY, 1, 1, note="Mine.")]
    store.close()


@given(st.lists(st.tuples(*(st.none() | st.integers() | st.text(max_size=12) | st.binary(max_size=3),) * 4)))
def test_a_damaged_table_is_read_without_an_error(rows):
    # SQLite takes numbers of 64 bits only.
    kept = [row for row in rows if all(not isinstance(each, int) or abs(each) < 2**63 for each in row)]
    with closing(sqlite3.connect(":memory:")) as database:
        schema.create(database)
        for persona, day, strokes, note in kept:
            values = (persona or "", "2026-03-02" if day is None else day, strokes or 0, note or "")
            sql = "INSERT OR IGNORE INTO together_days (persona, day, strokes, note) VALUES (?, ?, ?, ?)"
            database.execute(sql, tuple(each.replace("\0", "") if isinstance(each, str) else each for each in values))
        for day in together_days.read(database, "", WEDNESDAY, 50):
            assert day.date <= WEDNESDAY
            assert 0 <= day.strokes <= 100_000
