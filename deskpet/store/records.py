"""What comes out of the store, as values; and what can be wrong with it."""

from dataclasses import dataclass

from deskpet.chat.branches import Node


class StoreError(Exception):
    """The conversations can't be read or written; the text says why and what to do."""


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
class Saved:
    """A whole conversation: its messages in the order in which they were begun, the path's last one, the draft."""

    session: Session
    nodes: tuple[Node, ...]
    leaf: str | None
    draft: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A place where the words that were searched for stand.

    `message_id` is None where they are in the title. `spans` are where they stand in `snippet`, as [start, end).
    A message that is not on the shown path is brought there by `Conversation.choose`.
    """

    session_id: str
    message_id: str | None
    snippet: str
    spans: tuple[tuple[int, int], ...]
