"""Write sessions, messages and drafts into the tables, and read them. The caller holds the transaction."""

import json
import logging
import sqlite3
from base64 import b64decode, b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from pydantic_core import from_json

from deskpet.chat import events as turn_events
from deskpet.chat import messages, reduce
from deskpet.chat.message_tree import Node
from deskpet.chat.messages import Attachment, Document, Image, Message, Notice, Role
from deskpet.store import blobs, schema
from deskpet.store.json_safe import json_safe
from deskpet.store.plain_text import PREVIEW_LENGTH, first_line, plain_line
from deskpet.store.records import DeletedSession, Draft, MessageMissing, SavedConversation, Session
from deskpet.text.surrogates import replace_lone_surrogates
from deskpet.translation import tr, tr_noop

# By how much the clock may be corrected without being wrong, in seconds.
_CLOCK_SECONDS = 60.0
# The value of `is_named` for a title that the model suggested; a title of the user has 1.
_NAMED_BY_MODEL = 2
_SESSION = """
SELECT id, title, is_named, is_pinned, begun_at, changed_at, folder, archived_at IS NOT NULL, preview FROM sessions
"""
# The media type of a draft's document, which is stored as JSON.
_DOCUMENT_TYPE = "application/vnd.deskpet.document+json"
_HAS_QUESTION = """
EXISTS (SELECT 1 FROM messages WHERE session = sessions.id AND role = 'user' AND messages.deleted_at IS NULL)
"""
# Moves the children of deleted messages to the parents of those.
_RELINK = """
UPDATE messages SET parent = (SELECT above.parent FROM messages AS above WHERE above.id = messages.parent)
WHERE parent IN (SELECT id FROM messages WHERE deleted_at < ? AND session NOT IN (SELECT value FROM json_each(?)))
"""
DRAFT_BESIDE = "beside"
"""Stands for the session of a draft in a second character's new conversation; that of the first one has an empty id."""

logger = logging.getLogger(__name__)


def valid_time(value: object) -> float:
    """Return a Unix time of a column, 0 if it is none: a damaged file may have values of any type."""
    return value if isinstance(value, int | float) else 0.0


def begin_session(database: sqlite3.Connection, session: str, at: float) -> None:
    """Create a session without messages at the Unix time `at`, unless it exists."""
    sql = "INSERT OR IGNORE INTO sessions (id, begun_at, changed_at) VALUES (?, ?, ?)"
    database.execute(sql, (session, at, at))


def write_message(
    database: sqlite3.Connection, session: str, message: Message, parent: str | None, speaker: str = ""
) -> None:
    """Write a whole message, new or changed; `speaker` is the name of the assistant of a new one."""
    sql = """
        INSERT INTO messages (id, session, parent, role, body, speaker) VALUES (?, ?, ?, ?, '', ?)
        ON CONFLICT DO NOTHING
    """
    database.execute(sql, (message.id, session, parent, message.role, storable(speaker)))
    number = _number(database, message.id)
    database.execute("DELETE FROM pictures WHERE message = ?", (number,))
    database.execute("DELETE FROM journal WHERE message = ?", (number,))
    body = _dump(blobs.extract(database, number, messages.to_json(json_safe(message))))
    database.execute("UPDATE messages SET body = ? WHERE number = ?", (body, number))
    if message.ended is not None:
        _index(database, number, storable(_searched_text(message)))
    untitled = "SELECT 1 FROM sessions WHERE id = ? AND title = ''"
    if message.role == "user" and database.execute(untitled, (session,)).fetchone():
        change_session(database, session, title=first_line(storable(_searched_text(message))))


def _index(database: sqlite3.Connection, number: int, text: str) -> None:
    """Write what a search finds of a message."""
    sql = "INSERT INTO whole_words (whole_words, rowid, text) SELECT 'delete', rowid, text FROM words WHERE rowid = ?"
    database.execute(sql, (number,))
    database.execute("INSERT OR REPLACE INTO words (rowid, text) VALUES (?, ?)", (number, text))
    database.execute("INSERT INTO whole_words (rowid, text) VALUES (?, ?)", (number, text))


def _searched_text(message: Message) -> str:
    """Return what a search finds: the text, and the names of documents. What they say was said by somebody else."""
    names = (block.name for block in message.blocks if isinstance(block, Document))
    return "\n".join(filter(None, (message.text, *names)))


def write_session(
    database: sqlite3.Connection,
    session: str,
    nodes: Sequence[Node],
    leaf: str | None,
    at: float,
    speakers: Mapping[str, str],
) -> None:
    """Replace all messages of a session; `at` is the time of its last change."""
    database.execute("DELETE FROM messages WHERE session = ?", (session,))
    begin_session(database, session, nodes[0].message.created_at if nodes else at)
    for node in nodes:
        write_message(database, session, node.message, node.parent, speakers.get(node.message.id, ""))
    mark_deleted(database, [(at, node.message.id) for node in nodes if node.is_deleted])
    touch(database, session, at, leaf)


def write_events(database: sqlite3.Connection, message_id: str, events: Iterable[turn_events.TurnEvent]) -> None:
    """Append events to the journal of a message. The cost depends on the events, not on the message."""
    number = _number(database, message_id)
    values = [turn_events.to_json(json_safe(event)) for event in merge_events(events)]
    if values:
        text = _dump(blobs.extract(database, number, values))
        database.execute("INSERT INTO journal (message, events) VALUES (?, ?)", (number, text))


def touch(database: sqlite3.Connection, session: str, at: float, leaf: str | None) -> None:
    """Set the last message of the path of a session, and its time of change, unless `at` is 0.

    A session that changes comes back from the archive.
    """
    change_session(database, session, leaf=leaf)
    # Also if `at` is earlier than before, since the clock may have been set back.
    if at:
        change_session(database, session, changed_at=at, archived_at=None)
    schema.renew_previews(database, (session,))


def mark_deleted(database: sqlite3.Connection, marks: Iterable[tuple[float | None, str]]) -> None:
    """Set when each message was deleted; None restores it."""
    database.executemany("UPDATE messages SET deleted_at = ? WHERE id = ?", marks)


def change_session(database: sqlite3.Connection, session: str, **values: object) -> None:
    """Set columns of a session, by their names. When it was deleted or archived: None restores it."""
    for column, value in values.items():
        database.execute(f"UPDATE sessions SET {column} = ? WHERE id = ?", (value, session))  # noqa: S608


def one_line(text: str) -> str:
    """Return a title or the name of a folder as it is stored."""
    return storable(" ".join(text.split()))


def name_session(database: sqlite3.Connection, session: str, title: str) -> None:
    """Set the title of a session; an empty one restores the first line of its first question that is not deleted."""
    name = one_line(title)
    sql = (
        "SELECT text FROM words WHERE rowid ="
        " (SELECT min(number) FROM messages WHERE session = ? AND role = 'user' AND deleted_at IS NULL)"
    )
    row = None if name else database.execute(sql, (session,)).fetchone()
    default = first_line(row[0]) if row else ""
    change_session(database, session, title=name or default, is_named=bool(name))


def suggest_title(database: sqlite3.Connection, session: str, title: str) -> None:
    """Set the title of a session unless it has been named before."""
    sql = "UPDATE sessions SET title = ?, is_named = ? WHERE id = ? AND is_named = 0"
    database.execute(sql, (one_line(title), _NAMED_BY_MODEL, session))


def renew_title(database: sqlite3.Connection, session: str) -> None:
    """Restore the first question as the title, after messages were deleted or restored, so that no deleted words stay.

    A title of the model stays as long as the first question and the first answer, which it is about, are there. One of
    the user always stays.
    """
    is_named = database.execute("SELECT is_named FROM sessions WHERE id = ?", (session,)).fetchone()
    if is_named is None or is_named[0] not in (0, _NAMED_BY_MODEL):
        return
    sql = (
        "SELECT 1 FROM messages WHERE deleted_at IS NOT NULL AND number IN"
        " (SELECT min(number) FROM messages WHERE session = ? GROUP BY role)"
    )
    if is_named[0] == 0 or database.execute(sql, (session,)).fetchone():
        name_session(database, session, "")


def write_draft(database: sqlite3.Connection, session: str, text: str) -> None:
    """Write the draft of a session ('': of the new one without messages); an empty text deletes it."""
    if text:
        database.execute("INSERT OR REPLACE INTO drafts VALUES (?, ?)", (session, storable(text)))
    else:
        database.execute("DELETE FROM drafts WHERE session = ?", (session,))


def write_draft_attachments(database: sqlite3.Connection, session: str, attachments: Iterable[Attachment]) -> None:
    """Write the pictures and documents of the draft of a session."""
    database.execute("DELETE FROM draft_pictures WHERE session = ?", (session,))
    values: list[tuple[str, int, str, bytes]] = []
    for at, each in enumerate(attachments):
        if isinstance(each, Image):
            values.append((session, at, each.media_type, b64decode(each.data)))
        else:
            values.append((session, at, _DOCUMENT_TYPE, messages.DOCUMENT_JSON.dump_json(each)))
    database.executemany("INSERT INTO draft_pictures VALUES (?, ?, ?, ?)", values)


def _unpacked(media_type: str, data: bytes) -> Attachment | None:
    """Return an attachment of a draft; None if it is damaged."""
    if media_type != _DOCUMENT_TYPE:
        return Image(media_type, b64encode(data).decode())
    try:
        return messages.DOCUMENT_JSON.validate_json(data)
    except ValueError:
        logger.warning("a document of a draft can't be read")
        return None


def limit_deletion_times(database: sqlite3.Connection, now: float) -> None:
    """Set deletions dated later than `now`, from a clock that was wrong, to `now`: they would stay for years."""
    database.execute("UPDATE sessions SET deleted_at = ? WHERE deleted_at > ?", (now, now))
    database.execute("UPDATE messages SET deleted_at = ? WHERE deleted_at > ?", (now, now))


def purge(database: sqlite3.Connection, before: float, open_sessions: Collection[str] = ()) -> bool:
    """Remove what was deleted before the Unix time `before`, and return whether there was anything.

    Children of a removed message move to its parent. Messages of `open_sessions` stay, as the next message there may
    become a child of a deleted one.
    """
    changes_before = database.total_changes
    values = (before, json.dumps([*open_sessions]))
    closed = "deleted_at < ? AND {} NOT IN (SELECT value FROM json_each(?))"
    database.execute(f"DELETE FROM sessions WHERE {closed.format('id')}", values)  # noqa: S608
    of_closed = f"FROM messages WHERE {closed.format('session')}"
    if database.execute(f"SELECT 1 {of_closed} LIMIT 1", values).fetchone():
        while database.execute(_RELINK, values).rowcount:
            pass
        database.execute(f"DELETE {of_closed}", values)
    blobs.delete_unused(database)
    return database.total_changes > changes_before


def purge_session(database: sqlite3.Connection, session: str) -> bool:
    """Remove a session with its draft if it is deleted. Returns whether it was."""
    sql = "DELETE FROM sessions WHERE id = ? AND deleted_at IS NOT NULL"
    if not database.execute(sql, (session,)).rowcount:
        return False
    for table in ("drafts", "draft_pictures"):
        database.execute(f"DELETE FROM {table} WHERE session = ?", (session,))  # noqa: S608
    blobs.delete_unused(database)
    return True


def delete_lost_drafts(database: sqlite3.Connection, open_sessions: Collection[str] = ()) -> bool:
    """Delete the drafts of sessions that do not exist, except `open_sessions`. Returns whether there were any."""
    changes_before = database.total_changes
    kept = json.dumps(["", DRAFT_BESIDE, *open_sessions])
    for table in ("drafts", "draft_pictures"):
        lost = "session NOT IN (SELECT value FROM json_each(?)) AND session NOT IN (SELECT id FROM sessions)"
        database.execute(f"DELETE FROM {table} WHERE {lost}", (kept,))  # noqa: S608
    return database.total_changes > changes_before


def erase(database: sqlite3.Connection) -> None:
    """Delete all sessions and drafts."""
    database.execute("DELETE FROM sessions")
    database.execute("DELETE FROM drafts")
    database.execute("DELETE FROM draft_pictures")
    # FTS5 keeps the words of deleted rows until its segments are merged.
    database.execute("INSERT INTO words (words) VALUES ('rebuild')")
    _create_whole_words(database)
    blobs.delete_unused(database)


def mark_traces(database: sqlite3.Connection) -> None:
    """Record that erased rows left traces in the indexes, in free pages and in backups, also after a crash."""
    database.execute("PRAGMA application_id = 1")


def _create_whole_words(database: sqlite3.Connection) -> None:
    """Replace the index of whole words by an empty one."""
    database.execute("DROP TABLE IF EXISTS whole_words")
    database.execute(schema.WHOLE_WORDS)


def rebuild_index(database: sqlite3.Connection) -> None:
    """Rebuild the full-text indexes from the messages."""
    # Its own tables may be corrupt, so they are created again.
    database.execute("DROP TABLE IF EXISTS words")
    database.execute(schema.WORDS)
    _create_whole_words(database)
    for number, body in database.execute("SELECT number, CAST(body AS BLOB) FROM messages").fetchall():
        try:
            text = messages.from_json_text(body or b"").text
        except ValueError:
            continue
        _index(database, number, storable(text))


def adopt_messages(database: sqlite3.Connection) -> None:
    """Create the missing sessions of messages."""
    sql = "SELECT DISTINCT session FROM messages WHERE session NOT IN (SELECT id FROM sessions)"
    for (session,) in database.execute(sql).fetchall():
        sql = "SELECT CAST(body AS BLOB) FROM messages WHERE session = ? ORDER BY number DESC LIMIT 1"
        (body,) = database.execute(sql, (session,)).fetchone()
        try:
            at = messages.from_json_text(body or b"").created_at
        except ValueError:
            at = 0.0
        begin_session(database, session, at)
        name_session(database, session, "")


def title_sessions(database: sqlite3.Connection) -> None:
    """Set the title of every session without one to its first question, and the preview of those without one."""
    lacking = database.execute("SELECT id FROM sessions WHERE preview = ''").fetchall()
    schema.renew_previews(database, [session for (session,) in lacking])
    for (session,) in database.execute("SELECT id FROM sessions WHERE title = ''").fetchall():
        name_session(database, session, "")


def merge_events(events: Iterable[turn_events.TurnEvent]) -> list[turn_events.TurnEvent]:
    """Return fewer events with the same effect: adjacent pieces of text are joined, only the last progress counts."""
    merged: list[turn_events.TurnEvent] = []
    for _, group in groupby(events, lambda event: (type(event), getattr(event, "block", -1))):
        run = list(group)
        match run[-1]:
            case turn_events.RequestStarted() | turn_events.UsageReported() | turn_events.DocumentsIncluded():
                pass
            case turn_events.TextAppended() | turn_events.ArgumentsAppended() as last:
                pieces = (
                    each.text
                    for each in run
                    if isinstance(each, turn_events.TextAppended | turn_events.ArgumentsAppended)
                )
                merged.append(replace(last, text="".join(pieces)))
            case turn_events.ToolProgressed() as last:
                merged.append(last)
            case _:
                # Other events can't be joined.
                merged += run
    return merged


def read_sessions(database: sqlite3.Connection) -> tuple[Session, ...]:
    """Return every session with a question: pinned ones first, then by the time of the last message.

    One that holds only a greeting is not listed, but can be opened and found.
    """
    order = "ORDER BY is_pinned DESC, changed_at DESC, begun_at DESC"
    rows = database.execute(f"{_SESSION} WHERE deleted_at IS NULL AND {_HAS_QUESTION} {order}")
    return tuple(
        each._replace(title=plain_line(each.title), preview=plain_line(each.preview)) for each in map(_session, rows)
    )


def read_sessions_of(database: sqlite3.Connection, speaker: str) -> frozenset[str]:
    """Return the ids of the sessions whose last answer is by an assistant of this name, also of deleted ones."""
    sql = "SELECT sessions.id FROM sessions JOIN messages ON messages.id = sessions.leaf WHERE speaker = ?"
    return frozenset(str(each) for (each,) in database.execute(sql, (speaker,)))


def read_title(database: sqlite3.Connection, session: str) -> str:
    """Return the title of a session in plain text, empty if it has none."""
    row = database.execute("SELECT title FROM sessions WHERE id = ?", (session,)).fetchone()
    return plain_line(str(row[0] or "")) if row else ""


def read_deleted_sessions(database: sqlite3.Connection) -> tuple[DeletedSession, ...]:
    """Return the deleted sessions with a question that are not purged yet, those deleted last first."""
    sql = "SELECT id, title, deleted_at, preview FROM sessions"
    rows = database.execute(f"{sql} WHERE deleted_at IS NOT NULL AND {_HAS_QUESTION} ORDER BY deleted_at DESC")
    return tuple(
        DeletedSession(str(each), plain_line(str(title or "")), valid_time(at), plain_line(str(preview)))
        for each, title, at, preview in rows
    )


def newest_session(database: sqlite3.Connection, now: float, besides: str = "") -> str | None:
    """Return the id of the session with the newest message, other than `besides`, or None if there is none.

    Messages dated later than `now` are from a clock that was wrong, and count as older than all others.
    """
    sql = """
    SELECT id FROM sessions WHERE deleted_at IS NULL AND id != ?
    ORDER BY changed_at > ?, changed_at DESC, begun_at DESC LIMIT 1
    """
    row = database.execute(sql, (besides, now + _CLOCK_SECONDS)).fetchone()
    return row[0] if row else None


def session_of(database: sqlite3.Connection, message_id: str) -> str | None:
    """Return the session of a message, deleted or not; None if the message does not exist."""
    row = database.execute("SELECT session FROM messages WHERE id = ?", (message_id,)).fetchone()
    return row[0] if row else None


def is_present(database: sqlite3.Connection, session: str, message_id: str) -> bool:
    """Return whether a session is not deleted and has this message, deleted or not."""
    sql = """
        SELECT 1 FROM messages JOIN sessions ON sessions.id = messages.session
        WHERE messages.id = ? AND sessions.id = ? AND sessions.deleted_at IS NULL
    """
    return database.execute(sql, (message_id, session)).fetchone() is not None


def read_session(database: sqlite3.Connection, session: str) -> SavedConversation | None:
    """Return a session with its messages and draft; None if it does not exist."""
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
    """Return the draft of a session, empty if it has none."""
    row = database.execute("SELECT text FROM drafts WHERE session = ?", (session,)).fetchone()
    sql = "SELECT media_type, data FROM draft_pictures WHERE session = ? ORDER BY position"
    attachments = (_unpacked(media_type, data) for media_type, data in database.execute(sql, (session,)).fetchall())
    return Draft(row[0] if row else "", tuple(filter(None, attachments)))


def _session(row: Sequence[Any]) -> Session:
    session_id, title, is_named, is_pinned, begun_at, changed_at, folder, is_archived, preview = row
    times = valid_time(begun_at), valid_time(changed_at)
    marks = bool(is_named), bool(is_pinned)
    return Session(
        str(session_id),
        str(title or ""),
        *marks,
        *times,
        str(folder or ""),
        bool(is_archived),
        str(preview)[:PREVIEW_LENGTH],
    )


def _nodes(database: sqlite3.Connection, session: str) -> Iterator[Node]:
    """Yield every message of the session, with a notice in place of one that can't be read."""
    journal: dict[int, list[bytes]] = {}
    sql = "SELECT message, CAST(events AS BLOB) FROM journal"
    sql += " WHERE message IN (SELECT number FROM messages WHERE session = ?) ORDER BY number"
    for number, events in database.execute(sql, (session,)):
        journal.setdefault(number, []).append(events or b"")
    # As bytes: a text that is not UTF-8 then makes only its message unreadable, not the whole query fail.
    sql = "SELECT number, id, parent, role, CAST(body AS BLOB), deleted_at FROM messages"
    rows = database.execute(f"{sql} WHERE session = ? ORDER BY number", (session,)).fetchall()
    ids: set[str] = {row[1] for row in rows}
    last: dict[str, str] = {}
    for number, stored_id, parent, role, body, deleted_at in rows:
        message_id = stored_id if isinstance(stored_id, str) else f"row-{number}"
        if parent is not None and parent not in ids:
            ids.add(parent)
            yield _missing(parent, role, last)
        message = _message(database, message_id, role, body, journal.get(number, ()))
        last[message.role] = message.id
        yield Node(message, parent, deleted_at is not None)


def _missing(message_id: str, role: Role, last: Mapping[str, str]) -> Node:
    """Return a notice in place of a missing message, the parent of a message of `role`."""
    title = tr_noop("A message is missing here")
    why = tr_noop("It was lost when the file of the conversations was damaged.")
    other: Role = "assistant" if role == "user" else "user"
    return Node(Message(other, (Notice("error", "lost", title, why),), message_id, ended="error"), last.get(role))


def _message(
    database: sqlite3.Connection, message_id: str, role: Role, body: bytes | None, journal: Sequence[bytes]
) -> Message:
    try:
        if blobs.has_pictures(body or b""):
            message = messages.from_json(blobs.restore(database, from_json(body or b"")))
        else:
            message = messages.from_json_text(body or b"")
        if message.id != message_id:
            raise ValueError(f"it says that it is {message.id}")
    except ValueError as error:
        logger.error("message %s can't be read: %s", message_id, error)
        # The stored form is in the details.
        why = tr_noop("What is kept of it in the file is no message that this version knows.")
        title, next_step = tr_noop("This message can't be read"), tr_noop("A newer deskpet may read it.")
        stored = (body or b"").decode("utf-8", "backslashreplace")
        notice = Notice("error", "unreadable", title, why, next_step, stored)
        return Message("user" if role == "user" else "assistant", (notice,), message_id, ended="error")
    return _replay(database, message, journal)


def _replay(database: sqlite3.Connection, message: Message, journal: Sequence[bytes]) -> Message:
    """Return `message` with the events of its journal applied; unreadable ones are in a notice at its end."""
    for at, text in enumerate(journal):
        try:
            values = from_json(text)
            for value in blobs.restore(database, values) if blobs.has_pictures(text) else values:
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
    """Return `text` without lone surrogates, which UTF-8 can't encode."""
    return replace_lone_surrogates(text)


def _dump(value: object) -> str:
    return storable(json.dumps(value, ensure_ascii=False))
