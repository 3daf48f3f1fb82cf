"""Decide what may have been read: by a tool, and by the messages of a conversation. What is unknown counts as both.

Collects the rules that the user gave in a conversation as well.
"""

import re
from collections.abc import Iterable, Iterator

from deskpet.chat.messages import Approval, Block, Document, Image, Message, ToolUse
from deskpet.chat.permission import EVERYTHING, NOTHING, Reads, Rule
from deskpet.chat.tool import BUILT_IN, Tool

_FOREIGN_TOOL = re.compile(r"(^|[.:])(mcp|plugin)__")


def reads_of(tool: Tool) -> frozenset[Reads]:
    """Return what a call of this tool may read. Nobody knows it of tools that others bring, whatever they declare."""
    return tool.reads if tool.origin == BUILT_IN else EVERYTHING


def sorted_marks(reads: Iterable[Reads]) -> tuple[str, ...]:
    """Return the marks that a message or a call keeps for what was read."""
    return tuple(sorted(each.value for each in reads))


def marks_of(messages: Iterable[Message]) -> frozenset[str]:
    """Return the values of Reads that `messages` have set: their calls, their texts and their pictures."""
    return frozenset(mark for message in messages for mark in _marks_of_message(message))


def _marks_of_message(message: Message) -> Iterator[str]:
    yield from message.reads
    for block in message.blocks:
        yield from (each.value for each in _reads_of_block(block))
        if isinstance(block, ToolUse):
            yield from block.reads


def _reads_of_block(block: Block) -> frozenset[Reads]:
    """Return what a block reads besides what it has noted."""
    match block:
        case Image() | Document():
            # Somebody may have written what a picture or a file says, and it may show what is private.
            return EVERYTHING
        case ToolUse(tool_name=name) if _FOREIGN_TOOL.search(name) and _has_run(block):
            # Earlier versions noted less.
            return EVERYTHING
        case _:
            # The other blocks are words of the user, of the model and of the program.
            return NOTHING


def _has_run(call: ToolUse) -> bool:
    return call.started_at is not None or call.output is not None


def rules_of(messages: Iterable[Message]) -> tuple[Rule, ...]:
    """Return the rules that the user gave for this conversation."""
    given = (approval.given_rule for call in _calls(messages) for approval in _approvals(call))
    return tuple(rule for rule in given if rule and rule.lifetime == "conversation")


def _approvals(call: ToolUse) -> Iterator[Approval]:
    return (each.approval for each in (call, *call.later_runs) if each.approval)


def _calls(messages: Iterable[Message]) -> Iterator[ToolUse]:
    return (block for message in messages for block in message.blocks if isinstance(block, ToolUse))
