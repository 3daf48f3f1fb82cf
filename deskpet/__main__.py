"""Command line entry point: `deskpet` starts the pet, its subcommands each do one thing in the terminal."""

import gc
import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from deskpet.filesystem import private_files
from deskpet.processes import added_parts, console, stop_signals
from deskpet.processes.console import ExitCode
from deskpet.processes.instance_lock import LockResult

if TYPE_CHECKING:
    import argparse

# What follows `deskpet hook` in a terminal, instead of an agent's name alone.
_HELP = {"-h", "--help"}
_HOOK_ACTIONS = {"install", "uninstall", *_HELP}


def main(argv: list[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    words = sys.argv[1:] if argv is None else argv
    if words[:1] == ["hook"] and not {*words[1:]} & _HOOK_ACTIONS:
        # An agent waits for this command, and takes the exit code of a usage error as an order to stop.
        from deskpet.features.agents import hook

        return hook.main(words[1:])
    from deskpet.cli import command_line

    console.configure_streams()
    try:
        try:
            starts_pet = all(word.startswith("-") and word not in _HELP for word in words)
            return _run(command_line.parser(_show_pet, starts_pet=starts_pet).parse_args(words))
        finally:
            # The flush at interpreter exit could only print the failure.
            console.output().flush()
    except BrokenPipeError:
        console.discard_output()
        return ExitCode.BROKEN_PIPE


def _run(options: "argparse.Namespace") -> int:
    if not _open_logs(options.log_json):
        return ExitCode.USAGE
    from deskpet.config import paths

    # What an older version has left open to others is closed before anything is read or written.
    private_files.close(paths.own_folders())
    added_parts.activate(paths.data_folder())
    try:
        return options.run(options)
    except console.UsageError as error:
        console.report(error)
        return ExitCode.USAGE


def _open_logs(json_target: str | None) -> bool:
    """Log warnings to standard error, and everything to the JSON log if one is given. Returns False if it fails."""
    handler = logging.StreamHandler(console.errors())
    handler.setLevel(logging.WARNING)
    handler.setFormatter(_RedactingFormatter("deskpet: %(levelname)s: %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    if json_target is None:
        return True
    from deskpet.statistics import log

    try:
        log.open_json_log(json_target)
    except OSError as error:
        console.report(f"the log can't be written: {error}")
        return False
    return True


class _RedactingFormatter(logging.Formatter):
    """Formats log lines for standard error, and redacts keys in messages and tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        from deskpet.llm.redaction import redact_secrets

        return redact_secrets(super().format(record))


def _show_pet(options: "argparse.Namespace") -> int:
    """Show the pet: first her still picture, then the live model, then everything else. Imports are deferred."""
    from deskpet.config import command_settings
    from deskpet.processes import display

    file = command_settings.settings_file(options)
    if problem := display.unavailable_reason():
        console.report(f"no window can be shown: {problem}. {display.NEXT_STEP}")
        return ExitCode.FAILED
    # Startup creates no garbage, and collecting it takes longer than the imports.
    gc.disable()
    # There is nothing to save yet: until the pet runs, a stop signal ends the process at once.
    with stop_signals.handle(lambda: os._exit(0)):
        return _start_once(file, offline=options.offline)


def _start_once(file: Path, *, offline: bool) -> int:
    """Start the pet, or call the instance that already runs on the same data folder."""
    from deskpet.config import command_settings

    lock = command_settings.data_folder_lock()
    if lock and lock.acquire() is LockResult.TAKEN:
        from deskpet.ui.platform import local_server

        code = local_server.activate_running(lock)
        if code is not None:
            return code
    try:
        from deskpet.ui.pet import startup
    except ImportError as error:
        console.report(f"a library can't be loaded: {error}. Install it, and start again.")
        return ExitCode.FAILED

    qt = startup.new_application()
    opened = startup.load_model(startup.show_still_picture())
    from deskpet.app import pet_controller

    return pet_controller.run(qt, opened, file, offline=offline, lock=lock)


if __name__ == "__main__":
    sys.exit(main())
