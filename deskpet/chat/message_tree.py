"""The message tree of a conversation: edits of a question and further answers are siblings; nothing is overwritten.

Deleted messages are hidden but stay in the tree, so that any deletion can be undone.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from deskpet.chat.messages import Message, Role


@dataclass(frozen=True, slots=True)
class Node:
    """A message in the tree. `parent` is the id of the message before it, None for the first one."""

    message: Message
    parent: str | None = None
    is_deleted: bool = False


@dataclass(frozen=True, slots=True)
class Variants:
    """The variants of a message, oldest first; `ids[index]` is the message itself."""

    ids: tuple[str, ...]
    index: int


@dataclass(frozen=True, slots=True)
class Deletion:
    """The data to undo one deletion: the deleted ids, and the leaf of the path before it."""

    ids: tuple[str, ...]
    leaf: str


class MessageTree:
    """The messages of a conversation and the path through them that is shown.

    Methods that take a message id raise ValueError if it is unknown or deleted.
    """

    def __init__(self, nodes: Iterable[Node] = (), leaf: str | None = None) -> None:
        """Create the tree from `nodes` in order of creation. The path leads to `leaf`, or to the newest message."""
        self._messages: dict[str, Message] = {}
        self._parents: dict[str, str | None] = {}
        self._children: dict[str | None, list[str]] = {}
        # Sequence number of each message, in order of creation.
        self._sequence: dict[str, int] = {}
        self._deleted: set[str] = set()
        self._path: list[str] = []
        for node in nodes:
            self._insert(node.message, node.parent if node.parent in self._messages else None)
            if node.is_deleted:
                self._deleted.add(node.message.id)
        self._set_leaf(leaf if leaf and leaf in self else self._newest_leaf(None))

    @property
    def path(self) -> tuple[Message, ...]:
        """The shown messages, oldest first."""
        return tuple(self._messages[each] for each in self._path)

    @property
    def leaf(self) -> str | None:
        """The id of the last message of the path."""
        return self._path[-1] if self._path else None

    @property
    def deleted(self) -> frozenset[str]:
        """The ids of the deleted messages."""
        return frozenset(self._deleted)

    def __contains__(self, message_id: object) -> bool:
        return message_id in self._messages and message_id not in self._deleted

    def message(self, message_id: str) -> Message:
        self._require_visible(message_id)
        return self._messages[message_id]

    def role(self, message_id: str | None) -> Role | None:
        """Return the role of a message; None for the root (`message_id` None)."""
        return self._messages[message_id].role if message_id is not None else None

    def parent(self, message_id: str) -> str | None:
        """Return the id of the message before this one, which may be deleted; None for a first message."""
        self._require_visible(message_id)
        return self._parents[message_id]

    def variants(self, message_id: str) -> Variants:
        """Return the variants of a message, including itself."""
        self._require_visible(message_id)
        ids = self._visible_children(self._visible_parent(message_id))
        return Variants(ids, ids.index(message_id))

    def add(self, message: Message, parent: str | None) -> None:
        """Add `message` after `parent` (None for a first message) and let the path end with it."""
        is_next = parent == self.leaf
        self._insert(message, parent)
        if is_next:
            self._path.append(message.id)
        else:
            self._set_leaf(message.id)

    def change(self, message: Message) -> None:
        """Replace the message that has the same id."""
        self._require_visible(message.id)
        self._messages[message.id] = message

    def truncate_after(self, parent: str | None) -> None:
        """End the path with `parent`, so that the next message becomes a variant of the old one."""
        self._set_leaf(parent if parent is None or parent in self else self._visible_parent(parent))

    def choose(self, message_id: str) -> None:
        """Select a message: the path leads through it to its newest descendant."""
        self._require_visible(message_id)
        self._set_leaf(self._newest_leaf(message_id))

    def delete(self, message_id: str) -> Deletion:
        """Delete a message of the path.

        If it has variants, its whole subtree is deleted and another variant is shown. Otherwise a question is
        deleted with its answers, an only answer with its question, and the messages after them move up.
        """
        if message_id not in self._path:
            raise ValueError(f"message {message_id} is not shown")
        top = self._deletion_root(message_id)
        variants = self.variants(top)
        leaf = self._path[-1]
        if len(variants.ids) > 1:
            removed = tuple(self._visible_subtree(top))
            neighbour = variants.ids[variants.index - 1 if variants.index else 1]
            self._deleted.update(removed)
            self.choose(neighbour)
        else:
            removed = tuple(self._exchange_ids(top))
            self._deleted.update(removed)
            self._set_leaf(next((each for each in reversed(self._path) if each not in self._deleted), None))
        return Deletion(removed, leaf)

    def undo(self, deletion: Deletion) -> None:
        """Restore deleted messages and show them.

        Raises ValueError if they are not in the tree, or if a later deletion must be undone first.
        """
        if not self._messages.keys() >= {*deletion.ids} or not self._can_restore(deletion.ids[0]):
            raise ValueError("what was deleted has no place any more")
        self._deleted.difference_update(deletion.ids)
        if deletion.leaf in self:
            self.choose(deletion.leaf)
        else:
            self._set_leaf(self.leaf)
            # The end of the branch may have been deleted separately: show the branch as far as it exists.
            if deletion.ids[0] not in self._path:
                self.choose(deletion.ids[0])

    def nodes(self) -> Iterator[Node]:
        """Yield all messages that are not deleted, with their visible parents, in order of creation."""
        for each in self._sequence:
            if each not in self._deleted:
                yield Node(self._messages[each], self._visible_parent(each))

    def all_nodes(self) -> Iterator[Node]:
        """Yield all messages with their parents, deleted ones too, in order of creation."""
        for each in self._sequence:
            yield Node(self._messages[each], self._parents[each], each in self._deleted)

    def all(self) -> Iterable[Message]:
        """Return all messages, including deleted ones, in order of creation."""
        return tuple(self._messages.values())

    def _insert(self, message: Message, parent: str | None) -> None:
        self._messages[message.id] = message
        self._parents[message.id] = parent
        self._children.setdefault(parent, []).append(message.id)
        self._sequence[message.id] = len(self._sequence)

    def _require_visible(self, message_id: str) -> None:
        if message_id not in self:
            raise ValueError(f"message {message_id} is not there")

    def _visible_parent(self, message_id: str) -> str | None:
        """Return the nearest ancestor that is not deleted."""
        parent = self._parents[message_id]
        while parent is not None and parent in self._deleted:
            parent = self._parents[parent]
        return parent

    def _can_restore(self, message_id: str) -> bool:
        """Return whether a restored message would follow one of its parent's role, or be a first question."""
        original_role, new_role = (
            self.role(each) for each in (self._parents[message_id], self._visible_parent(message_id))
        )
        return original_role == new_role or (new_role is None and self.role(message_id) == "user")

    def _visible_children(self, message_id: str | None) -> tuple[str, ...]:
        """Return the visible children of a message; children of deleted messages count as theirs."""
        children: list[str] = []
        open_ids = list(self._children.get(message_id, ()))
        while open_ids:
            each = open_ids.pop()
            if each in self._deleted:
                open_ids += self._children.get(each, ())
            else:
                children.append(each)
        return tuple(sorted(children, key=self._sequence.__getitem__))

    def _visible_subtree(self, message_id: str | None) -> Iterator[str]:
        """Yield the message and its visible descendants in all branches."""
        open_ids = [message_id]
        while open_ids:
            each = open_ids.pop()
            if each is not None:
                yield each
            open_ids += self._visible_children(each)

    def _newest_leaf(self, message_id: str | None) -> str | None:
        """Return the newest message of the subtree, which is a leaf because descendants are newer."""
        return max(self._visible_subtree(message_id), key=self._sequence.__getitem__, default=None)

    def _deletion_root(self, message_id: str) -> str:
        """Return the message at which a deletion begins: the question, if an only answer is deleted."""
        question = self._visible_parent(message_id)
        is_answer = self.role(message_id) == "assistant" and self.role(question) == "user"
        is_only = len(self.variants(message_id).ids) == 1
        return question if question is not None and is_answer and is_only else message_id

    def _exchange_ids(self, top: str) -> Iterator[str]:
        """Yield a question and its answers, with the subtrees of answers that are not shown; or a single answer."""
        yield top
        if self.role(top) == "user":
            for answer in self._visible_children(top):
                yield from [answer] if answer in self._path else self._visible_subtree(answer)

    def _set_leaf(self, leaf: str | None) -> None:
        path: list[str] = []
        while leaf is not None:
            path.append(leaf)
            leaf = self._visible_parent(leaf)
        self._path = path[::-1]
