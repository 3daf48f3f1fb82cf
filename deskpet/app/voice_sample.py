"""Speak one sentence as a sample of the voice."""

import time
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from deskpet.config.settings import VoiceSettings
from deskpet.features.voice.playback.player import Player
from deskpet.features.voice.speech_error import SpeechError
from deskpet.features.voice.speech_queue import SpeechQueue
from deskpet.features.voice.spoken_text.language import language_of
from deskpet.features.voice.synthesis.engine import SpeechEngine
from deskpet.pet.vowels import SHUT, MouthShape, Vowel
from deskpet.ui.pet.window import PetWindow


@dataclass(frozen=True, slots=True)
class SampleResult:
    """Result of a sample. error: the problem, or None. first_sound: seconds until it, None without sound."""

    error: SpeechError | None
    first_sound: float | None


class VoiceSample(QObject):
    """Speaks sentences with the mouth of the character on the desktop.

    audible_changed: Emitted with True before a sentence, with False behind it.
    """

    audible_changed = Signal(bool)

    def __init__(self, pet: PetWindow) -> None:
        super().__init__(pet)
        self._pet = pet

    async def speak(self, sentence: str, engine: SpeechEngine, settings: VoiceSettings) -> SampleResult:
        """Speak a sentence by the engine, with volume and output of the settings, and wait for its end."""
        errors, first_sound, started = list[SpeechError](), list[float](), time.monotonic()
        player = Player(
            volume=settings.volume / 100,
            output=settings.output,
            delay=settings.output_delay / 1000,
            on_fallback=errors.append,
        )
        queue = SpeechQueue(engine, player, errors.append, lambda _: first_sound.append(time.monotonic() - started))
        self.audible_changed.emit(True)
        self._pet.animator.set_voice(lambda: _mouth(player))
        try:
            queue.add(sentence, language_of(sentence))
            queue.end()
            await queue.finished()
        finally:
            queue.stop()
            self._pet.animator.set_voice(None)
            self.audible_changed.emit(False)
            await player.close()
        return SampleResult(errors[0] if errors else None, first_sound[0] if first_sound else None)


def _mouth(player: Player) -> MouthShape:
    opening = player.opening_now()
    return MouthShape(opening, Vowel.A) if opening else SHUT
