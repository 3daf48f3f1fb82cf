"""Topics of Cherry Studio's backup: `data.json`, also inside of its archive.

The messages are in its `indexedDB`, their parts in `message_blocks`; the names of the topics stand in the state of its
windows, as JSON in JSON. Older backups have the words in the messages themselves.
"""

import json
from collections.abc import Iterator, Mapping

from deskpet.chat.messages import Block
from deskpet.features.history.imports.source import (
    LeftOutCounts,
    LeftOutKind,
    SourceConversation,
    SourceMessage,
    ToolResult,
)
from deskpet.features.history.imports.values import Fields, call, result, text_of, texts, thoughts

_STATE = "persist:cherry-studio"
_SILENT = ("unknown", "error", "citation", "translation")


def is_backup(value: Fields) -> bool:
    """Return whether the value of a file is a backup of this form."""
    return "indexedDB" in value and _STATE in value.part("localStorage")


def read(own: Fields, left_out: LeftOutCounts) -> Iterator[SourceConversation]:
    """Yield the topics; what they don't take over is counted in `left_out`."""
    names = _names(own.part("localStorage").text(_STATE))
    tables = own.part("indexedDB")
    # Version 1 has a list of keys and values.
    rows = [each.part("value") for each in own.parts("indexedDB")] or tables.parts("topics")
    blocks = {each.text("id"): each for each in tables.parts("message_blocks")}
    for topic in rows:
        if messages := topic.parts("messages"):
            identifier = topic.text("id")
            yield _topic(identifier, names.get(identifier, Fields(None)), messages, blocks, left_out)


def _names(state: str) -> Mapping[str, Fields]:
    """Return what the state of the windows says of each topic, by its id."""
    try:
        assistants = Fields(json.loads(Fields(json.loads(state)).text("assistants")))
    except (ValueError, RecursionError):
        return {}
    every = [*assistants.parts("assistants"), assistants.part("defaultAssistant")]
    return {topic.text("id"): topic for each in every for topic in each.parts("topics")}


def _topic(
    identifier: str, about: Fields, messages: list[Fields], blocks: Mapping[str, Fields], left_out: LeftOutCounts
) -> SourceConversation:
    found: list[SourceMessage] = []
    # Answers of several models to one question: each hangs below the question, and the chosen one goes on.
    question: str | None = None
    last: str | None = None
    for number, each in enumerate(messages):
        own_id = each.text("id") or str(number)
        is_variant = bool(question) and each.text("askId") == question
        message = _message(own_id, question if is_variant else last, each, blocks, left_out)
        found.append(message)
        if message.role == "user":
            question = own_id
        if not is_variant or each.flag("useful", "foldSelected") or last == question:
            last = own_id
    begun, changed = about.time("createdAt"), about.time("updatedAt")
    return SourceConversation(identifier, about.text("name"), tuple(found), last, begun, changed, about.flag("pinned"))


def _message(
    identifier: str, parent: str | None, message: Fields, blocks: Mapping[str, Fields], left_out: LeftOutCounts
) -> SourceMessage:
    role, at = message.text("role"), message.time("createdAt")
    if role not in ("user", "assistant"):
        return SourceMessage(identifier, parent, "")
    parts = [blocks.get(text_of(each), Fields(None)) for each in message.items("blocks")]
    own = (*thoughts(message.text("reasoning_content"), at), *texts(message.text("content")))
    found = (*own, *(block for part in parts for block in _blocks(part, at, left_out)))
    left_out.add(LeftOutKind.FILES, len(message.items("files")))
    speaker = message.part("model").text("name", "id") if role == "assistant" else ""
    return SourceMessage(identifier, parent, role if found else "", found, at, speaker)


def _blocks(part: Fields, at: float, left_out: LeftOutCounts) -> Iterator[Block | ToolResult]:
    kind, words = part.text("type"), part.text("content")
    if kind == "main_text":
        yield from texts(words)
    elif kind == "thinking":
        yield from thoughts(words, at)
    elif kind == "code":
        yield from texts(f"```{part.text('language')}\n{words}\n```")
    elif kind == "tool":
        name, identifier, content = part.text("toolName", "toolId"), part.text("toolId"), part.get("content")
        yield call(name, identifier, part.get("arguments"))
        yield result(name, identifier, content if content is not None else "")
    elif kind in ("image", "file"):
        left_out.add(LeftOutKind.PICTURES if kind == "image" else LeftOutKind.FILES)
    elif kind and kind not in _SILENT:
        left_out.add(LeftOutKind.PARTS)
