"""`deskpet report`: print what a report of a fault has, and write it to a file. Imports no Qt."""

from pathlib import Path

from deskpet.config import paths
from deskpet.config.settings import Settings
from deskpet.features.reports.report import as_text, report, write
from deskpet.processes import console, run_log
from deskpet.processes.console import ExitCode, UsageError
from deskpet.text.reasons import reason_of
from deskpet.translation import tr


def run(settings: Settings, file: Path | None) -> int:
    """Print the report, and write it to `file` if one is given. Raises UsageError if that fails."""
    content = report(settings, run_log.faulty_runs(paths.run_logs_folder()))
    console.output().write(as_text(content))
    if file is None:
        return ExitCode.OK
    try:
        write(file, content)
    except OSError as error:
        raise UsageError(tr("{path} can't be written: {reason}", path=file, reason=reason_of(error))) from error
    console.output().write(tr("Written to {file}. Nothing was sent.", file=file) + "\n")
    return ExitCode.OK
