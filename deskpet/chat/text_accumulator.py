"""Accumulate the text and the reasoning of an answer from its deltas."""

from typing import assert_never

from deskpet.chat.model import (
    CallDelta,
    Delta,
    FinishDelta,
    ImageDelta,
    NoticeDelta,
    TextDelta,
    TextWasThinkingDelta,
    ThinkingDelta,
    ThinkingWasTextDelta,
    UsageDelta,
)


class TextAccumulator:
    """The text and the reasoning received so far, with later reclassifications applied."""

    def __init__(self) -> None:
        self._text: list[str] = []
        self._thinking: list[str] = []

    @property
    def words(self) -> str:
        return "".join(self._text)

    @property
    def thoughts(self) -> str:
        return "".join(self._thinking)

    def take(self, delta: Delta) -> None:
        """Add the next delta; deltas of calls, pictures and token counts are ignored."""
        match delta:
            case TextDelta(text):
                self._text.append(text)
            case ThinkingDelta(text):
                self._thinking.append(text)
            case TextWasThinkingDelta():
                self._text, self._thinking = [], [*self._thinking, *self._text]
            case ThinkingWasTextDelta():
                self._text, self._thinking = [*self._thinking, *self._text], []
            case CallDelta() | ImageDelta() | UsageDelta() | FinishDelta() | NoticeDelta():
                pass
            case _:
                assert_never(delta)
