"""Servers that speak.

`POST {base}/audio/speech` of OpenAI, which most local servers have as well, and `POST {base}/tts` of GPT-SoVITS's
api_v2.py: voices of characters, cloned from a short recording.
"""

from collections.abc import AsyncGenerator

from deskpet.config.choices import VoiceEngine
from deskpet.config.settings import VoiceSettings
from deskpet.features.voice.sound import Pcm
from deskpet.features.voice.spoken_text.language import Language
from deskpet.features.voice.synthesis.http_speech import SpeechClient, SpeechRequest
from deskpet.features.voice.synthesis.wav import PcmLayout

DEFAULT_MODEL = "tts-1"
"""The model of a server when none is set: OpenAI's, which other servers know as well."""
# The models of GPT-SoVITS make 32 kHz; the WAV header that comes first says so as well.
_SOVITS_LAYOUT = PcmLayout(32_000)


class ServerVoice:
    """The voice of the settings on a server, with its key. client: whose connections it uses."""

    def __init__(self, settings: VoiceSettings, key: str, client: SpeechClient) -> None:
        self._settings, self._key, self._client = settings, key, client

    def synthesize(self, text: str, language: Language) -> AsyncGenerator[Pcm]:
        """Yield the sound of `text` while the server makes it. Raises SpeechError."""
        if self._settings.engine is VoiceEngine.OPENAI:
            return self._client.stream(_openai_request(self._settings, self._key, text))
        return self._client.stream(_sovits_request(self._settings, text, language))


def _openai_request(settings: VoiceSettings, key: str, text: str) -> SpeechRequest:
    """Return a request that asks for raw samples; whatever comes is played. The model finds out the language."""
    model = settings.speech_model or DEFAULT_MODEL
    body = {"model": model, "input": text, "voice": settings.voice, "response_format": "pcm"}
    # Some servers don't know this field, so it is left out where it says nothing.
    speed = {"speed": settings.speed} if settings.speed != 1 else {}
    return SpeechRequest(f"{settings.server_url.rstrip('/')}/audio/speech", body | speed, key)


def _sovits_request(settings: VoiceSettings, text: str, language: Language) -> SpeechRequest:
    """Return a request whose voice is the path of a recording of 3 to 10 seconds, on the disk of the server."""
    body = {
        "text": text,
        "text_lang": language,
        "ref_audio_path": settings.voice,
        "prompt_lang": "ja",
        "prompt_text": "",
        "text_split_method": "cut5",
        "speed_factor": settings.speed,
        "media_type": "wav",
        "streaming_mode": True,
    }
    return SpeechRequest(f"{settings.server_url.rstrip('/')}/tts", body, raw=_SOVITS_LAYOUT)
