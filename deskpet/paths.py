"""Where things are: what the program brings with it, and what it keeps for the user."""

from pathlib import Path

from platformdirs import user_cache_path, user_config_path, user_data_path, user_state_path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent


def bundled(name: str) -> Path:
    """`assets`, `models` or `settings.toml`: beside the package in a checkout, inside it when installed."""
    installed = _PACKAGE / "_data" / name
    return installed if installed.exists() else _CHECKOUT / name


def default_settings_file() -> Path:
    """A checkout's own settings.toml; installed, the user's, begun with every default and its comment."""
    own = _CHECKOUT / "settings.toml"
    if own.exists() and (_CHECKOUT / "pyproject.toml").exists():
        return own
    users = user_config_path("deskpet", appauthor=False) / "settings.toml"
    if not users.exists():
        users.parent.mkdir(parents=True, exist_ok=True)
        users.write_bytes(bundled("settings.toml").read_bytes())
    return users


def state_folder() -> Path:
    """Where the program remembers what is neither a setting nor a conversation, such as the window's place."""
    return user_state_path("deskpet", appauthor=False, ensure_exists=True)


def model_cache_folder() -> Path:
    """Where sound copies of models' files, and the verdicts of their trials, are kept: all of it can be made again."""
    return user_cache_path("deskpet", appauthor=False, ensure_exists=True) / "models"


def data_folder() -> Path:
    """Where the user's conversations are kept."""
    return user_data_path("deskpet", appauthor=False, ensure_exists=True)
