"""Messages that a command beside the running pet hands over in a file, to be added to a conversation."""

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from deskpet.chat.messages import Message
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.filesystem.bounded import read_bounded
from deskpet.store import call_journal, rows
from deskpet.store.records import StoreError
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

LARGEST_FILE = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class MessageHandover:
    """Messages after the message `parent` of a session, the oldest first.

    parent: None begins the session, which is called `title`.
    """

    session: str
    title: str
    parent: str | None
    messages: tuple[Message, ...]


_adapter: TypeAdapter[MessageHandover] = TypeAdapter(MessageHandover)


def write(file: Path, addition: MessageHandover) -> None:
    """Write an addition to a new file. Raises OSError."""
    write_atomically(file, _adapter.dump_json(addition), durable=False)


def read(file: Path) -> MessageHandover:
    """Read what `write` has written. Raises StoreError."""
    try:
        return _adapter.validate_json(read_bounded(file, LARGEST_FILE))
    except OSError as error:
        raise StoreError(tr("{file} can't be read: {why}.", file=file, why=reason_of(error))) from error
    except ValidationError as error:
        why = error.errors(include_url=False)[0]["msg"]
        raise StoreError(tr("{file} holds no messages: {why}.", file=file, why=why)) from error


def insert(database: sqlite3.Connection, addition: MessageHandover, at: float) -> None:
    """Add the messages, and let the path end with them. The caller holds the transaction.

    at: the Unix time that becomes the session's time of change. Raises StoreError if the session is not there.
    """
    session, parent = addition.session, addition.parent
    if parent is None:
        rows.begin_session(database, session, at)
    elif not rows.is_present(database, session, parent):
        raise StoreError(tr("This conversation is not there any more. Choose another one."))
    for message in addition.messages:
        rows.write_message(database, session, message, parent)
        call_journal.write(database, call_journal.ended_calls(session, message))
        parent = message.id
    rows.touch(database, session, at, parent)
    if addition.parent is None:
        rows.name_session(database, session, addition.title)
