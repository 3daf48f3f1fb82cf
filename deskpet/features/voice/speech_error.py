"""The error of everything that speaks: engines, decoders and the sound device."""

from deskpet.chat.messages import NoticeError


class SpeechError(NoticeError):
    """Something can't be spoken; the answer goes on without it."""
