"""Add and erase facts by hand, for the command line, and for a running pet that does it in its place."""

import time
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from deskpet.features.feature import RequestRefused
from deskpet.features.memory.access import has_secret
from deskpet.features.memory.memory import LONGEST_TEXT
from deskpet.store import Store, facts
from deskpet.store.facts import Fact
from deskpet.translation import tr


@dataclass(frozen=True, slots=True)
class MemoryLine:
    """A fact as `deskpet memory --json` prints it. `said_at` is in Unix seconds; `state` is `kept` or `proposed`."""

    id: str
    text: str
    about: str
    said_at: float
    pinned: bool
    state: str

    @classmethod
    def of(cls, fact: Fact) -> "MemoryLine":
        """Return the line of a fact."""
        return cls(fact.id, fact.text, fact.about, fact.said_at, fact.is_pinned, fact.state)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON values; the constructor takes them."""
        return asdict(self)


async def edit(store: Store, action: str, argument: str) -> tuple[Fact, ...]:
    """Add a fact of the text `argument`, or erase the one of this id, and return the added one.

    Raises StoreError and RequestRefused.
    """
    if action == "add":
        return (await _add(store, argument),)
    if action != "erase":
        raise RequestRefused(tr("There is no action {name}.", name=repr(action)))
    await _erase(store, argument)
    return ()


async def _add(store: Store, text: str) -> Fact:
    """Keep a fact that all personas know."""
    text = " ".join(text.split())
    if not text or len(text) > LONGEST_TEXT:
        raise RequestRefused(tr("A fact has 1 to {most} characters.", most=LONGEST_TEXT))
    if has_secret(text):
        raise RequestRefused(tr("This looks like a password, a key or the number of a card, which are never kept."))
    fact = Fact(text, said_at=round(time.time(), 3))
    if not await store.change(partial(facts.add, fact=fact)):
        raise RequestRefused(tr("This is known already."))
    return fact


async def _erase(store: Store, fact_id: str) -> None:
    """Erase a fact from the database and its backups."""
    count = await store.change(partial(facts.erase, fact_ids=[fact_id]))
    await store.clear_traces()
    if not count:
        raise RequestRefused(tr("There is no fact {id}. `deskpet memory list` has the ids.", id=repr(fact_id)))
