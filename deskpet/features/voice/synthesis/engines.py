"""The speech engine that the settings choose."""

from typing import TYPE_CHECKING

from deskpet.config.choices import VoiceEngine
from deskpet.config.settings import VoiceSettings
from deskpet.features.voice.speech_error import SpeechError
from deskpet.features.voice.synthesis.engine import SpeechEngine
from deskpet.translation import tr

if TYPE_CHECKING:
    from deskpet.features.voice.synthesis.http_speech import SpeechClient

DEFAULT_MODEL = "tts-1"
"""The model of a server when none is set: OpenAI's, which other servers know as well."""


def engine_of(settings: VoiceSettings, key: str, client: "SpeechClient | None" = None) -> SpeechEngine:
    """Return the engine with its voice. Raises SpeechError if it is not set up.

    key: that of its server. client: whose connections it uses; None for its own.
    """
    if settings.engine is VoiceEngine.SYSTEM:
        from deskpet.features.voice.synthesis.system_voice import SystemVoice

        return SystemVoice(settings.voice, settings.speed)
    if settings.engine is VoiceEngine.LOCAL:
        if not settings.model_folder:
            raise _missing(tr("The folder of its model is not set."))
        from deskpet.features.voice.synthesis.local_voice import LocalVoice

        return LocalVoice(settings.model_folder, settings.voice, settings.speed)
    if not settings.server_url:
        raise _missing(tr("The address of its server is not set."))
    if not settings.voice:
        raise _missing(tr("The name of the voice is not set."))
    if settings.engine is VoiceEngine.OPENAI:
        from deskpet.features.voice.synthesis.speech_servers import OpenAiSpeech, OpenAiVoice

        model = settings.speech_model or DEFAULT_MODEL
        return OpenAiSpeech(OpenAiVoice(settings.server_url, model, settings.voice, key, settings.speed), client)
    from deskpet.features.voice.synthesis.speech_servers import GptSovits, SovitsVoice

    return GptSovits(SovitsVoice(settings.server_url, settings.voice, speed=settings.speed), client)


def _missing(cause: str) -> SpeechError:
    title = tr("Her voice is not set up")
    return SpeechError("voice_not_set_up", title, cause, tr("Complete it in the settings, under Voice."))
