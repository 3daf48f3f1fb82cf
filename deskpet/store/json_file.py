"""Conversations as a JSON file and back: everything that is kept, for another computer or another program.

What is read is checked as a whole before a word of it is kept, and it never takes the place of anything.
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from pydantic import TypeAdapter, ValidationError

from deskpet.chat import messages
from deskpet.chat.branches import Branches
from deskpet.chat.messages import Message, new_id
from deskpet.store import rows
from deskpet.store.records import Saved, StoreError
from deskpet.words import tr

_FORMAT = "deskpet conversations"


@dataclass(frozen=True, slots=True)
class _Said:
    parent: str | None
    message: Message


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


def write(file: Path, sessions: Iterable[Saved]) -> None:
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


def _as_json(saved: Saved) -> Mapping[str, Any]:
    branches, session = Branches(saved.nodes, saved.leaf), saved.session
    said = [{"parent": node.parent, "message": messages.to_json(node.message)} for node in branches.nodes()]
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
    """The conversations in `file`. Raises StoreError when it is no export, or a broken one."""
    again = tr("Choose a file that deskpet exported, as it was written.")
    try:
        found = _adapter.validate_json(file.read_bytes()).sessions
    except ValidationError as error:
        what = tr("{file} is no export of deskpet: {why}. {again}", file=file, why=_first(error), again=again)
        raise StoreError(what) from error
    except OSError as error:
        what = tr("{file} can't be read: {why}. Choose another file.", file=file, why=error.strerror)
        raise StoreError(what) from error
    for number, conversation in enumerate(found):
        if wrong := _mistake(conversation):
            place = f"sessions.{number}"
            raise StoreError(
                tr("{file} is no whole export: {place}: {why}. {again}", file=file, place=place, why=wrong, again=again)
            )
    return found


def keep(database: sqlite3.Connection, conversations: Iterable[_Conversation]) -> tuple[str, ...]:
    """Keep them as new sessions beside all others; their ids. Runs within a transaction of the caller's."""
    return tuple(_keep(database, conversation) for conversation in conversations)


def _keep(database: sqlite3.Connection, conversation: _Conversation) -> str:
    session = new_id()
    rows.begin_session(database, session, conversation.begun_at)
    ids: dict[str | None, str | None] = {None: None}
    for said in conversation.messages:
        message = replace(said.message, id=new_id())
        ids[said.message.id] = message.id
        rows.write_message(database, session, message, ids[said.parent])
    rows.touch(database, session, conversation.changed_at, ids[conversation.leaf])
    if conversation.is_named:
        rows.name_session(database, session, conversation.title)
    rows.pin_session(database, session, is_pinned=conversation.is_pinned)
    return session


def _mistake(conversation: _Conversation) -> str:
    """What is wrong with the tree of messages; empty when nothing is."""
    known: set[str | None] = {None}
    for number, said in enumerate(conversation.messages):
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


def _first(error: ValidationError) -> str:
    """The first mistake, with its place in the file."""
    found = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(map(str, found["loc"]))
    return f"{place}: {found['msg']}" if place else found["msg"]
