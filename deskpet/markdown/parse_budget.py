"""Estimate the cost of parsing and laying out a text, to bound the work of one step on the GUI thread.

A parser, a layout and a painter spend their time per block, per cell and per marker. Limits in characters alone
would let 4 KB of one-letter list items or table cells hold the GUI thread for a tenth of a second.
"""

from bisect import bisect_right

# One unit is about ten microseconds of parsing, writing and layout.
_COSTS = {
    "\n": 10,
    "\r": 10,
    "|": 8,
    "[": 3,
    "`": 1,
    "*": 1,
    "_": 1,
    "~": 1,
    "<": 3,
    "$": 8,
    "\\": 1,
    "\\(": 8,
    "\\[": 8,
    "://": 15,
    "](": 5,
}
MAX_COST = 10  # per character
MAX_WORK = 2_000
"""Maximum work of one step; ordinary prose of 4 KB takes a tenth of it."""


def estimate_work(text: str) -> int:
    """Estimate the work for the markers in a text, in units of about ten microseconds."""
    return sum(cost * text.count(mark) for mark, cost in _COSTS.items())


def affordable_length(text: str, characters: int, max_work: int = MAX_WORK) -> int:
    """Return the length of the longest prefix within both limits; at least 1 unless the text is empty."""
    longest = min(len(text), characters)
    # The common case is a word or two.
    if longest * MAX_COST <= max_work or estimate_work(text[:longest]) <= max_work:
        return longest
    return max(bisect_right(range(1, longest + 1), max_work, key=lambda end: estimate_work(text[:end])), 1)
