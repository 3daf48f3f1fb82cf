"""`deskpet speakable`: print how a markdown text would be spoken, piece by piece. Imports no Qt."""

from dataclasses import asdict, dataclass
from pathlib import Path

from deskpet.features.voice.spoken_text.language import Language
from deskpet.features.voice.spoken_text.speakable import speakable
from deskpet.filesystem import bounded
from deskpet.processes import console
from deskpet.processes.console import ExitCode, UsageError
from deskpet.statistics.log import json_line
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

_MAX_BYTES = 16 << 20


@dataclass(frozen=True, slots=True)
class SpeakableReport:
    """The pieces of a text as `deskpet speakable --json` prints them."""

    pieces: tuple[str, ...]


def run(file: str, language: Language | None, *, stage_directions: bool, as_json: bool) -> int:
    """Print the pieces of a file, or of standard input for "-", one a line. Raises UsageError if it can't be read."""
    text = console.read_input() if file == "-" else _read(Path(file))
    report = SpeakableReport(
        tuple(piece.text for piece in speakable(text, language, stage_directions=stage_directions))
    )
    out = console.output()
    if as_json:
        out.write(json_line(asdict(report), encoding=out.encoding) + "\n")
    else:
        out.writelines(f"{piece}\n" for piece in report.pieces)
    return ExitCode.OK


def _read(file: Path) -> str:
    try:
        return bounded.read_bounded(file, _MAX_BYTES).decode("utf-8-sig")
    except OSError as error:
        problem = tr("{file} can't be read: {reason}. Give another file.", file=file, reason=reason_of(error))
        raise UsageError(problem) from error
    except UnicodeDecodeError as error:
        problem = tr("{file} is not UTF-8 text (byte {number}). Save it as UTF-8.", file=file, number=error.start + 1)
        raise UsageError(problem) from error
