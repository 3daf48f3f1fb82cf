"""How much work a text makes: markers and line ends cost more than letters, so both are counted.

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
    "$": 1,
    "\\": 1,
    "://": 15,
    "](": 5,
}
WORK = 2_000
"""The most work that is done in one step; ordinary prose of 4 KB makes a tenth of it."""


def work(text: str) -> int:
    """The work that a text makes beside its length, in units of about ten microseconds."""
    return sum(cost * text.count(mark) for mark, cost in _COSTS.items())


def reach(text: str, characters: int, most: int = WORK) -> int:
    """How many characters from the beginning stay within both limits; at least one, unless the text is empty."""
    longest = min(len(text), characters)
    if work(text[:longest]) <= most:
        return longest
    return max(bisect_right(range(1, longest + 1), most, key=lambda end: work(text[:end])), 1)
