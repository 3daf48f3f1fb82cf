"""`deskpet say`: speak a text, or write its sound into a WAV file. Imports no Qt."""

import re
from collections.abc import Mapping
from contextlib import AsyncExitStack, aclosing
from pathlib import Path

from deskpet.config.choices import VoiceEngine
from deskpet.config.keys import KeyStore
from deskpet.config.settings import VoiceSettings
from deskpet.features.voice.playback.player import player_of
from deskpet.features.voice.sound import Pcm, SpeechError
from deskpet.features.voice.speech_queue import SpeechQueue
from deskpet.features.voice.spoken_text.language import Language
from deskpet.features.voice.spoken_text.speakable import Piece, speakable
from deskpet.features.voice.synthesis.engine import SettingsVoice, SpeechEngine
from deskpet.features.voice.synthesis.wav import wav_file
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.processes import console, interruptible
from deskpet.processes.console import ExitCode, UsageError
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

_MIN_SPEED, _MAX_SPEED = 0.5, 2.0


def run(text: str, voice: VoiceSettings, *, language: Language | None, out: Path | None) -> int:
    """Speak the markdown `text`, or write it into the file `out`. Returns the exit code. Raises UsageError."""
    pieces = speakable(text, language)
    if not pieces:
        raise UsageError(tr("There is nothing to say: the text has no words."))
    try:
        interruptible.run(_say(pieces, voice, out))
    except SpeechError as error:
        console.report(error)
        return ExitCode.FAILED
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    return ExitCode.OK


def voice_of(engine: str | None, given: Mapping[str, object], saved: VoiceSettings) -> VoiceSettings:
    """Return the voice of the settings with what the command line changes. Raises UsageError.

    engine: "system", "openai", "gpt-sovits" or "local"; None for that of the settings. given: the other settings of
    the voice by their names; what is None is as it was.
    """
    speed = given.get("speed")
    if isinstance(speed, float) and not _MIN_SPEED <= speed <= _MAX_SPEED:
        raise UsageError(tr("--speed is a number from 0.5 to 2."))
    chosen = VoiceEngine(engine.replace("-", "_")) if engine else saved.engine
    # The address and the voice of one engine are none of another; loudspeaker and volume are those of all.
    other = VoiceSettings(engine=chosen, volume=saved.volume, output=saved.output, output_delay=saved.output_delay)
    before = saved if chosen is saved.engine else other
    voice = before.model_copy(update={name: value for name, value in given.items() if value is not None})
    if chosen is VoiceEngine.LOCAL and not voice.model_folder:
        raise UsageError(tr("--engine local needs --model-folder FOLDER."))
    if chosen.has_server:
        name = chosen.value.replace("_", "-")
        if not re.match(r"https?://[^/\s]+", voice.server_url):
            raise UsageError(tr("--engine {engine} needs --base-url http://...", engine=name))
        if not voice.voice:
            raise UsageError(tr("--engine {engine} needs --voice.", engine=name))
    return voice


async def _say(pieces: list[Piece], voice: VoiceSettings, out: Path | None) -> None:
    """Play the pieces or write them into the file. Raises SpeechError and UsageError."""
    async with AsyncExitStack() as stack:
        client = None
        if voice.engine.has_server:
            # With the HTTP library, which takes a while.
            from deskpet.features.voice.synthesis.http_speech import SpeechClient

            client = await stack.enter_async_context(aclosing(SpeechClient()))
        engine = SettingsVoice(voice, KeyStore(), client)
        if out is None:
            await _play(engine, pieces, voice)
        else:
            _write(out, await _sound(engine, pieces))


async def _play(engine: SpeechEngine, pieces: list[Piece], voice: VoiceSettings) -> None:
    """Play the pieces by the loudspeaker of the settings, or by that of the system if it is not connected.

    Raises SpeechError, after the others, if one can't be spoken.
    """
    player = player_of(voice, voice.volume, console.report)
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
    if errors:
        raise errors[0]


async def _sound(engine: SpeechEngine, pieces: list[Piece]) -> Pcm:
    """Return the sound of the pieces. Raises SpeechError."""
    sounds: list[Pcm] = []
    for piece in pieces:
        async with aclosing(engine.synthesize(piece.text, piece.language)) as sound:
            sounds += [pcm async for pcm in sound]
    rate = sounds[0].rate
    if any(each.rate != rate for each in sounds):
        title, cause = tr("The sound can't be written"), tr("The server sent sounds of several sample rates.")
        raise SpeechError("mixed_rates", title, cause, tr("Check the server of the voice."))
    return Pcm(rate, b"".join(each.samples for each in sounds))


def _write(out: Path, sound: Pcm) -> None:
    try:
        write_atomically(out, wav_file(sound))
    except OSError as error:
        raise UsageError(tr("{path} can't be written: {reason}", path=out, reason=reason_of(error))) from error
