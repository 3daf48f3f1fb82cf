"""Speaks with a model in a folder that the user chose, run by sherpa-onnx in a child process.

Piper's en_US-joe-medium was run as Piper offers it; VITS, Matcha, Kokoro and Kitten with the small models of the tests.
"""

from base64 import b64decode
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

from deskpet.features.voice.sherpa.model_error import SpeechModelError
from deskpet.features.voice.sherpa.model_process import ModelRequest, open_request
from deskpet.features.voice.sherpa.voice_model import find_voice
from deskpet.features.voice.sound import MAX_RATE, MIN_RATE, SAMPLE_BYTES, Pcm, SpeechError
from deskpet.features.voice.spoken_text.language import Language
from deskpet.features.voice.synthesis.engine import DEFAULT_TIMEOUTS
from deskpet.features.voice.synthesis.phonemes import phonemes_of
from deskpet.processes.threads import run_in_thread
from deskpet.translation import tr

# A piece of the sound, in seconds.
_PIECE_SECONDS = 0.5


class LocalVoice:
    """Speaks with the model in `folder`. voice: the number of one of its voices, empty for the first one.

    speed: 1 is the usual pace. The model is loaded for the first text, and forgotten after a minute without one.
    """

    def __init__(self, folder: str, voice: str = "", speed: float = 1.0) -> None:
        self._folder, self._voice, self._speed = Path(folder), voice, speed

    async def synthesize(self, text: str, language: Language) -> AsyncGenerator[Pcm]:
        """Yield the sound of `text` when the model has made it. Raises SpeechError."""
        speaker = self._speaker()
        try:
            model = await run_in_thread(lambda: find_voice(self._folder))
            if model.language and model.language != language:
                # It would read foreign letters.
                raise SpeechError(
                    "language",
                    tr("Her voice can't read this"),
                    tr("The model speaks one language ({name}), and the text is in another one.", name=model.language),
                    tr("Choose another voice."),
                )
            phonemes = await phonemes_of(text, language, model.espeak_voice) if model.needs_phonemes else ""
            request = open_request(model)
            try:
                request.send({"text": text, "phonemes": phonemes, "speaker": speaker, "speed": self._speed})
                async for pcm in self._sound(request):
                    yield pcm
            finally:
                request.stop()
        except SpeechModelError as error:
            title = tr("The voice of the folder failed")
            raise SpeechError(error.code, title, error.cause, error.next_step) from error

    async def _sound(self, request: ModelRequest) -> AsyncGenerator[Pcm]:
        """Yield the sound of a request in short pieces. Raises SpeechModelError and SpeechError."""
        has_sound = False
        while "end" not in (reply := await request.next(DEFAULT_TIMEOUTS.first_byte)):
            for pcm in _pieces(reply):
                has_sound = True
                yield pcm
        if not has_sound:
            raise SpeechError(
                "no_sound",
                tr("No voice came"),
                tr("The model made no sound of this text; it may not know its language."),
                tr("Choose another voice."),
            )

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
