"""Export of the shown path of a conversation as Markdown, with tool calls and thoughts folded to a line."""

import json
import re
from collections.abc import Iterable
from html import escape
from typing import assert_never

from deskpet.chat.message_tree import MessageTree
from deskpet.chat.messages import Block, Document, Image, Message, Notice, Text, Thinking, ToolUse
from deskpet.store.records import SavedConversation
from deskpet.text.local_time import local_time
from deskpet.translation import tr


def as_markdown(saved: SavedConversation) -> str:
    """Return the conversation as a document. Answers bear the name that the assistant had then."""
    session = saved.session
    title, date = f"# {session.title or tr('Conversation')}", _date(session.begun_at)
    head = (title, date) if date else (title,)
    path = MessageTree(saved.nodes, saved.leaf).path
    sections = (_message(message, saved.speakers.get(message.id) or tr("Assistant")) for message in path)
    return "\n\n".join((*head, *sections)) + "\n"


def _date(seconds: float) -> str:
    time = local_time(seconds)
    return f"{time:%Y-%m-%d %H:%M}" if time else ""


def _message(message: Message, speaker: str) -> str:
    name = tr("You") if message.role == "user" else speaker
    return "\n\n".join((f"## {name}", *_blocks(message.blocks)))


def _blocks(blocks: Iterable[Block]) -> Iterable[str]:
    for block in blocks:
        match block:
            case Text():
                yield str(block.text).strip("\n").rstrip()
            case Thinking():
                yield f"<details><summary>{tr('Thinking')}</summary>\n\n{str(block.text).strip()}\n\n</details>"
            case ToolUse():
                yield f"> **{block.tool_name}** {_code(str(block.input_text))} → {_result(block)}"
            case Image():
                yield f"![](data:{block.media_type};base64,{block.data})"
            case Document():
                text = _fenced("\n\n".join(page.strip() for page in block.pages))
                yield f"<details><summary>{escape(block.name)}</summary>\n\n{text}\n\n</details>"
            case Notice(resolution="joined"):
                pass
            case Notice():
                yield _quote(f"**{tr(block.title)}** {tr(block.cause)} {tr(block.next_step)}")
            case _:
                assert_never(block)


def _result(call: ToolUse) -> str:
    if call.error:
        return f"{call.error.code}: {_line(call.error.message)}"
    output = call.output if isinstance(call.output, str) else json.dumps(call.output, ensure_ascii=False)
    return _line(output)


def _code(text: str) -> str:
    """Return `text` as inline code, between two backticks if it contains one."""
    return f"`` {_line(text)} ``" if "`" in text else f"`{_line(text)}`"


def _fenced(text: str) -> str:
    """Return `text` as a block of code, whose fence is longer than any in it."""
    longest = max(map(len, re.findall("`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}\n{text}\n{fence}"


def _line(text: str) -> str:
    return " ".join(text.split())


def _quote(text: str) -> str:
    return "> " + _line(text)
