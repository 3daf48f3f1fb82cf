"""Sound as a value, and the error of everything that makes or plays it."""

from dataclasses import dataclass

from deskpet.chat.messages import NoticeError

SAMPLE_BYTES = 2
MIN_RATE, MAX_RATE = 8_000, 192_000


@dataclass(frozen=True, slots=True)
class Pcm:
    """A piece of mono sound: signed 16-bit little-endian samples, `rate` of them a second."""

    rate: int
    samples: bytes

    @property
    def frames(self) -> int:
        """The number of samples."""
        return len(self.samples) // SAMPLE_BYTES

    @property
    def seconds(self) -> float:
        """The duration."""
        return self.frames / self.rate


class SpeechError(NoticeError):
    """Something can't be spoken; the answer goes on without it."""
