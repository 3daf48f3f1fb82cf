"""An engine that finds the key of its server itself."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import TYPE_CHECKING, cast

from deskpet.config.keys import KeyStore
from deskpet.config.settings import VoiceSettings
from deskpet.features.voice.pcm import Pcm
from deskpet.features.voice.speech_error import SpeechError
from deskpet.features.voice.spoken_text.language import Language
from deskpet.features.voice.synthesis.engines import engine_of
from deskpet.features.voice.synthesis.http_speech import SpeechClient

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator


class KeyedEngine:
    """The engine of the settings; its key is looked up when it first speaks, as a keyring may ask the user."""

    def __init__(self, settings: VoiceSettings, keys: KeyStore, client: SpeechClient) -> None:
        self._settings, self._keys, self._client = settings, keys, client

    @property
    def identity(self) -> tuple[str, ...]:
        """All values that determine the sound of a text; empty if the engine is not set up."""
        try:
            return engine_of(self._settings, "").identity
        except SpeechError:
            return ()

    async def synthesize(self, text: str, language: Language) -> AsyncIterator[Pcm]:
        """Yield the sound of `text`. Raises SpeechError."""
        settings = self._settings
        key = await self._keys.server_key(settings.server_url, settings.key_env)
        sound = cast("AsyncGenerator[Pcm]", engine_of(settings, key, self._client).synthesize(text, language))
        async with aclosing(sound):
            async for pcm in sound:
                yield pcm

    async def aclose(self) -> None:
        """Do nothing: the connections are used by the next answer."""
