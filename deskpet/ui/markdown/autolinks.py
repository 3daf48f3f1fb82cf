"""Autolinks: bare web addresses in text become links, as in `see https://example.org/a_b.`

linkify-it-py would take the Chinese or Japanese text after an address into the link, and code spans too.
"""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline

_SCHEME = re.compile(r"(?<![A-Za-z0-9_])https?$")
# CJK text has no blanks between words: its first letter or punctuation mark ends an address.
_AFTER_SCHEME = re.compile(r"://[^\s<>\"`|\\\u2e80-\uffef]+")
_TRAILING_PUNCTUATION = ".,;:!?'*_~"
_BRACKETS = {")": "(", "]": "[", "}": "{"}


def add_to(parser: "MarkdownIt") -> None:
    """Add the autolink rule to a parser."""
    parser.inline.ruler.before("escape", "address", _address)


def _address(state: "StateInline", silent: bool) -> bool:
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
