"""List facts for the user: proposed ones first, then pinned ones, then the newest."""

from dataclasses import dataclass
from sqlite3 import Connection

from deskpet.features.memory.exchange import title_of
from deskpet.store import facts
from deskpet.store.facts import Fact


@dataclass(frozen=True, slots=True)
class FactList:
    """The first facts that match a search, how many match, and how many there are."""

    facts: tuple[Fact, ...]
    found: int
    total: int


def list_facts(database: Connection, words: str, limit: int) -> FactList:
    """Return at most `limit` of the facts that have all `words`, also within words and in the name of their kind."""
    present = facts.read(database)
    wanted = words.casefold().split()
    found = [fact for fact in present if all(word in _searched(fact) for word in wanted)] if wanted else list(present)
    found.sort(key=lambda fact: (fact.state != "proposed", not fact.is_pinned))
    return FactList(tuple(found[:limit]), len(found), len(present))


def _searched(fact: Fact) -> str:
    kind = title_of(fact.kind)
    return f"{fact.text}\n{fact.search_words}\n{fact.quote}\n{fact.about}\n{kind}\n{fact.persona or ''}".casefold()
