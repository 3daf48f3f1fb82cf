r"""The markdown parser: markdown-it with rules for bare web addresses and for mathematics.

A bare address becomes a link, as in `see https://example.org/a_b.` Mathematics, the source between `$`, `$$`, `\(` `\)`
or `\[` `\]`, is kept verbatim: otherwise underscores would become emphasis, a lone `=` a heading, and backslashes would
be dropped.

linkify-it-py would take the Chinese or Japanese text after an address into the link, and code spans too. Of
mdit-py-plugins, dollarmath lacks `\(` and takes prices for formulas, and texmath takes 50 ms for 4 KB of `\(`.
"""

import re
from collections.abc import Callable
from functools import cache, partial
from html import unescape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline

_SCHEME = re.compile(r"(?<![A-Za-z0-9_])https?$")
# CJK text has no blanks between words: its first letter or punctuation mark ends an address, as does an object.
_AFTER_SCHEME = re.compile(r"://[^\s<>\"`|\\\u2e80-\uffef\ufffc]+")
_TRAILING_PUNCTUATION = ".,;:!?'*_~"
_BRACKETS = {")": "(", "]": "[", "}": "{"}
_PAIRS = {"$$": "$$", "\\[": "\\]", "\\(": "\\)"}
_BLOCK_DELIMITERS = {"$$", "\\["}
# A footnote's mark, and the beginning of its text. Like a link definition, but with words behind it.
_FOOTNOTE = re.compile(r"\[\^([^\[\]\s]{1,60})\](:?)")
_BREAK_TAG = re.compile(r"<br\s{0,3}/?>", re.IGNORECASE)
# Letters below or above the line, and keys, without other markup in them.
_TAGGED = re.compile(r"<(su[bp]|kbd)>([^<>\n`$\\]{1,80})</\1>")
# A line with nothing but tags around what may be folded, whose summary may be bold.
_DETAILS = re.compile(
    r"(<details( open(?:=\"(?:open)?\")?)?>)?\s*+(?:<summary>((?:(?!</summary>).)*+)(</summary>)?)?"
    r"|</summary>|(</details>)",
    re.IGNORECASE,
)
_SUMMARY_END = re.compile("</summary>", re.IGNORECASE)
# The beginning of a line that is in no summary.
_FOLD_TAG = re.compile(r"</?details\b|<summary\b", re.IGNORECASE)
_MAX_SUMMARY_LINES = 8
_BOLD = re.compile(r"<(b|strong)>(.*)</\1>", re.IGNORECASE)
# Like pandoc's tex_math_dollars: no space inside the dollars, and no word character after the closing one. Letters of
# other scripts may be beside the dollars, because Chinese and Japanese have no blanks.
_SINGLE = re.compile(r"(?<![\w$\\])\$(?![\s$])(?:\\.|[^$\\\n])*(?<!\s)\$(?![\w$])", re.ASCII)


@cache
def parser() -> "MarkdownIt":
    """Return the parser: CommonMark without raw HTML, with tables, strikethrough, autolinks, footnotes, verbatim math.

    A footnote's mark becomes an inline token `footnote` with its label; its text stays where it is, as a paragraph.
    mdit-py-plugins would move the texts to the end of each parsed part. Of HTML, which is shown as it is written, only
    the tags that models write are known: `<br>` becomes `break_tag`, `<sub>`, `<sup>` and `<kbd>` `sub_open` and so on,
    with the source of the tag as markup; a line of `<summary>` becomes the block `summary`, and one of `<details>` a
    hidden token `details_tag`. The info of both is `folded` or `unfolded` where something that folds begins, and
    `end` where it ends. Math becomes inline tokens `maths` with the source as
    content. `meta["end"]` of a token `link_close` or `image` is where its source ends in the inline text; it is missing
    for a bare address.
    """
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import autolink, image, link

    markdown = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    markdown.inline.ruler.before("escape", "maths", _parse_inline_math)
    markdown.block.ruler.before(
        "blockquote", "maths", _parse_math_block, {"alt": ["paragraph", "reference", "blockquote"]}
    )
    markdown.block.ruler.before("reference", "footnote", _parse_footnote, {"alt": ["paragraph", "reference"]})
    markdown.block.ruler.before(
        "reference", "details", _parse_details, {"alt": ["paragraph", "reference", "blockquote"]}
    )
    markdown.inline.ruler.before("link", "footnote", _parse_footnote_mark)
    markdown.inline.ruler.before("autolink", "tags", _parse_tag)
    markdown.inline.ruler.before("escape", "address", _parse_address)
    for name, rule in (("link", link), ("image", image), ("autolink", autolink)):
        markdown.inline.ruler.at(name, partial(_parse_with_end, rule))
    return markdown


def _parse_with_end(rule: "Callable[[StateInline, bool], bool]", state: "StateInline", silent: bool) -> bool:
    """Apply a rule whose token hides an address, and note in the meta data of the token where its source ends."""
    is_found = rule(state, silent)
    if is_found and not silent:
        state.tokens[-1].meta["end"] = state.pos
    return is_found


def _parse_address(state: "StateInline", silent: bool) -> bool:
    if state.src[state.pos] != ":" or state.linkLevel > 0:
        return False
    # Searching all of the pending text for each colon would take quadratic time.
    scheme = _SCHEME.search(state.pending, max(len(state.pending) - len("https"), 0))
    rest = _AFTER_SCHEME.match(state.src, state.pos, state.posMax)
    if not scheme or not rest:
        return False
    found = _strip_trailing(rest[0])
    target = state.md.normalizeLink(scheme[0] + found)
    if len(found) <= len("://") or not state.md.validateLink(target):
        return False
    if not silent:
        state.pending = state.pending[: scheme.start()]
        state.push("link_open", "a", 1).attrs = {"href": target}
        state.push("text", "", 0).content = scheme[0] + found
        state.push("link_close", "a", -1)
    state.pos += len(found)
    return True


def _strip_trailing(found: str) -> str:
    """Strip trailing punctuation and unbalanced closing brackets, which belong to the surrounding sentence."""
    while found:
        last = found[-1]
        is_unopened = last in _BRACKETS and found.count(last) > found.count(_BRACKETS[last])
        if last not in _TRAILING_PUNCTUATION and not is_unopened:
            break
        found = found[:-1]
    return found


def _parse_inline_math(state: "StateInline", silent: bool) -> bool:
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


def _parse_math_block(state: "StateBlock", start: int, end: int, silent: bool) -> bool:
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


def _parse_footnote(state: "StateBlock", start: int, end: int, silent: bool) -> bool:
    """Parse a footnote's text, up to the next one or the next blank line, as a paragraph."""
    if state.is_code_block(start) or not _is_footnote(state, start):
        return False
    if silent:
        return True
    last = start + 1
    while last < end and not state.isEmpty(last) and not _is_footnote(state, last):
        last += 1
    _push_paragraph(state, start, last)
    return True


def _is_footnote(state: "StateBlock", number: int) -> bool:
    found = _FOOTNOTE.match(_line(state, number))
    return found is not None and bool(found[2])


def _parse_footnote_mark(state: "StateInline", silent: bool) -> bool:
    found = _FOOTNOTE.match(state.src, state.pos, state.posMax)
    # `[^1](address)` is a link, whatever its text.
    if not found or state.src.startswith("(", found.end()):
        return False
    if not silent:
        state.push("footnote", "", 0).content = found[1]
    state.pos = found.end() if state.pos == 0 else found.end(1) + 1
    return True


def _parse_details(state: "StateBlock", start: int, last: int, silent: bool) -> bool:
    """Parse a line of tags around what may be folded: its summary is a paragraph, and the tags are not shown."""
    line = _line(state, start)
    if not line.startswith("<") or state.is_code_block(start) or not (found := _DETAILS.fullmatch(line)):
        return False
    if silent:
        return True
    info = "end" if found[5] else ("unfolded" if found[2] else "folded") if found[1] else ""
    summary, end = (found[3] or "").strip(), start + 1
    if found[3] is not None and not found[4]:
        summary, end = _whole_summary(state, start, last, summary)
    if summary:
        bold = _BOLD.fullmatch(summary)
        content = bold[2].strip() if bold else summary
        _push_paragraph(state, start, end, kind="summary", content=content, info=info)
    else:
        state.line = end
        tag = state.push("details_tag", "", 0)
        tag.map, tag.hidden, tag.info = [start, end], True, info
    return True


def _whole_summary(state: "StateBlock", start: int, last: int, summary: str) -> tuple[str, int]:
    """Return a summary with its next lines, and the line behind it: it ends like a paragraph if it has no end."""
    lines, end = [summary], start + 1
    for number in range(end, min(last, start + _MAX_SUMMARY_LINES)):
        line, count = _SUMMARY_END.subn(" ", _line(state, number))
        if state.isEmpty(number) or state.sCount[number] < state.blkIndent or _FOLD_TAG.match(line):
            break
        lines.append(line)
        end = number + 1
        if count:
            break
    return " ".join(" ".join(lines).split()), end


def _parse_tag(state: "StateInline", silent: bool) -> bool:
    """Parse a break in a line, letters below or above it, or a key."""
    if state.src[state.pos] != "<":
        return False
    if found := _BREAK_TAG.match(state.src, state.pos, state.posMax):
        if not silent:
            state.push("break_tag", "br", 0).markup = found[0]
    elif found := _TAGGED.match(state.src, state.pos, state.posMax):
        if not silent:
            state.push(f"{found[1]}_open", found[1], 1).markup = f"<{found[1]}>"
            state.push("text", "", 0).content = unescape(found[2])
            state.push(f"{found[1]}_close", found[1], -1).markup = f"</{found[1]}>"
    else:
        return False
    state.pos = found.end()
    return True


def _line(state: "StateBlock", number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]].rstrip()


def _push_paragraph(
    state: "StateBlock", start: int, end: int, *, kind: str = "paragraph", content: str | None = None, info: str = ""
) -> None:
    """Push the tokens of some lines as a paragraph, with all of their text as its content unless another is given."""
    state.line = end
    opened = state.push(f"{kind}_open", "p", 1)
    opened.map, opened.info = [start, end], info
    inline = state.push("inline", "", 0)
    inline.content = state.getLines(start, end, state.blkIndent, False).strip() if content is None else content
    inline.map, inline.children = [start, end], []
    state.push(f"{kind}_close", "p", -1)
