"""The tables, version after version, and the way from each to the next. What was written once is never edited."""

import json
import sqlite3
from collections.abc import Callable, Mapping
from typing import Any

from deskpet.chat.messages import new_id
from deskpet.store import blobs

VERSION = 4

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
-- `number` is the order in which messages were begun. `body` is the whole message as it was when it last ended.
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
-- What happened to a message since its body was written: lists of events, in order. Empty for all that ended well.
CREATE TABLE journal (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    message INTEGER NOT NULL REFERENCES messages (number) ON DELETE CASCADE,
    events TEXT NOT NULL
);
CREATE INDEX journal_of_message ON journal (message, number);
-- Pictures, each once however often it is sent.
CREATE TABLE blobs (hash TEXT PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE pictures (
    message INTEGER NOT NULL REFERENCES messages (number) ON DELETE CASCADE,
    hash TEXT NOT NULL REFERENCES blobs (hash),
    PRIMARY KEY (message, hash)
) WITHOUT ROWID;
CREATE INDEX pictures_by_hash ON pictures (hash);
-- What is being written and not sent yet; session '' is the one that is not begun.
CREATE TABLE drafts (session TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
-- Three letters at a time, so that words are found in languages that put no spaces between them.
CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = 'trigram');
CREATE TRIGGER forget_words AFTER DELETE ON messages BEGIN DELETE FROM words WHERE rowid = old.number; END;
CREATE TRIGGER forget_draft AFTER DELETE ON sessions BEGIN DELETE FROM drafts WHERE session = old.id; END;
"""
_V3 = """
-- What the one was called who said it; empty where nobody knows any more, and for the person.
ALTER TABLE messages ADD COLUMN speaker TEXT NOT NULL DEFAULT '';
-- The pictures that wait beside a draft.
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


WORDS = "CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = 'trigram')"
"""The index of all words, as it is made anew where it is broken."""


def create(database: sqlite3.Connection) -> None:
    """Make the tables of the newest version in an empty file; the caller's transaction holds it all."""
    _run(database, _V2)
    _run(database, _V3)


def _run(database: sqlite3.Connection, script: str) -> None:
    """`script` within the open transaction: executescript would commit it first."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            database.execute(statement)
            statement = ""


def _from_1(database: sqlite3.Connection) -> None:
    """Lists of messages become paths of a tree; pictures leave the JSON; the words can be found."""
    database.execute("ALTER TABLE sessions RENAME TO sessions_1")
    database.execute("ALTER TABLE messages RENAME TO messages_1")
    _run(database, _V2)
    for number, begun_at in database.execute("SELECT id, begun_at FROM sessions_1 ORDER BY id").fetchall():
        rows = database.execute("SELECT body FROM messages_1 WHERE session = ? ORDER BY position", (number,)).fetchall()
        if rows:
            _bring_session(database, begun_at, [body for (body,) in rows])
    database.execute("DROP TABLE messages_1")
    database.execute("DROP TABLE sessions_1")


def _bring_session(database: sqlite3.Connection, begun_at: float, bodies: list[str]) -> None:
    session, parent, title, changed_at = new_id(), None, "", begun_at
    sql = "INSERT INTO sessions (id, begun_at, changed_at) VALUES (?, ?, ?)"
    database.execute(sql, (session, begun_at, begun_at))
    for position, body in enumerate(bodies):
        parent, message = _bring_message(database, session, parent, position, body)
        changed_at = max(changed_at, float(message.get("created_at") or 0))
        title = title or first_line(_text(message))
    sql = "UPDATE sessions SET title = ?, changed_at = ?, leaf = ? WHERE id = ?"
    database.execute(sql, (title, changed_at, parent, session))


def _bring_message(
    database: sqlite3.Connection, session: str, parent: str | None, position: int, body: str
) -> tuple[str, Mapping[str, Any]]:
    """One message of version 1; its id and its values. One that can't be read is brought along as it is."""
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
    kept = json.dumps(blobs.put_aside(database, number, message), ensure_ascii=False) if message else body
    database.execute("UPDATE messages SET body = ? WHERE number = ?", (kept, number))
    database.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", (number, _text(message)))
    return message_id, message


def _text(message: Mapping[str, Any]) -> str:
    blocks = message.get("blocks") or ()
    return "".join(str(block.get("text", "")) for block in blocks if block.get("kind") == "text")


def first_line(text: str, longest: int = 80) -> str:
    """What a conversation is called by itself: the first line of `text` that has words, not too long."""
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"


def _from_2(database: sqlite3.Connection) -> None:
    """Who said it is kept from now on; drafts have pictures."""
    _run(database, _V3)


def _from_3(database: sqlite3.Connection) -> None:
    """Notices are resolved from now on: those are that an answer went on after."""
    # As bytes: one text that is no UTF-8 would end it all. LIKE compares no bytes in many builds of SQLite.
    sql = """
        SELECT number, CAST(body AS BLOB) FROM messages
        WHERE role = 'assistant' AND instr(CAST(body AS BLOB), CAST('"actions": [{' AS BLOB))
    """
    for number, body in database.execute(sql).fetchall():
        try:
            message: Any = json.loads(body)
            changed = _resolve(message["blocks"])
        except (ValueError, TypeError, KeyError, AttributeError):
            # What can't be read stays as it is.
            continue
        if changed:
            kept = json.dumps(message, ensure_ascii=False)
            database.execute("UPDATE messages SET body = ? WHERE number = ?", (kept, number))


def _resolve(blocks: list[dict[str, Any]]) -> bool:
    """Whether any of these notices was gone on after, and says so now."""
    last = max((index for index, block in enumerate(blocks) if block["kind"] != "notice"), default=-1)
    changed = False
    for block in blocks[:last]:
        names = {action["name"] for action in block.get("actions") or ()}
        if block["kind"] == "notice" and names & {"continue", "retry", "use_text_mode", "without_pictures"}:
            block["resolution"] = "continued" if "continue" in names else "retried"
            changed = True
    return changed


STEPS: Mapping[int, Callable[[sqlite3.Connection], None]] = {1: _from_1, 2: _from_2, 3: _from_3}
"""From the version that is the key to the next."""
