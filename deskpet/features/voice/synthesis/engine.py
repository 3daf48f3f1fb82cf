"""The protocol of speech engines, the limits that hold for all of them, and the engine that the settings choose."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from deskpet.config.choices import VoiceEngine
from deskpet.config.settings import VoiceSettings
from deskpet.features.voice.sound import Pcm, SpeechError
from deskpet.features.voice.spoken_text.language import Language
from deskpet.personas.persona import Persona
from deskpet.translation import tr

if TYPE_CHECKING:
    from deskpet.config.keys import KeyStore
    from deskpet.features.voice.synthesis.http_speech import SpeechClient

MAX_TEXT = 4_000
"""Characters that are sent to an engine at once, the limit of OpenAI's server."""
MAX_BYTES = 32 * 1024 * 1024
"""Bytes of sound, or of a compressed file with it, that are read for one text."""
_BASE_SECONDS, _SECONDS_PER_CHARACTER, _MAX_SECONDS = 15.0, 1.0, 600.0


@dataclass(frozen=True, slots=True)
class EngineTimeouts:
    """Timeouts in seconds: to connect, until the first byte, and between two pieces of the sound."""

    connect: float = 10.0
    first_byte: float = 60.0
    idle: float = 15.0


DEFAULT_TIMEOUTS = EngineTimeouts()


class SpeechEngine(Protocol):
    """Makes sound of text."""

    def synthesize(self, text: str, language: Language) -> AsyncGenerator[Pcm]:
        """Yield the sound of `text` in pieces, as soon as they are known.

        Close the iterator to end the work. Raises SpeechError, also after some pieces.
        """
        ...


def max_seconds(text: str) -> float:
    """Return how long the sound of `text` may be; a longer one is a mistake of the engine."""
    return min(_BASE_SECONDS + _SECONDS_PER_CHARACTER * len(text), _MAX_SECONDS)


class SettingsVoice:
    """The voice of the settings. Its key is looked up when it first speaks, as a keyring may ask the user.

    client: whose connections it uses; needed for one on a server.
    """

    def __init__(self, settings: VoiceSettings, keys: "KeyStore", client: "SpeechClient | None") -> None:
        self._settings, self._keys, self._client = settings, keys, client

    async def synthesize(self, text: str, language: Language) -> AsyncGenerator[Pcm]:
        """Yield the sound of `text`. Raises SpeechError, also if the engine is not set up."""
        settings, key = self._settings, ""
        if settings.engine.has_server:
            key = await self._keys.server_key(settings.server_url, settings.key_env)
        async with aclosing(_engine_of(settings, key, self._client).synthesize(text, language)) as sound:
            async for pcm in sound:
                yield pcm


def persona_voice(settings: VoiceSettings, persona: Persona | None) -> VoiceSettings:
    """Return the settings with the persona's own voice, speed and volume, where it has them."""
    if persona is None:
        return settings
    own = {"voice": persona.voice or None, "speed": persona.voice_speed, "volume": persona.voice_volume}
    return settings.model_copy(update={name: value for name, value in own.items() if value is not None})


def _engine_of(settings: VoiceSettings, key: str, client: "SpeechClient | None") -> SpeechEngine:
    """Return the engine with its voice. Raises SpeechError if it is not set up."""
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
    from deskpet.features.voice.synthesis.speech_servers import ServerVoice

    assert client
    return ServerVoice(settings, key, client)


def _missing(cause: str) -> SpeechError:
    title = tr("Her voice is not set up")
    return SpeechError("voice_not_set_up", title, cause, tr("Complete it in the settings, under Voice."))
