"""The voice of the operating system, run as a program: espeak-ng on Linux, `say` on macOS, System.Speech on Windows.

espeak-ng is under the GPL: it is run as a separate program, never linked or bundled. The commands for macOS and Windows
were never run.
"""

import asyncio
import contextlib
import os
import re
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path

from deskpet.features.voice.sound import Pcm, SpeechError
from deskpet.features.voice.spoken_text.language import Language
from deskpet.features.voice.synthesis.engine import DEFAULT_TIMEOUTS
from deskpet.features.voice.synthesis.phonemes import INSTALL_COMMAND, NO_WINDOW, espeak
from deskpet.features.voice.synthesis.sound_reader import SoundReader
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

_CHUNK = 16 * 1024
_MAX_ERROR = 4_000
_ESPEAK_VOICES: dict[Language, str] = {"en": "en", "zh": "cmn", "ja": "ja"}
# Words per minute: what is usual for each program.
_ESPEAK_PACE, _SAY_PACE = 175, 180
# espeak-ng reads each of these as "Chinese letter" in Japanese.
_KANJI = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_WINDOWS_CULTURES: dict[Language, str] = {"en": "en-US", "zh": "zh-CN", "ja": "ja-JP"}
# Arguments come as variables, so that no text is a part of the script. Windows PowerShell reads UTF-8 only if told so.
_WINDOWS_SCRIPT = """
$ErrorActionPreference = 'Stop'
[Console]::InputEncoding = New-Object System.Text.UTF8Encoding $false
Add-Type -AssemblyName System.Speech
$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer
if ($env:DESKPET_VOICE) { $voice.SelectVoice($env:DESKPET_VOICE) }
else { $voice.SelectVoiceByHints('NotSet', 'NotSet', 0, [Globalization.CultureInfo]$env:DESKPET_CULTURE) }
$voice.Rate = [int]$env:DESKPET_RATE
$voice.SetOutputToWaveFile($env:DESKPET_FILE)
$voice.Speak([Console]::In.ReadToEnd())
$voice.Dispose()
"""


@dataclass(frozen=True, slots=True)
class _Command:
    """A program that reads the text from standard input, and writes a WAV to standard output or to `file`."""

    arguments: tuple[str, ...]
    variables: tuple[tuple[str, str], ...] = ()
    file: Path | None = None


class SystemVoice:
    """Speaks by the program of this system: each text has its own process.

    voice: its own name of a voice, empty for one of the language. speed: 1 is the usual pace. platform: as in
    sys.platform.
    """

    def __init__(self, voice: str = "", speed: float = 1.0, *, platform: str = sys.platform) -> None:
        self._voice, self._speed, self._platform = voice, speed, platform

    async def synthesize(self, text: str, language: Language) -> AsyncGenerator[Pcm]:
        """Yield the sound while the program makes it. Raises SpeechError, also if there is no such program."""
        with tempfile.TemporaryDirectory(prefix="deskpet-voice-", ignore_cleanup_errors=True) as folder:
            command = self._command(text, language, Path(folder))
            process = await _start(command)
            try:
                async for pcm in self._sound(process, command, text):
                    yield pcm
            finally:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()

    async def _sound(self, process: Process, command: _Command, text: str) -> AsyncGenerator[Pcm]:
        assert process.stdout is not None
        assert process.stderr is not None
        # Both at once: a program that writes before it has read everything would wait forever.
        writing = asyncio.ensure_future(_write(process, text))
        errors = asyncio.ensure_future(process.stderr.read(_MAX_ERROR))
        reader = SoundReader("audio/wav")
        limit, received = DEFAULT_TIMEOUTS.first_byte, 0
        try:
            while chunk := await self._next(process.stdout, limit):
                limit, received = DEFAULT_TIMEOUTS.idle, received + len(chunk)
                for pcm in reader.feed(chunk):
                    yield pcm
            await self._ended(process, await errors, has_sound=bool(received) or command.file is not None)
            if command.file is not None:
                for pcm in reader.feed(_read(command.file)):
                    yield pcm
            async for pcm in reader.close():
                yield pcm
        finally:
            writing.cancel()
            errors.cancel()

    async def _next(self, stream: asyncio.StreamReader, limit: float) -> bytes:
        try:
            async with asyncio.timeout(limit):
                return await stream.read(_CHUNK)
        except TimeoutError:
            raise _failed(tr("It said nothing for {seconds:g} seconds.", seconds=limit)) from None

    async def _ended(self, process: Process, errors: bytes, *, has_sound: bool) -> None:
        code = await process.wait()
        if code != 0 or not has_sound:
            reason = errors.decode("utf-8", "replace").strip().removeprefix("Error: ").partition("\n")[0] or tr(
                "exit code {n}", n=code
            )
            raise _failed(reason)

    def _command(self, text: str, language: Language, folder: Path) -> _Command:
        if self._platform == "win32":
            return self._windows_command(language, folder)
        if self._platform == "darwin":
            return self._mac_command(folder)
        return self._linux_command(text, language)

    def _linux_command(self, text: str, language: Language) -> _Command:
        program = espeak()
        if program is None:
            raise _no_program(tr("Type: {command}", command=INSTALL_COMMAND))
        if language == "ja" and not self._voice and _KANJI.search(text):
            raise SpeechError(
                "language",
                tr("The system's voice can't read this"),
                tr("espeak-ng knows kana, but no kanji."),
                tr("For Japanese, choose a server of voices."),
            )
        voice = self._voice or _ESPEAK_VOICES[language]
        pace = round(_ESPEAK_PACE * self._speed)
        return _Command((program, "--stdout", "--stdin", "-b", "1", "-s", str(pace), "-v", voice))

    def _mac_command(self, folder: Path) -> _Command:
        file = folder / "speech.wav"
        voice = ("-v", self._voice) if self._voice else ()
        options = ("--file-format=WAVE", "--data-format=LEI16@22050", "-r", str(round(_SAY_PACE * self._speed)))
        return _Command(("say", *voice, *options, "-o", str(file), "-f", "-"), file=file)

    def _windows_command(self, language: Language, folder: Path) -> _Command:
        file = folder / "speech.wav"
        # Rate is from -10 to 10, three times as slow and as fast.
        rate = max(-10, min(10, round((self._speed - 1) * 10)))
        variables = {
            "DESKPET_VOICE": self._voice,
            "DESKPET_CULTURE": _WINDOWS_CULTURES[language],
            "DESKPET_RATE": str(rate),
            "DESKPET_FILE": str(file),
        }
        arguments = ("powershell", "-NoProfile", "-NonInteractive", "-Command", _WINDOWS_SCRIPT)
        return _Command(arguments, tuple(variables.items()), file)


async def _start(command: _Command) -> Process:
    environment = {**os.environ, **dict(command.variables)}
    try:
        return await asyncio.create_subprocess_exec(
            *command.arguments, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment, creationflags=NO_WINDOW
        )
    except FileNotFoundError as error:
        raise _no_program(tr("Choose another voice.")) from error
    except OSError as error:
        raise _failed(reason_of(error)) from error


async def _write(process: Process, text: str) -> None:
    assert process.stdin is not None
    # A program that has ended reads nothing; its exit code has the reason.
    with contextlib.suppress(ConnectionError):
        process.stdin.write(text.encode("utf-8", "replace"))
        await process.stdin.drain()
        process.stdin.close()


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError as error:
        raise _failed(tr("It made no sound")) from error


def _no_program(next_step: str) -> SpeechError:
    return SpeechError(
        "no_system_voice", tr("This system has no voice"), tr("No program that speaks was found."), next_step
    )


def _failed(reason: str) -> SpeechError:
    title, cause = tr("The system's voice failed"), tr("{sentence}.", sentence=reason.rstrip(".。"))
    return SpeechError("system_voice_failed", title, cause, tr("Try again, or choose another voice."))
