"""`deskpet say`: speak a text, or write its sound into a WAV file. Imports no Qt."""

import re
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from deskpet.config.choices import VoiceEngine
from deskpet.config.settings import VoiceSettings
from deskpet.features.voice.pcm import Pcm
from deskpet.features.voice.playback.player import Player
from deskpet.features.voice.playback.wav_file import wav_file
from deskpet.features.voice.speech_error import SpeechError
from deskpet.features.voice.speech_queue import SpeechQueue
from deskpet.features.voice.spoken_text.language import Language
from deskpet.features.voice.spoken_text.speakable import Piece, speakable
from deskpet.features.voice.synthesis.engine import SpeechEngine
from deskpet.features.voice.synthesis.engines import engine_of
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.processes import console, interruptible
from deskpet.processes.console import ExitCode, UsageError
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

_MIN_SPEED, _MAX_SPEED = 0.5, 2.0


@dataclass(frozen=True, slots=True)
class VoiceOptions:
    """The voice that speaks; None is as in the settings. engine: "system", "openai", "gpt-sovits" or "local"."""

    engine: str | None = None
    voice: str | None = None
    speed: float | None = None
    base_url: str | None = None
    model: str | None = None
    model_folder: Path | None = None


def run(text: str, voice: VoiceSettings, *, language: Language | None, out: Path | None) -> int:
    """Speak the markdown `text`, or write it into the file `out`. Returns the exit code. Raises UsageError."""
    pieces = speakable(text, language)
    if not pieces:
        raise UsageError(tr("There is nothing to say: the text has no words."))
    try:
        interruptible.run(_say(pieces, voice, out))
    except SpeechError as error:
        _report(error)
        return ExitCode.FAILED
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    return ExitCode.OK


def voice_of(options: VoiceOptions, saved: VoiceSettings) -> VoiceSettings:
    """Return the voice of the settings with what the command line changes. Raises UsageError."""
    if options.speed is not None and not _MIN_SPEED <= options.speed <= _MAX_SPEED:
        raise UsageError(tr("--speed is a number from 0.5 to 2."))
    engine = VoiceEngine(options.engine.replace("-", "_")) if options.engine else saved.engine
    # The address and the voice of one engine are none of another; loudspeaker and volume are those of all.
    other = VoiceSettings(engine=engine, volume=saved.volume, output=saved.output, output_delay=saved.output_delay)
    before = saved if engine is saved.engine else other
    given = {
        "voice": options.voice,
        "speed": options.speed,
        "server_url": options.base_url,
        "speech_model": options.model,
        "model_folder": None if options.model_folder is None else str(options.model_folder.absolute()),
    }
    voice = before.model_copy(update={name: value for name, value in given.items() if value is not None})
    if engine is VoiceEngine.LOCAL and not voice.model_folder:
        raise UsageError(tr("--engine local needs --model-folder FOLDER."))
    if engine.has_server:
        name = engine.value.replace("_", "-")
        if not re.match(r"https?://[^/\s]+", voice.server_url):
            raise UsageError(tr("--engine {engine} needs --base-url http://...", engine=name))
        if not voice.voice:
            raise UsageError(tr("--engine {engine} needs --voice.", engine=name))
    return voice


async def _say(pieces: list[Piece], voice: VoiceSettings, out: Path | None) -> None:
    """Play the pieces or write them into the file. Raises SpeechError and UsageError."""
    key = ""
    if voice.engine.has_server:
        from deskpet.config.keys import KeyStore

        key = await KeyStore().server_key(voice.server_url, voice.key_env)
    engine = engine_of(voice, key)
    try:
        if out is None:
            await _play(engine, pieces, voice)
        else:
            _write(out, await _sound(engine, pieces))
    finally:
        await engine.aclose()


async def _play(engine: SpeechEngine, pieces: list[Piece], voice: VoiceSettings) -> None:
    """Play the pieces by the loudspeaker of the settings, or by that of the system if it is not connected.

    Raises SpeechError, after the others, if one can't be spoken.
    """
    player = Player(
        volume=voice.volume / 100, output=voice.output, delay=voice.output_delay / 1000, on_fallback=_report
    )
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


def _report(error: SpeechError) -> None:
    console.report(error)


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
        raise UsageError(tr("{path} can't be written: {reason}", path=out, reason=reason_of(error))) from error
