"""What comes out of the store, as values; and what can be wrong with it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from deskpet.chat.message_tree import Node
from deskpet.chat.messages import Image


class StoreError(Exception):
    """The conversations can't be read or written; the text says why and what to do."""


class StoreUnavailable(StoreError):
    """The file is locked by another program, or the disk is full: the same may work later."""


class MessageMissing(StoreError):
    """The message that something happened to is not in the file."""


@dataclass(frozen=True, slots=True)
class Session:
    """A conversation in the list. Times are Unix seconds.

    `title` is the first line of the first question until somebody names it (`is_named`); empty before that.
    """

    id: str
    title: str
    is_named: bool
    is_pinned: bool
    begun_at: float
    changed_at: float


@dataclass(frozen=True, slots=True)
class Draft:
    """What is being written and not sent yet, with the pictures that wait beside it."""

    text: str = ""
    images: tuple[Image, ...] = ()


@dataclass(frozen=True, slots=True)
class SavedConversation:
    """A whole conversation: its messages in the order in which they were begun, the path's last one, the draft.

    `speakers` are the names of those who answered, by the ids of their messages, as far as they are known.
    """

    session: Session
    nodes: tuple[Node, ...]
    leaf: str | None
    draft: Draft = field(default_factory=Draft)
    speakers: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What a file brought, by the ids of sessions: `new` ones, and `known` ones, which stood here already."""

    new: tuple[str, ...]
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Salvage:
    """What could be saved of a damaged file, which lies `aside`.

    So many messages were `read` in it, so many are `restored` from a backup, and so many are known to be `lost`.
    """

    aside: Path
    read: int
    restored: int
    lost: int


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A place where the words that were searched for stand.

    `message_id` is None where they are in the title. `spans` are where they stand in `snippet`, as [start, end).
    A message that is not on the shown path is brought there by `Conversation.choose`.
    """

    session_id: str
    message_id: str | None
    snippet: str
    spans: tuple[tuple[int, int], ...]
