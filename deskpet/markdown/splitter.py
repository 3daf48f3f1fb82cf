"""Incremental markdown parsing: split streamed text into final pieces and a short tail that may still change.

The cost of a step does not depend on the text's length. A CommonMark block depends only on the lines before it, so
all blocks of the complete lines are final, except the last. A fence is final line by line. A block longer than `CAP`
is cut, preferably between rows, items or words.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deskpet.markdown.parse_budget import MAX_WORK, affordable_length, estimate_work
from deskpet.markdown.parser import parser

if TYPE_CHECKING:
    from markdown_it.token import Token

CAP = 4096
# Limit in characters for a list with a single item or a quote, which may hold an open fence.
HARD_CAP = 4 * CAP
# Maximum text, in characters and in units of work, that is parsed again for a late link definition.
_MAX_REPARSED, _MAX_REPARSED_WORK = 6 * CAP, 2 * MAX_WORK

_LABEL = re.compile(r"\[([^\[\]]{1,200})\]")
_ONLY_MARKERS = re.compile(r"[\s>]*+[-=*_+#`~|:\\\[!]*+\s*+")
_BLOCK_START = re.compile(
    r"[ \t]*\n|\t| {4}| {0,3}(?:#{1,6}\s|>|[-+*]\s|\d{1,9}[.)]\s|```|~~~|\||\$\$|\\\[|(?:-{3,}|_{3,}|\*{3,})[ \t]*\n)"
)
_MAY_START_BLOCK = re.compile(r" {0,3}(?:#{1,6}|[-+*_]*|\d{1,9}[.)]?|`{1,2}|~{1,2}|\$|\\)")
# Words behind a word, which markdown shows as they are: letters, single blanks, and punctuation that ends no marker.
# Possessive, because a search that tries every division of the letters never ends.
_AFTER_WORD = re.compile(r"[^\W\d_][,.!?'’]? ?\Z")
_WORDS = re.compile(r"[,.!?'’]?+(?: ?[^\W\d_]++[,.!?'’]?+)*+ ?")
_OPEN_LINK = re.compile(r"!?\[([^\[\]\n]*)\]\([^()\s]*$")


@dataclass(frozen=True, slots=True)
class Blocks:
    """Tokens of top-level blocks.

    `source` is the text that they were parsed from, and `start` its offset in all text, with line feeds as line ends.
    """

    tokens: "tuple[Token, ...]"
    source: str = field(default="", compare=False, repr=False)
    start: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class FenceOpened:
    """A fenced code block begins; `language` is its info string's first word."""

    language: str


@dataclass(frozen=True, slots=True)
class FenceGrew:
    """More code of the open fence; complete lines end with a line feed."""

    text: str


@dataclass(frozen=True, slots=True)
class FenceClosed:
    """The open fence is complete."""


Piece = Blocks | FenceOpened | FenceGrew | FenceClosed


@dataclass(slots=True)
class _Fence:
    marker: str
    indent: int
    at_line_start: bool = True


class Splitter:
    """Takes streamed markdown and returns its final pieces; `tail` returns the rest, which may still change.

    references: the link definitions so far, in markdown-it's form.
    is_stale: True after a link definition that earlier text refers to: feed the whole text to a new
        `Splitter(references)` to get the links. Is not set for long texts, whose references stay plain text.
    """

    def __init__(self, references: dict[str, object] | None = None) -> None:
        self.references: dict[str, object] = {} if references is None else references
        self.is_stale = False
        self._tail = ""
        self._tail_start = 0  # offset of the tail in all text
        self._table_head = ""
        self._parsed_length = 0
        self._limit = CAP
        self._fence: _Fence | None = None
        self._missing_labels: set[str] = set()
        self._line_tokens: list[Token] = []  # tokens of the complete lines, as last parsed
        self._final_length = self._final_work = 0
        self._has_carriage_return = False
        self._tail_tokens: tuple[str, tuple[Token, ...]] = "", ()  # source and tokens of the tail, as last returned

    def feed(self, text: str) -> list[Piece]:
        """Take more text; returns the pieces that became final."""
        text = ("\r" if self._has_carriage_return else "") + text
        self._has_carriage_return = text.endswith("\r")
        text = text.removesuffix("\r").replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
        self._tail += text
        return self._advance()

    def add_words(self, text: str) -> str | None:
        """Take more text if it is only words for the paragraph that `tail` returned last, which need no parsing.

        Returns what they add to the shown text, or None if the text has to be fed.
        """
        source, tokens = self._tail_tokens
        last = _open_paragraph(tokens, source)
        children = last.children if last else None
        if not last or not children or children[-1].type != "text" or source != self._tail or self._has_carriage_return:
            return None
        is_full = len(source) + len(text) >= CAP
        has_two_blanks = source[-1] == text[:1] == " "
        if is_full or has_two_blanks or not _WORDS.fullmatch(text) or not _AFTER_WORD.search(source[-3:]):
            return None
        if source[-1] != " " and len(children) > 1 and children[-2].type == "link_close":
            # What looks like the end of a sentence may be within the address: `https://example.org/a.` and `html`.
            return None
        shown = (" " if source[-1] == " " and text else "") + text.removesuffix(" ")
        children[-1].content += shown
        last.content += shown
        self._tail += text
        self._tail_tokens = self._tail, tokens
        return shown

    def finish(self) -> list[Piece]:
        """Return the remaining pieces at the end of the text."""
        if self._has_carriage_return or (self._tail and not self._tail.endswith("\n")):
            self._tail += "\n"
        pieces = self._advance()
        if self._fence:
            pieces.append(FenceClosed())
        elif self._tail:
            pieces.append(self._final_blocks(self._table_head + self._tail))
        self._tail, self._fence = "", None
        return pieces

    def tail(self) -> Piece | None:
        """Return the unfinished rest for display, with open markers closed and lone ones left out, or None."""
        before, line_feed, line = self._tail.rpartition("\n")
        if self._fence:
            marks = self._fence.at_line_start and not line.strip(" " + self._fence.marker[0])
            return FenceGrew(line) if line and not marks else None
        shown = before + line_feed if _ONLY_MARKERS.fullmatch(line) else self._tail
        if not shown.strip():
            return None
        source = self._table_head + _close_markers(shown)
        self._tail_tokens = source, tuple(_parse(source, dict(self.references)))
        return Blocks(self._tail_tokens[1])

    @property
    def tail_length(self) -> int:
        """The number of characters of the unfinished rest."""
        return len(self._tail)

    def tail_work(self) -> int:
        """Estimate the work of parsing the unfinished rest, in units of about ten microseconds."""
        return estimate_work(self._tail)

    def open_blocks(self) -> Blocks | None:
        """Return the unfinished rest exactly as it stands; None within a fence and without any text."""
        if self._fence or not self._tail.strip():
            return None
        return self._blocks(_parse(self._table_head + self._tail, dict(self.references)), self._table_head + self._tail)

    def open_paragraph_level(self) -> int | None:
        """Return the nesting level of the paragraph that more text would continue; None if there is none.

        0 is outside lists and quotes. The end of a line ends the paragraph too.
        """
        line = self._tail.rpartition("\n")[2]
        if self._fence or not line.strip() or (_ONLY_MARKERS.fullmatch(line) and not line.endswith(" ")):
            return None
        tokens = _parse(self._table_head + self._tail, dict(self.references))
        last = next((at for at in range(len(tokens) - 1, 0, -1) if tokens[at].nesting >= 0), 0)
        is_paragraph = tokens[last].type == "inline" and tokens[last - 1].type == "paragraph_open"
        return tokens[last].level - 1 if is_paragraph else None

    @property
    def block_end(self) -> str:
        """The markdown that ends an open block, so that more text begins another one."""
        if not self._fence:
            return "\n\n" if self._tail else "\n"
        if self._fence.at_line_start and _is_closing_fence(self._tail, self._fence.marker):
            return "\n"
        line_end = "" if self._fence.at_line_start and not self._tail else "\n"
        return f"{line_end}{self._fence.marker}\n"

    def _advance(self) -> list[Piece]:
        pieces: list[Piece] = []
        while self._step_fence(pieces) if self._fence else self._step_blocks(pieces):
            pass
        return pieces

    def _step_fence(self, pieces: list[Piece]) -> bool:
        fence, grown = self._fence, list[str]()
        assert fence
        start, closed = 0, False
        while not closed and (end := self._tail.find("\n", start) + 1):
            line = self._tail[start:end]
            closed = fence.at_line_start and _is_closing_fence(line, fence.marker)
            if not closed:
                grown.append(_remove_indent(line, fence))
            fence.at_line_start, start = True, end
        self._cut_tail(start)
        while not closed and len(self._tail) >= CAP:
            grown.append(_remove_indent(self._tail[:CAP], fence))
            fence.at_line_start = False
            self._cut_tail(CAP)
        if grown:
            pieces.append(FenceGrew("".join(grown)))
        if closed:
            pieces.append(FenceClosed())
            self._fence, self._parsed_length = None, 0
        return closed

    def _step_blocks(self, pieces: list[Piece]) -> bool:
        end = affordable_length(self._tail, self._limit)
        # A text that exactly fills the work limit is not full: only one more character shows that it goes on.
        is_full = end < len(self._tail) or end >= self._limit
        window = self._tail[: self._tail.rfind("\n", 0, end) + 1]
        if len(window) <= self._parsed_length and not is_full:
            return False
        self._parsed_length = len(window)
        top_level = self._top_level_tokens(window)
        if len(top_level) > 1:
            self._finalize(pieces, self._offset(window, _cut_line(top_level, self._table_head + window)))
        elif top_level and top_level[0].type == "fence":
            self._open_fence(pieces, top_level[0], window)
        elif is_full:
            return self._cut_long_block(pieces, top_level, window, end)
        else:
            return False
        return True

    def _top_level_tokens(self, window: str) -> "list[Token]":
        """Parse complete lines and return their top-level block tokens; records link definitions."""
        tokens: list[Token] = []
        old_count = len(self.references)
        parser().block.parse(self._table_head + window, parser(), {"references": self.references}, tokens)
        self._update_stale(old_count)
        self._line_tokens = tokens
        return [token for token in tokens if token.level == 0 and token.map and token.nesting >= 0]

    def _update_stale(self, old_count: int) -> None:
        """Set `is_stale` if there are more than `old_count` definitions now and a short text refers to one of them."""
        is_short = self._final_length <= _MAX_REPARSED and self._final_work <= _MAX_REPARSED_WORK
        if is_short and len(self.references) > old_count and not self._missing_labels.isdisjoint(self.references):
            self.is_stale = True

    def _offset(self, window: str, line: int) -> int:
        """Return the offset in the window of a line of the parsed text."""
        skipped = self._table_head.count("\n")
        return sum(map(len, _lines(window)[: line - skipped]))

    def _finalize(self, pieces: list[Piece], end: int) -> None:
        # Without a row, a piece with the repeated table header would be superfluous.
        if end:
            pieces.append(self._final_blocks(self._table_head + self._tail[:end]))
        self._cut_tail(end)
        self._table_head = ""
        self._parsed_length, self._limit = 0, CAP

    def _cut_tail(self, end: int) -> None:
        self._tail = self._tail[end:]
        self._tail_start += end
        self._tail_tokens = "", ()

    def _blocks(self, tokens: "Sequence[Token]", source: str) -> Blocks:
        """Return the blocks of a source that begins with the table head and the tail."""
        return Blocks(tuple(tokens), source, self._tail_start - len(self._table_head))

    def _final_blocks(self, source: str) -> Blocks:
        from markdown_it.common.utils import normalizeReference

        old_count = len(self.references)
        tokens = self._reused_tokens(source) or _parse(source, self.references)
        self._update_stale(old_count)
        self._final_length += len(source)
        self._final_work += estimate_work(source)
        labels = {normalizeReference(label) for label in _LABEL.findall(source)}
        self._missing_labels |= labels - self.references.keys()
        return self._blocks(tokens, source)

    def _reused_tokens(self, source: str) -> "tuple[Token, ...]":
        """Return the tail's tokens if `source` is the same paragraph without links, which saves parsing it again."""
        shown, tokens = self._tail_tokens
        is_paragraph = len(tokens) == 3 and tokens[0].type == "paragraph_open" and "[" not in source
        return tokens if is_paragraph and shown.rstrip("\n") == source.rstrip("\n") else ()

    def _open_fence(self, pieces: list[Piece], token: "Token", window: str) -> None:
        start = self._offset(window, token.map[0] if token.map else 0)
        end = self._tail.index("\n", start) + 1
        opening = self._tail[start:end]
        words = token.info.split()
        pieces.append(FenceOpened(words[0] if words else ""))
        self._fence = _Fence(token.markup, len(opening) - len(opening.lstrip(" ")))
        self._cut_tail(end)
        self._table_head = ""

    def _cut_long_block(self, pieces: list[Piece], top_level: "list[Token]", window: str, max_length: int) -> bool:
        """Cut a block that is longer than `CAP`, after at most `max_length` characters.

        The cut depends only on the text, never on how it was divided into `feed` calls.
        """
        kind = top_level[0].type if top_level and window else ""
        if kind == "table_open":
            head = self._table_head or "".join(_lines(window)[:2])
            self._finalize(pieces, len(window))
            self._table_head = head
            return True
        if kind in {"bullet_list_open", "ordered_list_open", "blockquote_open"}:
            items = [each for each in self._line_tokens if each.type == "list_item_open" and each.level == 1]
            last = items[-1].map if len(items) > 1 else None
            end = self._offset(window, last[0]) if last else 0
            if not end and self._limit < HARD_CAP:
                self._limit = HARD_CAP
                return True
            self._finalize(pieces, end or len(window))
            return True
        if not window:
            # The rest of a row that exceeds the limit becomes plain text.
            self._table_head = ""
        self._finalize(pieces, len(window) or self._tail.rfind(" ", max_length // 2, max_length) + 1 or max_length)
        return True


def begins_block(text: str, *, is_complete: bool) -> bool | None:
    """Return whether text begins a block of its own instead of going on with a paragraph.

    None if that depends on what follows it.
    """
    if _BLOCK_START.match(text):
        return True
    return None if not is_complete and _MAY_START_BLOCK.fullmatch(text) else False


def _open_paragraph(tokens: "Sequence[Token]", source: str) -> "Token | None":
    """Return the text of the paragraph with which a source ends; None if it ends with anything else."""
    if len(tokens) < 3 or tokens[-3].type != "paragraph_open" or tokens[-3].level:
        return None
    # A link definition below it has no tokens.
    text = tokens[-2]
    return text if text.map and text.map[1] > source.count("\n") else None


def _parse(source: str, references: dict[str, object]) -> "list[Token]":
    """Parse blocks; each top-level one in which the parser would drop blocks nested too deeply becomes plain text."""
    tokens = parser().parse(source, {"references": references})
    deepest = parser().options["maxNesting"] - 1
    if not any(_is_too_deep(token, deepest) for token in tokens):
        return tokens
    lines = source.split("\n")
    result: list[Token] = []
    for block in top_level_blocks(tuple(tokens)):
        first, end = block[0].map or (0, len(lines))
        is_too_deep = any(_is_too_deep(token, deepest) for token in block)
        result += _as_text("\n".join(lines[first:end])) if is_too_deep else block
    return result


def _is_too_deep(token: "Token", deepest: int) -> bool:
    return token.level >= deepest and token.type in {"blockquote_open", "list_item_open"}


def top_level_blocks(tokens: "tuple[Token, ...]") -> "Iterator[tuple[Token, ...]]":
    """Split tokens into those of each top-level block."""
    start = 0
    for number, token in enumerate(tokens, 1):
        if token.level == 0 and token.nesting <= 0:
            yield tokens[start:number]
            start = number


def _as_text(source: str) -> "list[Token]":
    """Return the tokens of a paragraph with the source as plain text."""
    from markdown_it.token import Token

    children: list[Token] = []
    for line in source.rstrip("\n").split("\n"):
        children += [Token("softbreak", "br", 0)] if children else []
        children.append(Token("text", "", 0, content=line))
    words = Token("inline", "", 0, level=1, content=source, children=children)
    return [Token("paragraph_open", "p", 1), words, Token("paragraph_close", "p", -1)]


def _lines(text: str) -> list[str]:
    """Split text into lines with their ends. Unlike str.splitlines, only at line feeds, as in markdown."""
    return [f"{line}\n" for line in text.split("\n")[:-1]]


def _cut_line(top_level: "list[Token]", source: str) -> int:
    """Return the first line of the last block, or the end of the previous one if a definition may still be open."""
    before, last = top_level[-2].map, top_level[-1].map
    assert before
    assert last
    line_above = _lines(source)[last[0] - 1]
    return before[1] if before[1] < last[0] and line_above.strip() else last[0]


def _is_closing_fence(line: str, marker: str) -> bool:
    text = line.rstrip()
    indent = len(text) - len(text.lstrip(" "))
    return indent <= 3 and len(text) - indent >= len(marker) and not text[indent:].strip(marker[0])


def _remove_indent(line: str, fence: _Fence) -> str:
    """Remove the fence's indent from a line. A tab advances to the next multiple of four columns (CommonMark 2.2)."""
    if not fence.at_line_start:
        return line
    column = start = 0
    while column < fence.indent and line[start : start + 1] in {" ", "\t"}:
        column += 4 - column % 4 if line[start] == "\t" else 1
        start += 1
    return " " * (column - fence.indent) + line[start:]


def _close_markers(text: str) -> str:
    """Close the markers left open in unfinished markdown, as they will most likely end."""
    start = text.rfind("\n\n") + 1
    last = text[start:]
    if last.count("```") % 2 or "~~~" in last:
        return text
    if last.count("`") % 2:
        return text + "`"
    text = _OPEN_LINK.sub(r"[\1]()", text)
    if last.count("**") % 2:
        bare = text.rstrip()
        return bare[:-2] if bare.endswith("**") else bare + "**"
    return text
