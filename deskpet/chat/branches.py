"""A conversation as a tree: an edited question and a second answer stand beside the first, and nothing is overwritten.

What is deleted stays in its place, unseen, so that any deletion can be undone at any time.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from deskpet.chat.messages import Message, Role


@dataclass(frozen=True, slots=True)
class Node:
    """A message in its place: `parent` is the id of the message before it, None where it begins the conversation."""

    message: Message
    parent: str | None = None
    is_deleted: bool = False


@dataclass(frozen=True, slots=True)
class Variants:
    """The messages that stand in one place, oldest first: `ids[index]` is the one that was asked about."""

    ids: tuple[str, ...]
    index: int


@dataclass(frozen=True, slots=True)
class Deletion:
    """What was deleted at once, and the last message of the path before that: what it takes to undo it."""

    ids: tuple[str, ...]
    leaf: str


class MessageTree:
    """All messages of a conversation, and the path through them that is shown.

    Messages are known by their ids; an id that is not there, or deleted, raises ValueError.
    """

    def __init__(self, nodes: Iterable[Node] = (), leaf: str | None = None) -> None:
        """Begin with `nodes`, in the order in which they were begun; the path leads to `leaf`, or to the newest."""
        self._messages: dict[str, Message] = {}
        self._parents: dict[str, str | None] = {}
        self._children: dict[str | None, list[str]] = {}
        # In the order in which they were begun: a dict, for its order.
        self._begun: dict[str, int] = {}
        self._deleted: set[str] = set()
        self._path: list[str] = []
        for node in nodes:
            self._put(node.message, node.parent if node.parent in self._messages else None)
            if node.is_deleted:
                self._deleted.add(node.message.id)
        self._lead_to(leaf if leaf and self._is_there(leaf) else self._newest_below(None))

    @property
    def path(self) -> tuple[Message, ...]:
        """What is shown, oldest first."""
        return tuple(self._messages[each] for each in self._path)

    @property
    def leaf(self) -> str | None:
        """The last message of the path."""
        return self._path[-1] if self._path else None

    @property
    def deleted(self) -> frozenset[str]:
        """What is there, but not to be seen."""
        return frozenset(self._deleted)

    def message(self, message_id: str) -> Message:
        self._require(message_id)
        return self._messages[message_id]

    def role(self, message_id: str | None) -> Role | None:
        """Whose message it is; None for what stands before all messages."""
        return self._messages[message_id].role if message_id is not None else None

    def parent(self, message_id: str) -> str | None:
        """What the message was said after; it may be deleted by now."""
        self._require(message_id)
        return self._parents[message_id]

    def variants(self, message_id: str) -> Variants:
        """The messages that stand in this one's place, itself among them."""
        self._require(message_id)
        ids = self._below(self._seen_parent(message_id))
        return Variants(ids, ids.index(message_id))

    def add(self, message: Message, parent: str | None) -> None:
        """Say `message` after `parent` (None: first of all); the path ends with it."""
        is_next = parent == self.leaf
        self._put(message, parent)
        if is_next:
            self._path.append(message.id)
        else:
            self._lead_to(message.id)

    def change(self, message: Message) -> None:
        """Put `message` in the place of the one with its id."""
        self._require(message.id)
        self._messages[message.id] = message

    def cut_back(self, parent: str | None) -> None:
        """Let the path end with `parent`: what comes next stands beside what came then."""
        self._lead_to(parent if parent is None or self._is_there(parent) else self._seen_parent(parent))

    def choose(self, message_id: str) -> None:
        """Lead the path through the message, down to the newest of what was said after it."""
        self._require(message_id)
        self._lead_to(self._newest_below(message_id))

    def delete(self, message_id: str) -> Deletion:
        """Take a message of the path away.

        One of several variants goes with all that was said after it, and another takes its place. Else a question
        goes with its answers, an only answer with its question, and what was said after them moves up.
        """
        if message_id not in self._path:
            raise ValueError(f"message {message_id} is not shown")
        top = self._exchange_of(message_id)
        variants = self.variants(top)
        leaf = self._path[-1]
        if len(variants.ids) > 1:
            doomed = tuple(self._all_below(top))
            neighbour = variants.ids[variants.index - 1 if variants.index else 1]
            self._deleted.update(doomed)
            self.choose(neighbour)
        else:
            doomed = tuple(self._exchange(top))
            self._deleted.update(doomed)
            self._lead_to(next((each for each in reversed(self._path) if each not in self._deleted), None))
        return Deletion(doomed, leaf)

    def undo(self, deletion: Deletion) -> None:
        """Put back what was deleted, and show it.

        Raises ValueError when it is gone for good, or its place is: what was deleted later is to be put back before.
        """
        if not all(each in self._messages for each in deletion.ids) or not self._has_place(deletion.ids[0]):
            raise ValueError("what was deleted has no place any more")
        self._deleted.difference_update(deletion.ids)
        if self._is_there(deletion.leaf):
            self.choose(deletion.leaf)
        else:
            self._lead_to(self.leaf)
            # What ended the branch may have been deleted apart: it is shown as far as it is there.
            if deletion.ids[0] not in self._path:
                self.choose(deletion.ids[0])

    def nodes(self) -> Iterator[Node]:
        """Every message that is to be seen, after the one that it is seen after, in the order of their beginning."""
        for each in self._begun:
            if each not in self._deleted:
                yield Node(self._messages[each], self._seen_parent(each))

    def all_nodes(self) -> Iterator[Node]:
        """Every message in its own place, deleted or not, in the order in which they were begun."""
        for each in self._begun:
            yield Node(self._messages[each], self._parents[each], each in self._deleted)

    def all(self) -> Iterable[Message]:
        """Every message, deleted or not, in the order in which they were begun."""
        return tuple(self._messages.values())

    def _put(self, message: Message, parent: str | None) -> None:
        self._messages[message.id] = message
        self._parents[message.id] = parent
        self._children.setdefault(parent, []).append(message.id)
        self._begun[message.id] = len(self._begun)

    def _is_there(self, message_id: str) -> bool:
        return message_id in self._messages and message_id not in self._deleted

    def _require(self, message_id: str) -> None:
        if not self._is_there(message_id):
            raise ValueError(f"message {message_id} is not there")

    def _seen_parent(self, message_id: str) -> str | None:
        """The nearest message before it that is not deleted."""
        parent = self._parents[message_id]
        while parent is not None and parent in self._deleted:
            parent = self._parents[parent]
        return parent

    def _has_place(self, message_id: str) -> bool:
        """Whether a deleted message would stand after one like the one that it was said after."""
        before, seen = (self.role(each) for each in (self._parents[message_id], self._seen_parent(message_id)))
        return before == seen or (seen is None and self.role(message_id) == "user")

    def _below(self, message_id: str | None) -> tuple[str, ...]:
        """What was said right after a message; what a deleted one hid is reached through it."""
        found: list[str] = []
        open_ids = list(self._children.get(message_id, ()))
        while open_ids:
            each = open_ids.pop()
            if each in self._deleted:
                open_ids += self._children.get(each, ())
            else:
                found.append(each)
        return tuple(sorted(found, key=self._begun.__getitem__))

    def _all_below(self, message_id: str | None) -> Iterator[str]:
        """The message and whatever was said after it, in any branch."""
        open_ids = [message_id]
        while open_ids:
            each = open_ids.pop()
            if each is not None:
                yield each
            open_ids += self._below(each)

    def _newest_below(self, message_id: str | None) -> str | None:
        """The newest of `_all_below`: nothing was said after it, or that would be newer."""
        return max(self._all_below(message_id), key=self._begun.__getitem__, default=None)

    def _exchange_of(self, message_id: str) -> str:
        """Where a deletion begins: an only answer takes its question along."""
        question = self._seen_parent(message_id)
        is_answer = self.role(message_id) == "assistant" and self.role(question) == "user"
        is_only = len(self.variants(message_id).ids) == 1
        return question if question is not None and is_answer and is_only else message_id

    def _exchange(self, top: str) -> Iterator[str]:
        """A question and its answers, with what was said after those that are not shown; or a lone answer."""
        yield top
        if self.role(top) == "user":
            for answer in self._below(top):
                yield from [answer] if answer in self._path else self._all_below(answer)

    def _lead_to(self, leaf: str | None) -> None:
        path: list[str] = []
        while leaf is not None:
            path.append(leaf)
            leaf = self._seen_parent(leaf)
        self._path = path[::-1]
