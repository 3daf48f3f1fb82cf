"""Decide what may have been read: by a tool, and by the messages of a conversation. What is unknown counts as both.

Collects the rules that the user gave in a conversation as well.
"""

import re
from collections.abc import Iterable, Iterator

from deskpet.chat.messages import RELAYED, Document, Image, Message, ToolUse
from deskpet.chat.permission import EVERYTHING, Reads, Rule
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
    yield from (mark for mark in message.reads if mark != RELAYED)
    for block in message.blocks:
        # Somebody may have written what a picture or a file says, and it may show what is private.
        reads_everything = isinstance(block, Image | Document)
        if isinstance(block, ToolUse):
            yield from block.reads
            # Earlier versions noted less.
            has_run = block.started_at is not None or block.output is not None
            reads_everything = has_run and _FOREIGN_TOOL.search(block.tool_name) is not None
        yield from (each.value for each in EVERYTHING if reads_everything)


def rules_of(messages: Iterable[Message]) -> tuple[Rule, ...]:
    """Return the rules that the user gave for this conversation."""
    calls = (block for message in messages for block in message.blocks if isinstance(block, ToolUse))
    approvals = (each.approval for call in calls for each in (call, *call.later_runs) if each.approval)
    rules = (approval.given_rule for approval in approvals)
    return tuple(rule for rule in rules if rule and rule.lifetime == "conversation")
