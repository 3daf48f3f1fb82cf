"""Conversations of ChatGPT's export: `conversations.json`, also inside of its archive.

Each has all of its messages in `mapping`, by id, with their parents and children; `current_node` is the last one that
was shown.
"""

from collections.abc import Callable, Iterator
from typing import Any

from deskpet.chat.messages import Block, Image
from deskpet.features.history.imports.source import (
    LeftOutCounts,
    LeftOutKind,
    SourceConversation,
    SourceMessage,
    ToolResult,
)
from deskpet.features.history.imports.values import (
    call,
    fields,
    items,
    result,
    text_of,
    texts,
    thoughts,
    time_of,
    without_private_marks,
)

FindPicture = Callable[[str], Image | None]
"""Returns the picture of the archive that an address names, None if it is not there or can't be used."""
_HIDDEN = ("is_visually_hidden_from_conversation", "is_user_system_message")
# What a model sees of its own settings, and marks of the program without words.
_NO_WORDS = (
    "user_editable_context",
    "model_editable_context",
    "system_message",
    "reasoning_recap",
    "app_pairing_content",
)


def is_conversation(value: Any) -> bool:
    """Return whether a value of a file is a conversation of this form."""
    return isinstance(fields(value).get("mapping"), dict)


def read(value: Any, left_out: LeftOutCounts, find_picture: FindPicture) -> SourceConversation:
    """Return a conversation; what it does not take over is counted in `left_out`."""
    own = fields(value)
    messages = tuple(
        _message(identifier, fields(node), left_out, find_picture) for identifier, node in own["mapping"].items()
    )
    return SourceConversation(
        text_of(own.get("conversation_id")) or text_of(own.get("id")) or text_of(own.get("title")),
        text_of(own.get("title")),
        messages,
        text_of(own.get("current_node")) or None,
        time_of(own.get("create_time")),
        time_of(own.get("update_time")),
        bool(own.get("is_starred")) or bool(own.get("pinned_time")),
    )


def _message(identifier: str, node: Any, left_out: LeftOutCounts, find_picture: FindPicture) -> SourceMessage:
    message = fields(node.get("message"))
    author, metadata = fields(message.get("author")), fields(message.get("metadata"))
    parent = text_of(node.get("parent")) or None
    role = text_of(author.get("role"))
    if not message or role == "system" or any(metadata.get(each) for each in _HIDDEN):
        return SourceMessage(identifier, parent, "")
    at = time_of(message.get("create_time"))
    blocks = tuple(_blocks(message, role, at, left_out, find_picture))
    if not blocks:
        return SourceMessage(identifier, parent, "")
    speaker = text_of(metadata.get("model_slug")) if role != "user" else ""
    return SourceMessage(identifier, parent, "user" if role == "user" else "assistant", blocks, at, speaker)


def _blocks(
    message: Any, role: str, at: float, left_out: LeftOutCounts, find_picture: FindPicture
) -> Iterator[Block | ToolResult]:
    content, metadata = fields(message.get("content")), fields(message.get("metadata"))
    kind = text_of(content.get("content_type"))
    recipient = text_of(message.get("recipient")) or "all"
    name = text_of(fields(message.get("author")).get("name"))
    if kind in _NO_WORDS:
        return
    if kind == "thoughts":
        parts = (
            f"{text_of(each.get('summary'))}\n{text_of(each.get('content'))}"
            for each in map(fields, items(content.get("thoughts")))
        )
        yield from thoughts("\n\n".join(part.strip() for part in parts), at)
        return
    words = without_private_marks(_words(content))
    if role != "user":
        left_out.add(LeftOutKind.PICTURES, len(_pictures(content)))
    if role == "tool":
        yield result(name, "", words)
    elif recipient != "all":
        yield call(recipient, "", {"code": words} if kind == "code" else {"input": words})
    elif text_of(message.get("channel")) == "analysis":
        yield from thoughts(words, at)
    else:
        if role == "user":
            yield from _attachments(content, metadata, left_out, find_picture)
        yield from texts(
            f"```{text_of(content.get('language')).replace('unknown', '')}\n{words}\n```"
            if kind == "code" and words.strip()
            else words
        )


def _words(content: Any) -> str:
    parts = [
        each if isinstance(each, str) else text_of(fields(each).get("text")) for each in items(content.get("parts"))
    ]
    own = (text_of(content.get(key)) for key in ("text", "result", "content"))
    return "\n\n".join(each for each in (*parts, *own) if each.strip())


def _pictures(content: Any) -> list[str]:
    parts = (fields(each) for each in items(content.get("parts")))
    return [text_of(each.get("asset_pointer")) for each in parts if each.get("content_type") == "image_asset_pointer"]


def _attachments(content: Any, metadata: Any, left_out: LeftOutCounts, find_picture: FindPicture) -> Iterator[Block]:
    for address in _pictures(content):
        if picture := find_picture(address):
            yield picture
        else:
            left_out.add(LeftOutKind.PICTURES)
    others = [each for each in map(fields, items(metadata.get("attachments"))) if not _is_picture(each)]
    left_out.add(LeftOutKind.FILES, len(others))
    sounds = ("audio_asset_pointer", "real_time_user_audio_video_asset_pointer")
    left_out.add(
        LeftOutKind.RECORDINGS, sum(fields(each).get("content_type") in sounds for each in items(content.get("parts")))
    )


def _is_picture(attachment: Any) -> bool:
    return text_of(attachment.get("mime_type")).startswith("image/") or "width" in attachment
