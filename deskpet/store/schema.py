"""The database schema and the upgrades from version to version. The SQL of a released version is never edited."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from deskpet.chat.messages import new_id
from deskpet.store import blobs
from deskpet.store.plain_text import first_line, preview

VERSION = 8

_V2 = """
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL DEFAULT '',
    is_named INTEGER NOT NULL DEFAULT 0,
    is_pinned INTEGER NOT NULL DEFAULT 0,
    begun_at REAL NOT NULL,
    changed_at REAL NOT NULL,
    leaf TEXT,
    deleted_at REAL
) WITHOUT ROWID;
CREATE INDEX sessions_by_age ON sessions (changed_at);
-- `number` is the order of creation. `body` is the whole message as it was when it last ended.
CREATE TABLE messages (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    parent TEXT,
    role TEXT NOT NULL,
    body TEXT NOT NULL,
    deleted_at REAL
);
CREATE INDEX messages_of_session ON messages (session, number);
CREATE INDEX messages_deleted ON messages (deleted_at) WHERE deleted_at IS NOT NULL;
-- Events of a message after its body was written: lists in order. Empty for every message that has ended.
CREATE TABLE journal (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    message INTEGER NOT NULL REFERENCES messages (number) ON DELETE CASCADE,
    events TEXT NOT NULL
);
CREATE INDEX journal_of_message ON journal (message, number);
-- Pictures, stored once each.
CREATE TABLE blobs (hash TEXT PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE pictures (
    message INTEGER NOT NULL REFERENCES messages (number) ON DELETE CASCADE,
    hash TEXT NOT NULL REFERENCES blobs (hash),
    PRIMARY KEY (message, hash)
) WITHOUT ROWID;
CREATE INDEX pictures_by_hash ON pictures (hash);
-- Unsent texts; session '' is the new one without messages.
CREATE TABLE drafts (session TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
-- Trigrams find words in languages without spaces too.
CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = 'trigram');
CREATE TRIGGER forget_words AFTER DELETE ON messages BEGIN DELETE FROM words WHERE rowid = old.number; END;
CREATE TRIGGER forget_draft AFTER DELETE ON sessions BEGIN DELETE FROM drafts WHERE session = old.id; END;
"""
_V3 = """
-- The name of the assistant at that time; empty for the user, and where it was not recorded.
ALTER TABLE messages ADD COLUMN speaker TEXT NOT NULL DEFAULT '';
-- The pictures of drafts.
CREATE TABLE draft_pictures (
    session TEXT NOT NULL,
    position INTEGER NOT NULL,
    media_type TEXT NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (session, position)
);
CREATE TRIGGER forget_draft_pictures AFTER DELETE ON sessions BEGIN
    DELETE FROM draft_pictures WHERE session = old.id;
END;
"""
_V5 = """
-- The tool calls that ended. They outlive their messages, then without arguments.
CREATE TABLE calls (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at REAL NOT NULL,
    session TEXT NOT NULL,
    message TEXT NOT NULL,
    block INTEGER NOT NULL,
    tool TEXT NOT NULL,
    arguments TEXT,
    decision TEXT NOT NULL,
    outcome TEXT NOT NULL,
    ended_at REAL NOT NULL
);
CREATE UNIQUE INDEX calls_by_block ON calls (message, block, ended_at);
CREATE INDEX calls_by_time ON calls (at);
"""
_V6 = """
-- What is remembered of the user. `persona` is NULL if all personas know it, and empty for the character herself.
-- `reads` are the marks of the conversation that it comes from, separated by spaces.
CREATE TABLE facts (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    about TEXT NOT NULL,
    kind TEXT NOT NULL,
    persona TEXT,
    text TEXT NOT NULL,
    search_words TEXT NOT NULL,
    quote TEXT NOT NULL,
    session TEXT NOT NULL,
    message TEXT NOT NULL,
    state TEXT NOT NULL,
    is_pinned INTEGER NOT NULL,
    reads TEXT NOT NULL,
    said_at REAL NOT NULL,
    valid_from REAL NOT NULL,
    valid_to REAL,
    replaced_by TEXT NOT NULL,
    deleted_at REAL
);
CREATE INDEX facts_by_time ON facts (said_at) WHERE valid_to IS NULL AND deleted_at IS NULL AND state = 'kept';
CREATE INDEX facts_foremost ON facts (said_at)
WHERE (is_pinned OR kind = 'identity') AND valid_to IS NULL AND deleted_at IS NULL AND state = 'kept';
CREATE INDEX facts_by_subject ON facts (about);
CREATE VIRTUAL TABLE fact_words USING fts5 (text, tokenize = 'trigram');
CREATE TRIGGER forget_fact_words AFTER DELETE ON facts BEGIN DELETE FROM fact_words WHERE rowid = old.number; END;
-- The user's messages that facts were extracted from already.
CREATE TABLE learned (message TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TRIGGER forget_learned AFTER DELETE ON messages BEGIN DELETE FROM learned WHERE message = old.id; END;
-- Salted hashes of erased facts, which are not to be learned again.
CREATE TABLE erased_facts (hash TEXT PRIMARY KEY, salt TEXT NOT NULL) WITHOUT ROWID;
"""
_V7 = """
-- The local days (ISO dates) that the user spent with a persona; an empty `persona` is the character herself.
-- `note` is the user's own line of the diary, and `note_facts` are the ids of the facts in the line that it replaces.
CREATE TABLE together_days (
    persona TEXT NOT NULL,
    day TEXT NOT NULL,
    strokes INTEGER NOT NULL DEFAULT 0,
    note TEXT NOT NULL DEFAULT '',
    note_facts TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (persona, day)
) WITHOUT ROWID;
-- What a conversation has added to a day. It goes with the conversation.
CREATE TABLE together_sessions (
    persona TEXT NOT NULL,
    day TEXT NOT NULL,
    session TEXT NOT NULL,
    questions INTEGER NOT NULL,
    tools INTEGER NOT NULL,
    PRIMARY KEY (persona, day, session)
) WITHOUT ROWID;
CREATE INDEX together_by_session ON together_sessions (session);
CREATE TRIGGER forget_together AFTER DELETE ON sessions BEGIN
    DELETE FROM together_sessions WHERE session = old.id;
END;
CREATE TRIGGER forget_note_of_fact AFTER DELETE ON facts BEGIN
    UPDATE together_days SET note = '', note_facts = '' WHERE instr(note_facts, old.id);
END;
CREATE TRIGGER forget_note_of_text AFTER UPDATE OF text ON facts WHEN old.text <> new.text BEGIN
    UPDATE together_days SET note = '', note_facts = '' WHERE instr(note_facts, old.id);
END;
"""
_V8 = """
-- `folder` is the name of the folder that a conversation is in, if any. `preview` is the plain text of its last words.
ALTER TABLE sessions ADD COLUMN folder TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN archived_at REAL;
ALTER TABLE sessions ADD COLUMN preview TEXT NOT NULL DEFAULT '';
-- The words of `words` as a whole, also those that are too short for trigrams.
CREATE VIRTUAL TABLE whole_words USING fts5 (
    text, content = '', detail = 'none', tokenize = 'unicode61 remove_diacritics 0'
);
-- While the text is there: the index does not keep what it is to forget.
CREATE TRIGGER forget_whole_words BEFORE DELETE ON messages BEGIN
    INSERT INTO whole_words (whole_words, rowid, text) SELECT 'delete', rowid, text FROM words WHERE rowid = old.number;
END;
"""


# The newest text up to the last message of the path.
_LAST_TEXT = """
SELECT text FROM messages JOIN words ON words.rowid = number WHERE session = ?1 AND deleted_at IS NULL AND text <> ''
AND number <= (SELECT number FROM messages WHERE id = (SELECT leaf FROM sessions WHERE id = ?1)) ORDER BY number DESC
"""

WORDS = "CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = 'trigram')"
"""The statement that creates the full-text index, for rebuilding it."""
WHOLE_WORDS = next(each for each in _V8.split(";") if "CREATE VIRTUAL TABLE" in each)
"""The same for the index of whole words."""
FACT_WORDS = "CREATE VIRTUAL TABLE fact_words USING fts5 (text, tokenize = 'trigram')"
"""The same for the index of facts."""


def create(database: sqlite3.Connection) -> None:
    """Create the tables of the newest version in an empty file, within the transaction of the caller."""
    for script in (_V2, _V3, _V5, _V6, _V7, _V8):
        _run(database, script)


def renew_previews(database: sqlite3.Connection, sessions: Iterable[str]) -> None:
    """Write the beginning of the last text of each session into it."""
    for session in sessions:
        row = database.execute(_LAST_TEXT, (session,)).fetchone()
        sql = "UPDATE sessions SET preview = ? WHERE id = ?"
        database.execute(sql, (preview(row[0]) if row else "", session))


def _run(database: sqlite3.Connection, script: str) -> None:
    """Run the statements of `script` within the open transaction, which executescript would commit first."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            database.execute(statement)
            statement = ""


def _from_1(database: sqlite3.Connection) -> None:
    """Turn lists of messages into paths of a tree, move pictures out of the JSON, and create the full-text index."""
    database.execute("ALTER TABLE sessions RENAME TO sessions_1")
    database.execute("ALTER TABLE messages RENAME TO messages_1")
    _run(database, _V2)
    for number, begun_at in database.execute("SELECT id, begun_at FROM sessions_1 ORDER BY id").fetchall():
        rows = database.execute("SELECT body FROM messages_1 WHERE session = ? ORDER BY position", (number,)).fetchall()
        if rows:
            _convert_session(database, begun_at, [body for (body,) in rows])
    database.execute("DROP TABLE messages_1")
    database.execute("DROP TABLE sessions_1")


def _convert_session(database: sqlite3.Connection, begun_at: float, bodies: list[str]) -> None:
    session, parent, title, changed_at = new_id(), None, "", begun_at
    sql = "INSERT INTO sessions (id, begun_at, changed_at) VALUES (?, ?, ?)"
    database.execute(sql, (session, begun_at, begun_at))
    for position, body in enumerate(bodies):
        parent, message = _convert_message(database, session, parent, position, body)
        changed_at = max(changed_at, float(message.get("created_at") or 0))
        title = title or first_line(_text(message))
    sql = "UPDATE sessions SET title = ?, changed_at = ?, leaf = ? WHERE id = ?"
    database.execute(sql, (title, changed_at, parent, session))


def _convert_message(
    database: sqlite3.Connection, session: str, parent: str | None, position: int, body: str
) -> tuple[str, Mapping[str, Any]]:
    """Insert a message of version 1, and return its id and values. An unreadable one is copied as it is."""
    try:
        message: Any = json.loads(body)
        role, message_id = str(message["role"]), str(message["id"])
    except (ValueError, TypeError, KeyError):
        message, message_id, role = {}, new_id(), "assistant" if position % 2 else "user"
    if database.execute("SELECT 1 FROM messages WHERE id = ?", (message_id,)).fetchone():
        message_id = new_id()
        message |= {"id": message_id}
    sql = "INSERT INTO messages (id, session, parent, role, body) VALUES (?, ?, ?, ?, '')"
    number = database.execute(sql, (message_id, session, parent, role)).lastrowid
    assert number is not None
    text = json.dumps(blobs.extract(database, number, message), ensure_ascii=False) if message else body
    database.execute("UPDATE messages SET body = ? WHERE number = ?", (text, number))
    database.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", (number, _text(message)))
    return message_id, message


def _text(message: Mapping[str, Any]) -> str:
    blocks = message.get("blocks") or ()
    return "".join(str(block.get("text", "")) for block in blocks if block.get("kind") == "text")


def _from_3(database: sqlite3.Connection) -> None:
    """Mark notices as resolved if the answer went on after them."""
    # As bytes: a text that is not UTF-8 would make the query fail. Many builds of SQLite can't use LIKE on bytes.
    sql = """
        SELECT number, CAST(body AS BLOB) FROM messages
        WHERE role = 'assistant' AND instr(CAST(body AS BLOB), CAST('"actions": [{' AS BLOB))
    """
    for number, body in database.execute(sql).fetchall():
        try:
            message: Any = json.loads(body)
            changed = _resolve(message["blocks"])
        except (ValueError, TypeError, KeyError, AttributeError):
            # An unreadable message stays as it is.
            continue
        if changed:
            text = json.dumps(message, ensure_ascii=False)
            database.execute("UPDATE messages SET body = ? WHERE number = ?", (text, number))


def _resolve(blocks: list[dict[str, Any]]) -> bool:
    """Set the resolution of every notice that is followed by other blocks. Returns whether any changed."""
    last = max((index for index, block in enumerate(blocks) if block["kind"] != "notice"), default=-1)
    changed = False
    for block in blocks[:last]:
        names = {action["name"] for action in block.get("actions") or ()}
        if block["kind"] == "notice" and names & {"continue", "retry", "use_text_mode", "without_pictures"}:
            block["resolution"] = "continued" if "continue" in names else "retried"
            changed = True
    return changed


def _from_7(database: sqlite3.Connection) -> None:
    """Add folders, the archive, previews and the index of whole words."""
    _run(database, _V8)
    database.execute("INSERT INTO whole_words (rowid, text) SELECT rowid, text FROM words")
    renew_previews(database, [each for (each,) in database.execute("SELECT id FROM sessions").fetchall()])


# The upgrade from each version to the next: a script, or what it needs besides.
_STEPS: Mapping[int, str | Callable[[sqlite3.Connection], None]] = {
    1: _from_1,
    2: _V3,
    3: _from_3,
    4: _V5,
    5: _V6,
    6: _V7,
    7: _from_7,
}


def upgrade(database: sqlite3.Connection, version: int) -> None:
    """Upgrade the tables of `version` to the next one, within the transaction of the caller."""
    step = _STEPS[version]
    if isinstance(step, str):
        _run(database, step)
    else:
        step(database)
