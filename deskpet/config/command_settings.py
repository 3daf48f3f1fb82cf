"""Read the settings of a command, from the named file or the user's, and take the lock on the data folder."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from deskpet.processes.console import UsageError
from deskpet.processes.instance_lock import InstanceLock
from deskpet.text.reasons import reason_of

if TYPE_CHECKING:
    from deskpet.config.settings import Settings


def settings_file(options: argparse.Namespace) -> Path:
    """Return the path of the settings file. Raises UsageError if the one given can't be read."""
    from deskpet.config import paths

    if options.settings and (problem := _read_problem(options.settings)):
        raise UsageError(f"{options.settings}: {problem}")
    return options.settings or paths.default_settings_file()


def load_settings(options: argparse.Namespace) -> "Settings":
    """Return the settings of a command. Raises UsageError if their file can't be used."""
    from deskpet.config import settings
    from deskpet.config import settings_file as settings_files

    file = settings_file(options)
    try:
        loaded = settings_files.load(file) if options.settings or file.exists() else settings_files.defaults()
    except (settings_files.SettingsError, OSError) as error:
        raise UsageError(str(error)) from error
    if options.offline:
        loaded = loaded.model_copy(update={"endpoint": settings.EndpointSettings()})
    return loaded


def data_folder_lock() -> InstanceLock | None:
    """Return the lock on the folder of conversations, or None if that folder can't exist."""
    from deskpet.config import paths

    try:
        return InstanceLock(paths.data_folder())
    except OSError:
        # No process can write there, so there is nothing to protect.
        return None


def _read_problem(file: Path) -> str:
    """Return why the settings file given on the command line can't be read, or an empty string."""
    try:
        if not file.is_file() and file.exists():
            return "this is not a file"
        with file.open("rb"):
            return ""
    except FileNotFoundError:
        return "there is no such settings file"
    except OSError as error:
        return f"this settings file can't be read: {reason_of(error)}"
