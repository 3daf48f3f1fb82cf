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

    file: Path | None = options.settings
    if file is None:
        return paths.default_settings_file()
    try:
        if not file.is_file() and file.exists():
            raise UsageError(f"{file}: this is not a file")
        file.open("rb").close()
    except FileNotFoundError as error:
        raise UsageError(f"{file}: there is no such settings file") from error
    except OSError as error:
        raise UsageError(f"{file}: this settings file can't be read: {reason_of(error)}") from error
    return file


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
