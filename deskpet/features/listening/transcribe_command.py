"""`deskpet transcribe`: print the words of a recording. Imports no Qt."""

import re
from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import asdict, dataclass
from pathlib import Path

from deskpet.config.choices import ListeningEngine
from deskpet.config.settings import ListeningSettings
from deskpet.features.listening.recognition.microphone import BLOCK_SECONDS
from deskpet.features.listening.recognition.recognizer import RecognitionError, recognizer_of
from deskpet.features.listening.recognition.sound_file import blocks_of
from deskpet.features.listening.recognition.voice_activity import UtteranceDetector, speech_finder
from deskpet.processes import console, interruptible
from deskpet.processes.console import ExitCode, UsageError
from deskpet.statistics.log import json_line
from deskpet.translation import tr

# A quiet beginning belongs to the recording.
_LEAD_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Transcription:
    """The words of a recording as `deskpet transcribe --json` prints them. seconds: the length of the recording."""

    file: str
    text: str
    seconds: float


@dataclass(frozen=True, slots=True)
class FailedTranscription:
    """A failure as `deskpet transcribe --json` prints it. `error`: a sentence; `code`: its identifier."""

    file: str
    code: str
    error: str


def run(file: Path, listening: ListeningSettings, *, language: str | None, as_json: bool) -> int:
    """Print the words of a recording, an empty line if there are none, and return the exit code."""
    try:
        transcript = interruptible.run(
            _transcribe(file, listening, listening.language if language is None else language)
        )
    except RecognitionError as error:
        if as_json:
            _print(FailedTranscription(str(file), error.code, str(error)))
        else:
            console.report(error)
        return ExitCode.USAGE if error.code == "unusable_recording" else ExitCode.FAILED
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    if as_json:
        _print(transcript)
    else:
        console.output().write(f"{transcript.text}\n")
    return ExitCode.OK


def listening_of(engine: str | None, given: Mapping[str, object], saved: ListeningSettings) -> ListeningSettings:
    """Return the recogniser of the settings with what the command line changes. Raises UsageError.

    engine: "openai" or "local"; None for that of the settings. given: the other settings by their names; what is None
    is as it was.
    """
    chosen = ListeningEngine(engine) if engine else saved.engine
    changed = {"engine": chosen} | {name: value for name, value in given.items() if value is not None}
    listening = saved.model_copy(update=changed)
    if chosen is ListeningEngine.OPENAI and not re.match(r"https?://[^/\s]+", listening.server_url):
        raise UsageError(tr("--engine {engine} needs --base-url http://...", engine=chosen.value))
    if chosen is ListeningEngine.LOCAL and not listening.model_folder:
        raise UsageError(tr("--engine local needs --model-folder FOLDER."))
    return listening


async def _transcribe(file: Path, listening: ListeningSettings, language: str) -> Transcription:
    """Return the words of a recording, which is given to no recogniser if it has no speech. Raises RecognitionError."""
    recognizer = recognizer_of(listening, await _key(listening))
    detector, seconds = UtteranceDetector(speech_finder(), lead_seconds=_LEAD_SECONDS), 0.0
    async with aclosing(recognizer), aclosing(recognizer.begin(language)) as stream:
        for block in blocks_of(file):
            for each in detector.feed(block):
                stream.feed(each)
            seconds += BLOCK_SECONDS
        text = await stream.finish() if detector.has_begun else ""
    return Transcription(str(file), text, round(seconds, 2))


async def _key(listening: ListeningSettings) -> str:
    if listening.engine is not ListeningEngine.OPENAI:
        return ""
    from deskpet.config.keys import KeyStore

    return await KeyStore().server_key(listening.server_url, listening.key_env)


def _print(report: Transcription | FailedTranscription) -> None:
    out = console.output()
    out.write(json_line(asdict(report), encoding=out.encoding) + "\n")
