r"""markdown-it rules for mathematics: the source between `$`, `$$`, `\(` `\)` or `\[` `\]` is kept verbatim.

Without these rules, underscores would become emphasis, a lone `=` a heading, and backslashes would be dropped.
Of mdit-py-plugins, dollarmath lacks `\(` and takes prices for formulas, and texmath takes 50 ms for 4 KB of `\(`.
"""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline

_PAIRS = {"$$": "$$", "\\[": "\\]", "\\(": "\\)"}
_BLOCK_DELIMITERS = {"$$", "\\["}
# Like pandoc's tex_math_dollars: no space inside the dollars, and no word character after the closing one.
_SINGLE = re.compile(r"(?<![\w$\\])\$(?![\s$])(?:\\.|[^$\\\n])*(?<!\s)\$(?![\w$])")


def add_to(parser: "MarkdownIt") -> None:
    """Add the rules to a parser; they create inline tokens `maths` with the source as content."""
    parser.inline.ruler.before("escape", "maths", _parse_inline)
    parser.block.ruler.before("blockquote", "maths", _parse_block, {"alt": ["paragraph", "reference", "blockquote"]})


def _parse_inline(state: "StateInline", silent: bool) -> bool:
    source, start = state.src, state.pos
    if source[start] not in "$\\":
        return False
    if closing := _PAIRS.get(source[start : start + 2]):
        # Requires at least one character between the delimiters.
        end = source.find(closing, start + 3, state.posMax) + len(closing)
        is_whole = end > len(closing)
    else:
        found = _SINGLE.match(source, start, state.posMax)
        end, is_whole = (found.end(), True) if found else (start, False)
    if is_whole and not silent:
        state.push("maths", "", 0).content = source[start:end]
    state.pos = end if is_whole else start
    return is_whole


def _parse_block(state: "StateBlock", start: int, end: int, silent: bool) -> bool:
    """Parse a display formula, from its opening line to its closing line or the next blank line, as a paragraph.

    The end depends only on the lines up to there, as for every CommonMark block.
    """
    first = _line(state, start)
    if first[:2] not in _BLOCK_DELIMITERS or state.is_code_block(start):
        return False
    if silent:
        # Only a line with nothing but the delimiter interrupts a paragraph.
        return first in _BLOCK_DELIMITERS
    closing = _PAIRS[first[:2]]
    last, is_open = start, not (len(first) > 2 and first.endswith(closing))
    while is_open and last + 1 < end and not state.isEmpty(last + 1) and state.sCount[last + 1] >= state.blkIndent:
        last += 1
        is_open = not _line(state, last).endswith(closing)
    _push_paragraph(state, start, last + 1)
    return True


def _line(state: "StateBlock", number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]].rstrip()


def _push_paragraph(state: "StateBlock", start: int, end: int) -> None:
    state.line = end
    state.push("paragraph_open", "p", 1).map = [start, end]
    inline = state.push("inline", "", 0)
    inline.content = state.getLines(start, end, state.blkIndent, False).strip()
    inline.map, inline.children = [start, end], []
    state.push("paragraph_close", "p", -1)
