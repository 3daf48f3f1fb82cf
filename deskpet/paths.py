"""Where things are: what the program brings with it, and what it keeps for the user.

A folder need not exist: whoever writes into it makes it.
"""

import logging
import os
from pathlib import Path

from platformdirs import user_cache_path, user_config_path, user_data_path, user_state_path

from deskpet.atomic_write import write_atomically

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent

logger = logging.getLogger(__name__)


def bundled(name: str) -> Path:
    """`assets`, `models` or `settings.toml`: beside the package in a checkout, inside it when installed."""
    installed = _PACKAGE / "_data" / name
    return installed if installed.exists() else _CHECKOUT / name


def default_settings_file() -> Path:
    """A checkout's own settings.toml; installed, the user's, begun with every default and its comment.

    Where it can't be begun there is no such file.
    """
    own = _CHECKOUT / "settings.toml"
    if own.exists() and (_CHECKOUT / "pyproject.toml").exists():
        return own
    users = user_config_path("deskpet", appauthor=False) / "settings.toml"
    if not os.path.lexists(users):
        try:
            write_atomically(users, bundled("settings.toml").read_bytes())
        except OSError as error:
            logger.warning("%s can't be written, every setting has its default: %s", users, error.strerror or error)
    return users


def why_unwritable(folder: Path) -> str:
    """Why no file can be made in `folder`, which is made when it is missing; empty where one can."""
    probe = folder / f".{os.urandom(6).hex()}.new"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        return error.strerror or str(error)
    return ""


def state_folder() -> Path:
    """Where the program remembers what is neither a setting nor a conversation, such as the window's place."""
    return user_state_path("deskpet", appauthor=False)


def model_cache_folder() -> Path:
    """Where sound copies of models' files, and the verdicts of their trials, are kept: all of it can be made again."""
    return user_cache_path("deskpet", appauthor=False) / "models"


def data_folder() -> Path:
    """Where the user's conversations are kept."""
    return user_data_path("deskpet", appauthor=False)
