"""`deskpet say`: speak a text, or write its sound into a WAV file. Imports no Qt."""

import asyncio
import os
import re
import sys
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from deskpet.atomic_write import write_atomically
from deskpet.console import ExitCode, UsageError
from deskpet.voice.engine import SpeechEngine
from deskpet.voice.language import Language
from deskpet.voice.pcm import Pcm
from deskpet.voice.player import Player
from deskpet.voice.speakable import Piece, speakable
from deskpet.voice.speech_cache import wav_file
from deskpet.voice.speech_error import SpeechError
from deskpet.voice.speech_queue import SpeechQueue
from deskpet.words import tr

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

KEY_VARIABLE = "DESKPET_VOICE_KEY"
_MIN_SPEED, _MAX_SPEED = 0.5, 2.0


@dataclass(frozen=True, slots=True)
class VoiceOptions:
    """What speaks. engine: "system", "openai" or "gpt-sovits"."""

    engine: str = "system"
    voice: str = ""
    speed: float = 1.0
    base_url: str = ""
    model: str = ""


def run(text: str, voice: VoiceOptions, *, language: Language | None, out: Path | None) -> int:
    """Speak the markdown `text`, or write it into the file `out`. Returns the exit code. Raises UsageError."""
    pieces = speakable(text, language)
    if not pieces:
        raise UsageError(tr("There is nothing to say: the text has no words."))
    engine = _engine(voice)
    try:
        if out is None:
            asyncio.run(_play(engine, pieces))
        else:
            _write(out, asyncio.run(_sound(engine, pieces)))
    except SpeechError as error:
        sys.stderr.write(f"deskpet: {error}\n")
        return ExitCode.FAILED
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    return ExitCode.OK


def _engine(voice: VoiceOptions) -> SpeechEngine:
    if not _MIN_SPEED <= voice.speed <= _MAX_SPEED:
        raise UsageError(tr("--speed is a number from 0.5 to 2."))
    if voice.engine == "system":
        from deskpet.voice.system_voice import SystemVoice

        return SystemVoice(voice.voice, voice.speed)
    if not re.match(r"https?://[^/\s]+", voice.base_url):
        raise UsageError(tr("--engine {engine} needs --base-url http://...", engine=voice.engine))
    if not voice.voice:
        raise UsageError(tr("--engine {engine} needs --voice.", engine=voice.engine))
    if voice.engine == "openai":
        from deskpet.voice.openai_speech import OpenAiSpeech, OpenAiVoice

        key = os.environ.get(KEY_VARIABLE, "").strip()
        return OpenAiSpeech(OpenAiVoice(voice.base_url, voice.model, voice.voice, key, voice.speed))
    from deskpet.voice.gpt_sovits import GptSovits, SovitsVoice

    return GptSovits(SovitsVoice(voice.base_url, voice.voice, speed=voice.speed))


async def _play(engine: SpeechEngine, pieces: list[Piece]) -> None:
    """Play the pieces. Raises SpeechError, after the others, if one can't be spoken."""
    player = Player()
    errors: list[SpeechError] = []
    queue = SpeechQueue(engine, player, errors.append)
    try:
        for piece in pieces:
            queue.add(piece.text, piece.language)
        queue.end()
        await queue.finished()
    finally:
        queue.stop()
        await player.close()
        await engine.aclose()
    if errors:
        raise errors[0]


async def _sound(engine: SpeechEngine, pieces: list[Piece]) -> Pcm:
    """Return the sound of the pieces. Raises SpeechError."""
    sounds: list[Pcm] = []
    async with aclosing(engine):
        for piece in pieces:
            sound = cast("AsyncGenerator[Pcm]", engine.synthesize(piece.text, piece.language))
            async with aclosing(sound):
                sounds += [pcm async for pcm in sound]
    rate = sounds[0].rate
    if any(each.rate != rate for each in sounds):
        raise _mixed_rates()
    return Pcm(rate, b"".join(each.samples for each in sounds))


def _mixed_rates() -> SpeechError:
    title, cause = tr("The sound can't be written"), tr("The server sent sounds of several sample rates.")
    return SpeechError("mixed_rates", title, cause, tr("Check the server of the voice."))


def _write(out: Path, sound: Pcm) -> None:
    try:
        write_atomically(out, wav_file(sound))
    except OSError as error:
        raise UsageError(tr("{path} can't be written: {reason}", path=out, reason=error.strerror or error)) from error
