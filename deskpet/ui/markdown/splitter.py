"""Growing markdown, cut into pieces that never change again and a short live tail: no step depends on the length.

CommonMark's blocks depend on the lines before them only, so every block but the last of the complete lines is
final. A fence is final line by line. A block longer than `CAP` is cut where it hurts least.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from deskpet.ui.markdown import autolinks, math
from deskpet.ui.markdown.parse_budget import WORK, reach, work

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

CAP = 4096
# A list with a single item, or a quote, may hold an open fence: it gets more room before it is cut.
HARD_CAP = 4 * CAP
# So much text, in characters and in work, is shown again for a link whose target comes later.
_SHOWN_AGAIN, _SHOWN_AGAIN_WORK = 6 * CAP, 2 * WORK

_LABEL = re.compile(r"\[([^\[\]]{1,200})\]")
_ONLY_MARKS = re.compile(r"[\s>]*+[-=*_+#`~|:\\\[!]*+\s*+")
_OPEN_LINK = re.compile(r"!?\[([^\[\]\n]*)\]\([^()\s]*$")


@dataclass(frozen=True, slots=True)
class Blocks:
    """Whole markdown blocks, parsed."""

    tokens: "tuple[Token, ...]"


@dataclass(frozen=True, slots=True)
class FenceOpened:
    """A fenced code block begins; `language` is its info string's first word."""

    language: str


@dataclass(frozen=True, slots=True)
class FenceGrew:
    """More of the open fence's code; its lines end with a line feed."""

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


@cache
def parser() -> "MarkdownIt":
    """CommonMark with tables, strikethrough, bare addresses and mathematics as its source, raw HTML off."""
    from markdown_it import MarkdownIt

    known = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    math.add_to(known)
    autolinks.add_to(known)
    return known


class Splitter:
    """Takes markdown as it comes and gives out what is final; `tail` is what may still change.

    `stale` turns true when a link definition arrives that words already given out are waiting for: feed the
    whole text again to a `Splitter(references)` to see them as links. In a long text such words stay as they are.
    """

    def __init__(self, references: dict[str, object] | None = None) -> None:
        self.references: dict[str, object] = {} if references is None else references
        self.stale = False
        self._tail = ""
        self._table_head = ""
        self._checked = 0
        self._limit = CAP
        self._fence: _Fence | None = None
        self._wanted: set[str] = set()
        self._parsed: list[Token] = []  # the complete lines, as they were parsed last
        self._given_out = self._work_given_out = 0
        self._carriage_return = False
        self._shown: tuple[str, tuple[Token, ...]] = "", ()  # the tail's source and tokens, as they were shown last

    def feed(self, text: str) -> list[Piece]:
        """What became final with this text."""
        text = ("\r" if self._carriage_return else "") + text
        self._carriage_return = text.endswith("\r")
        text = text.removesuffix("\r").replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
        self._tail += text
        return self._advance()

    def finish(self) -> list[Piece]:
        """All that is left: no more text will come."""
        if self._carriage_return or (self._tail and not self._tail.endswith("\n")):
            self._tail += "\n"
        pieces = self._advance()
        if self._fence:
            pieces.append(FenceClosed())
        elif self._tail:
            pieces.append(self._frozen(self._table_head + self._tail))
        self._tail, self._fence = "", None
        return pieces

    def tail(self) -> Piece | None:
        """What may still change, as it is shown meanwhile: open marks closed, lone marks left out."""
        before, line_feed, line = self._tail.rpartition("\n")
        if self._fence:
            marks = self._fence.at_line_start and not line.strip(" " + self._fence.marker[0])
            return FenceGrew(line) if line and not marks else None
        shown = before + line_feed if _ONLY_MARKS.fullmatch(line) else self._tail
        if not shown.strip():
            return None
        source = self._table_head + _healed(shown)
        self._shown = source, tuple(_parsed(source, dict(self.references)))
        return Blocks(self._shown[1])

    def _advance(self) -> list[Piece]:
        pieces: list[Piece] = []
        while self._step_fence(pieces) if self._fence else self._step_blocks(pieces):
            pass
        return pieces

    def _step_fence(self, pieces: list[Piece]) -> bool:
        fence, grown = self._fence, []
        assert fence
        start, closed = 0, False
        while not closed and (end := self._tail.find("\n", start) + 1):
            line = self._tail[start:end]
            closed = fence.at_line_start and _closes(line, fence.marker)
            if not closed:
                grown.append(_unindented(line, fence))
            fence.at_line_start, start = True, end
        self._tail = self._tail[start:]
        while not closed and len(self._tail) >= CAP:
            grown.append(_unindented(self._tail[:CAP], fence))
            fence.at_line_start, self._tail = False, self._tail[CAP:]
        if grown:
            pieces.append(FenceGrew("".join(grown)))
        if closed:
            pieces.append(FenceClosed())
            self._fence, self._checked = None, 0
        return closed

    def _step_blocks(self, pieces: list[Piece]) -> bool:
        end = reach(self._tail, self._limit)
        # One character more tells a text that exactly fills the room from one that goes on.
        is_full = end < len(self._tail) or end >= self._limit
        window = self._tail[: self._tail.rfind("\n", 0, end) + 1]
        if len(window) <= self._checked and not is_full:
            return False
        self._checked = len(window)
        tops = self._tops(window)
        if len(tops) > 1:
            self._freeze(pieces, self._offset(window, _cut_line(tops, self._table_head + window)))
        elif tops and tops[0].type == "fence":
            self._open_fence(pieces, tops[0], window)
        elif is_full:
            return self._force(pieces, tops, window, end)
        else:
            return False
        return True

    def _tops(self, window: str) -> "list[Token]":
        """The outermost blocks of some complete lines; link definitions among them are noted."""
        tokens: list[Token] = []
        known = len(self.references)
        parser().block.parse(self._table_head + window, parser(), {"references": self.references}, tokens)
        self._note_definitions(known)
        self._parsed = tokens
        return [token for token in tokens if token.level == 0 and token.map and token.nesting >= 0]

    def _note_definitions(self, known: int) -> None:
        """Turn stale if there are more than the `known` definitions now, and a short text waits for one of them."""
        is_short = self._given_out <= _SHOWN_AGAIN and self._work_given_out <= _SHOWN_AGAIN_WORK
        if is_short and len(self.references) > known and not self._wanted.isdisjoint(self.references):
            self.stale = True

    def _offset(self, window: str, line: int) -> int:
        """Where `line` of the parsed text begins in the window."""
        skipped = self._table_head.count("\n")
        return sum(map(len, _lines(window)[: line - skipped]))

    def _freeze(self, pieces: list[Piece], end: int) -> None:
        # Without a row of its own a table's head would only be repeated.
        if end:
            pieces.append(self._frozen(self._table_head + self._tail[:end]))
        self._tail, self._table_head = self._tail[end:], ""
        self._checked, self._limit = 0, CAP

    def _frozen(self, source: str) -> Blocks:
        from markdown_it.common.utils import normalizeReference

        known = len(self.references)
        tokens = self._as_shown(source) or _parsed(source, self.references)
        self._note_definitions(known)
        self._given_out += len(source)
        self._work_given_out += work(source)
        labels = {normalizeReference(label) for label in _LABEL.findall(source)}
        self._wanted |= labels - self.references.keys()
        return Blocks(tuple(tokens))

    def _as_shown(self, source: str) -> "tuple[Token, ...]":
        """The tokens of a paragraph without links that is final as it was shown: no need to parse it again."""
        shown, tokens = self._shown
        is_paragraph = len(tokens) == 3 and tokens[0].type == "paragraph_open" and "[" not in source
        return tokens if is_paragraph and shown.rstrip("\n") == source.rstrip("\n") else ()

    def _open_fence(self, pieces: list[Piece], token: "Token", window: str) -> None:
        start = self._offset(window, token.map[0] if token.map else 0)
        end = self._tail.index("\n", start) + 1
        opening = self._tail[start:end]
        words = token.info.split()
        pieces.append(FenceOpened(words[0] if words else ""))
        self._fence = _Fence(token.markup, len(opening) - len(opening.lstrip(" ")))
        self._tail, self._table_head = self._tail[end:], ""

    def _force(self, pieces: list[Piece], tops: "list[Token]", window: str, reached: int) -> bool:
        """Cut a block that is longer than `CAP`, of which `reached` characters can be taken in at once.

        Depends on the text alone, never on how it was cut on its way.
        """
        kind = tops[0].type if tops and window else ""
        if kind == "table_open":
            head = self._table_head or "".join(_lines(window)[:2])
            self._freeze(pieces, len(window))
            self._table_head = head
            return True
        if kind in {"bullet_list_open", "ordered_list_open", "blockquote_open"}:
            end = self._last_item(window)
            if not end and self._limit < HARD_CAP:
                self._limit = HARD_CAP
                return True
            self._freeze(pieces, end or len(window))
            return True
        if not window:
            # A row that is longer than all there is room for: its rest is words.
            self._table_head = ""
        self._freeze(pieces, len(window) or self._tail.rfind(" ", reached // 2, reached) + 1 or reached)
        return True

    def _last_item(self, window: str) -> int:
        """Where the last item of the list begins that fills the window; 0 when it is the only one."""
        starts = [
            token.map[0] for token in self._parsed if token.type == "list_item_open" and token.level == 1 and token.map
        ]
        return self._offset(window, starts[-1]) if len(starts) > 1 else 0


def _parsed(source: str, references: dict[str, object]) -> "list[Token]":
    """The tokens of some blocks; words as they were written, where the parser would drop what is nested too deeply."""
    tokens = parser().parse(source, {"references": references})
    deepest = parser().options["maxNesting"] - 1
    is_cut = any(token.level >= deepest and token.type in {"blockquote_open", "list_item_open"} for token in tokens)
    return _as_words(source) if is_cut else tokens


def _as_words(source: str) -> "list[Token]":
    """A paragraph with the source as it is."""
    from markdown_it.token import Token

    children: list[Token] = []
    for line in source.rstrip("\n").split("\n"):
        children += [Token("softbreak", "br", 0)] if children else []
        children.append(Token("text", "", 0, content=line))
    words = Token("inline", "", 0, level=1, content=source, children=children)
    return [Token("paragraph_open", "p", 1), words, Token("paragraph_close", "p", -1)]


def _lines(text: str) -> list[str]:
    """Whole lines with their ends; of what else breaks a line for Python, markdown knows nothing."""
    return [f"{line}\n" for line in text.split("\n")[:-1]]


def _cut_line(tops: "list[Token]", source: str) -> int:
    """The line where the last block begins; the end of the one before it when a definition may still be open."""
    before, last = tops[-2].map, tops[-1].map
    assert before
    assert last
    line_above = _lines(source)[last[0] - 1]
    return before[1] if before[1] < last[0] and line_above.strip() else last[0]


def _closes(line: str, marker: str) -> bool:
    text = line.rstrip()
    indent = len(text) - len(text.lstrip(" "))
    return indent <= 3 and len(text) - indent >= len(marker) and not text[indent:].strip(marker[0])


def _unindented(line: str, fence: _Fence) -> str:
    """The line without the fence's own indent. A tab goes to the next multiple of four columns."""
    if not fence.at_line_start:
        return line
    column = start = 0
    while column < fence.indent and line[start : start + 1] in {" ", "\t"}:
        column += 4 - column % 4 if line[start] == "\t" else 1
        start += 1
    return " " * (column - fence.indent) + line[start:]


def _healed(text: str) -> str:
    """Markdown in the middle of a word, as it will most likely end."""
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
