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
from deskpet.features.history.imports.values import Fields, call, result, texts, thoughts

_DETAILS = re.compile(
    r'<details\s+type="(reasoning|tool_calls)"([^>]*)>\s*(?:<summary>[^<]*</summary>)?(.*?)</details>', re.DOTALL
)
_ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')


def is_chat(value: Fields) -> bool:
    """Return whether a value of a file is a chat of this form."""
    chat = _chat(value)
    is_whole = "chat" in value and isinstance(chat.get("messages"), list)
    return is_whole or isinstance(chat.part("history").get("messages"), dict)


def read(own: Fields, left_out: LeftOutCounts) -> SourceConversation:
    """Return a chat; what it does not take over is counted in `left_out`."""
    chat = _chat(own)
    history = chat.part("history")
    messages: list[SourceMessage] = []
    for key, each in history.part("messages").all.items():
        message = Fields(each)
        messages.append(_message(key, message.text("parentId") or None, message, left_out))
    if not messages:
        last = None
        for number, message in enumerate(chat.parts("messages")):
            identifier = message.text("id") or str(number)
            messages.append(_message(identifier, last, message, left_out))
            last = identifier
    title = own.text("title") or chat.text("title")
    return SourceConversation(
        own.text("id") or chat.text("id") or title,
        title,
        tuple(messages),
        history.text("currentId") or None,
        own.time("created_at") or chat.time("timestamp"),
        own.time("updated_at"),
        own.flag("pinned"),
    )


def _chat(value: Fields) -> Fields:
    return value.part("chat") or value


def _message(identifier: str, parent: str | None, message: Fields, left_out: LeftOutCounts) -> SourceMessage:
    role, at = message.text("role"), message.time("timestamp")
    if role not in ("user", "assistant"):
        return SourceMessage(identifier, parent, "")
    left_out.add(LeftOutKind.FILES, len(message.items("files")))
    words = message.text("content") or "\n\n".join(each.text("text") for each in message.parts("content"))
    blocks = texts(words) if role == "user" else tuple(_blocks(words, at))
    speaker = message.text("modelName", "model") if role == "assistant" else ""
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
