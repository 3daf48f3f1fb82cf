"""Conversations of Claude's export: `conversations.json`, also inside of its archive.

Each has its messages in `chat_messages`; newer files say by `parent_message_uuid` how they branch. `content` has the
parts of a message, which older files lack.
"""

from collections.abc import Iterator
from typing import Any

from deskpet.chat.messages import Block
from deskpet.features.history.imports.source import (
    LeftOutCounts,
    LeftOutKind,
    SourceConversation,
    SourceMessage,
    ToolResult,
)
from deskpet.features.history.imports.values import (
    call,
    documents,
    fields,
    items,
    result,
    text_of,
    texts,
    thoughts,
    time_of,
)


def is_conversation(value: Any) -> bool:
    """Return whether a value of a file is a conversation of this form."""
    return isinstance(fields(value).get("chat_messages"), list)


def read(value: Any, left_out: LeftOutCounts) -> SourceConversation:
    """Return a conversation; what it does not take over is counted in `left_out`."""
    own = fields(value)
    messages: list[SourceMessage] = []
    for number, each in enumerate(map(fields, own["chat_messages"])):
        before = messages[-1].id if messages else None
        identifier = text_of(each.get("uuid")) or str(number)
        parent = text_of(each.get("parent_message_uuid")) or before
        messages.append(_message(each, identifier, parent, left_out))
    identifier = text_of(own.get("uuid")) or text_of(own.get("conversation_id")) or text_of(own.get("name"))
    leaf = text_of(own.get("current_leaf_message_uuid")) or (messages[-1].id if messages else None)
    begun, changed = time_of(own.get("created_at")), time_of(own.get("updated_at"))
    is_starred = bool(own.get("is_starred"))
    return SourceConversation(identifier, text_of(own.get("name")), tuple(messages), leaf, begun, changed, is_starred)


def _message(message: Any, identifier: str, parent: str | None, left_out: LeftOutCounts) -> SourceMessage:
    is_user = message.get("sender") == "human"
    at = time_of(message.get("created_at"))
    parts = items(message.get("content"))
    blocks = tuple(_blocks(parts, at, left_out)) or texts(text_of(message.get("text")))
    attached = [fields(each) for each in items(message.get("attachments"))]
    read_files = documents(
        (text_of(each.get("file_name")), text_of(each.get("extracted_content"))) for each in attached
    )
    pictures_and_files = items(message.get("files")) or items(message.get("files_v2"))
    left_out.add(LeftOutKind.FILES, len(attached) - len(read_files) + len(pictures_and_files))
    every = (*read_files, *blocks) if is_user else blocks
    return SourceMessage(identifier, parent, "" if not every else "user" if is_user else "assistant", every, at)


def _blocks(parts: list[Any], at: float, left_out: LeftOutCounts) -> Iterator[Block | ToolResult]:
    for part in map(fields, parts):
        match part.get("type"):
            case "text":
                yield from texts(text_of(part.get("text")))
            case "thinking":
                yield from thoughts(text_of(part.get("thinking")), at)
            case "tool_use" | "server_tool_use" | "mcp_tool_use":
                yield call(text_of(part.get("name")), text_of(part.get("id")), part.get("input"))
            case "tool_result" | "web_search_tool_result" | "mcp_tool_result":
                yield _result(part, left_out)
            case "redacted_thinking" | "token_budget" | "flag":
                pass
            case _:
                left_out.add(LeftOutKind.PARTS)


def _result(part: Any, left_out: LeftOutCounts) -> ToolResult:
    content = part.get("content")
    pieces = [fields(each) for each in items(content)]
    words = [text_of(each.get("text")) for each in pieces if each.get("type") == "text"]
    left_out.add(LeftOutKind.PICTURES, sum(each.get("type") == "image" for each in pieces))
    output = "\n\n".join(words) if words else content if isinstance(content, str) else [*pieces] or ""
    return result(text_of(part.get("name")), text_of(part.get("tool_use_id")), output)
