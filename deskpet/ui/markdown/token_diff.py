"""Compare markdown-it tokens, to rewrite only the blocks that changed."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from deskpet.ui.markdown.splitter import Blocks, Piece

if TYPE_CHECKING:
    from markdown_it.token import Token


def top_level_blocks(piece: Piece) -> Iterator[Piece]:
    """Split a piece into its top-level blocks."""
    if not isinstance(piece, Blocks):
        yield piece
        return
    start = 0
    for number, token in enumerate(piece.tokens, 1):
        if token.level == 0 and token.nesting <= 0:
            yield Blocks(piece.tokens[start:number])
            start = number


def is_same(one: Piece, other: Piece) -> bool:
    """Whether two pieces render the same."""
    if isinstance(one, Blocks) and isinstance(other, Blocks):
        return len(one.tokens) == len(other.tokens) == common_prefix(one.tokens, other.tokens)
    return one == other


def common_prefix(some: "Sequence[Token]", others: "Sequence[Token]") -> int:
    """Return the number of leading tokens that render the same, regardless of their source lines."""
    pairs = zip(some, others, strict=False)
    return sum(1 for _ in takewhile(lambda pair: _renders_same(*pair), pairs))


def _renders_same(one: "Token", other: "Token") -> bool:
    if (one.type, one.content, one.markup, one.info) != (other.type, other.content, other.markup, other.info):
        return False
    if one.hidden != other.hidden or one.attrs != other.attrs:
        return False
    ours, theirs = one.children or (), other.children or ()
    return len(ours) == len(theirs) == common_prefix(ours, theirs)
