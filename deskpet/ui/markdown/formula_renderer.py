"""Ask the process that sets formulas for the picture of one in markdown, and check its reply."""

import re
from dataclasses import dataclass
from functools import cache

from deskpet.processes.child_kinds import FORMULA
from deskpet.ui.markdown.child_renderer import ChildRenderer

# Longer formulas stay source.
MAX_LENGTH = 1_000
_MAX_KEPT = 512
_DELIMITERS = (("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)"), ("$", "$"))
DISPLAYED = ("$$", "\\[")
"""The opening delimiters of formulas in a paragraph of their own."""
_PRICE = re.compile(r"\d[\d.,]*\s+[^\W\d_]{2,}")
_VIEW_BOX = re.compile(r'viewBox="([-\d.e]+) ([-\d.e]+) ([-\d.e]+) ([-\d.e]+)"')


@dataclass(frozen=True, slots=True)
class Request:
    """A formula without its delimiters; `size` is its font size in pixels."""

    latex: str
    size: int
    is_inline: bool


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that is set: its SVG in black, and its extents in pixels around the baseline."""

    svg: str
    width: float
    ascent: float
    descent: float


def request_of(source: str, size: int) -> Request | None:
    """Return the request for a formula with its delimiters; None for prices such as `$5 and 10$`, and long ones."""
    for opening, closing in _DELIMITERS:
        if source.startswith(opening) and source.endswith(closing):
            latex = source[len(opening) : -len(closing)].strip()
            if not latex or len(latex) > MAX_LENGTH or (opening == "$" and _PRICE.match(latex)):
                return None
            return Request(latex, size, opening not in DISPLAYED)
    return None


@cache
def formula_renderer() -> ChildRenderer[Request, Formula]:
    """Return the program's renderer."""
    return ChildRenderer(FORMULA, "deskpet.ui.markdown.formula_process", ("ziamath",), _formula, _MAX_KEPT)


def _formula(svg: str) -> Formula | None:
    found = _VIEW_BOX.search(svg[:400])
    if not found:
        return None
    # The baseline is at y = 0.
    _, top, width, height = map(float, found.groups())
    return Formula(svg, width, max(-top, 0.0), max(height + top, 0.0))
