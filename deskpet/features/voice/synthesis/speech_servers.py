"""Servers that speak.

`POST {base}/audio/speech` of OpenAI, which most local servers have as well, and `POST {base}/tts` of GPT-SoVITS's
api_v2.py: voices of characters, cloned from a short recording.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from deskpet.features.voice.pcm import Pcm
from deskpet.features.voice.spoken_text.language import Language
from deskpet.features.voice.synthesis.engine import DEFAULT_TIMEOUTS, EngineTimeouts
from deskpet.features.voice.synthesis.http_speech import SpeechClient, SpeechRequest
from deskpet.features.voice.synthesis.sound_reader import DEFAULT_LAYOUT
from deskpet.features.voice.synthesis.wav_header import PcmLayout

# Its models make 32 kHz; the WAV header that comes first says so as well.
_RAW = PcmLayout(32_000)


@dataclass(frozen=True, slots=True)
class OpenAiVoice:
    """A voice of such a server. base_url: including its version. speed: 1 is the usual pace.

    instructions: how to speak, for models that take it. raw: the layout of sound that names none.
    """

    base_url: str
    model: str
    voice: str
    key: str = field(default="", repr=False)
    speed: float = 1.0
    instructions: str = ""
    raw: PcmLayout = DEFAULT_LAYOUT
    timeouts: EngineTimeouts = DEFAULT_TIMEOUTS


class OpenAiSpeech:
    """Speaks by `/audio/speech`. Asks for raw samples, and plays whatever comes."""

    def __init__(self, voice: OpenAiVoice, client: SpeechClient | None = None) -> None:
        self._voice, self._client = voice, client or SpeechClient()

    @property
    def identity(self) -> tuple[str, ...]:
        """All values that determine the sound of a text."""
        voice = self._voice
        return ("openai", voice.base_url, voice.model, voice.voice, f"{voice.speed:g}", voice.instructions)

    def synthesize(self, text: str, language: Language) -> AsyncIterator[Pcm]:
        """Yield the sound of `text` from the first bytes. The model finds out its language. Raises SpeechError."""
        del language
        voice = self._voice
        body = {"model": voice.model, "input": text, "voice": voice.voice, "response_format": "pcm"}
        # Fields that some servers don't know are left out where they say nothing.
        optional = {"speed": voice.speed if voice.speed != 1 else None, "instructions": voice.instructions or None}
        headers = {"Authorization": f"Bearer {voice.key}"} if voice.key else {}
        request = SpeechRequest(
            url=f"{voice.base_url.rstrip('/')}/audio/speech",
            body=body | {name: value for name, value in optional.items() if value is not None},
            headers=headers,
            key=voice.key,
            raw=voice.raw,
            timeouts=voice.timeouts,
        )
        return self._client.stream(request)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.aclose()


@dataclass(frozen=True, slots=True)
class SovitsVoice:
    """A voice of such a server.

    reference: path of a recording of 3 to 10 seconds, on the disk of the server. prompt: what is said in it, in
    `prompt_language`. speed: 1 is the usual pace.
    """

    base_url: str
    reference: str
    prompt: str = ""
    prompt_language: str = "ja"
    speed: float = 1.0
    timeouts: EngineTimeouts = DEFAULT_TIMEOUTS


class GptSovits:
    """Speaks by GPT-SoVITS."""

    def __init__(self, voice: SovitsVoice, client: SpeechClient | None = None) -> None:
        self._voice, self._client = voice, client or SpeechClient()

    @property
    def identity(self) -> tuple[str, ...]:
        """All values that determine the sound of a text."""
        voice = self._voice
        recording = (voice.reference, voice.prompt, voice.prompt_language)
        return ("gpt-sovits", voice.base_url, *recording, f"{voice.speed:g}")

    def synthesize(self, text: str, language: Language) -> AsyncIterator[Pcm]:
        """Yield the sound of `text` while the server makes it. Raises SpeechError."""
        voice = self._voice
        body = {
            "text": text,
            "text_lang": language,
            "ref_audio_path": voice.reference,
            "prompt_lang": voice.prompt_language,
            "prompt_text": voice.prompt,
            "text_split_method": "cut5",
            "speed_factor": voice.speed,
            "media_type": "wav",
            "streaming_mode": True,
        }
        request = SpeechRequest(f"{voice.base_url.rstrip('/')}/tts", body, raw=_RAW, timeouts=voice.timeouts)
        return self._client.stream(request)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.aclose()
