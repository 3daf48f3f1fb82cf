"""Find out whether a position in Markdown text is in a quotation, a code span or a fence, or begins a line."""

import re

# A marker after an unpaired backtick is held back until the line ends, or for this many characters.
_MAX_CODE_SPAN = 400
# Maximum length of the indentation and list markers before a fence or an object.
_MAX_PREFIX = 40

_CODE_ENDS = re.compile(r"\n|`{1,64}")
_QUOTATION = re.compile(r"[ \t]*>")
_BEFORE_FENCE = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?[ \t]*")


class LineContext:
    """The line that the text ends with.

    open_ticks: number of backticks that may have opened a code span on this line; 0 if none did.
    """

    __slots__ = ("_start", "open_ticks")

    def __init__(self) -> None:
        # As much of the line as the questions below need, and one character more if it is longer.
        self._start = ""
        self.open_ticks = 0

    @property
    def is_empty(self) -> bool:
        """Whether the text ends with a newline, or is empty."""
        return not self._start

    @property
    def is_blank(self) -> bool:
        """Whether the line has nothing but a short indentation."""
        return len(self._start) <= _MAX_PREFIX and not self._start.strip()

    @property
    def is_quotation(self) -> bool:
        """Whether the line begins with the mark of a quotation."""
        return _QUOTATION.match(self._start) is not None

    @property
    def may_begin_fence(self) -> bool:
        """Whether a fence may follow: after indentation, marks of a quotation and the mark of a list item."""
        return len(self._start) <= _MAX_PREFIX and _BEFORE_FENCE.fullmatch(self._start) is not None

    def add(self, text: str) -> None:
        """Append text."""
        _, newline, line = text.rpartition("\n")
        if newline:
            self._start, self.open_ticks = line[: _MAX_PREFIX + 1], 0
        elif len(self._start) <= _MAX_PREFIX:
            self._start = (self._start + line)[: _MAX_PREFIX + 1]

    def reset(self) -> None:
        """Begin a line."""
        self._start, self.open_ticks = "", 0

    def is_in_code_span(self, text: str, end: int, *, is_at_end: bool) -> bool | None:
        """Return whether the open backticks are closed after `end` in `text`, on the same line; None if not known yet.

        is_at_end: no more text follows.
        """
        if not self.open_ticks:
            return False
        limit = end + _MAX_CODE_SPAN
        for match in _CODE_ENDS.finditer(text, end, limit):
            if match[0] == "\n":
                return False
            is_complete = match.end() < min(len(text), limit) or is_at_end
            if is_complete and len(match[0]) == self.open_ticks:
                return True
        return False if is_at_end or len(text) > limit else None
