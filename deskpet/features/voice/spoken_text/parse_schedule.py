"""Choose the positions at which streamed text is parsed: possible ends of a piece, limited by the cost of parsing."""

from enum import Enum, auto

_SENTENCE_MARKS = frozenset(".!?…‥。！？｡．\n")
_CLAUSE_MARKS = _SENTENCE_MARKS | frozenset(",;:，、；：､—―─–-")
_CLOSERS = frozenset("\"'”’)]」』｣）】》〉*_~`")
# A short open block is parsed at each place, a longer one when it has grown by an eighth, so that the work for a block
# is in proportion to its length; one full of marks after more, so that a character takes 50 microseconds at most.
_SHORT_BLOCK, _GROWTH = 200, 8
_WORK_PER_CHARACTER = 5
# Text without any mark is parsed after so many characters.
_LONGEST_STEP = 400


class _State(Enum):
    NONE = auto()
    ENDED = auto()  # a mark, and perhaps closing quotes
    BLANK = auto()  # and blanks


class ParseSchedule:
    """Finds the places in the text that was not parsed. Each depends only on the text before it.

    A place is behind the character that follows a mark, and behind the first one of the next word.
    """

    def __init__(self) -> None:
        self._state = _State.NONE
        self._length = 0  # of the text that was looked at

    def next(self, text: str, start: int, due: int, *, with_clauses: bool) -> int | None:
        """Return how much of the text behind `start` to parse now, or None if there is too little of it.

        start: the last place, or the beginning. due: the least length. with_clauses: clauses end a piece as well.
        """
        marks = _CLAUSE_MARKS if with_clauses else _SENTENCE_MARKS
        longest = max(_LONGEST_STEP, due)
        while start + self._length < len(text):
            letter = text[start + self._length]
            self._length += 1
            is_place = self._state is _State.ENDED or (self._state is _State.BLANK and not letter.isspace())
            self._state = self._after(letter, marks)
            if (is_place and self._length >= due) or self._length >= longest:
                place, self._length = self._length, 0
                return place
        return None

    def _after(self, letter: str, marks: frozenset[str]) -> _State:
        if letter in marks or (self._state is _State.ENDED and letter in _CLOSERS):
            return _State.ENDED
        return _State.BLANK if self._state is not _State.NONE and letter.isspace() else _State.NONE


def due_length(block_length: int, block_work: int) -> int:
    """Return how much text has to come before a block is parsed again, for its length and the work of parsing it.

    block_work: in units of about ten microseconds.
    """
    growth = block_length // _GROWTH if block_length > _SHORT_BLOCK else 1
    return max(growth, block_work // _WORK_PER_CHARACTER)
