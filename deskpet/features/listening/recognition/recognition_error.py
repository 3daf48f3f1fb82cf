"""The error of everything that listens: the microphone, recognisers and their servers."""

from deskpet.chat.messages import NoticeError


class RecognitionError(NoticeError):
    """Speech can't be recognised; nothing is sent, and the user can type."""
