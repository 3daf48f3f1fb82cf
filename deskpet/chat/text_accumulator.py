"""What an answer says in the end, gathered from its deltas."""

from deskpet.chat.model import Delta, TextDelta, ThinkingDelta, WasTextDelta, WasThinkingDelta


class TextAccumulator:
    """The words and the reasoning of an answer so far, whatever each was taken for at first."""

    def __init__(self) -> None:
        self._words: list[str] = []
        self._thoughts: list[str] = []

    @property
    def words(self) -> str:
        return "".join(self._words)

    @property
    def thoughts(self) -> str:
        return "".join(self._thoughts)

    def take(self, delta: Delta) -> None:
        """The next delta; those of calls, pictures and figures say nothing."""
        match delta:
            case TextDelta(text):
                self._words.append(text)
            case ThinkingDelta(text):
                self._thoughts.append(text)
            case WasThinkingDelta():
                self._words, self._thoughts = [], [*self._thoughts, *self._words]
            case WasTextDelta():
                self._words, self._thoughts = [*self._thoughts, *self._words], []
            case _:
                pass
