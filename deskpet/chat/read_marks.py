"""Collect from the messages of a conversation what its calls have read, and the rules that the user gave in it."""

from collections.abc import Iterable, Iterator

from deskpet.chat.messages import Approval, Document, Image, Message, ToolUse
from deskpet.chat.permission import Reads, Rule


def marks_of(messages: Iterable[Message]) -> frozenset[str]:
    """Return the values of Reads that `messages` have set: their calls, their texts and their pictures."""
    return frozenset(mark for message in messages for mark in (*message.reads, *_marks_of_blocks(message)))


def _marks_of_blocks(message: Message) -> Iterator[str]:
    for block in message.blocks:
        if isinstance(block, ToolUse):
            yield from block.reads
        elif isinstance(block, Image):
            # A picture may contain any text.
            yield Reads.FOREIGN.value
        elif isinstance(block, Document):
            # As if a tool had read the file.
            yield from (Reads.PRIVATE.value, Reads.FOREIGN.value)


def rules_of(messages: Iterable[Message]) -> tuple[Rule, ...]:
    """Return the rules that the user gave for this conversation."""
    given = (approval.given_rule for call in _calls(messages) for approval in _approvals(call))
    return tuple(rule for rule in given if rule and rule.lifetime == "conversation")


def _approvals(call: ToolUse) -> Iterator[Approval]:
    return (each.approval for each in (call, *call.later_runs) if each.approval)


def _calls(messages: Iterable[Message]) -> Iterator[ToolUse]:
    return (block for message in messages for block in message.blocks if isinstance(block, ToolUse))
