"""Conversations of Claude's export: `conversations.json`, also inside of its archive.

Each has its messages in `chat_messages`; newer files say by `parent_message_uuid` how they branch. `content` has the
parts of a message, which older files lack.
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
from deskpet.features.history.imports.values import Fields, call, documents, result, texts, thoughts


def is_conversation(value: Fields) -> bool:
    """Return whether a value of a file is a conversation of this form."""
    return isinstance(value.get("chat_messages"), list)


def read(own: Fields, left_out: LeftOutCounts) -> SourceConversation:
    """Return a conversation; what it does not take over is counted in `left_out`."""
    messages: list[SourceMessage] = []
    for number, each in enumerate(own.parts("chat_messages")):
        before = messages[-1].id if messages else None
        identifier = each.text("uuid") or str(number)
        messages.append(_message(each, identifier, each.text("parent_message_uuid") or before, left_out))
    return SourceConversation(
        own.text("uuid", "conversation_id", "name"),
        own.text("name"),
        tuple(messages),
        own.text("current_leaf_message_uuid") or (messages[-1].id if messages else None),
        own.time("created_at"),
        own.time("updated_at"),
        own.flag("is_starred"),
    )


def _message(message: Fields, identifier: str, parent: str | None, left_out: LeftOutCounts) -> SourceMessage:
    is_user, at = message.get("sender") == "human", message.time("created_at")
    blocks = tuple(_blocks(message.parts("content"), at, left_out)) or texts(message.text("text"))
    attached = message.parts("attachments")
    read_files = documents((each.text("file_name"), each.text("extracted_content")) for each in attached)
    pictures_and_files = message.items("files") or message.items("files_v2")
    left_out.add(LeftOutKind.FILES, len(attached) - len(read_files) + len(pictures_and_files))
    every = (*read_files, *blocks) if is_user else blocks
    return SourceMessage(identifier, parent, "" if not every else "user" if is_user else "assistant", every, at)


def _blocks(parts: list[Fields], at: float, left_out: LeftOutCounts) -> Iterator[Block | ToolResult]:
    for part in parts:
        match part.get("type"):
            case "text":
                yield from texts(part.text("text"))
            case "thinking":
                yield from thoughts(part.text("thinking"), at)
            case "tool_use" | "server_tool_use" | "mcp_tool_use":
                yield call(part.text("name"), part.text("id"), part.get("input"))
            case "tool_result" | "web_search_tool_result" | "mcp_tool_result":
                yield _result(part, left_out)
            case "redacted_thinking" | "token_budget" | "flag":
                pass
            case _:
                left_out.add(LeftOutKind.PARTS)


def _result(part: Fields, left_out: LeftOutCounts) -> ToolResult:
    content, pieces = part.get("content"), part.parts("content")
    words = [each.text("text") for each in pieces if each.get("type") == "text"]
    left_out.add(LeftOutKind.PICTURES, sum(each.get("type") == "image" for each in pieces))
    others = content if isinstance(content, str) else [each.all for each in pieces] or ""
    return result(part.text("name"), part.text("tool_use_id"), "\n\n".join(words) if words else others)
