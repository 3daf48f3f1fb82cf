"""What a conversation may have read: each kind of tool, block and message, and old conversations."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from pydantic import JsonValue

from deskpet.chat.function_tool import tool
from deskpet.chat.messages import (
    Block,
    Document,
    Image,
    Message,
    Notice,
    StreamingText,
    Text,
    ToolError,
    ToolUse,
    user_message,
)
from deskpet.chat.permission import EVERYTHING, NOTHING, Reads
from deskpet.chat.read_marks import marks_of, reads_of
from deskpet.chat.schema_tool import SchemaTool

BOTH = {"foreign", "private"}


async def run(arguments: Mapping[str, JsonValue], *_: object) -> JsonValue:
    return None


def test_a_tool_that_declares_nothing_may_have_read_anything() -> None:
    @tool("untold")
    def untold() -> str:
        """Return something."""
        return ""

    assert reads_of(untold) == EVERYTHING
    assert reads_of(replace(untold, reads=NOTHING)) == NOTHING
    assert reads_of(replace(untold, reads=frozenset({Reads.PRIVATE}))) == {Reads.PRIVATE}


@pytest.mark.parametrize("origin", ["mcp:mail", "plugin:words", "something new"])
def test_what_a_foreign_tool_declares_counts_for_nothing(origin: str) -> None:
    foreign = SchemaTool(name="a", description="", input_schema={}, run=run, origin=origin, reads=NOTHING)
    assert reads_of(foreign) == EVERYTHING


def finished(name: str, reads: tuple[str, ...]) -> ToolUse:
    return ToolUse(name, "c1", "success", input={}, output="", started_at=1.0, reads=reads)


@pytest.mark.parametrize(
    ("block", "marks"),
    [
        (Image("image/png", "AAAA"), BOTH),
        (Document("a.txt", "text", ("words",), 1), BOTH),
        (finished("look", ("private",)), {"private"}),
        (finished("time.now", ()), set()),
        # Earlier versions noted the calls of MCP servers as foreign only.
        (finished("mcp__mail__read", ("foreign",)), BOTH),
        (finished("plugin__words__echo", ()), BOTH),
        (finished("functions.mcp__mail__read", ()), BOTH),
        (ToolUse("mcp__mail__read", "c1", "error", input={}, error=ToolError("refused", "")), set()),
        (Text(StreamingText("Hello")), set()),
        (Notice("info", "code", "Title", "", ""), set()),
    ],
)
def test_each_kind_of_block(block: Block, marks: set[str]) -> None:
    assert marks_of([Message("assistant", (block,))]) == marks


def test_the_words_of_the_user_are_no_mark_and_those_of_a_message_are() -> None:
    assert marks_of([user_message("hi")]) == set()
    assert marks_of([replace(user_message("hi"), reads=("foreign",)), user_message("there")]) == {"foreign"}
