"""Chats of Open WebUI's export: a list of objects whose `chat` has the messages with their parents in `history`.

A chat may also stand alone. Reasoning and calls stand in the text of an answer as HTML `details`.
"""

import html
import json
import re
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
from deskpet.features.history.imports.values import call, fields, items, result, text_of, texts, thoughts, time_of

_DETAILS = re.compile(
    r'<details\s+type="(reasoning|tool_calls)"([^>]*)>\s*(?:<summary>[^<]*</summary>)?(.*?)</details>', re.DOTALL
)
_ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')


def is_chat(value: Any) -> bool:
    """Return whether a value of a file is a chat of this form."""
    chat = _chat(value)
    is_whole = "chat" in fields(value) and isinstance(chat.get("messages"), list)
    return is_whole or isinstance(fields(chat.get("history")).get("messages"), dict)


def read(value: Any, left_out: LeftOutCounts) -> SourceConversation:
    """Return a chat; what it does not take over is counted in `left_out`."""
    own = fields(value)
    chat = _chat(value)
    history = fields(chat.get("history"))
    by_id = fields(history.get("messages"))
    messages = (
        [
            _message(key, text_of(fields(each).get("parentId")) or None, fields(each), left_out)
            for key, each in by_id.items()
        ]
        if by_id
        else list(_in_a_row(items(chat.get("messages")), left_out))
    )
    title = text_of(own.get("title")) or text_of(chat.get("title"))
    identifier = text_of(own.get("id")) or text_of(chat.get("id")) or title
    leaf = text_of(history.get("currentId")) or None
    begun = time_of(own.get("created_at")) or time_of(chat.get("timestamp"))
    changed = time_of(own.get("updated_at"))
    return SourceConversation(identifier, title, tuple(messages), leaf, begun, changed, bool(own.get("pinned")))


def _chat(value: Any) -> Any:
    return fields(fields(value).get("chat")) or fields(value)


def _in_a_row(messages: list[Any], left_out: LeftOutCounts) -> Iterator[SourceMessage]:
    last = None
    for number, each in enumerate(map(fields, messages)):
        identifier = text_of(each.get("id")) or str(number)
        yield _message(identifier, last, each, left_out)
        last = identifier


def _message(identifier: str, parent: str | None, message: Any, left_out: LeftOutCounts) -> SourceMessage:
    role = text_of(message.get("role"))
    if role not in ("user", "assistant"):
        return SourceMessage(identifier, parent, "")
    at = time_of(message.get("timestamp"))
    left_out.add(LeftOutKind.FILES, len(items(message.get("files"))))
    content = message.get("content")
    words = (
        content
        if isinstance(content, str)
        else "\n\n".join(text_of(fields(each).get("text")) for each in items(content))
    )
    blocks = texts(words) if role == "user" else tuple(_blocks(words, at))
    speaker = text_of(message.get("modelName")) or text_of(message.get("model")) if role == "assistant" else ""
    return SourceMessage(identifier, parent, role if blocks else "", blocks, at, speaker)


def _blocks(words: str, at: float) -> Iterator[Block | ToolResult]:
    start = 0
    for found in _DETAILS.finditer(words):
        yield from texts(words[start : found.start()])
        start = found.end()
        if found[1] == "reasoning":
            lines = (line.removeprefix(">").removeprefix(" ") for line in html.unescape(found[3]).strip().split("\n"))
            yield from thoughts("\n".join(lines), at)
        else:
            yield from _call({key: html.unescape(value) for key, value in _ATTRIBUTE.findall(found[2])}, found[3])
    yield from texts(words[start:])


def _call(attributes: dict[str, str], content: str) -> Iterator[Block | ToolResult]:
    name, identifier = attributes.get("name", ""), attributes.get("id", "")
    yield call(name, identifier, _decoded(attributes.get("arguments", "")))
    if output := attributes.get("result") or content.strip():
        yield result(name, identifier, _decoded(output))


def _decoded(text: str) -> Any:
    """Return the value of a JSON text, which may be JSON in a JSON string; the text itself if it is none."""
    for _ in range(2):
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return text
        if not isinstance(value, str):
            return value
        text = value
    return text
