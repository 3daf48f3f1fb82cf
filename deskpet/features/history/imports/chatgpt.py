"""Conversations of ChatGPT's export: `conversations.json`, also inside of its archive.

Each has all of its messages in `mapping`, by id, with their parents and children; `current_node` is the last one that
was shown.
"""

from collections.abc import Callable, Iterator

from deskpet.chat.messages import Block, Image
from deskpet.features.history.imports.source import (
    LeftOutCounts,
    LeftOutKind,
    SourceConversation,
    SourceMessage,
    ToolResult,
)
from deskpet.features.history.imports.values import (
    Fields,
    call,
    result,
    text_of,
    texts,
    thoughts,
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


def is_conversation(value: Fields) -> bool:
    """Return whether a value of a file is a conversation of this form."""
    return isinstance(value.get("mapping"), dict)


def read(own: Fields, left_out: LeftOutCounts, find_picture: FindPicture) -> SourceConversation:
    """Return a conversation; what it does not take over is counted in `left_out`."""
    nodes = own.part("mapping").all.items()
    return SourceConversation(
        own.text("conversation_id", "id", "title"),
        own.text("title"),
        tuple(_message(identifier, Fields(node), left_out, find_picture) for identifier, node in nodes),
        own.text("current_node") or None,
        own.time("create_time"),
        own.time("update_time"),
        own.flag("is_starred", "pinned_time"),
    )


def _message(identifier: str, node: Fields, left_out: LeftOutCounts, find_picture: FindPicture) -> SourceMessage:
    message, parent = node.part("message"), node.text("parent") or None
    metadata, role = message.part("metadata"), message.part("author").text("role")
    at = message.time("create_time")
    is_hidden = not message or role == "system" or metadata.flag(*_HIDDEN)
    blocks = () if is_hidden else tuple(_blocks(message, role, at, left_out, find_picture))
    if not blocks:
        return SourceMessage(identifier, parent, "")
    speaker = metadata.text("model_slug") if role != "user" else ""
    return SourceMessage(identifier, parent, "user" if role == "user" else "assistant", blocks, at, speaker)


def _blocks(
    message: Fields, role: str, at: float, left_out: LeftOutCounts, find_picture: FindPicture
) -> Iterator[Block | ToolResult]:
    content = message.part("content")
    kind, recipient = content.text("content_type"), message.text("recipient") or "all"
    if kind in _NO_WORDS:
        return
    if kind == "thoughts":
        parts = (f"{each.text('summary')}\n{each.text('content')}" for each in content.parts("thoughts"))
        # Some files have them as a text, or as the parts of other messages.
        every = (*parts, content.text("thoughts"), _words(content))
        yield from thoughts("\n\n".join(each for part in every if (each := part.strip())), at)
        return
    words = without_private_marks(_words(content))
    if role != "user":
        left_out.add(LeftOutKind.PICTURES, len(_pictures(content)))
    if role == "tool":
        yield result(message.part("author").text("name"), "", words)
    elif recipient != "all":
        yield call(recipient, "", {"code": words} if kind == "code" else {"input": words})
    elif message.text("channel") == "analysis":
        yield from thoughts(words, at)
    else:
        if role == "user":
            yield from _attachments(content, message.part("metadata"), left_out, find_picture)
        if kind == "code" and words.strip():
            words = f"```{content.text('language').replace('unknown', '')}\n{words}\n```"
        yield from texts(words)


def _words(content: Fields) -> str:
    parts = (text_of(each) or Fields(each).text("text") for each in content.items("parts"))
    own = (content.text(key) for key in ("text", "result", "content"))
    return "\n\n".join(each for each in (*parts, *own) if each.strip())


def _pictures(content: Fields) -> list[str]:
    parts = content.parts("parts")
    return [each.text("asset_pointer") for each in parts if each.get("content_type") == "image_asset_pointer"]


def _attachments(
    content: Fields, metadata: Fields, left_out: LeftOutCounts, find_picture: FindPicture
) -> Iterator[Block]:
    for address in _pictures(content):
        if picture := find_picture(address):
            yield picture
        else:
            left_out.add(LeftOutKind.PICTURES)
    attached = metadata.parts("attachments")
    pictures = sum(each.text("mime_type").startswith("image/") or "width" in each for each in attached)
    left_out.add(LeftOutKind.FILES, len(attached) - pictures)
    sounds = ("audio_asset_pointer", "real_time_user_audio_video_asset_pointer")
    left_out.add(LeftOutKind.RECORDINGS, sum(each.get("content_type") in sounds for each in content.parts("parts")))
