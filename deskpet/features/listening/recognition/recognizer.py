"""The protocol of speech recognisers, the one that the settings choose, and the error of everything that listens.

Sound flows from the microphone into a recogniser as signed 16-bit little-endian samples of one channel, `RATE` of them
a second, in blocks of 20 to 32 ms. A stream stands for one utterance:

1. `begin` opens it. The microphone may be open already, so it returns at once and does no I/O.
2. `feed` takes each block on the event loop. It neither blocks nor raises: one that works while it listens does so in a
   thread, one that hears whole recordings only keeps the samples. A fault is kept for `finish`.
3. `text` has the words so far, for the composer. It may change in any place until the end.
4. `finish` returns the final words, empty if nothing was said, or raises RecognitionError. `aclose` gives up instead.
"""

from pathlib import Path
from typing import Protocol

from deskpet.chat.messages import NoticeError
from deskpet.config.choices import ListeningEngine
from deskpet.config.settings import ListeningSettings
from deskpet.translation import tr

RATE = 16_000
"""Samples a second, of one channel, signed 16-bit little-endian."""
SAMPLE_BYTES = 2
MAX_SECONDS = 300
"""The longest recording."""
DEFAULT_MODEL = "whisper-1"
"""The model of a server when none is set: OpenAI's, which other servers know as well."""


class RecognitionError(NoticeError):
    """Speech can't be recognised; nothing is sent, and the user can type."""


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


def recognizer_of(settings: ListeningSettings, key: str) -> SpeechRecognizer:
    """Return the recogniser, with the key of its server. Raises RecognitionError if it is not set up."""
    if settings.engine is ListeningEngine.OPENAI:
        if not settings.server_url:
            raise _missing(tr("The address of its server is not set."))
        from deskpet.features.listening.recognition.openai_transcription import OpenAiTranscription

        return OpenAiTranscription(settings.server_url, settings.recognition_model or DEFAULT_MODEL, key)
    if not settings.model_folder:
        raise _missing(tr("The folder of its model is not set."))
    from deskpet.features.listening.recognition.local_recognizer import LocalRecognizer

    return LocalRecognizer(Path(settings.model_folder))


def _missing(cause: str) -> RecognitionError:
    title = tr("The recogniser is not set up")
    return RecognitionError("recognizer_not_set_up", title, cause, tr("Complete it in the settings, under Voice."))
