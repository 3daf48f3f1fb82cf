"""Export of conversations as a JSON file with everything that is stored, and import.

An imported file is validated as a whole before anything is written, and never replaces existing sessions. It may come
from anybody, so its messages are data only; see chat/imported_messages.py.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TextIO

from pydantic import TypeAdapter, ValidationError

from deskpet.chat import messages
from deskpet.chat.imported_messages import as_imported
from deskpet.chat.message_tree import MessageTree
from deskpet.chat.messages import Message, ToolUse, new_id
from deskpet.filesystem.bounded import read_bounded
from deskpet.processes.cancellation import check_cancelled
from deskpet.store import rows
from deskpet.store.database_files import replacement
from deskpet.store.json_safe import json_safe
from deskpet.store.records import ImportResult, SavedConversation, StoreError
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

FORMAT = "deskpet conversations"
"""What `format` is in an exported file."""
LARGEST_FILE, MOST_MESSAGES = 256 * 1024 * 1024, 200_000
"""Limits of an imported file: its size in bytes and its number of messages."""

# The last day of the year 9999, in Unix seconds.
_MAX_TIME = 253_402_214_400.0
_TIME_FIELDS = ("created_at", "started_at", "ended_at", "asked_at", "answered_at")


@dataclass(frozen=True, slots=True)
class _MessageEntry:
    parent: str | None
    message: Message
    speaker: str = ""

    def __post_init__(self) -> None:
        # pydantic reads the whole file in one call, and creates an object like this one for each message.
        check_cancelled()


@dataclass(frozen=True, slots=True)
class ImportedConversation:
    """A conversation of a file."""

    title: str
    is_named: bool
    is_pinned: bool
    begun_at: float
    changed_at: float
    leaf: str | None
    messages: tuple[_MessageEntry, ...]
    folder: str = ""
    is_archived: bool = False


@dataclass(frozen=True, slots=True)
class _File:
    format: Literal["deskpet conversations"]
    version: Literal[1]
    sessions: tuple[ImportedConversation, ...]


_adapter: TypeAdapter[_File] = TypeAdapter(_File)


def write(file: Path, sessions: Iterable[SavedConversation]) -> None:
    """Write `sessions` to `file` one by one. An existing file is replaced once all are written."""
    with replacement(file) as partial, partial.open("w", encoding="utf-8") as out:
        write_to(out, sessions)


def write_to(out: TextIO, sessions: Iterable[SavedConversation]) -> None:
    """Write `sessions` one by one, in UTF-8."""
    out.write(f'{{"format": {json.dumps(FORMAT)}, "version": 1, "sessions": [')
    for number, saved in enumerate(sessions):
        out.write(",\n" if number else "\n")
        json.dump(_to_json(saved), out, ensure_ascii=False)
    out.write("\n]}\n")


def _to_json(saved: SavedConversation) -> Mapping[str, Any]:
    tree, session = MessageTree(saved.nodes, saved.leaf), saved.session
    entries: list[Mapping[str, Any]] = []
    for node in tree.nodes():
        speaker = saved.speakers.get(node.message.id)
        optional = {"speaker": speaker} if speaker else {}
        entries.append({"parent": node.parent, **optional, "message": messages.to_json(node.message)})
    return {
        "title": session.title,
        "is_named": session.is_named,
        "is_pinned": session.is_pinned,
        "begun_at": session.begun_at,
        "changed_at": session.changed_at,
        "leaf": tree.leaf,
        "messages": entries,
        **({"folder": session.folder} if session.folder else {}),
        **({"is_archived": True} if session.is_archived else {}),
    }


def read(file: Path) -> "tuple[ImportedConversation, ...]":
    """Read the conversations in `file`. Raises StoreError if it is no valid export, and Cancelled."""
    try:
        data = read_bounded(file, LARGEST_FILE)
    except OSError as error:
        what = tr("{file} can't be read: {why}. Choose another file.", file=file, why=reason_of(error))
        raise StoreError(what) from error
    return parse(file.name, data)


def parse(name: str, data: bytes) -> "tuple[ImportedConversation, ...]":
    """Return the conversations in the data of an export; `name` is for messages. Raises StoreError and Cancelled."""
    # A million small objects take a gigabyte, so count them before parsing.
    if (count := data.count(b'"role"')) > MOST_MESSAGES:
        what = tr(
            "{file} has about {n:,} messages, and the limit is {most:,}. Export fewer conversations at once.",
            file=name,
            n=count,
            most=MOST_MESSAGES,
        )
        raise StoreError(what)
    try:
        sessions = _adapter.validate_json(data).sessions
    except ValidationError as error:
        raise StoreError(_rejection(name, error)) from error
    for number, conversation in enumerate(sessions):
        if problem := _problem(conversation):
            raise StoreError(_damaged(name, f"sessions.{number}: {problem}"))
    return tuple(
        replace(each, messages=tuple(replace(it, message=as_imported(json_safe(it.message))) for it in each.messages))
        for each in sessions
    )


def insert(
    database: sqlite3.Connection,
    conversations: Iterable[ImportedConversation],
    progressed: Callable[[int], None] = lambda _: None,
) -> ImportResult:
    """Insert conversations as new sessions, except those that exist with the same messages.

    The caller holds the transaction. `progressed` is called before each one with their number so far.
    """
    new: list[str] = []
    known: list[str] = []
    for number, conversation in enumerate(conversations):
        progressed(number)
        if session := _existing_session(database, conversation):
            known.append(session)
        else:
            new.append(_insert(database, conversation))
    return ImportResult(tuple(new), tuple(known))


def _existing_session(database: sqlite3.Connection, conversation: ImportedConversation) -> str | None:
    """Return the session that has all messages of the conversation, unchanged; None if there is none."""
    if not conversation.messages:
        return None
    session = rows.session_of(database, conversation.messages[0].message.id)
    saved = rows.read_session(database, session) if session else None
    if saved is None:
        return None
    nodes = MessageTree(saved.nodes, saved.leaf).nodes()
    stored = {node.message.id: as_imported(node.message) for node in nodes}
    is_complete = all(stored.get(entry.message.id) == entry.message for entry in conversation.messages)
    return session if is_complete else None


def _insert(database: sqlite3.Connection, conversation: ImportedConversation) -> str:
    session = new_id()
    rows.begin_session(database, session, conversation.begun_at)
    # Keep the ids if they are free, so that a second import of the file recognizes the session.
    is_free = not any(rows.session_of(database, entry.message.id) for entry in conversation.messages)
    ids: dict[str | None, str | None] = {None: None}
    for entry in conversation.messages:
        check_cancelled()
        message = entry.message if is_free else replace(entry.message, id=new_id())
        ids[entry.message.id] = message.id
        rows.write_message(database, session, message, ids[entry.parent], entry.speaker)
    rows.touch(database, session, conversation.changed_at, ids[conversation.leaf])
    if conversation.is_named:
        rows.name_session(database, session, conversation.title)
    archived_at = conversation.changed_at if conversation.is_archived else None
    folder, is_pinned = rows.one_line(conversation.folder), conversation.is_pinned
    rows.change_session(database, session, is_pinned=is_pinned, folder=folder, archived_at=archived_at)
    return session


def _problem(conversation: ImportedConversation) -> str:
    """Return what is wrong with the tree of messages, or an empty string."""
    ids: set[str | None] = {None}
    if not (_is_valid_time(conversation.begun_at) and _is_valid_time(conversation.changed_at)):
        return tr("it has a time that no calendar knows")
    for number, entry in enumerate(conversation.messages):
        check_cancelled()
        if not _has_valid_times(entry.message):
            return tr("{place} has a time that no calendar knows", place=f"messages.{number}")
        if entry.parent not in ids:
            place = f"messages.{number}"
            return tr("{place} stands after {other}, which is not there before it", place=place, other=entry.parent)
        if entry.message.id in ids:
            place = f"messages.{number}"
            return tr("{place} has the id {id} of another message", place=place, id=entry.message.id)
        ids.add(entry.message.id)
    if conversation.leaf in ids:
        return ""
    return tr("the path leads to {message}, which is not there", message=conversation.leaf)


def _has_valid_times(message: Message) -> bool:
    """Whether every time in a message can be stored and shown."""
    runs = (run for block in message.blocks if isinstance(block, ToolUse) for run in block.later_runs)
    values = (getattr(part, name, None) for part in (message, *message.blocks, *runs) for name in _TIME_FIELDS)
    return all(value is None or _is_valid_time(value) for value in values)


def _is_valid_time(value: float) -> bool:
    # False for NaN too.
    return 0 <= value <= _MAX_TIME


def _rejection(name: str, error: ValidationError) -> str:
    """Return why a file of this name can't be imported, and the next step."""
    errors = error.errors(include_url=False)
    locations = {each["loc"] for each in errors}
    if any(each["type"] == "json_invalid" for each in errors):
        return _damaged(name, errors[0]["msg"])
    if () in locations or ("format",) in locations:
        what = tr("{file} was not exported by deskpet. Choose a file that deskpet exported as JSON.", file=name)
    elif any(each["loc"] == ("version",) and isinstance(each["input"], int) and each["input"] > 1 for each in errors):
        what = tr("{file} was exported by a newer deskpet. Update deskpet, and import it again.", file=name)
    else:
        what = _damaged(name, f"{'.'.join(map(str, errors[0]['loc']))}: {errors[0]['msg']}")
    return what


def _damaged(name: str, why: str) -> str:
    return tr("{file} is damaged: {why}. Choose a file that deskpet exported, as it was written.", file=name, why=why)
