"""Values for the messages of another program's export, and their conversion to conversations.

Other programs split an answer into several messages: a thought, a call, its result, the text. Here it is one.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Literal
from uuid import NAMESPACE_URL, uuid5

from deskpet.chat.message_tree import Node
from deskpet.chat.messages import Block, Message, Text, ToolUse
from deskpet.store.records import SavedConversation, Session

# The last day of the year 9999, in Unix seconds.
_MAX_TIME = 253_402_214_400.0
_MAX_TITLE = 200
# Branches in the middle of answers repeat so many messages of the file at most.
_MAX_COPIES = 100_000


class LeftOutKind(StrEnum):
    """What an import can leave out. The values are those of `deskpet import --json`."""

    PICTURES = "pictures"
    FILES = "attached_files"
    RECORDINGS = "recordings"
    NOTES = "notes"
    """Of the other program, which nobody said."""
    PARTS = "unknown_parts"
    EMPTY = "empty_conversations"


class LeftOutCounts(Counter[LeftOutKind]):
    """How often each kind of thing was left out."""

    def add(self, kind: LeftOutKind, count: int = 1) -> None:
        """Count further things."""
        if count:
            self[kind] += count


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The result of a call: of `call_id` if the file tells, else of the last call of that name."""

    name: str
    call_id: str
    text: str


@dataclass(frozen=True, slots=True)
class SourceMessage:
    """A message as the file has it. `parent` is the id of the one before it, None for a first one.

    role: empty if it is not shown and only holds the others together. speaker: the name of who answered.
    """

    id: str
    parent: str | None
    role: Literal["user", "assistant", ""]
    blocks: tuple[Block | ToolResult, ...] = ()
    created_at: float = 0.0
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class SourceConversation:
    """A conversation of the file. `id` is unique in its program, `leaf` the message that is shown last, if it tells."""

    id: str
    title: str
    messages: tuple[SourceMessage, ...]
    leaf: str | None = None
    begun_at: float = 0.0
    changed_at: float = 0.0
    is_pinned: bool = False


@dataclass(slots=True)
class _Builder:
    """Builds the messages of a conversation. `ends`: the message that ends with a message of the file."""

    key: str
    by_id: Mapping[str, SourceMessage]
    children: Mapping[str | None, list[str]]
    nodes: list[Node] = field(default_factory=list[Node])
    speakers: dict[str, str] = field(default_factory=dict[str, str])
    ends: dict[str, str] = field(default_factory=dict[str, str])
    copied: int = 0

    def build(self) -> None:
        # Each entry: the message of the tree before it, what an answer has so far, and the next message of the file.
        open_ends: list[tuple[str | None, tuple[str, ...], str]] = [
            (None, (), each) for each in reversed(self.children[None])
        ]
        while open_ends:
            parent, chain, current = open_ends.pop()
            if self.by_id[current].role == "user":
                chain, continued = (current,), set[str]()
            else:
                chain = self._extended(chain, current)
                continued = self._continued(chain)
            after = self.children[chain[-1]]
            before = self._add(parent, chain) if len(continued) < len(after) or not after else None
            open_ends += [
                (parent, chain, each) if each in continued else (before, (), each) for each in reversed(after)
            ]

    def _extended(self, chain: tuple[str, ...], current: str) -> tuple[str, ...]:
        """Return the messages of an answer up to a branch, a question, or its end."""
        found = [*chain, current]
        while len(after := self.children[found[-1]]) == 1 and self.by_id[after[0]].role == "assistant":
            found.append(after[0])
        return tuple(found)

    def _continued(self, chain: tuple[str, ...]) -> set[str]:
        """Return the messages that go on with an answer where it branches: each branch repeats what is before it.

        Where that would be too much, the branches are answers of their own after it.
        """
        after = self.children[chain[-1]]
        answers = {each for each in after if self.by_id[each].role == "assistant"}
        self.copied += len(chain) * len(answers)
        return answers if self.copied <= _MAX_COPIES else set()

    def _add(self, parent: str | None, chain: tuple[str, ...]) -> str:
        first, last = self.by_id[chain[0]], self.by_id[chain[-1]]
        blocks = tuple(_joined(block for each in chain for block in self.by_id[each].blocks))
        role = "user" if first.role == "user" else "assistant"
        message = Message(role, blocks, self._id(chain[-1]), _time(first.created_at), ended="stop")
        self.nodes.append(Node(message, parent))
        if speaker := last.speaker[:_MAX_TITLE]:
            self.speakers[message.id] = speaker
        self.ends |= dict.fromkeys(chain, message.id)
        return message.id

    def _id(self, source_id: str) -> str:
        """Return the same id for the same message, so that a file that is imported again is recognized."""
        return uuid5(NAMESPACE_URL, f"{self.key}/{source_id}").hex


def saved_conversation(program: str, source: SourceConversation) -> SavedConversation | None:
    """Return a conversation with one message for each answer, and its branches; None if nothing was said in it.

    Messages whose predecessor is missing, or that come after themselves, begin the conversation anew.
    """
    by_id = {each.id: each for each in source.messages}
    builder = _Builder(f"{program}/{source.id}", by_id, _children(by_id))
    builder.build()
    if not builder.nodes:
        return None
    times = [at for each in builder.nodes if (at := each.message.created_at)]
    begun = _time(source.begun_at) or min(times, default=0.0)
    changed = max(begun, _time(source.changed_at), *times)
    title = " ".join(source.title.split())[:_MAX_TITLE]
    session = Session("", title, bool(title), source.is_pinned, begun, changed)
    return SavedConversation(session, tuple(builder.nodes), _leaf(source, builder), speakers=builder.speakers)


def _leaf(source: SourceConversation, builder: _Builder) -> str:
    """Return the message that is shown last: that of the file, or the last one before it that is shown."""
    current, seen = source.leaf, set[str]()
    while current is not None and current not in builder.ends and current not in seen:
        seen.add(current)
        found = builder.by_id.get(current)
        current = found.parent if found else None
    return builder.ends.get(current or "") or builder.nodes[-1].message.id


def _children(by_id: Mapping[str, SourceMessage]) -> Mapping[str | None, list[str]]:
    """Return the ids of the shown messages after each shown message; after None those that begin."""
    above = _shown_parents(by_id)
    parents = {each.id: above[each.id] for each in by_id.values() if each.role}
    _cut_circles(parents)
    children = defaultdict[str | None, list[str]](list)
    for child, parent in parents.items():
        children[parent].append(child)
    for siblings in children.values():
        if all(by_id[each].created_at for each in siblings):
            siblings.sort(key=lambda each: by_id[each].created_at)
    return children


def _shown_parents(by_id: Mapping[str, SourceMessage]) -> Mapping[str, str | None]:
    """Return the next shown message above each message, above hidden ones in between; None if there is none."""
    above: dict[str, str | None] = {}
    for each in by_id.values():
        between = {each.id: None}
        parent = each.parent if each.parent in by_id else None
        while parent and not by_id[parent].role and parent not in above and parent not in between:
            between[parent] = None
            above_it = by_id[parent].parent
            parent = above_it if above_it in by_id else None
        # Hidden messages that come after themselves have nothing above them.
        found = above.get(parent) if parent and not by_id[parent].role else parent
        above |= dict.fromkeys(between, found)
    return above


def _cut_circles(parents: dict[str, str | None]) -> None:
    """Let a message of each circle begin the conversation: no way from its beginning leads there."""
    rooted = set[str]()
    for each in parents:
        way = set[str]()
        current: str | None = each
        while current and current not in rooted and current not in way:
            way.add(current)
            current = parents[current]
        if current in way:
            parents[current] = None
        rooted |= way


def _joined(blocks: Iterable[Block | ToolResult]) -> Iterable[Block]:
    """Return the blocks of an answer: the results with their calls, and texts in a row as paragraphs of one."""
    found: list[Block] = []
    open_calls = _OpenCalls()
    for block in blocks:
        last = found[-1] if found else None
        if isinstance(block, ToolResult):
            index = open_calls.take(block)
            call = found[index] if index is not None else None
            if index is not None and isinstance(call, ToolUse):
                found[index] = replace(call, output=block.text)
            else:
                found.append(ToolUse(block.name or "tool", block.call_id, "success", input={}, output=block.text))
        elif isinstance(block, Text) and isinstance(last, Text):
            found[-1] = Text(last.text + "\n\n" + str(block.text))
        else:
            if isinstance(block, ToolUse):
                open_calls.add(len(found), block)
            found.append(block)
    return found


class _OpenCalls:
    """The calls of an answer that have no result yet, by their places."""

    def __init__(self) -> None:
        self._by_id: dict[str, int] = {}
        self._by_name = defaultdict[str, dict[int, None]](dict)
        self._names: dict[int, str] = {}

    def add(self, index: int, call: ToolUse) -> None:
        self._names[index] = call.tool_name
        self._by_name[call.tool_name][index] = None
        if call.call_id:
            self._by_id[call.call_id] = index

    def take(self, result: ToolResult) -> int | None:
        """Return the call that a result belongs to: that of its id, else the last one of its name."""
        named = self._by_name[result.name]
        index = self._by_id.pop(result.call_id, None) if result.call_id else None
        if index is None and not result.call_id:
            index = next(reversed(named), None)
        if index is not None:
            self._by_name[self._names[index]].pop(index, None)
        return index


def _time(value: float) -> float:
    # False for NaN too.
    return value if 0 <= value <= _MAX_TIME else 0.0
