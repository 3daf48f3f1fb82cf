"""Append the text of a request to the text that an earlier request left cut off."""

from deskpet.chat.answer_builder import AnswerBuilder
from deskpet.chat.continuation import RepetitionFilter, notices_after
from deskpet.chat.events import NoticeResolved, TextAppended
from deskpet.chat.messages import Notice, Text


class ResumedText:
    """The block of a text that was cut off; it continues at its last character.

    has_continued: whether text followed. is_closed: whether what follows gets a block of its own.
    """

    def __init__(self, builder: AnswerBuilder, index: int) -> None:
        self.has_continued = False
        self.is_closed = False
        self._builder = builder
        self._index = index
        block = builder.message.blocks[index]
        self._repetition = RepetitionFilter(str(block.text) if isinstance(block, Text) else "")

    def append(self, text: str) -> None:
        """Append to the block. The notice that said that it was cut off is hidden with the first text."""
        if not self.has_continued:
            self.has_continued = True
            self._hide_notices()
        self._emit(self._repetition.feed(text))

    def close(self) -> None:
        """Append what was held back, and nothing more."""
        if not self.is_closed:
            self.is_closed = True
            self._emit(self._repetition.close())

    def _hide_notices(self) -> None:
        for at in notices_after(self._builder.message, self._index):
            notice = self._builder.message.blocks[at]
            if isinstance(notice, Notice) and notice.resolution == "continued":
                self._builder.emit(NoticeResolved(at, "joined"))

    def _emit(self, text: str) -> None:
        if text:
            self._builder.emit(TextAppended(self._index, text))
