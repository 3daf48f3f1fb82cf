"""Search in titles and messages: by the trigram index for words of three letters or more, otherwise by LIKE."""

import re
import sqlite3
from collections.abc import Iterator, Sequence

from deskpet.store.records import SearchHit

# Characters of a snippet before the first match, and in all.
_LEADING, _LENGTH = 40, 160
_MIN_INDEXED = 3

_VISIBLE = """
FROM words JOIN messages ON messages.number = words.rowid JOIN sessions ON sessions.id = messages.session
WHERE messages.deleted_at IS NULL AND sessions.deleted_at IS NULL
"""


def find(database: sqlite3.Connection, text: str, limit: int) -> tuple[SearchHit, ...]:
    """Return where every word of `text` occurs, also within words: titles first, then messages, newest first."""
    terms = tuple(dict.fromkeys(text.split()))
    if not terms:
        return ()
    hits = list(_in_titles(database, terms, limit))
    hits += _in_messages(database, terms, limit - len(hits))
    return tuple(hits)


def _in_titles(database: sqlite3.Connection, terms: Sequence[str], limit: int) -> Iterator[SearchHit]:
    condition, values = _contains("title", terms)
    # The condition is built here; the searched words are passed as `values`.
    sql = f"SELECT id, title FROM sessions WHERE deleted_at IS NULL AND {condition} ORDER BY changed_at DESC LIMIT ?"  # noqa: S608
    for session, title in database.execute(sql, (*values, limit)):
        yield SearchHit(session, None, *_snippet(title, terms))


def _in_messages(database: sqlite3.Connection, terms: Sequence[str], limit: int) -> Iterator[SearchHit]:
    long = [term for term in terms if len(term) >= _MIN_INDEXED]
    condition, values = _contains("words.text", [term for term in terms if len(term) < _MIN_INDEXED])
    if long:
        # In quotes, nothing is an operator (https://www.sqlite.org/fts5.html#fts5_strings).
        matched = " AND ".join('"' + term.replace('"', '""') + '"' for term in long)
        condition, values = f"words.text MATCH ? AND {condition}", [matched, *values]
    sql = (
        f"SELECT messages.session, messages.id, words.text {_VISIBLE} AND {condition} ORDER BY words.rowid DESC LIMIT ?"
    )
    for session, message, text in database.execute(sql, (*values, limit)):
        yield SearchHit(session, message, *_snippet(text, terms))


def _contains(column: str, terms: Sequence[str]) -> tuple[str, list[str]]:
    """Return a condition that `column` contains all of `terms`, in any case, and its values."""
    conditions, values = ["1"], list[str]()
    for term in terms:
        # LIKE ignores case only for ASCII.
        variants = dict.fromkeys((term, term.lower(), term.upper(), term.capitalize()))
        conditions.append("(" + " OR ".join(f"{column} LIKE ? ESCAPE '\\'" for _ in variants) + ")")
        values += ("%" + re.sub(r"([\\%_])", r"\\\1", variant) + "%" for variant in variants)
    return " AND ".join(conditions), values


def _snippet(text: str, terms: Sequence[str]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return the part of `text` around the first match, in one line, and the spans of the matches in it."""
    pattern = re.compile("|".join(re.escape(term) for term in sorted(terms, key=len, reverse=True)), re.IGNORECASE)
    first = pattern.search(text)
    start = max(first.start() - _LEADING, 0) if first else 0
    if start and (space := text.find(" ", start, first.start() if first else start)) >= 0:
        start = space + 1
    # One space for each white space keeps the positions.
    part = re.sub(r"\s", " ", text[start : start + _LENGTH])
    before, after = "…" if start else "", "…" if start + _LENGTH < len(text) else ""
    spans = tuple((found.start() + len(before), found.end() + len(before)) for found in pattern.finditer(part))
    return f"{before}{part}{after}", spans
