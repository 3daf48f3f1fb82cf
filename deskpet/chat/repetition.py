"""Notice that a model repeats itself without end.

Models that are small, or have a wrong template, fall into a loop until the limit of tokens. Two signs are certain
enough: the same three to twenty lines eight times over, and a long text in which the same piece comes over and over.
"""

from collections import deque

MIN_REPETITIONS = 8
_MIN_LINES, _MAX_LINES = 3, 20
# The end of the text that is nothing but repetitions of one piece, in characters, and the longest piece.
_MIN_LENGTH, _MAX_PIECE = 2_400, 300
_CHECK_EVERY = 200
_PROBE = 32


class RepetitionDetector:
    """Reads the text of an answer piece by piece. The cost of a piece does not depend on the length of the text."""

    def __init__(self) -> None:
        self._line = ""
        self._lines: deque[str] = deque(maxlen=_MAX_LINES)
        # For each number of lines, how many of the last lines are the same as so many before them.
        self._equal = dict.fromkeys(range(_MIN_LINES, _MAX_LINES + 1), 0)
        self._is_in_fence = False
        self._tail = ""
        self._unchecked = 0

    def feed(self, text: str) -> bool:
        """Add a piece of text; return whether the text repeats itself."""
        self._tail = (self._tail + text)[-_MIN_LENGTH:]
        self._unchecked += len(text)
        *ended, self._line = (self._line + text).split("\n")
        self._line = self._line[-_MIN_LENGTH:]
        return any(self._repeats_lines(line.strip()) for line in ended) or self._repeats_piece()

    def _repeats_lines(self, line: str) -> bool:
        """Add a line that has ended. Blank lines don't count, and code may have equal lines."""
        if line.startswith(("```", "~~~")):
            self._is_in_fence = not self._is_in_fence
        if not line or self._is_in_fence:
            return False
        for count in self._equal:
            is_equal = len(self._lines) >= count and self._lines[-count] == line
            self._equal[count] = self._equal[count] + 1 if is_equal else 0
        self._lines.append(line)
        return any(
            equal >= count * (MIN_REPETITIONS - 1) and len(set(list(self._lines)[-count:])) > 1
            for count, equal in self._equal.items()
        )

    def _repeats_piece(self) -> bool:
        """Return whether the end of the text is one piece over and over."""
        if self._unchecked < _CHECK_EVERY or len(self._tail) < _MIN_LENGTH:
            return False
        self._unchecked = 0
        tail = self._tail
        before = tail.rfind(tail[-_PROBE:], 0, len(tail) - 1)
        length = len(tail) - _PROBE - before
        return before >= 0 and length <= _MAX_PIECE and tail[length:] == tail[:-length] and not tail.isspace()
