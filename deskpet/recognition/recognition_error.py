"""The error of everything that listens: the microphone, recognisers and their servers."""

from deskpet.chat.messages import Notice
from deskpet.words import join_sentences, tr


class RecognitionError(Exception):
    """Speech can't be recognised. `code` is a stable identifier; title, cause and next step are translated texts."""

    def __init__(self, code: str, title: str, cause: str, next_step: str = "") -> None:
        super().__init__(join_sentences(tr("{sentence}.", sentence=title.rstrip(".")), cause, next_step))
        self.code, self.title, self.cause, self.next_step = code, title, cause, next_step

    @classmethod
    def from_notice(cls, notice: Notice) -> "RecognitionError":
        """Return the error for a notice of the network or of a server."""
        return cls(notice.code, notice.title, notice.cause, notice.next_step)

    @property
    def notice(self) -> Notice:
        """The error as a notice: nothing is sent, and the user can type."""
        return Notice("warning", self.code, self.title, self.cause, self.next_step)
