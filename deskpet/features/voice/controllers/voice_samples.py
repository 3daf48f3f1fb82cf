"""Speak one sentence as a sample of a voice."""

import time

from deskpet.config.settings import VoiceSettings
from deskpet.features.host import Host, SpokenSample
from deskpet.features.voice.playback.player import Player
from deskpet.features.voice.speech_error import SpeechError
from deskpet.features.voice.speech_queue import SpeechQueue
from deskpet.features.voice.spoken_text.language import language_of
from deskpet.features.voice.synthesis.http_speech import SpeechClient
from deskpet.features.voice.synthesis.keyed_engine import KeyedEngine
from deskpet.pet.vowels import SHUT, MouthShape, Vowel


class VoiceSamples:
    """Speaks sentences with the mouth of the character on the desktop."""

    def __init__(self, host: Host) -> None:
        self._host, self._client = host, SpeechClient()

    async def speak(self, sentence: str, settings: VoiceSettings) -> SpokenSample:
        """Speak a sentence with the engine, volume and output of the settings, and wait for its end."""
        errors, first_sound, started = list[SpeechError](), list[float](), time.monotonic()
        player = Player(
            volume=settings.volume / 100,
            output=settings.output,
            delay=settings.output_delay / 1000,
            on_fallback=errors.append,
        )
        engine = KeyedEngine(settings, self._host.keys.store, self._client)
        queue = SpeechQueue(engine, player, errors.append, lambda _: first_sound.append(time.monotonic() - started))
        self._host.speech.note_audibility(True)
        self._host.performance.move_mouth_by_voice(lambda: _mouth(player))
        try:
            queue.add(sentence, language_of(sentence))
            queue.end()
            await queue.finished()
        finally:
            queue.stop()
            self._host.performance.move_mouth_by_voice(None)
            self._host.speech.note_audibility(False)
            await player.close()
        return SpokenSample(errors[0] if errors else None, first_sound[0] if first_sound else None)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()


def _mouth(player: Player) -> MouthShape:
    opening = player.opening_now()
    return MouthShape(opening, Vowel.A) if opening else SHUT
