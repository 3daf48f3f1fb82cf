"""Search in titles and messages: by an index of trigrams, and by one of whole words.

Each search stops when it has enough of the newest matches, so that it takes as long after years. Texts with one or two
letters within a word are found among the newest 20,000 messages; whole words and beginnings of words in all of them,
but in languages without spaces not at the end of a text.
"""

import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from deskpet.store.plain_text import without_marks
from deskpet.store.records import SearchHit
from deskpet.store.rows import valid_time

# Characters of a snippet before the first match, and in all.
_LEADING, _LENGTH = 40, 160
# How far around the first match a text is looked at for it, in characters.
_REACH = 400
_MIN_INDEXED = 3

# Messages that are found in one conversation at most, so that others are seen too.
_MOST_OF_SESSION = 8
# Matching messages that are looked at; those of common words are many more than anybody reads.
_MOST_MATCHES = 3_000
# The newest messages, which are searched for words that the index does not have; their number.
_MOST_SCANNED = 20_000
# Indexed terms that are searched instead of a word that is too short for the index.
_MOST_TERMS = 400

# The newest matches first, which SQLite finds one by one: the reader stops when it has enough.
_MATCHES = """
SELECT found.rowid, messages.session FROM {index} AS found CROSS JOIN messages ON messages.number = found.rowid
CROSS JOIN sessions ON sessions.id = messages.session
WHERE {condition} AND messages.deleted_at IS NULL AND sessions.deleted_at IS NULL
ORDER BY found.rowid DESC LIMIT ?
"""
_HIT = """
SELECT messages.session, sessions.changed_at, messages.id, words.text,
    CASE WHEN json_valid(body) THEN json_extract(body, '$.created_at') END, messages.role, messages.speaker
FROM messages JOIN sessions ON sessions.id = messages.session JOIN words ON words.rowid = messages.number
WHERE messages.number = ?
"""
_IS_INDEXED = "found.rowid IN (SELECT rowid FROM words WHERE words MATCH ?)"
# The text of a match: the index of whole words has only its words.
_TEXT = "(SELECT text FROM words WHERE rowid = found.rowid)"
_TERMS = "CREATE VIRTUAL TABLE IF NOT EXISTS temp.word_terms USING fts5vocab ('main', 'words', 'row')"


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
        hit = SearchHit(session, None, *_snippet(str(title), terms), changed)
        yield _Found(changed, _distance(title, terms), hit)


def _in_messages(database: sqlite3.Connection, terms: Sequence[str], limit: int) -> Iterator[_Found]:
    numbers = dict[int, None]()
    for each in _conditions(database, terms):
        newest, is_complete = _newest(database, each, limit)
        numbers |= dict.fromkeys(newest)
        if is_complete and each.finds_all:
            break
    for number in sorted(numbers, reverse=True):
        for session, changed_at, message, text, at, role, speaker in database.execute(_HIT, (number,)):
            hit = SearchHit(session, message, *_snippet(text, terms), valid_time(at), str(role), str(speaker))
            yield _Found(valid_time(changed_at), _distance(text, terms), hit)


def _newest(database: sqlite3.Connection, condition: "_Condition", limit: int) -> tuple[list[int], bool]:
    """Return the numbers of at most `limit` messages that meet a condition, the newest ones of each conversation.

    Return as well whether all that meet it were looked at.
    """
    numbers, counts = list[int](), Counter[str]()
    sql = _MATCHES.format(index=condition.index, condition=condition.sql)
    for number, session in database.execute(sql, (*condition.values, _MOST_MATCHES)):
        counts[session] += 1
        if counts[session] <= _MOST_OF_SESSION:
            numbers.append(number)
        if len(numbers) == limit:
            return numbers, False
    return numbers, counts.total() < _MOST_MATCHES


@dataclass(frozen=True, slots=True)
class _Condition:
    """What rows of an index have to meet. finds_all: there are no other hits."""

    index: str
    sql: str
    values: tuple[object, ...]
    finds_all: bool = False


def _conditions(database: sqlite3.Connection, terms: Sequence[str]) -> Iterator[_Condition]:
    """Yield the conditions whose newest matches are the hits.

    Whole words have a search of their own: among all matches of a common word they might not be the newest.
    """
    long = [term for term in terms if len(term) >= _MIN_INDEXED]
    short, values = _contains(_TEXT, [term for term in terms if len(term) < _MIN_INDEXED])
    if long:
        yield _Condition("words", f"text MATCH ? AND {short}", (_match_all(long), *values), finds_all=True)
    else:
        newest = "found.rowid > (SELECT MAX(number) FROM messages) - ?"
        yield _Condition("words", f"{newest} AND {short}", (_MOST_SCANNED, *values))
        indexed = _terms_beginning(database, max(terms, key=len))
        if indexed:
            yield _Condition("words", f"text MATCH ? AND {short}", (indexed, *values))
    yield from _whole_words(terms)


def _whole_words(terms: Sequence[str]) -> Iterator[_Condition]:
    """Yield the conditions that texts contain the ASCII terms as words, or short ones as beginnings of words."""
    words = [word.lower() for term in terms if term.isascii() for word in re.findall(r"[^\W_]+", term)]
    if not words:
        return
    rest = [term for term in terms if term.lower() not in words]
    condition, values = _contains(_TEXT, rest)
    if indexed := [term for term in rest if len(term) >= _MIN_INDEXED]:
        condition = f"{_IS_INDEXED} AND {condition}"
        values = [_match_all(indexed), *values]
    yield _Condition("whole_words", f"whole_words MATCH ? AND {condition}", (_match_all(words), *values))
    # Reading the texts of so many matches for the rest takes too long.
    if any(len(word) < _MIN_INDEXED for word in words) and bool(rest) == bool(indexed):
        begun = " AND ".join(f"{_quoted(word)} *" if len(word) < _MIN_INDEXED else _quoted(word) for word in words)
        yield _Condition("whole_words", f"whole_words MATCH ? AND {condition}", (begun, *values))


def _match_all(terms: Iterable[str]) -> str:
    return " AND ".join(map(_quoted, terms))


def _quoted(term: str) -> str:
    """Return a term in quotes, where nothing is an operator (https://www.sqlite.org/fts5.html#fts5_strings)."""
    return '"' + term.replace('"', '""') + '"'


def _terms_beginning(database: sqlite3.Connection, word: str) -> str:
    """Return an expression that matches the indexed terms that begin with a word; empty if they are too many.

    Words of two ASCII letters are found in nearly all texts, and counting those takes longer than reading them.
    """
    if word.isascii():
        return ""
    database.execute(_TERMS)
    begin = word.lower()
    sql = "SELECT term FROM temp.word_terms WHERE term >= ? AND term < ? LIMIT ?"
    terms = [term for (term,) in database.execute(sql, (begin, f"{begin}\U0010ffff", _MOST_TERMS + 1))]
    return " OR ".join(map(_quoted, terms)) if len(terms) <= _MOST_TERMS else ""


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
    shown = without_marks(text)
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
