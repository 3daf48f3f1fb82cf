"""Topics of Cherry Studio's backup: `data.json`, also inside of its archive.

The messages are in its `indexedDB`, their parts in `message_blocks`; the names of the topics stand in the state of its
windows, as JSON in JSON. Older backups have the words in the messages themselves.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from deskpet.chat.messages import Block
from deskpet.features.history.imports.source import (
    LeftOutCounts,
    LeftOutKind,
    SourceConversation,
    SourceMessage,
    ToolResult,
)
from deskpet.features.history.imports.values import call, fields, items, result, text_of, texts, thoughts, time_of

_STATE = "persist:cherry-studio"
_SILENT = ("unknown", "error", "citation", "translation")


def is_backup(value: Any) -> bool:
    """Return whether the value of a file is a backup of this form."""
    return "indexedDB" in fields(value) and _STATE in fields(fields(value).get("localStorage"))


def read(value: Any, left_out: LeftOutCounts) -> Iterator[SourceConversation]:
    """Yield the topics; what they don't take over is counted in `left_out`."""
    own = fields(value)
    names = _names(fields(own["localStorage"]).get(_STATE))
    tables = own["indexedDB"]
    # Version 1 has a list of keys and values.
    rows = [fields(fields(each).get("value")) for each in items(tables)] or items(fields(tables).get("topics"))
    blocks = {text_of(fields(each).get("id")): fields(each) for each in items(fields(tables).get("message_blocks"))}
    for topic in map(fields, rows):
        if messages := items(topic.get("messages")):
            identifier = text_of(topic.get("id"))
            yield _topic(identifier, fields(names.get(identifier)), messages, blocks, left_out)


def _names(state: object) -> Mapping[str, Any]:
    """Return what the state of the windows says of each topic, by its id."""
    try:
        assistants = fields(json.loads(text_of(fields(json.loads(text_of(state))).get("assistants"))))
    except (ValueError, RecursionError):
        return {}
    every = [*items(assistants.get("assistants")), assistants.get("defaultAssistant")]
    topics = (fields(topic) for each in every for topic in items(fields(each).get("topics")))
    return {text_of(topic.get("id")): topic for topic in topics}


def _topic(
    identifier: str, about: Any, messages: list[Any], blocks: Mapping[str, Any], left_out: LeftOutCounts
) -> SourceConversation:
    found: list[SourceMessage] = []
    # Answers of several models to one question: each hangs below the question, and the chosen one goes on.
    question: str | None = None
    last: str | None = None
    for number, each in enumerate(map(fields, messages)):
        own_id = text_of(each.get("id")) or str(number)
        asked = text_of(each.get("askId"))
        is_variant = bool(asked) and asked == question
        message = _message(own_id, question if is_variant else last, each, blocks, left_out)
        found.append(message)
        if message.role == "user":
            question = own_id
        if not is_variant or each.get("useful") or each.get("foldSelected") or last == question:
            last = own_id
    title = text_of(about.get("name"))
    begun, changed = time_of(about.get("createdAt")), time_of(about.get("updatedAt"))
    return SourceConversation(identifier, title, tuple(found), last, begun, changed, bool(about.get("pinned")))


def _message(
    identifier: str, parent: str | None, message: Any, blocks: Mapping[str, Any], left_out: LeftOutCounts
) -> SourceMessage:
    role = text_of(message.get("role"))
    at = time_of(message.get("createdAt"))
    if role not in ("user", "assistant"):
        return SourceMessage(identifier, parent, "")
    parts = [fields(blocks.get(text_of(each))) for each in items(message.get("blocks"))]
    own = (*thoughts(text_of(message.get("reasoning_content")), at), *texts(text_of(message.get("content"))))
    found = (*own, *(block for part in parts for block in _blocks(part, at, left_out)))
    left_out.add(LeftOutKind.FILES, len(items(message.get("files"))))
    model = fields(message.get("model"))
    speaker = (text_of(model.get("name")) or text_of(model.get("id"))) if role == "assistant" else ""
    return SourceMessage(identifier, parent, role if found else "", found, at, speaker)


def _blocks(part: Any, at: float, left_out: LeftOutCounts) -> Iterator[Block | ToolResult]:
    kind, content = text_of(part.get("type")), part.get("content")
    if kind == "main_text":
        yield from texts(text_of(content))
    elif kind == "thinking":
        yield from thoughts(text_of(content), at)
    elif kind == "code":
        yield from texts(f"```{text_of(part.get('language'))}\n{text_of(content)}\n```")
    elif kind == "tool":
        name, identifier = text_of(part.get("toolName")) or text_of(part.get("toolId")), text_of(part.get("toolId"))
        yield call(name, identifier, part.get("arguments"))
        yield result(name, identifier, content if content is not None else "")
    elif kind in ("image", "file"):
        left_out.add(LeftOutKind.PICTURES if kind == "image" else LeftOutKind.FILES)
    elif kind and kind not in _SILENT:
        left_out.add(LeftOutKind.PARTS)
