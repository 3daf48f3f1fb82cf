"""Messages in and out of the tables. Everything here runs within a transaction of the caller's."""

import json
import logging
import sqlite3
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from pydantic_core import from_json

from deskpet.chat import events as turn_events
from deskpet.chat import messages, reduce
from deskpet.chat.events import (
    ArgumentsAppended,
    RequestStarted,
    TextAppended,
    ToolProgressed,
    TurnEvent,
    UsageReported,
)
from deskpet.chat.message_tree import Node
from deskpet.chat.messages import Image, Message, Notice, Role
from deskpet.store import blobs, schema
from deskpet.store.plain import plain
from deskpet.store.records import Draft, MessageMissing, SavedConversation, Session
from deskpet.store.schema import first_line
from deskpet.words import tr, tr_noop

_SESSION = "SELECT id, title, is_named, is_pinned, begun_at, changed_at FROM sessions"
_HAS_QUESTION = """
EXISTS (SELECT 1 FROM messages WHERE session = sessions.id AND role = 'user' AND messages.deleted_at IS NULL)
"""
# Every message after a deleted one stands after what that one stood after.
_LIFT = """
UPDATE messages SET parent = (SELECT above.parent FROM messages AS above WHERE above.id = messages.parent)
WHERE parent IN (SELECT id FROM messages WHERE deleted_at < ? AND session <> ?)
"""

logger = logging.getLogger(__name__)


def begin_session(database: sqlite3.Connection, session: str, at: float) -> None:
    """A session without a word in it, begun at `at`."""
    sql = "INSERT OR IGNORE INTO sessions (id, begun_at, changed_at) VALUES (?, ?, ?)"
    database.execute(sql, (session, at, at))


def write_message(
    database: sqlite3.Connection, session: str, message: Message, parent: str | None, speaker: str = ""
) -> None:
    """The whole message, new or changed; `speaker` is what the one is called who says a new one."""
    sql = """
        INSERT INTO messages (id, session, parent, role, body, speaker) VALUES (?, ?, ?, ?, '', ?)
        ON CONFLICT DO NOTHING
    """
    database.execute(sql, (message.id, session, parent, message.role, storable(speaker)))
    number = _number(database, message.id)
    database.execute("DELETE FROM pictures WHERE message = ?", (number,))
    database.execute("DELETE FROM journal WHERE message = ?", (number,))
    body = _dumped(blobs.put_aside(database, number, messages.to_json(plain(message))))
    database.execute("UPDATE messages SET body = ? WHERE number = ?", (body, number))
    if message.ended is not None:
        database.execute("INSERT OR REPLACE INTO words (rowid, text) VALUES (?, ?)", (number, storable(message.text)))
    if message.role == "user":
        sql = "UPDATE sessions SET title = ? WHERE id = ? AND title = ''"
        database.execute(sql, (first_line(storable(message.text)), session))


def write_session(
    database: sqlite3.Connection,
    session: str,
    nodes: Sequence[Node],
    leaf: str | None,
    at: float,
    speakers: Mapping[str, str],
) -> None:
    """Write a whole session in place of the messages that the file has of it; `at` is the time of its last change."""
    database.execute("DELETE FROM messages WHERE session = ?", (session,))
    begin_session(database, session, nodes[0].message.created_at if nodes else at)
    for node in nodes:
        write_message(database, session, node.message, node.parent, speakers.get(node.message.id, ""))
    mark_deleted(database, [(at, node.message.id) for node in nodes if node.is_deleted])
    touch(database, session, at, leaf)


def write_events(database: sqlite3.Connection, message_id: str, happened: Iterable[TurnEvent]) -> None:
    """What happened to a message since it, or the events before these, were written: it costs what these are worth."""
    number = _number(database, message_id)
    told = [turn_events.to_json(plain(event)) for event in joined(happened)]
    if told:
        kept = _dumped(blobs.put_aside(database, number, told))
        database.execute("INSERT INTO journal (message, events) VALUES (?, ?)", (number, kept))


def touch(database: sqlite3.Connection, session: str, at: float, leaf: str | None) -> None:
    """Something was said in the session at `at`; its path leads to `leaf`."""
    sql = "UPDATE sessions SET changed_at = max(changed_at, ?), leaf = ? WHERE id = ?"
    database.execute(sql, (at, leaf, session))


def mark_deleted(database: sqlite3.Connection, marks: Iterable[tuple[float | None, str]]) -> None:
    """When each message was deleted; None: it is there."""
    database.executemany("UPDATE messages SET deleted_at = ? WHERE id = ?", marks)


def mark_session_deleted(database: sqlite3.Connection, session: str, at: float | None) -> None:
    """When the session was deleted; None: it is there."""
    database.execute("UPDATE sessions SET deleted_at = ? WHERE id = ?", (at, session))


def name_session(database: sqlite3.Connection, session: str, title: str) -> None:
    """Call the session `title`, or by its first question again where that is empty."""
    name = storable(" ".join(title.split()))
    sql = "SELECT text FROM words WHERE rowid = (SELECT min(number) FROM messages WHERE session = ? AND role = 'user')"
    row = None if name else database.execute(sql, (session,)).fetchone()
    by_itself = first_line(row[0]) if row else ""
    sql = "UPDATE sessions SET title = ?, is_named = ? WHERE id = ?"
    database.execute(sql, (name or by_itself, bool(name), session))


def suggest_title(database: sqlite3.Connection, session: str, title: str) -> None:
    """Call the session `title` unless it was named before."""
    sql = "UPDATE sessions SET title = ?, is_named = 1 WHERE id = ? AND is_named = 0"
    database.execute(sql, (storable(" ".join(title.split())), session))


def pin_session(database: sqlite3.Connection, session: str, *, is_pinned: bool) -> None:
    """Let the session stand before those that are not pinned, or among them again."""
    database.execute("UPDATE sessions SET is_pinned = ? WHERE id = ?", (is_pinned, session))


def write_draft(database: sqlite3.Connection, session: str, text: str) -> None:
    """What is being written in the session ('': in the one that is not begun); empty when nothing is."""
    if text:
        database.execute("INSERT OR REPLACE INTO drafts VALUES (?, ?)", (session, storable(text)))
    else:
        database.execute("DELETE FROM drafts WHERE session = ?", (session,))


def write_draft_pictures(database: sqlite3.Connection, session: str, images: Iterable[Image]) -> None:
    """The pictures that wait beside the draft of a session."""
    database.execute("DELETE FROM draft_pictures WHERE session = ?", (session,))
    pictures = [(session, at, each.media_type, b64decode(each.data)) for at, each in enumerate(images)]
    database.executemany("INSERT INTO draft_pictures VALUES (?, ?, ?, ?)", pictures)


def purge(database: sqlite3.Connection, before: float, open_session: str = "") -> bool:
    """Let go of what was deleted before `before`; what was said after a deleted message moves up. Whether any was.

    Messages of `open_session` stay: what is said there next may still come after a deleted one.
    """
    changed = database.total_changes
    doomed = (before, open_session)
    database.execute("DELETE FROM sessions WHERE deleted_at < ? AND id <> ?", doomed)
    if database.execute("SELECT 1 FROM messages WHERE deleted_at < ? AND session <> ? LIMIT 1", doomed).fetchone():
        while database.execute(_LIFT, doomed).rowcount:
            pass
        database.execute("DELETE FROM messages WHERE deleted_at < ? AND session <> ?", doomed)
    blobs.forget_unused(database)
    return database.total_changes > changed


def erase(database: sqlite3.Connection) -> None:
    """Let go of everything."""
    database.execute("DELETE FROM sessions")
    database.execute("DELETE FROM drafts")
    database.execute("DELETE FROM draft_pictures")
    # A deleted row leaves its words in the index until they are merged away.
    database.execute("INSERT INTO words (words) VALUES ('rebuild')")
    blobs.forget_unused(database)


def index_words(database: sqlite3.Connection) -> None:
    """Make the index of all words anew, from the messages."""
    # Whatever is wrong with it: its tables are made anew as well.
    database.execute("DROP TABLE IF EXISTS words")
    database.execute(schema.WORDS)
    for number, body in database.execute("SELECT number, CAST(body AS BLOB) FROM messages").fetchall():
        try:
            said = messages.from_json_text(body or b"").text
        except ValueError:
            continue
        database.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", (number, storable(said)))


def adopt_messages(database: sqlite3.Connection) -> None:
    """Give messages whose session is not there a session again."""
    lost = "SELECT DISTINCT session FROM messages WHERE session NOT IN (SELECT id FROM sessions)"
    for (session,) in database.execute(lost).fetchall():
        sql = "SELECT CAST(body AS BLOB) FROM messages WHERE session = ? ORDER BY number DESC LIMIT 1"
        (body,) = database.execute(sql, (session,)).fetchone()
        try:
            at = messages.from_json_text(body or b"").created_at
        except ValueError:
            at = 0.0
        begin_session(database, session, at)
        name_session(database, session, "")


def title_sessions(database: sqlite3.Connection) -> None:
    """Call every session without a title by its first question."""
    for (session,) in database.execute("SELECT id FROM sessions WHERE title = ''").fetchall():
        name_session(database, session, "")


def joined(happened: Iterable[TurnEvent]) -> list[TurnEvent]:
    """The same change in fewer events: words that follow each other become one piece, only the last progress counts."""
    out: list[TurnEvent] = []
    for _, run in groupby(happened, _run_key):
        events = list(run)
        match events[-1]:
            case RequestStarted() | UsageReported():
                pass
            case TextAppended() | ArgumentsAppended() as last:
                pieces = (each.text for each in events if isinstance(each, TextAppended | ArgumentsAppended))
                out.append(replace(last, text="".join(pieces)))
            case ToolProgressed() as last:
                out.append(last)
            case _:
                # Other events can't be joined.
                out += events
    return out


def _run_key(event: TurnEvent) -> tuple[type[TurnEvent], int]:
    return type(event), getattr(event, "block", -1)


def read_sessions(database: sqlite3.Connection) -> tuple[Session, ...]:
    """Every session in which a person said something: the pinned ones first, then those of which more was said lately.

    One that begins and ends with a greeting is no conversation; it can be opened and found all the same.
    """
    order = "ORDER BY is_pinned DESC, changed_at DESC, begun_at DESC"
    rows = database.execute(f"{_SESSION} WHERE deleted_at IS NULL AND {_HAS_QUESTION} {order}")
    return tuple(_session(row) for row in rows)


def newest_session(database: sqlite3.Connection) -> str | None:
    """The session in which something was said last."""
    sql = "SELECT id FROM sessions WHERE deleted_at IS NULL ORDER BY changed_at DESC, begun_at DESC LIMIT 1"
    row = database.execute(sql).fetchone()
    return row[0] if row else None


def session_of(database: sqlite3.Connection, message_id: str) -> str | None:
    """The session that a message of this id belongs to, deleted or not; None when there is no such message."""
    row = database.execute("SELECT session FROM messages WHERE id = ?", (message_id,)).fetchone()
    return row[0] if row else None


def read_session(database: sqlite3.Connection, session: str) -> SavedConversation | None:
    """A session with all that was said in it; None when there is none such."""
    row = database.execute(f"{_SESSION} WHERE id = ? AND deleted_at IS NULL", (session,)).fetchone()
    if row is None:
        return None
    (leaf,) = database.execute("SELECT leaf FROM sessions WHERE id = ?", (session,)).fetchone()
    speakers = dict(
        database.execute("SELECT id, speaker FROM messages WHERE session = ? AND speaker <> ''", (session,))
    )
    return SavedConversation(
        _session(row), tuple(_nodes(database, session)), leaf, read_draft(database, session), speakers
    )


def read_draft(database: sqlite3.Connection, session: str) -> Draft:
    """What was being written in the session."""
    row = database.execute("SELECT text FROM drafts WHERE session = ?", (session,)).fetchone()
    sql = "SELECT media_type, data FROM draft_pictures WHERE session = ? ORDER BY position"
    pictures = database.execute(sql, (session,)).fetchall()
    return Draft(row[0] if row else "", tuple(Image(kind, b64encode(data).decode()) for kind, data in pictures))


def _session(row: Sequence[Any]) -> Session:
    session_id, title, is_named, is_pinned, begun_at, changed_at = row
    # Whatever type a damaged file has in its columns.
    begun, changed = (at if isinstance(at, int | float) else 0.0 for at in (begun_at, changed_at))
    return Session(str(session_id), str(title or ""), bool(is_named), bool(is_pinned), begun, changed)


def _nodes(database: sqlite3.Connection, session: str) -> Iterator[Node]:
    """Every message of the session; what can't be read has a notice in its place, so that nothing around it is lost."""
    journal: dict[int, list[bytes]] = {}
    sql = "SELECT message, CAST(events AS BLOB) FROM journal"
    sql += " WHERE message IN (SELECT number FROM messages WHERE session = ?) ORDER BY number"
    for number, kept in database.execute(sql, (session,)):
        journal.setdefault(number, []).append(kept or b"")
    # As bytes: one that is no UTF-8 is to cost that message alone, and not the whole answer of the database.
    sql = "SELECT number, id, parent, role, CAST(body AS BLOB), deleted_at FROM messages"
    found = database.execute(f"{sql} WHERE session = ? ORDER BY number", (session,)).fetchall()
    ids: set[str] = {row[1] for row in found}
    last: dict[str, str] = {}
    for number, named, parent, role, body, deleted_at in found:
        message_id = named if isinstance(named, str) else f"row-{number}"
        if parent is not None and parent not in ids:
            ids.add(parent)
            yield _lost(parent, role, last)
        message = _message(database, message_id, role, body, journal.get(number, ()))
        last[message.role] = message.id
        yield Node(message, parent, deleted_at is not None)


def _lost(message_id: str, role: Role, last: Mapping[str, str]) -> Node:
    """What stands in for a message that is not in the file any more, before the one of `role` that followed it."""
    title = tr_noop("A message is missing here")
    why = tr_noop("It was lost when the file of the conversations was damaged.")
    other: Role = "assistant" if role == "user" else "user"
    return Node(Message(other, (Notice("error", "lost", title, why),), message_id, ended="error"), last.get(role))


def _message(
    database: sqlite3.Connection, message_id: str, role: Role, body: bytes | None, journal: Sequence[bytes]
) -> Message:
    try:
        if blobs.has_pictures(body or b""):
            message = messages.from_json(blobs.put_back(database, from_json(body or b"")))
        else:
            message = messages.from_json_text(body or b"")
        if message.id != message_id:
            raise ValueError(f"it says that it is {message.id}")
    except ValueError as error:
        logger.error("message %s can't be read: %s", message_id, error)
        return _unreadable(message_id, role, body or b"")
    return _replayed(database, message, journal)


def _unreadable(message_id: str, role: Role, body: bytes) -> Message:
    """What stands in for a message that can't be read: the rest of the conversation is there all the same."""
    why = tr_noop("What is kept of it in the file is no message that this version knows.")
    title, next_step = tr_noop("This message can't be read"), tr_noop("A newer deskpet may read it.")
    notice = Notice("error", "unreadable", title, why, next_step, body.decode("utf-8", "backslashreplace"))
    return Message("user" if role == "user" else "assistant", (notice,), message_id, ended="error")


def _replayed(database: sqlite3.Connection, message: Message, journal: Sequence[bytes]) -> Message:
    """`message` after what happened since it was written; what can't be read of that is in a notice at its end."""
    for at, kept in enumerate(journal):
        try:
            told = from_json(kept)
            for value in blobs.put_back(database, told) if blobs.has_pictures(kept) else told:
                message = reduce.apply(message, turn_events.from_json(value))
        except (ValueError, IndexError, TypeError, AttributeError) as error:
            logger.error("the end of message %s can't be read: %s", message.id, error)
            rest = b"\n".join(journal[at:]).decode("utf-8", "backslashreplace")
            title = tr_noop("The end of this message can't be read")
            why = tr_noop("What is kept of it in the file is damaged. The details have what is there.")
            notice = Notice("error", "unreadable", title, why, details=rest)
            return replace(message, blocks=(*message.blocks, notice), ended="error")
    return message


def _number(database: sqlite3.Connection, message_id: str) -> int:
    row = database.execute("SELECT number FROM messages WHERE id = ?", (message_id,)).fetchone()
    if row is None:
        raise MessageMissing(tr("The conversation that this belongs to was erased meanwhile. Begin a new one."))
    return row[0]


def storable(text: str) -> str:
    """`text` without halves of characters: half a surrogate pair has no UTF-8."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def _dumped(value: object) -> str:
    return storable(json.dumps(value, ensure_ascii=False))
