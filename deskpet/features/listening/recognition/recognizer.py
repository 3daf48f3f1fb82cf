"""The protocol of speech recognisers.

Sound flows from the microphone into a recogniser as signed 16-bit little-endian samples of one channel, `RATE` of them
a second, in blocks of 20 to 32 ms. A stream stands for one utterance:

1. `begin` opens it. The microphone may be open already, so it returns at once and does no I/O.
2. `feed` takes each block on the event loop. It neither blocks nor raises: one that works while it listens does so in a
   thread, one that hears whole recordings only keeps the samples. A fault is kept for `finish`.
3. `text` has the words so far, for the composer. It may change in any place until the end.
4. `finish` returns the final words, empty if nothing was said, or raises RecognitionError. `aclose` gives up instead.
"""

from typing import Protocol

RATE = 16_000
"""Samples a second, of one channel, signed 16-bit little-endian."""
SAMPLE_BYTES = 2
MAX_SECONDS = 300
"""The longest recording."""


class RecognitionStream(Protocol):
    """The recognition of one utterance."""

    @property
    def text(self) -> str:
        """The words so far; always empty where an engine hears whole recordings only."""
        ...

    def feed(self, pcm: bytes) -> None:
        """Take the next samples. Returns at once and never raises."""
        ...

    async def finish(self) -> str:
        """Return the final words, empty if nothing was said. Raises RecognitionError. The stream has ended then."""
        ...

    async def aclose(self) -> None:
        """Give up: close the request, and forget the sound. Does nothing after `finish`."""
        ...


class SpeechRecognizer(Protocol):
    """Turns speech into words."""

    def begin(self, language: str) -> RecognitionStream:
        """Return a stream for one utterance. language: "en", "zh", "ja", or "" to find it out."""
        ...

    async def aclose(self) -> None:
        """Close the connections and the model. It can be used again."""
        ...
