"""Values and errors of the store."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from deskpet.chat.message_tree import Node
from deskpet.chat.messages import Attachment
from deskpet.translation import join_sentences, tr


class StoreError(Exception):
    """The conversations can't be read or written. The message gives the cause and the next step."""


class StoreUnavailable(StoreError):
    """The file is locked by another program, or the disk is full. The same call may succeed later."""


class MessageMissing(StoreError):
    """The message that an event belongs to is not in the file."""


class Session(NamedTuple):
    """An entry in the list of conversations. Times are in Unix seconds.

    A tuple, since thousands of them are read and compared at each change of the list.

    `title` is the first line of the first question until it is named (`is_named`), and empty without a question.
    `folder` is the name of its folder, empty for none. `preview` is the beginning of its last text, in one plain line.
    """

    id: str
    title: str
    is_named: bool
    is_pinned: bool
    begun_at: float
    changed_at: float
    folder: str = ""
    is_archived: bool = False
    preview: str = ""


@dataclass(frozen=True, slots=True)
class DeletedSession:
    """A conversation that can still be restored. `deleted_at` is in Unix seconds."""

    id: str
    title: str
    deleted_at: float
    preview: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A message that is not sent yet, with its pictures and documents."""

    text: str = ""
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class SavedConversation:
    """A conversation with all messages, in the order of their creation, and its draft.

    `leaf` is the id of the last message of the shown path. `speakers` maps ids of answers to the name that the
    assistant had then, where it was recorded.
    """

    session: Session
    nodes: tuple[Node, ...]
    leaf: str | None
    draft: Draft = field(default_factory=Draft)
    speakers: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The sessions of an imported file, by id: `new` ones, and `known` ones that existed already."""

    new: tuple[str, ...]
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Salvage:
    """The result of recovering a corrupt file, a copy of which is kept at `aside`.

    The numbers of messages that were `read` in it, `restored` from backups, and are known to be `lost`.
    """

    aside: Path
    read: int
    restored: int
    lost: int

    @property
    def summary(self) -> str:
        """Return translated sentences: how much was recovered, and where the damaged file is."""
        read = tr("{n:,} messages could be read.", n=self.read) if self.read else tr("Nothing in it could be read.")
        sentences = [read]
        if self.restored:
            sentences.append(tr("{n:,} more are from a backup.", n=self.restored))
        if self.lost:
            sentences.append(tr("{n:,} are lost.", n=self.lost))
        elif self.read:
            sentences.append(tr("No message is known to be lost."))
        return join_sentences(*sentences, tr("The damaged file lies in {file}.", file=self.aside))


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A search result.

    `message_id` is None for a match in the title. `spans` are the matches in `snippet`, as [start, end). `at` is the
    Unix time of the message, or of the conversation's last change; 0 if unknown. `speaker` is the name that the
    assistant had then, `role` who wrote the message; both are empty for a title.
    `Conversation.choose` shows a message that is not on the shown path.
    """

    session_id: str
    message_id: str | None
    snippet: str
    spans: tuple[tuple[int, int], ...]
    at: float = 0.0
    role: str = ""
    speaker: str = ""
