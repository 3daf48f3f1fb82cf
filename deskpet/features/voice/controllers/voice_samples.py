"""Speak one sentence as a sample of a voice."""

import time

from deskpet.config.settings import VoiceSettings
from deskpet.features.host import Host, SpokenSample
from deskpet.features.voice.playback.player import player_of
from deskpet.features.voice.sound import SpeechError
from deskpet.features.voice.speech_queue import SpeechQueue
from deskpet.features.voice.spoken_text.language import language_of
from deskpet.features.voice.synthesis.engine import SettingsVoice
from deskpet.features.voice.synthesis.http_speech import SpeechClient
from deskpet.pet.vowels import SHUT, MouthShape, Vowel


class VoiceSamples:
    """Speaks sentences with the mouth of the character on the desktop."""

    def __init__(self, host: Host) -> None:
        self._host, self._client = host, SpeechClient()

    async def speak(self, sentence: str, settings: VoiceSettings) -> SpokenSample:
        """Speak a sentence with the engine, volume and output of the settings, and wait for its end."""
        errors, first_sound, started = list[SpeechError](), list[float](), time.monotonic()
        player = player_of(settings, settings.volume, errors.append)
        engine = SettingsVoice(settings, self._host.keys.store, self._client)
        queue = SpeechQueue(engine, player, errors.append, lambda _: first_sound.append(time.monotonic() - started))

        def mouth() -> MouthShape:
            opening = player.buffer.opening_now()
            return MouthShape(opening, Vowel.A) if opening else SHUT

        self._host.speech.audibility_changed(True)
        self._host.character.window.animator.set_voice(mouth)
        try:
            queue.add(sentence, language_of(sentence))
            queue.end()
            await queue.finished()
        finally:
            queue.stop()
            self._host.character.window.animator.set_voice(None)
            self._host.speech.audibility_changed(False)
            await player.close()
        return SpokenSample(errors[0] if errors else None, first_sound[0] if first_sound else None)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()
