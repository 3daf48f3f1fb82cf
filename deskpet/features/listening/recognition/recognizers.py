"""The recogniser that the settings choose."""

from pathlib import Path
from typing import TYPE_CHECKING

from deskpet.config.choices import ListeningEngine
from deskpet.config.settings import ListeningSettings
from deskpet.features.listening.recognition.recognition_error import RecognitionError
from deskpet.features.listening.recognition.recognizer import SpeechRecognizer
from deskpet.translation import tr

if TYPE_CHECKING:
    from deskpet.features.listening.recognition.openai_transcription import TranscriptionClient

DEFAULT_MODEL = "whisper-1"
"""The model of a server when none is set: OpenAI's, which other servers know as well."""


def recognizer_of(
    settings: ListeningSettings, key: str, client: "TranscriptionClient | None" = None
) -> SpeechRecognizer:
    """Return the recogniser. Raises RecognitionError if it is not set up.

    key: that of its server. client: whose connections it uses; None for its own.
    """
    if settings.engine is ListeningEngine.OPENAI:
        if not settings.server_url:
            raise _missing(tr("The address of its server is not set."))
        from deskpet.features.listening.recognition.openai_transcription import OpenAiTranscription, TranscriptionServer

        model = settings.recognition_model or DEFAULT_MODEL
        return OpenAiTranscription(TranscriptionServer(settings.server_url, model, key), client)
    if not settings.model_folder:
        raise _missing(tr("The folder of its model is not set."))
    from deskpet.features.listening.recognition.local_recognizer import LocalRecognizer

    return LocalRecognizer(Path(settings.model_folder))


def _missing(cause: str) -> RecognitionError:
    title = tr("The recogniser is not set up")
    return RecognitionError("recognizer_not_set_up", title, cause, tr("Complete it in the settings, under Voice."))
