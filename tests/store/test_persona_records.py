"""What is kept for a persona goes with it, comes back with it, and leaves no trace."""

from collections.abc import AsyncIterator
from datetime import date, datetime
from functools import partial
from pathlib import Path

import pytest

from deskpet.chat.messages import user_message
from deskpet.store import Store, facts, persona_records, together_days
from deskpet.store.facts import Fact
from deskpet.store.maintenance import UNDO_SECONDS

NOON = datetime(2026, 3, 2, 12).astimezone().timestamp()
MONDAY, TUESDAY = date(2026, 3, 2), date(2026, 3, 3)
TEA, CATS, NAME = (
    Fact("likes oolong tea", "user.tea", persona="aria", said_at=NOON),
    Fact("has two cats", "user.cats", persona="", said_at=NOON),
    Fact("is called Kim", "user.name", "identity", said_at=NOON),
)


class Clock:
    """A clock that stands until it is set."""

    now = NOON

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store(tmp_path: Path, clock: Clock) -> AsyncIterator[Store]:
    opened = Store(tmp_path / "conversations.db", clock=clock)
    opened.save_message("s", user_message("hello", NOON), None, None)
    for fact in (TEA, CATS, NAME):
        assert await opened.change(partial(facts.add, fact=fact))
    for persona in ("aria", ""):
        await opened.change(partial(together_days.add, persona=persona, day=MONDAY, session="s", questions=2, tools=1))
        await opened.change(partial(together_days.add, persona=persona, day=TUESDAY, strokes=1))
        await opened.change(
            partial(
                together_days.write_note, persona=persona, day=MONDAY, note=f"Oolong with {persona}", fact_ids=[TEA.id]
            )
        )
    yield opened
    opened.close()


async def known(store: Store) -> set[str]:
    return {fact.text for fact in await store.query(facts.read)}


async def diary(store: Store, persona: str) -> tuple[together_days.Day, ...]:
    return await store.query(partial(together_days.read, persona=persona, until=TUESDAY, limit=10))


async def test_what_only_the_persona_knows_is_deleted_and_restored(store):
    before = await diary(store, "aria")
    assert len(before) == 2
    own = len(await diary(store, ""))
    records = await store.change(partial(persona_records.delete, persona="aria", at=NOON))
    assert (records.fact_count, len(records.days)) == (1, 2)
    assert await known(store) == {CATS.text, NAME.text}
    assert await diary(store, "aria") == ()
    assert len(await diary(store, "")) == own
    await store.change(partial(persona_records.restore, records=records))
    assert await known(store) == {TEA.text, CATS.text, NAME.text}
    assert await diary(store, "aria") == before


async def test_a_fact_that_was_deleted_before_stays_deleted(store):
    await store.change(partial(facts.mark_deleted, fact_id=TEA.id, at=NOON - 60))
    records = await store.change(partial(persona_records.delete, persona="aria", at=NOON))
    assert records.fact_count == 0
    await store.change(partial(persona_records.restore, records=records))
    assert TEA.text not in await known(store)


async def test_after_a_day_nothing_of_it_is_in_a_file(store, tmp_path, clock):
    await store.maintain()
    assert any(b"Oolong with aria" in file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    await store.change(partial(persona_records.delete, persona="aria", at=NOON))
    clock.now = NOON + UNDO_SECONDS + 1
    await store.maintain()
    files = [file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()]
    assert not any(b"oolong" in each or b"Oolong" in each for each in files)
    assert any(b"two cats" in each for each in files)
