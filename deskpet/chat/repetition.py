"""Notice that a model repeats itself without end, as small models do until their limit of tokens.

The signs are the same three to twenty lines eight times over, and the same words again and again, on one line or on
many. The latter may be wanted, as a hundred lines of "I will not be late": only much of it is a sign.
"""

import re
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
        return bool(ended) and any(self._repeats(line.strip()) for line in ended)

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


# So often and for so many bytes the same words must come.
_MIN_EQUAL, _MIN_BYTES = 12, 2_000
# The longest repeated part, in words, and the number of words by which a repetition is found.
_MAX_PERIOD, _GRAM = 400, 4
# Fewer different letters are laughter or a chorus: "ha ha ha". Chinese and Japanese have one for a syllable or a word.
_MIN_LETTERS, _MIN_LETTERS_CJK = 6, 4
_MAX_WORD = 200
_CJK = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
_PIECE = re.compile(rf"\n|[^\S\n]+|[{_CJK}]|[^\s{_CJK}]{{1,{_MAX_WORD}}}")
_FENCE = re.compile(r"`{3,}|~{3,}")
# What begins a line of a table, a list or a quotation.
_BLOCK_MARK = re.compile(r"[|>].*|[-*+]|\d{1,9}[.)]")
_INDENTED_CODE = re.compile(r"\t| {4}")


class WordRepetitionDetector:
    """Reads the shown text of an answer. Line ends between the words don't count; each word costs the same.

    Code, tables, lists and quotations are left out, because repetitions are normal there.
    """

    def __init__(self) -> None:
        self._rest = ""
        self._is_line_start, self._is_left_out = True, False
        self._fence = ""
        # The last words by their number modulo the size, and the number of the last word of each group of words.
        self._words = [""] * _MAX_PERIOD
        self._count = 0
        self._gram: deque[str] = deque(maxlen=_GRAM)
        self._last: dict[tuple[str, ...], int] = {}
        # The last `_run` words, of `_bytes`, are the same as those `_period` words before them.
        self._period = self._run = self._bytes = 0

    def feed(self, text: str) -> bool:
        """Add a piece of text; return whether the text repeats itself."""
        text = self._rest + text
        pieces = _PIECE.findall(text)
        # The last word, or the indentation of a line, may go on.
        self._rest = pieces.pop() if pieces and pieces[-1] != "\n" and len(pieces[-1]) < _MAX_WORD else ""
        return any(map(self._repeats, pieces))

    def _repeats(self, piece: str) -> bool:
        if piece == "\n":
            self._is_line_start, self._is_left_out = True, bool(self._fence)
            return False
        if self._is_line_start:
            self._begin_line(piece)
        if self._is_left_out:
            self._run = self._bytes = self._period = 0
            return False
        return not piece.isspace() and self._add(piece)

    def _begin_line(self, piece: str) -> None:
        """Find out from the first piece of a line, or from that after a short indentation, what the line is."""
        if piece.isspace():
            self._is_left_out = self._is_left_out or _INDENTED_CODE.match(piece) is not None
            return
        self._is_line_start = False
        fence = _FENCE.match(piece)
        if fence and self._fence in ("", fence[0][:3]):
            self._fence = "" if self._fence else fence[0][:3]
            self._is_left_out = True
        self._is_left_out = self._is_left_out or _BLOCK_MARK.fullmatch(piece) is not None

    def _add(self, word: str) -> bool:
        """Add a word; return whether it ends one more repetition of enough."""
        self._gram.append(word)
        if self._period and self._words[(self._count - self._period) % _MAX_PERIOD] == word:
            self._run += 1
            self._bytes += len(word.encode())
        else:
            self._find_period()
        self._words[self._count % _MAX_PERIOD] = word
        self._remember_gram()
        self._count += 1
        is_enough = self._run >= self._period * (_MIN_EQUAL - 1) and self._bytes >= _MIN_BYTES
        return is_enough and self._run % self._period == 0 and self._has_meaning()

    def _find_period(self) -> None:
        """Take the distance to the place where the last words stood before, if there is one near enough."""
        last = self._last.get(tuple(self._gram), -_MAX_PERIOD) if len(self._gram) == _GRAM else -_MAX_PERIOD
        distance = self._count - last
        self._period = distance if distance < _MAX_PERIOD else 0
        self._run = _GRAM if self._period else 0
        self._bytes = len("".join(self._gram).encode()) if self._period else 0

    def _remember_gram(self) -> None:
        gram = tuple(self._gram)
        self._last.pop(gram, None)
        self._last[gram] = self._count
        if len(self._last) > _MAX_PERIOD:
            del self._last[next(iter(self._last))]

    def _has_meaning(self) -> bool:
        """Return whether the repeated part has enough different letters."""
        part = (self._words[(self._count - back) % _MAX_PERIOD] for back in range(1, self._period + 1))
        letters = {character for character in "".join(part).lower() if character.isalpha()}
        is_cjk = any(character > "\u2e7f" for character in letters)
        return len(letters) >= (_MIN_LETTERS_CJK if is_cjk else _MIN_LETTERS)
