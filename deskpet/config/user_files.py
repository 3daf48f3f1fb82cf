"""What a command works with: the settings file that it was given, and the lock on the user's data."""

from pathlib import Path

from deskpet.processes.console import UsageError
from deskpet.processes.instance_lock import InstanceLock


def settings_file(given: Path | None) -> Path:
    """Return the settings file of the command line, else the default one. Raises UsageError if it can't be read."""
    from deskpet.config import paths

    if given and (problem := _read_problem(given)):
        raise UsageError(f"{given}: {problem}")
    return given or paths.default_settings_file()


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
        return f"this settings file can't be read: {error.strerror or error}"
