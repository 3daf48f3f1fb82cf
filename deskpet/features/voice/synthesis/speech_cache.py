"""Cache the sound of short texts, so that frequent ones play at once and are paid once."""

import hashlib
from collections import OrderedDict
from collections.abc import AsyncGenerator
from contextlib import aclosing

from deskpet.config.settings import VoiceSettings
from deskpet.features.voice.sound import Pcm
from deskpet.features.voice.spoken_text.language import Language
from deskpet.features.voice.synthesis.engine import SpeechEngine

_MAX_SECONDS = 30.0


class SpeechCache:
    """Sounds by a key, in memory only, so that no erased text stays on disk. The oldest are dropped first.

    max_bytes: of all sounds together.
    """

    def __init__(self, *, max_bytes: int = 16 << 20) -> None:
        self._max_bytes = max_bytes
        self._sounds: OrderedDict[str, Pcm] = OrderedDict()
        self._bytes = 0

    def find(self, key: str) -> Pcm | None:
        """Return the sound of `key`, None if there is none."""
        if key in self._sounds:
            self._sounds.move_to_end(key)
        return self._sounds.get(key)

    def store(self, key: str, pcm: Pcm) -> None:
        """Keep a sound."""
        if (old := self._sounds.pop(key, None)) is not None:
            self._bytes -= len(old.samples)
        self._sounds[key] = pcm
        self._bytes += len(pcm.samples)
        while self._bytes > self._max_bytes:
            _, oldest = self._sounds.popitem(last=False)
            self._bytes -= len(oldest.samples)


class CachedEngine:
    """Engine whose sounds are cached. Private conversations use the engine itself. settings: the engine's."""

    def __init__(self, engine: SpeechEngine, cache: SpeechCache, settings: VoiceSettings) -> None:
        self._engine, self._cache, self._settings = engine, cache, settings

    async def synthesize(self, text: str, language: Language) -> AsyncGenerator[Pcm]:
        """Yield the kept sound, or that of the engine, which is kept when it is complete. Raises SpeechError."""
        key = cache_key(self._settings, text, language)
        if (known := self._cache.find(key)) is not None:
            yield known
            return
        pieces, seconds = list[Pcm](), 0.0
        async with aclosing(self._engine.synthesize(text, language)) as sound:
            async for pcm in sound:
                seconds += pcm.seconds
                if seconds <= _MAX_SECONDS:
                    pieces.append(pcm)
                yield pcm
        if seconds <= _MAX_SECONDS and len({each.rate for each in pieces}) == 1:
            self._cache.store(key, Pcm(pieces[0].rate, b"".join(each.samples for each in pieces)))


def cache_key(settings: VoiceSettings, text: str, language: Language) -> str:
    """Return the key of a text as it is spoken. It does not reveal the text to somebody who can't guess it."""
    voice = (settings.engine, settings.server_url, settings.speech_model, settings.model_folder, settings.voice)
    parts = (*voice, f"{settings.speed:g}", language, text)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
