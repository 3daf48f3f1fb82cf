"""Notice that a model repeats itself without end, as small models do until their limit of tokens.

The sign is the same three to twenty lines eight times over. A single line that comes again and again may be wanted.
"""

from collections import deque

MIN_REPETITIONS = 8
_MIN_LINES, _MAX_LINES = 3, 20
# The end of a line that is compared, in characters.
_MAX_LENGTH = 2_000


class RepetitionDetector:
    """Reads the text of an answer piece by piece. The cost of a piece does not depend on the length of the text."""

    def __init__(self) -> None:
        self._line = ""
        self._lines: deque[str] = deque(maxlen=_MAX_LINES)
        # For each number of lines, how many of the last lines are the same as so many before them.
        self._equal = dict.fromkeys(range(_MIN_LINES, _MAX_LINES + 1), 0)
        self._is_in_fence = False

    def feed(self, text: str) -> bool:
        """Add a piece of text; return whether the text repeats itself."""
        *ended, line = (self._line + text).split("\n")
        self._line = line[-_MAX_LENGTH:]
        return any(self._repeats(line.strip()) for line in ended)

    def _repeats(self, line: str) -> bool:
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
