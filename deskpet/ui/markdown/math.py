r"""Mathematics as its source: between dollars, `\(` and `\)`, or `\[` and `\]` every sign stands as it was written.

Without these rules an underscore would be emphasis, a lone `=` a heading, and the backslashes would be gone.
"""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline

_PAIRS = {"$$": "$$", "\\[": "\\]", "\\(": "\\)"}
_OF_LINES = {"$$", "\\["}
# As pandoc has it: what is paid in dollars has a blank behind the sign that would open it, or a digit behind the other.
_SINGLE = re.compile(r"(?<![\w$\\])\$(?![\s$])(?:\\.|[^$\\\n])*(?<!\s)\$(?![\w$])")


def add_to(parser: "MarkdownIt") -> None:
    """Let a parser know mathematics: a token `maths` among the words, with its source."""
    parser.inline.ruler.before("escape", "maths", _among_words)
    parser.block.ruler.before("blockquote", "maths", _on_its_own, {"alt": ["paragraph", "reference", "blockquote"]})


def _among_words(state: "StateInline", silent: bool) -> bool:
    source, start = state.src, state.pos
    if source[start] not in "$\\":
        return False
    if closing := _PAIRS.get(source[start : start + 2]):
        # Something stands between them.
        end = source.find(closing, start + 3, state.posMax) + len(closing)
        is_whole = end > len(closing)
    else:
        found = _SINGLE.match(source, start, state.posMax)
        end, is_whole = (found.end(), True) if found else (start, False)
    if is_whole and not silent:
        state.push("maths", "", 0).content = source[start:end]
    state.pos = end if is_whole else start
    return is_whole


def _on_its_own(state: "StateBlock", start: int, end: int, silent: bool) -> bool:
    """Lines from one that opens a formula to the one that closes it, or else to a blank one: no other block in them.

    Where the block ends depends on the lines up to there alone, as with every other.
    """
    first = _line(state, start)
    if first[:2] not in _OF_LINES or state.is_code_block(start):
        return False
    if silent:
        # Within a paragraph only a line of its own begins one.
        return first in _OF_LINES
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
