"""The paragraphs of parsed markdown that can be spoken, with the place of each character in all text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from deskpet.features.voice.spoken_text.symbols import is_log
from deskpet.markdown.splitter import Blocks

if TYPE_CHECKING:
    from markdown_it.token import Token

_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]:")
_DEFINITION = re.compile(r"\[[^\[\]]+\]:")
# The second line of a table, which may be incomplete.
_DELIMITER_ROW = re.compile(r"[\s|:-]*")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, heading or item of a list. Offsets are those in all text, with line feeds as line ends.

    `source` is its text without the marks of its block, and `offsets` where each character of it is. It is open while
    it may still grow: what begins at `hold` or later may then become part of a table, and a blank at `blank` follows.
    """

    children: "tuple[Token, ...]"
    source: str
    offsets: tuple[int, ...]
    is_item: bool
    is_open: bool
    hold: int | None = None
    blank: int | None = None


def paragraphs(blocks: Blocks, spoken_until: int, *, is_open: bool) -> Iterator[Paragraph]:
    """Yield the paragraphs that reach beyond `spoken_until`, without tables, code, quoted logs and footnotes.

    is_open: whether the blocks may still grow.
    """
    lines = blocks.source.split("\n")
    starts = list(accumulate((len(line) + 1 for line in lines), initial=blocks.start))
    last = _last_block(blocks) if is_open else -1
    tables = quotes = 0
    for number, token in enumerate(blocks.tokens):
        tables += token.nesting * (token.type in {"table_open", "table_close"})
        quotes += token.nesting * (token.type in {"blockquote_open", "blockquote_close"})
        if token.type != "inline" or not token.map or tables:
            continue
        first, end = token.map
        if starts[min(end, len(lines))] <= spoken_until or (quotes and is_log(token.content)):
            continue
        may_grow = number == last and not _is_complete(lines, end, blocks.tokens[number - 1].type)
        if _FOOTNOTE.match(token.content) or (may_grow and _DEFINITION.match(token.content)):
            continue
        offsets = _offsets(token.content, lines[first:end], starts[first:end])
        yield Paragraph(
            children=tuple(token.children or ()),
            source=token.content,
            offsets=offsets,
            is_item=number >= 2 and blocks.tokens[number - 2].type == "list_item_open",
            is_open=may_grow,
            hold=_table_hold(token.content, offsets) if may_grow else None,
            blank=_following_blank(blocks, offsets) if may_grow else None,
        )


def _last_block(blocks: Blocks) -> int:
    """Return the number of the inline token that may still grow; -1 if another block came after it."""
    for number in range(len(blocks.tokens) - 1, -1, -1):
        token = blocks.tokens[number]
        if token.type == "inline":
            return number
        if token.nesting == 0:
            return -1
    return -1


def _is_complete(lines: list[str], end: int, kind: str) -> bool:
    """Whether a block that ends before line `end` is complete: one of a single line, another before an empty line."""
    if end >= len(lines):
        return False
    return kind in {"heading_open", "summary_open"} or (not lines[end].strip() and end + 1 < len(lines))


def _offsets(content: str, lines: list[str], starts: list[int]) -> tuple[int, ...]:
    """Return the offset of each character of a paragraph, whose lines lack the marks and blanks of the block."""
    offsets = list[int]()
    for text, line, start in zip(content.split("\n"), lines, starts, strict=False):
        # A line whose tabs became blanks is not found; it ends where its source ends.
        found = line.find(text)
        first = len(line) - len(text) if line.endswith(text) or found < 0 else found
        if first >= 0:
            offsets += range(start + first, start + first + len(text) + 1)
        else:
            offsets += (start + min(max(first + number, 0), len(line)) for number in range(len(text) + 1))
    # Lines without a source are where the last one ends.
    offsets += [offsets[-1]] * (len(content) + 1 - len(offsets))
    return tuple(offsets[: len(content) + 1])


def _following_blank(blocks: Blocks, offsets: tuple[int, ...]) -> int | None:
    """Return the offset of the blank or line feed behind a paragraph, which its text lacks."""
    last = offsets[-2:]
    end = last[0] + (len(last) > 1)
    return end if blocks.source[end - blocks.start :][:1].isspace() else None


def _table_hold(content: str, offsets: tuple[int, ...]) -> int | None:
    """Return where a line begins that the next one may make the head of a table."""
    before, line_feed, last = content.rpartition("\n")
    start = len(before) + len(line_feed)
    if line_feed and _DELIMITER_ROW.fullmatch(last):
        start = before.rfind("\n") + 1
        last = before[start:]
    return offsets[start] if "|" in last else None
