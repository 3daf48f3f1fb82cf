"""The base of errors that are shown as a notice."""

from typing import Self

from deskpet.chat.messages import Notice
from deskpet.translation import join_sentences, tr


class NoticeError(Exception):
    """An error with the parts of a notice. `code` is a stable identifier; the others are translated texts."""

    def __init__(self, code: str, title: str, cause: str, next_step: str = "") -> None:
        super().__init__(join_sentences(tr("{sentence}.", sentence=title.rstrip(".")), cause, next_step))
        self.code, self.title, self.cause, self.next_step = code, title, cause, next_step

    @classmethod
    def from_notice(cls, notice: Notice) -> Self:
        """Return the error for a notice of the network or of a server."""
        return cls(notice.code, notice.title, notice.cause, notice.next_step)

    @property
    def notice(self) -> Notice:
        """The error as a notice; it costs nothing of the conversation."""
        return Notice("warning", self.code, self.title, self.cause, self.next_step)
