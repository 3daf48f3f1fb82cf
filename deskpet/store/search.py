"""Search in titles and messages: by the trigram index for words of three letters or more, otherwise by LIKE."""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from deskpet.store.records import SearchHit
from deskpet.store.rows import valid_time

# Characters of a snippet before the first match, and in all.
_LEADING, _LENGTH = 40, 160
# How far around the first match a text is looked at for it, in characters.
_REACH = 400
_MIN_INDEXED = 3

# Messages that are found in one conversation at most, so that others are seen too.
_MOST_OF_SESSION = 8

# The newest messages of each conversation. Only those few are read.
_NEWEST = """
WITH found AS (
    SELECT messages.number, messages.session, sessions.changed_at,
        ROW_NUMBER() OVER (PARTITION BY messages.session ORDER BY messages.number DESC) AS place
    FROM words JOIN messages ON messages.number = words.rowid JOIN sessions ON sessions.id = messages.session
    WHERE messages.deleted_at IS NULL AND sessions.deleted_at IS NULL AND {condition}
)
SELECT found.session, found.changed_at, messages.id, words.text,
    CASE WHEN json_valid(body) THEN json_extract(body, '$.created_at') END, messages.role, messages.speaker
FROM found JOIN messages ON messages.number = found.number JOIN words ON words.rowid = found.number
WHERE place <= ? ORDER BY found.changed_at DESC, found.session, found.number DESC LIMIT ?
"""

# Markdown's marks at the beginning of a line, and those around words.
_MARKS = re.compile(r"^[ \t]{0,3}(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?)|\*+|`+|~~", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Found:
    """A hit, when its conversation changed last, and how well its words match: 0 for whole words."""

    changed_at: float
    distance: int
    hit: SearchHit


def find(database: sqlite3.Connection, text: str, limit: int) -> tuple[SearchHit, ...]:
    """Return where every word of `text` occurs, also within words.

    The hits of a conversation stand together. Those with whole words come before those with beginnings of words, and
    these before the rest; then titles before messages, and the newest first. So do the conversations by their best hit.
    """
    terms = tuple(dict.fromkeys(text.split()))
    if not terms:
        return ()
    found = [*_in_titles(database, terms, limit), *_in_messages(database, terms, limit)]
    best = dict[str, int]()
    for each in found:
        session = each.hit.session_id
        best[session] = min(each.distance, best.get(session, each.distance))
    # The sort is stable: titles stay before messages, and these in their order.
    found.sort(key=lambda each: (best[each.hit.session_id], -each.changed_at, each.hit.session_id, each.distance))
    return tuple(each.hit for each in found[:limit])


def _distance(text: str, terms: Sequence[str]) -> int:
    """Return 0 if all terms are whole words in a text, 1 if words begin with them, else 2."""
    return max((_distance_of(text, term) for term in terms), default=0)


def _distance_of(text: str, term: str) -> int:
    if not term.isascii():
        # Chinese and Japanese have no spaces between words.
        return 0
    inner = re.escape(term)
    if re.search(rf"(?<!\w){inner}(?!\w)", text, re.IGNORECASE):
        return 0
    return 1 if re.search(rf"(?<!\w){inner}", text, re.IGNORECASE) else 2


def _in_titles(database: sqlite3.Connection, terms: Sequence[str], limit: int) -> Iterator[_Found]:
    condition, values = _contains("title", terms)
    # The condition is built here; the searched words are passed as `values`.
    select = "SELECT id, title, changed_at FROM sessions WHERE deleted_at IS NULL"
    for session, title, at in database.execute(
        f"{select} AND {condition} ORDER BY changed_at DESC LIMIT ?",
        (*values, limit),
    ):
        changed = valid_time(at)
        hit = SearchHit(session, None, *_snippet(title, terms), changed)
        yield _Found(changed, _distance(title, terms), hit)


def _in_messages(database: sqlite3.Connection, terms: Sequence[str], limit: int) -> Iterator[_Found]:
    long = [term for term in terms if len(term) >= _MIN_INDEXED]
    condition, values = _contains("words.text", [term for term in terms if len(term) < _MIN_INDEXED])
    if long:
        # In quotes, nothing is an operator (https://www.sqlite.org/fts5.html#fts5_strings).
        matched = " AND ".join('"' + term.replace('"', '""') + '"' for term in long)
        condition, values = f"words.text MATCH ? AND {condition}", [matched, *values]
    rows = database.execute(_NEWEST.format(condition=condition), (*values, _MOST_OF_SESSION, limit))
    for session, changed_at, message, text, at, role, speaker in rows:
        hit = SearchHit(session, message, *_snippet(text, terms), valid_time(at), str(role), str(speaker))
        yield _Found(valid_time(changed_at), _distance(text, terms), hit)


def _contains(column: str, terms: Sequence[str]) -> tuple[str, list[str]]:
    """Return a condition that `column` contains all of `terms`, in any case, and its values."""
    conditions, values = ["1"], list[str]()
    for term in terms:
        # LIKE ignores case only for ASCII.
        others = () if term.isascii() else (term.lower(), term.upper(), term.capitalize())
        variants = dict.fromkeys((term, *others))
        conditions.append("(" + " OR ".join(f"{column} LIKE ? ESCAPE '\\'" for _ in variants) + ")")
        values += ("%" + re.sub(r"([\\%_])", r"\\\1", variant) + "%" for variant in variants)
    return " AND ".join(conditions), values


def _snippet(text: str, terms: Sequence[str]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return the part of `text` around the first match, in one line, and the spans of the matches in it.

    Markdown's marks are left out, unless they were searched for.
    """
    pattern = re.compile("|".join(re.escape(term) for term in sorted(terms, key=len, reverse=True)), re.IGNORECASE)
    text, is_begun = _around(text, pattern)
    shown = _MARKS.sub("", text)
    if not pattern.search(shown):
        shown = text
    first = pattern.search(shown)
    start = max(first.start() - _LEADING, 0) if first else 0
    if start and (space := shown.find(" ", start, first.start() if first else start)) >= 0:
        start = space + 1
    part = re.sub(r"\s+", " ", shown[start : start + _LENGTH])
    before, after = "…" if start or is_begun else "", "…" if start + _LENGTH < len(shown) else ""
    spans = tuple((found.start() + len(before), found.end() + len(before)) for found in pattern.finditer(part))
    return f"{before}{part}{after}", spans


def _around(text: str, pattern: re.Pattern[str]) -> tuple[str, bool]:
    """Return a few lines of `text` around the first match, and whether something stands before them."""
    found = pattern.search(text)
    at = found.start() if found else 0
    start = text.rfind("\n", 0, max(at - _REACH, 0)) + 1
    return text[max(start, at - 2 * _REACH) : at + 2 * _REACH], start > 0 or at > 2 * _REACH
