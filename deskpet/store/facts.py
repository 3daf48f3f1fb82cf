"""Facts about the user in the database: write, replace, read, find and erase them. The caller holds the transaction.

A fact that another one replaces becomes past and stays until that one is erased. An erased one leaves only salted
hashes.
"""

import hashlib
import heapq
import math
import secrets
import sqlite3
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal, cast

from deskpet.chat.messages import new_id
from deskpet.chat.search_terms import indexed_text, search_terms
from deskpet.store import rows, schema
from deskpet.store.rows import storable, valid_time

FactKind = Literal["identity", "preference", "person", "event", "promise", "other"]
FactState = Literal["proposed", "kept"]

_COLUMNS = (
    "id, about, kind, persona, text, search_words, quote, session, message, state, is_pinned, reads, said_at, "
    "valid_from, valid_to, replaced_by"
)
_SELECT = f"SELECT {', '.join(f'facts.{each}' for each in _COLUMNS.split(', '))} FROM facts"  # noqa: S608
_PRESENT = "facts.valid_to IS NULL AND facts.deleted_at IS NULL AND facts.state = 'kept'"
# Everybody knows a fact without a persona; IS also compares NULL.
_KNOWN_TO = "(facts.persona IS NULL OR facts.persona IS ?)"
_HELD = f"{_PRESENT} AND {_KNOWN_TO}"
# Matches of a term, the newest ones, and how many of all are looked at more closely.
_MAX_MATCHES, _MAX_CANDIDATES = 250, 100


@dataclass(frozen=True, slots=True)
class Fact:
    """A short text about the user. Times are Unix seconds.

    about: its subject and attribute, such as `user.drink.favourite`; a later fact about the same replaces it.
    search_words: other words by which it can be found. quote: the user's own words that it is based on.
    session, message: where they were said; empty if the fact was written by hand. said_at: when.
    valid_to: when it became past; None while it holds. replaced_by: the id of the fact that replaced it.
    state: `proposed` facts are neither sent nor found until the user confirms them.
    persona: who knows it: None for all, an empty text for the character herself, or the persona's name.
    reads: the values of Reads of the conversation that it comes from.
    """

    text: str
    about: str = ""
    kind: FactKind = "other"
    id: str = field(default_factory=new_id)
    persona: str | None = None
    search_words: str = ""
    quote: str = ""
    session: str = ""
    message: str = ""
    said_at: float = 0.0
    valid_from: float = 0.0
    valid_to: float | None = None
    replaced_by: str = ""
    is_pinned: bool = False
    state: FactState = "kept"
    reads: tuple[str, ...] = ()


def learn(database: sqlite3.Connection, facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Add facts that nobody asked for, except those that were erased before, and return the new ones."""
    return tuple(
        fact for fact in facts if not is_erased(database, fact.text, fact.message, fact.about) and add(database, fact)
    )


def add(database: sqlite3.Connection, fact: Fact) -> bool:
    """Add a fact, unless the same is known already. Returns whether it was added.

    A kept one replaces the present one about the same.
    """
    # With any `about`, and also proposed.
    same = f"SELECT text FROM facts WHERE valid_to IS NULL AND deleted_at IS NULL AND {_KNOWN_TO}"  # noqa: S608
    wanted = normalized(fact.text)
    if any(normalized(text) == wanted for (text,) in database.execute(same, (fact.persona,))):
        return False
    if fact.state == "kept":
        _replace_present(database, fact)
    insert(database, fact)
    return True


def insert(database: sqlite3.Connection, fact: Fact) -> None:
    """Insert a fact as it is, beside other facts with the same `about`."""
    row = (
        *(fact.id, fact.about, fact.kind, fact.persona, fact.text, fact.search_words, fact.quote),
        *(fact.session, fact.message, fact.state, fact.is_pinned, " ".join(fact.reads)),
        *(fact.said_at, fact.valid_from or fact.said_at, fact.valid_to, fact.replaced_by),
    )
    values = [storable(each) if isinstance(each, str) else each for each in row]
    marks = ", ".join("?" * len(values))
    number = database.execute(f"INSERT INTO facts ({_COLUMNS}) VALUES ({marks})", values).lastrowid  # noqa: S608
    _index(database, number, fact.text, fact.search_words)


def _index(database: sqlite3.Connection, number: int | None, text: str, search_words: str) -> None:
    database.execute(
        "INSERT INTO fact_words (rowid, text) VALUES (?, ?)",
        (number, storable(indexed_text(f"{text}\n{search_words}"))),
    )


def _replace_present(database: sqlite3.Connection, fact: Fact) -> None:
    if not fact.about:
        return
    sql = f"UPDATE facts SET valid_to = ?, replaced_by = ? WHERE about = ? AND {_PRESENT} AND {_KNOWN_TO}"  # noqa: S608
    database.execute(sql, (fact.said_at, fact.id, fact.about, fact.persona))


def end(database: sqlite3.Connection, fact_id: str, at: float) -> Fact | None:
    """End a fact at the Unix time `at` without a replacement. Returns it; None if it did not hold."""
    sql = "UPDATE facts SET valid_to = ? WHERE id = ? AND valid_to IS NULL"
    return find_id(database, fact_id) if database.execute(sql, (at, fact_id)).rowcount else None


def undo_end(database: sqlite3.Connection, fact_id: str) -> None:
    """Revert `end`, unless a later fact about the same holds."""
    database.execute("UPDATE facts SET valid_to = NULL WHERE id = ? AND replaced_by = ''", (fact_id,))
    settle(database, [fact_id])


def undo_add(database: sqlite3.Connection, fact_id: str) -> bool:
    """Erase a fact, and let the one that it replaced take its place. Returns whether it was there.

    The other one holds again, unless another fact has replaced this one meanwhile, or is about the same.
    """
    found = database.execute("SELECT valid_to, replaced_by FROM facts WHERE id = ?", (fact_id,)).fetchone()
    if found is None:
        return False
    sql = "UPDATE facts SET valid_to = ?, replaced_by = ? WHERE replaced_by = ? RETURNING id"
    replaced = database.execute(sql, (*found, fact_id)).fetchall()
    erase(database, [fact_id])
    settle(database, [each for (each,) in replaced])
    return True


def settle(database: sqlite3.Connection, fact_ids: Iterable[str]) -> None:
    """Make those of the facts past that hold although another one about the same would have replaced them."""
    sql = (
        f"SELECT id, said_at FROM facts WHERE about = ? AND id != ? AND {_PRESENT} "  # noqa: S608
        "AND (? IS NULL OR facts.persona IS ?) ORDER BY said_at DESC LIMIT 1"
    )
    for fact_id in fact_ids:
        fact = find_id(database, fact_id)
        if fact is None or not fact.about or fact.valid_to is not None or fact.state != "kept":
            continue
        for other, said_at in database.execute(sql, (fact.about, fact.id, fact.persona, fact.persona)).fetchall():
            change = "UPDATE facts SET valid_to = ?, replaced_by = ? WHERE id = ?"
            database.execute(change, (max(said_at, fact.said_at), other, fact.id))


def confirm(database: sqlite3.Connection, fact_id: str) -> bool:
    """Keep a proposed fact, which replaces the present one about the same. Returns whether it was there."""
    fact = find_id(database, fact_id)
    if fact is None:
        return False
    if fact.state == "proposed":
        _replace_present(database, fact)
        database.execute("UPDATE facts SET state = 'kept' WHERE id = ?", (fact_id,))
    return True


def set_pinned(database: sqlite3.Connection, fact_id: str, *, is_pinned: bool) -> None:
    """Pin a fact, which requests contain before others, or unpin it."""
    database.execute("UPDATE facts SET is_pinned = ? WHERE id = ?", (is_pinned, fact_id))


def rewrite(database: sqlite3.Connection, fact_id: str, text: str) -> None:
    """Replace the text of a fact by the user's own. The earlier one is not learned again."""
    for fact in _select(database, "id = ?", fact_id):
        _keep_hashes(database, fact)
        (number,) = database.execute("SELECT number FROM facts WHERE id = ?", (fact_id,)).fetchone()
        database.execute("UPDATE facts SET text = ? WHERE number = ?", (storable(text), number))
        database.execute("DELETE FROM fact_words WHERE rowid = ?", (number,))
        _index(database, number, text, fact.search_words)
        rows.mark_traces(database)


def mark_deleted(database: sqlite3.Connection, fact_id: str, at: float | None) -> bool:
    """Set when a fact was deleted with those that it replaced; None restores them. Returns whether it was there.

    One that is restored is past if another about the same holds by now.
    """
    if at is not None:
        return _mark_deleted(database, "id = ?", fact_id, at) > 0
    found = database.execute("SELECT deleted_at FROM facts WHERE id = ?", (fact_id,)).fetchone()
    return found is not None and _restore(database, "id = ?", fact_id, found[0]) > 0


def count_said(database: sqlite3.Connection, session: str) -> int:
    """Return how many facts were said in a conversation, also those that are past."""
    sql = "SELECT count(*) FROM facts WHERE session = ? AND deleted_at IS NULL"
    return database.execute(sql, (session,)).fetchone()[0]


def mark_session_deleted(database: sqlite3.Connection, session: str) -> None:
    """Delete the facts that were said in a deleted conversation, with those that they replaced, at the same time."""
    if at := _deleted_at(database, session):
        _mark_deleted(database, "session = ?", session, at)


def undo_session_deleted(database: sqlite3.Connection, session: str) -> None:
    """Restore what `mark_session_deleted` deleted, before the conversation is restored."""
    if at := _deleted_at(database, session):
        _restore(database, "session = ?", session, at)


def _deleted_at(database: sqlite3.Connection, session: str) -> float | None:
    row = database.execute("SELECT deleted_at FROM sessions WHERE id = ?", (session,)).fetchone()
    return row[0] if row else None


def _mark_deleted(database: sqlite3.Connection, condition: str, value: str, at: float) -> int:
    chosen = _with_replaced(condition)
    sql = f"UPDATE facts SET deleted_at = ? WHERE deleted_at IS NULL AND id IN ({chosen})"  # noqa: S608
    return database.execute(sql, (at, value)).rowcount


def _restore(database: sqlite3.Connection, condition: str, value: str, deleted_at: float | None) -> int:
    chosen = _with_replaced(condition)
    sql = f"UPDATE facts SET deleted_at = NULL WHERE deleted_at IS ? AND id IN ({chosen}) RETURNING id"  # noqa: S608
    restored = [fact_id for (fact_id,) in database.execute(sql, (deleted_at, value)).fetchall()]
    settle(database, restored)
    return len(restored)


def _with_replaced(condition: str) -> str:
    """Return the SQL that selects the ids of facts and, back to the first, of those that they replaced."""
    return (
        f"WITH RECURSIVE chain (id, about) AS (SELECT id, about FROM facts WHERE {condition} "  # noqa: S608
        "UNION SELECT facts.id, facts.about FROM chain JOIN facts "
        "ON chain.about != '' AND facts.about = chain.about AND facts.replaced_by = chain.id) SELECT id FROM chain"
    )


def erase(database: sqlite3.Connection, fact_ids: Iterable[str]) -> int:
    """Delete facts with those that they replaced, keep salted hashes of them, and return how many there were."""
    count = 0
    for fact_id in fact_ids:
        for fact in _select(database, f"id IN ({_with_replaced('id = ?')})", fact_id):
            _keep_hashes(database, fact)
            database.execute("DELETE FROM facts WHERE id = ?", (fact.id,))
            count += 1
    if count:
        _forget_arguments(database)
        rows.mark_traces(database)
    return count


def erase_all(database: sqlite3.Connection) -> None:
    """Delete every fact, and all traces of facts. Messages that are there do not teach again what is erased."""
    for table in ("facts", "learned", "erased_facts"):
        database.execute(f"DELETE FROM {table}")  # noqa: S608
    database.execute("INSERT INTO learned (message) SELECT id FROM messages WHERE role = 'user'")
    _forget_arguments(database)
    rows.mark_traces(database)


def _forget_arguments(database: sqlite3.Connection) -> None:
    """Remove the arguments of memory tools from the journal of calls, which has no ids of facts."""
    database.execute("UPDATE calls SET arguments = NULL WHERE tool GLOB 'memory_*'")


def purge(database: sqlite3.Connection, before: float) -> bool:
    """Erase the facts that were deleted before the Unix time `before`. Returns whether there were any."""
    deleted = database.execute("SELECT id FROM facts WHERE deleted_at < ?", (before,)).fetchall()
    return erase(database, [fact_id for (fact_id,) in deleted]) > 0


def rebuild_index(database: sqlite3.Connection) -> None:
    """Create the full-text index again, without the traces of deleted rows."""
    database.execute("DROP TABLE IF EXISTS fact_words")
    database.execute(schema.FACT_WORDS)
    for number, text, words in database.execute("SELECT number, text, search_words FROM facts").fetchall():
        _index(database, number, str(text), str(words))


def read(database: sqlite3.Connection, *, session: str | None = None) -> tuple[Fact, ...]:
    """Return the facts that hold, also those that wait to be confirmed, the newest first.

    session: only those that were said in this conversation.
    """
    condition = "valid_to IS NULL AND deleted_at IS NULL AND session = ifnull(?, session)"
    return _select(database, f"{condition} ORDER BY said_at DESC, number DESC", session)


def find_id(database: sqlite3.Connection, fact_id: str) -> Fact | None:
    """Return the fact with this id, or None."""
    return next(iter(_select(database, "id = ? AND deleted_at IS NULL", fact_id)), None)


def count(database: sqlite3.Connection, persona: str | None, most: int) -> int:
    """Return how many facts hold that this persona knows, counted up to `most`."""
    counted = f"SELECT 1 FROM facts WHERE {_HELD} LIMIT ?"  # noqa: S608
    return database.execute(f"SELECT count(*) FROM ({counted})", (persona, most)).fetchone()[0]  # noqa: S608


def newest(database: sqlite3.Connection, persona: str | None, limit: int) -> tuple[Fact, ...]:
    """Return the newest facts that hold and that this persona knows."""
    return _select(database, f"{_HELD} ORDER BY facts.said_at DESC LIMIT ?", persona, limit)


def said_between(
    database: sqlite3.Connection, persona: str | None, since: float, until: float, limit: int
) -> tuple[Fact, ...]:
    """Return the facts that hold, that this persona knows and that were said in a span of Unix times, oldest first."""
    said = f"{_HELD} AND facts.said_at >= ? AND facts.said_at < ? ORDER BY facts.said_at LIMIT ?"
    return _select(database, said, persona, since, until, limit)


def foremost(database: sqlite3.Connection, persona: str | None, limit: int) -> tuple[Fact, ...]:
    """Return the facts that are pinned or say who the user is, the pinned ones first."""
    order = "ORDER BY facts.is_pinned DESC, facts.said_at DESC LIMIT ?"
    return _select(database, f"(facts.is_pinned OR facts.kind = 'identity') AND {_HELD} {order}", persona, limit)


def events(database: sqlite3.Connection, persona: str | None, limit: int) -> tuple[Fact, ...]:
    """Return the newest events that hold and that this persona knows."""
    return _select(database, f"facts.kind = 'event' AND {_HELD} ORDER BY facts.said_at DESC LIMIT ?", persona, limit)


def _select(database: sqlite3.Connection, condition: str, *values: object) -> tuple[Fact, ...]:
    """Return the facts that meet a condition in SQL, which may name an order and a limit."""
    return tuple(_facts(database.execute(f"{_SELECT} WHERE {condition}", values)))


def find(
    database: sqlite3.Connection,
    text: str,
    persona: str | None,
    limit: int,
    *,
    with_past: bool = False,
    is_anybodys: bool = False,
) -> tuple[Fact, ...]:
    """Return the facts that contain any telling word of `text`, the best ones first.

    with_past: also facts that no longer hold. is_anybodys: also facts that this persona does not know.
    """
    known_to, values = ("", ()) if is_anybodys else (f" AND {_KNOWN_TO}", (persona,))
    past = "" if with_past else " AND facts.valid_to IS NULL"
    condition = f"facts.state = 'kept' AND facts.deleted_at IS NULL{known_to}{past}"
    scores = _scores(database, search_terms(text))
    best = heapq.nlargest(_MAX_CANDIDATES, scores, key=lambda number: (scores[number], number))
    sql = f"{_SELECT} WHERE facts.number = ? AND {condition}"
    found = (row for number in best for row in database.execute(sql, (number, *values)))
    return tuple(islice(_facts(found), limit))


def _scores(database: sqlite3.Connection, terms: Iterable[str]) -> dict[int, float]:
    """Return a score for each row with any of the terms; a rare term counts more.

    The rank of the full-text index, bm25, takes ten times as long with many matches.
    """
    scores: defaultdict[int, float] = defaultdict(float)
    sql = "SELECT rowid FROM fact_words WHERE fact_words MATCH ? ORDER BY rowid DESC LIMIT ?"
    for term in terms:
        # In quotes, nothing is an operator (https://www.sqlite.org/fts5.html#fts5_strings).
        numbers = database.execute(sql, (f'"{storable(term)}"', _MAX_MATCHES)).fetchall()
        weight = math.log1p(_MAX_MATCHES / max(len(numbers), 1))
        for (number,) in numbers:
            scores[number] += weight
    return scores


def unlearned(database: sqlite3.Connection, message_ids: Sequence[str], session: str) -> frozenset[str]:
    """Return those of the messages that no facts were extracted from yet; none that are deleted or erased."""
    sql = (
        "SELECT messages.id FROM messages JOIN sessions ON sessions.id = messages.session WHERE sessions.id = ? "
        "AND sessions.deleted_at IS NULL AND messages.deleted_at IS NULL "
        "AND messages.id NOT IN (SELECT message FROM learned)"
    )
    return frozenset(message_ids) & {each for (each,) in database.execute(sql, (session,))}


def mark_learned(database: sqlite3.Connection, message_ids: Iterable[str]) -> None:
    """Record that facts were extracted from these messages."""
    database.executemany("INSERT OR IGNORE INTO learned (message) VALUES (?)", [(each,) for each in message_ids])


def is_erased(database: sqlite3.Connection, text: str, message: str, about: str) -> bool:
    """Return whether a fact with this text, or one about the same of the same message, was erased."""
    known = database.execute("SELECT salt, hash FROM erased_facts").fetchall()
    return any(hashed == _hash(salt, each) for salt, hashed in known for each in _identities(text, message, about))


def _identities(text: str, message: str, about: str) -> Iterator[str]:
    yield f"text {normalized(text)}"
    if message:
        yield f"source {message} {about}"


def _keep_hashes(database: sqlite3.Connection, fact: Fact) -> None:
    """Store salted hashes of a fact, so that it is not learned again."""
    salts = [(secrets.token_hex(16), each) for each in _identities(fact.text, fact.message, fact.about)]
    hashes = [(salt, _hash(salt, each)) for salt, each in salts]
    database.executemany("INSERT OR IGNORE INTO erased_facts (salt, hash) VALUES (?, ?)", hashes)


def _hash(salt: str, text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "replace"), key=bytes.fromhex(salt), digest_size=32).hexdigest()


def normalized(text: str) -> str:
    """Return a text without the differences of case, width, punctuation and spaces."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(each for each in folded if each.isalnum())


def _facts(found: Iterable[tuple[Any, ...]]) -> Iterator[Fact]:
    """Yield facts; a damaged file may have values of any type."""
    for row in found:
        (fact_id, about, kind, persona, text, words, quote, session, message, state, pinned, reads, *times) = row
        said_at, valid_from, valid_to, replaced_by = times
        yield Fact(
            str(text),
            str(about),
            cast("FactKind", str(kind)),
            str(fact_id),
            None if persona is None else str(persona),
            str(words),
            str(quote),
            str(session),
            str(message),
            valid_time(said_at),
            valid_time(valid_from),
            None if valid_to is None else valid_time(valid_to),
            str(replaced_by),
            bool(pinned),
            "proposed" if state == "proposed" else "kept",
            tuple(str(reads).split()),
        )
