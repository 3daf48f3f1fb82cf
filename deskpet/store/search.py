"""Finding words in what was said: by the index where they have three letters, by looking everywhere where not."""

import re
import sqlite3
from collections.abc import Iterator, Sequence

from deskpet.store.records import SearchHit

_BEFORE, _LENGTH = 40, 160
_INDEXED = 3

_SEEN = """
FROM words JOIN messages ON messages.number = words.rowid JOIN sessions ON sessions.id = messages.session
WHERE messages.deleted_at IS NULL AND sessions.deleted_at IS NULL
"""


def find(database: sqlite3.Connection, text: str, limit: int) -> tuple[SearchHit, ...]:
    """Where every word of `text` stands, as a part of a word too: titles first, then messages, newest first."""
    terms = tuple(dict.fromkeys(text.split()))
    if not terms:
        return ()
    hits = list(_in_titles(database, terms, limit))
    hits += _in_messages(database, terms, limit - len(hits))
    return tuple(hits)


def _in_titles(database: sqlite3.Connection, terms: Sequence[str], limit: int) -> Iterator[SearchHit]:
    holds, values = _holds("title", terms)
    # The condition is of this file's own making; what is searched for stands in `values`.
    sql = f"SELECT id, title FROM sessions WHERE deleted_at IS NULL AND {holds} ORDER BY changed_at DESC LIMIT ?"  # noqa: S608
    for session, title in database.execute(sql, (*values, limit)):
        yield SearchHit(session, None, *_snippet(title, terms))


def _in_messages(database: sqlite3.Connection, terms: Sequence[str], limit: int) -> Iterator[SearchHit]:
    long = [term for term in terms if len(term) >= _INDEXED]
    holds, values = _holds("words.text", [term for term in terms if len(term) < _INDEXED])
    if long:
        # In quotes everything is a word and no operator (https://www.sqlite.org/fts5.html#fts5_strings).
        matched = " AND ".join('"' + term.replace('"', '""') + '"' for term in long)
        holds, values = f"words.text MATCH ? AND {holds}", [matched, *values]
    sql = f"SELECT messages.session, messages.id, words.text {_SEEN} AND {holds} ORDER BY words.rowid DESC LIMIT ?"
    for session, message, said in database.execute(sql, (*values, limit)):
        yield SearchHit(session, message, *_snippet(said, terms))


def _holds(column: str, terms: Sequence[str]) -> tuple[str, list[str]]:
    """A condition that `column` holds every one of `terms`, in letters of any size, and its values."""
    conditions, values = ["1"], list[str]()
    for term in terms:
        # LIKE knows only the sizes of ASCII's letters.
        sizes = dict.fromkeys((term, term.lower(), term.upper(), term.capitalize()))
        conditions.append("(" + " OR ".join(f"{column} LIKE ? ESCAPE '\\'" for _ in sizes) + ")")
        values += ("%" + re.sub(r"([\\%_])", r"\\\1", size) + "%" for size in sizes)
    return " AND ".join(conditions), values


def _snippet(text: str, terms: Sequence[str]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The part of `text` around the first of `terms`, in one line, and where they stand in it."""
    pattern = re.compile("|".join(re.escape(term) for term in sorted(terms, key=len, reverse=True)), re.IGNORECASE)
    first = pattern.search(text)
    start = max(first.start() - _BEFORE, 0) if first else 0
    if start and (space := text.find(" ", start, first.start() if first else start)) >= 0:
        start = space + 1
    # Space for space: where the words stand must not move.
    part = re.sub(r"\s", " ", text[start : start + _LENGTH])
    before, after = "…" if start else "", "…" if start + _LENGTH < len(text) else ""
    spans = tuple((found.start() + len(before), found.end() + len(before)) for found in pattern.finditer(part))
    return f"{before}{part}{after}", spans
