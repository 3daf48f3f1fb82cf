"""Conversations of DeepSeek's export: `conversations.json`, also inside of its archive.

Each has its messages in `mapping`, as ChatGPT's do; a message is a list of `fragments`, whose types tell who speaks.
Nothing tells which branch was shown last.
"""

from collections.abc import Iterator

from deskpet.chat.messages import Block
from deskpet.features.history.imports.source import (
    LeftOutCounts,
    LeftOutKind,
    SourceConversation,
    SourceMessage,
    ToolResult,
)
from deskpet.features.history.imports.values import Fields, call, result, texts, thoughts

_ANSWERS = ("RESPONSE", "TEMPLATE_RESPONSE")


def is_conversation(value: Fields) -> bool:
    """Return whether a value of a file is a conversation of this form."""
    nodes = map(Fields, value.part("mapping").all.values())
    return any(isinstance(each.part("message").get("fragments"), list) for each in nodes)


def read(own: Fields, left_out: LeftOutCounts) -> SourceConversation:
    """Return a conversation, which ends with its newest message; what it does not take over is counted."""
    nodes = own.part("mapping").all.items()
    messages = tuple(_message(identifier, Fields(node), left_out) for identifier, node in nodes)
    # The last one of those with the same time, or all without one.
    newest = max(reversed([each for each in messages if each.role]), key=lambda each: each.created_at, default=None)
    return SourceConversation(
        own.text("id", "title"),
        own.text("title"),
        messages,
        newest.id if newest else None,
        own.time("inserted_at", "create_time"),
        own.time("updated_at", "update_time"),
    )


def _message(identifier: str, node: Fields, left_out: LeftOutCounts) -> SourceMessage:
    message, parent = node.part("message"), node.text("parent") or None
    fragments, at = message.parts("fragments"), message.time("inserted_at")
    left_out.add(LeftOutKind.FILES, len(message.items("files")))
    blocks = tuple(block for each in fragments for block in _blocks(each, at, left_out))
    if not blocks:
        return SourceMessage(identifier, parent, "")
    is_user = any(each.get("type") == "REQUEST" for each in fragments)
    speaker = "" if is_user else message.text("model")
    return SourceMessage(identifier, parent, "user" if is_user else "assistant", blocks, at, speaker)


def _blocks(fragment: Fields, at: float, left_out: LeftOutCounts) -> Iterator[Block | ToolResult]:
    kind, words = fragment.text("type"), fragment.text("content")
    if kind == "REQUEST" or kind in _ANSWERS:
        yield from texts(words)
    elif kind == "THINK":
        yield from thoughts(words, at)
    elif kind == "SEARCH" or kind.startswith("TOOL_"):
        name = kind.lower()
        yield call(name, "", words)
        if found := fragment.items("results"):
            yield result(name, "", found)
    elif kind == "FILE":
        left_out.add(LeftOutKind.FILES, len(fragment.items("files")))
    elif kind != "TIP":
        left_out.add(LeftOutKind.PARTS)
