"""Leave out text that comes again: the whole answer in the last piece, or with every piece all that came before.

Some gateways send so. A piece that is equal to all the text before it, or a chain of pieces that each begin with the
one before, is no accident from a certain length on; shorter ones are kept, because words may be repeated.
"""

MIN_LENGTH = 8
"""Length of a text from which on its repetition is no accident."""
_MIN_LENGTH_OF_ONE = 16
_MIN_CHAIN = 2


class RepeatedText:
    """Filters the pieces of a text."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._length = 0
        # Whether each piece so far began with the one before; the pieces of which that is not certain.
        self._may_be_cumulative = True
        self._is_cumulative = False
        self._held: list[str] = []
        self._previous = ""

    def is_new(self, piece: str) -> bool:
        """Return whether `piece` is certainly no repetition, so that `note` is enough for it."""
        return not self._may_be_cumulative and len(piece) != self._length

    def note(self, piece: str) -> None:
        """Remember a new piece."""
        self._pieces.append(piece)
        self._length += len(piece)

    def feed(self, piece: str) -> str:
        """Return what is new in the next piece; it may be held back until the one after it."""
        if not piece:
            return ""
        if self._may_be_cumulative:
            return self._feed_chain(piece)
        return "" if self._is_repetition(piece) else self._pass(piece)

    def close(self) -> str:
        """Return what was held back, because the text ends or something else follows."""
        held, self._held = self._held, []
        if not held:
            return ""
        if self._length >= MIN_LENGTH:
            return self._pass(held[-1][self._length :])
        self._may_be_cumulative = False
        return self._pass("".join(held))

    def _feed_chain(self, piece: str) -> str:
        if self._is_cumulative and piece == self._previous:
            return ""
        grows = piece.startswith(self._previous) and len(piece) > len(self._previous)
        if not grows:
            self._may_be_cumulative = self._is_cumulative = False
            held, self._held = "".join(self._held), []
            self._pass(held)
            return held if self._is_repetition(piece) else held + self._pass(piece)
        is_first, self._previous = not self._previous, piece
        if is_first:
            return self._pass(piece)
        self._held.append(piece)
        if not self._is_cumulative and (len(self._held) < _MIN_CHAIN or len(piece) < MIN_LENGTH):
            return ""
        self._is_cumulative = True
        self._held.clear()
        return self._pass(piece[self._length :])

    def _is_repetition(self, piece: str) -> bool:
        """Return whether `piece` is all the text so far."""
        has_pieces = len(self._pieces) > 1 and self._length >= MIN_LENGTH
        is_long = has_pieces or self._length >= _MIN_LENGTH_OF_ONE
        return is_long and len(piece) == self._length and "".join(self._pieces) == piece

    def _pass(self, piece: str) -> str:
        if piece:
            self.note(piece)
        return piece
