"""Conversations as a JSON file and back: everything that is kept, for another computer or another program.

What is read is checked as a whole before a word of it is kept, and it never takes the place of anything.
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, cast

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from deskpet.bounded import read_bounded
from deskpet.cancellation import check_cancelled
from deskpet.chat import messages
from deskpet.chat.message_tree import MessageTree
from deskpet.chat.messages import Message, ToolUse, new_id
from deskpet.store import rows
from deskpet.store.records import ImportResult, SavedConversation, StoreError
from deskpet.words import tr

_FORMAT = "deskpet conversations"
LARGEST_FILE, MOST_MESSAGES = 256 * 1024 * 1024, 200_000
"""How large a file may be, in bytes, and how many messages it may hold."""

# What a calendar can tell: from 1970 to the end of the year 9999, in Unix seconds.
_LATEST = 253_402_214_400.0
_TIMES = ("created_at", "started_at", "ended_at", "asked_at", "answered_at")


@dataclass(frozen=True, slots=True)
class _Said:
    parent: str | None
    message: Message
    speaker: str = ""

    def __post_init__(self) -> None:
        # pydantic reads the whole file in one call, and creates an object like this one for each message.
        check_cancelled()


@dataclass(frozen=True, slots=True)
class _Conversation:
    title: str
    is_named: bool
    is_pinned: bool
    begun_at: float
    changed_at: float
    leaf: str | None
    messages: tuple[_Said, ...]


@dataclass(frozen=True, slots=True)
class _File:
    format: Literal["deskpet conversations"]
    version: Literal[1]
    sessions: tuple[_Conversation, ...]


_adapter: TypeAdapter[_File] = TypeAdapter(_File)


def write(file: Path, sessions: Iterable[SavedConversation]) -> None:
    """Write `sessions` to `file`, one after the other. A file of this name is replaced when all is written."""
    unfinished = file.with_name(f"{file.name}.part")
    try:
        with unfinished.open("w", encoding="utf-8") as out:
            out.write(f'{{"format": {json.dumps(_FORMAT)}, "version": 1, "sessions": [')
            for number, saved in enumerate(sessions):
                out.write(",\n" if number else "\n")
                json.dump(_as_json(saved), out, ensure_ascii=False)
            out.write("\n]}\n")
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)


def _as_json(saved: SavedConversation) -> Mapping[str, Any]:
    branches, session = MessageTree(saved.nodes, saved.leaf), saved.session
    said: list[Mapping[str, Any]] = []
    for node in branches.nodes():
        speaker = saved.speakers.get(node.message.id)
        who = {"speaker": speaker} if speaker else {}
        said.append({"parent": node.parent, **who, "message": messages.to_json(node.message)})
    return {
        "title": session.title,
        "is_named": session.is_named,
        "is_pinned": session.is_pinned,
        "begun_at": session.begun_at,
        "changed_at": session.changed_at,
        "leaf": branches.leaf,
        "messages": said,
    }


def read(file: Path) -> "tuple[_Conversation, ...]":
    """Read the conversations in `file`. Raises StoreError if it is no valid export, and Cancelled."""
    try:
        data = read_bounded(file, LARGEST_FILE)
        # A million small objects take a gigabyte: they are counted before they are made.
        _require_few(file.name, data.count(b'"role"'))
        found = _adapter.validate_json(data).sessions
    except ValidationError as error:
        raise StoreError(_refused(file.name, error)) from error
    except OSError as error:
        what = tr("{file} can't be read: {why}. Choose another file.", file=file, why=error.strerror)
        raise StoreError(what) from error
    for number, conversation in enumerate(found):
        if wrong := _mistake(conversation):
            raise StoreError(_damaged(file.name, f"sessions.{number}: {wrong}"))
    return found


def keep(database: sqlite3.Connection, conversations: Iterable[_Conversation]) -> ImportResult:
    """Keep them as new sessions beside all others; one that is here, word for word, is not kept twice.

    Runs within a transaction of the caller's.
    """
    new: list[str] = []
    known: list[str] = []
    for conversation in conversations:
        if session := _known(database, conversation):
            known.append(session)
        else:
            new.append(_keep(database, conversation))
    return ImportResult(tuple(new), tuple(known))


def _known(database: sqlite3.Connection, conversation: _Conversation) -> str | None:
    """The session in which all of this stands as it does in the file."""
    if not conversation.messages:
        return None
    session = rows.session_of(database, conversation.messages[0].message.id)
    saved = rows.read_session(database, session) if session else None
    if saved is None:
        return None
    here = {node.message.id: node.message for node in MessageTree(saved.nodes, saved.leaf).nodes()}
    is_here = all(here.get(said.message.id) == said.message for said in conversation.messages)
    return session if is_here else None


def _keep(database: sqlite3.Connection, conversation: _Conversation) -> str:
    session = new_id()
    rows.begin_session(database, session, conversation.begun_at)
    # With the ids of the file the same file is known again; where they are taken, others serve as well.
    is_free = not any(rows.session_of(database, said.message.id) for said in conversation.messages)
    ids: dict[str | None, str | None] = {None: None}
    for said in conversation.messages:
        check_cancelled()
        message = said.message if is_free else replace(said.message, id=new_id())
        ids[said.message.id] = message.id
        rows.write_message(database, session, message, ids[said.parent], said.speaker)
    rows.touch(database, session, conversation.changed_at, ids[conversation.leaf])
    if conversation.is_named:
        rows.name_session(database, session, conversation.title)
    rows.pin_session(database, session, is_pinned=conversation.is_pinned)
    return session


def _mistake(conversation: _Conversation) -> str:
    """What is wrong with the tree of messages; empty when nothing is."""
    known: set[str | None] = {None}
    if not (_is_time(conversation.begun_at) and _is_time(conversation.changed_at)):
        return tr("it has a time that no calendar knows")
    for number, said in enumerate(conversation.messages):
        check_cancelled()
        if not _has_times(said.message):
            return tr("{place} has a time that no calendar knows", place=f"messages.{number}")
        if said.parent not in known:
            place = f"messages.{number}"
            return tr("{place} stands after {other}, which is not there before it", place=place, other=said.parent)
        if said.message.id in known:
            place = f"messages.{number}"
            return tr("{place} has the id {id} of another message", place=place, id=said.message.id)
        known.add(said.message.id)
    if conversation.leaf in known:
        return ""
    return tr("the path leads to {message}, which is not there", message=conversation.leaf)


def _has_times(message: Message) -> bool:
    """Whether every time in a message is one that can be kept and shown."""
    runs = (run for block in message.blocks if isinstance(block, ToolUse) for run in block.later_runs)
    values = (getattr(part, name, None) for part in (message, *message.blocks, *runs) for name in _TIMES)
    return all(value is None or _is_time(value) for value in values)


def _is_time(value: float) -> bool:
    # NaN compares false as well.
    return 0 <= value <= _LATEST


def _require_few(name: str, count: int) -> None:
    if count > MOST_MESSAGES:
        what = tr(
            "{file} has about {n:,} messages, and {most:,} are the most. Export fewer conversations at once.",
            file=name,
            n=count,
            most=MOST_MESSAGES,
        )
        raise StoreError(what)


def _refused(name: str, error: ValidationError) -> str:
    """Why a file of this name can't be imported, and what to do."""
    found = error.errors(include_url=False)
    places = {mistake["loc"] for mistake in found}
    if any(mistake["type"] == "json_invalid" for mistake in found):
        return _damaged(name, found[0]["msg"])
    if () in places or ("format",) in places:
        what = tr("{file} was not exported by deskpet. Choose a file that deskpet exported as JSON.", file=name)
    elif ("version",) in places and _is_newer(found):
        what = tr("{file} was exported by a newer deskpet. Update deskpet, and import it again.", file=name)
    else:
        what = _damaged(name, f"{'.'.join(map(str, found[0]['loc']))}: {found[0]['msg']}")
    return what


def _is_newer(found: Iterable[ErrorDetails]) -> bool:
    version = next(cast("object", mistake.get("input")) for mistake in found if mistake["loc"] == ("version",))
    return isinstance(version, int) and version > 1


def _damaged(name: str, why: str) -> str:
    return tr("{file} is damaged: {why}. Choose a file that deskpet exported, as it was written.", file=name, why=why)
