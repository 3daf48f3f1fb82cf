"""Speaks with a model in a folder that the user chose, run by sherpa-onnx in a child process.

Piper's en_US-joe-medium was run as Piper offers it; VITS, Matcha, Kokoro and Kitten with the small models of the tests.
"""

from base64 import b64decode
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from deskpet.features.voice.pcm import MAX_RATE, MIN_RATE, SAMPLE_BYTES, Pcm
from deskpet.features.voice.sherpa.model_error import SpeechModelError
from deskpet.features.voice.sherpa.model_folder import Purpose
from deskpet.features.voice.sherpa.model_process import ModelRequest, close_if_idle, open_request
from deskpet.features.voice.sherpa.voice_model import VoiceModel, find_voice
from deskpet.features.voice.speech_error import SpeechError
from deskpet.features.voice.spoken_text.language import Language
from deskpet.features.voice.synthesis.engine import DEFAULT_TIMEOUTS, EngineTimeouts
from deskpet.features.voice.synthesis.phonemes import phonemes_of
from deskpet.processes.threads import run_in_thread
from deskpet.translation import tr

# A piece of the sound, in seconds.
_PIECE_SECONDS = 0.5


class LocalVoice:
    """Speaks with the model in `folder`. voice: the number of one of its voices, empty for the first one.

    speed: 1 is the usual pace. The model is loaded for the first text, and forgotten after a minute without one.
    """

    def __init__(
        self, folder: str, voice: str = "", speed: float = 1.0, *, timeouts: EngineTimeouts = DEFAULT_TIMEOUTS
    ) -> None:
        self._folder, self._voice, self._speed = Path(folder), voice, speed
        self._timeouts = timeouts

    @property
    def identity(self) -> tuple[str, ...]:
        """All values that determine the sound of a text."""
        return ("local", str(self._folder), self._voice, f"{self._speed:g}")

    async def synthesize(self, text: str, language: Language) -> AsyncIterator[Pcm]:
        """Yield the sound of `text` when the model has made it. Raises SpeechError."""
        speaker = self._speaker()
        try:
            model = await run_in_thread(lambda: find_voice(self._folder))
            _check_language(model, language)
            phonemes = await phonemes_of(text, language, model.espeak_voice) if model.needs_phonemes else ""
            request = open_request(model.setup)
            try:
                request.send({"text": text, "phonemes": phonemes, "speaker": speaker, "speed": self._speed})
                async for pcm in self._sound(request):
                    yield pcm
            finally:
                request.stop()
        except SpeechModelError as error:
            raise _failed(error) from error

    async def aclose(self) -> None:
        """End the process of the voice, unless somebody else uses it."""
        close_if_idle(Purpose.VOICE)

    async def _sound(self, request: ModelRequest) -> AsyncIterator[Pcm]:
        """Yield the sound of a request in short pieces. Raises SpeechModelError and SpeechError."""
        has_sound = False
        while "end" not in (reply := await request.next(self._timeouts.first_byte)):
            for pcm in _pieces(reply):
                has_sound = True
                yield pcm
        if not has_sound:
            raise _silent()

    def _speaker(self) -> int:
        """Return the number of the voice. Raises SpeechError."""
        name = self._voice.strip() or "0"
        if name.isascii() and name.isdecimal() and len(name) < 6:
            return int(name)
        raise SpeechError(
            "no_speaker",
            tr("Her voice is not set up"),
            tr("The voices of a model in a folder are numbers, from 0; “{name}” is none.", name=name),
            tr("Correct the name of the voice in the settings, under Voice."),
        )


def _check_language(model: VoiceModel, language: Language) -> None:
    """Raise SpeechError if the voice is known to speak another language only: it would read foreign letters."""
    if model.language and model.language != language:
        raise SpeechError(
            "language",
            tr("Her voice can't read this"),
            tr("The model speaks one language ({name}), and the text is in another one.", name=model.language),
            tr("Choose another voice."),
        )


def _pieces(reply: dict[str, Any]) -> list[Pcm]:
    rate, samples = reply["rate"], b64decode(reply["pcm"])
    if not MIN_RATE <= rate <= MAX_RATE:
        raise SpeechModelError(
            "unreadable_sound",
            tr("The model makes sound with {rate} samples a second.", rate=rate),
            tr("Choose another model."),
        )
    size = int(rate * _PIECE_SECONDS) * SAMPLE_BYTES
    return [Pcm(rate, samples[start : start + size]) for start in range(0, len(samples), size)]


def _failed(error: SpeechModelError) -> SpeechError:
    return SpeechError(error.code, tr("The voice of the folder failed"), error.cause, error.next_step)


def _silent() -> SpeechError:
    return SpeechError(
        "no_sound",
        tr("No voice came"),
        tr("The model made no sound of this text; it may not know its language."),
        tr("Choose another voice."),
    )
