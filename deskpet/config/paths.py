"""Paths of bundled files and of the user's settings, data, state and cache.

A returned folder may not exist yet; the code that writes into it creates it.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from platformdirs import user_cache_path, user_config_path, user_data_path, user_state_path

from deskpet.filesystem import private_files
from deskpet.text.reasons import reason_of

_PACKAGE = Path(__file__).resolve().parents[1]
_CHECKOUT = _PACKAGE.parent


def bundled_path(name: str) -> Path:
    """Return the path of `assets`, `models` or `settings.toml`, in the installed package or in the checkout."""
    installed = _PACKAGE / "_data" / name
    return installed if installed.exists() else _CHECKOUT / name


def default_settings_file() -> Path:
    """Return the path of the user's settings.toml, which the first change creates."""
    return user_config_path("deskpet", appauthor=False) / "settings.toml"


def connections_file() -> Path:
    """Return the file of the saved connections, beside the settings of the user."""
    return default_settings_file().with_name("connections.json")


def settings_template() -> Path | None:
    """Return the settings.toml of the checkout, whose values are the defaults; None where the program is installed."""
    template = _CHECKOUT / "settings.toml"
    return template if template.exists() and (_CHECKOUT / "pyproject.toml").exists() else None


def exists(path: Path) -> bool:
    """Return whether `path` exists. False if its folder may not be searched, where Path.exists raises an error."""
    return os.path.exists(path)  # noqa: PTH110


def is_file(path: Path) -> bool:
    """Return whether `path` is a file. False if its folder may not be searched, where Path.is_file raises an error."""
    return os.path.isfile(path)  # noqa: PTH113


def is_folder(path: Path) -> bool:
    """Return whether `path` is a folder. False if its parent may not be searched, where Path.is_dir raises an error."""
    return os.path.isdir(path)  # noqa: PTH112


def unwritable_reason(folder: Path) -> str:
    """Return why no file can be created in `folder`, or an empty string. Creates the folder if missing."""
    probe = folder / f".{os.urandom(6).hex()}.new"
    try:
        private_files.create_folder(folder)
        private_files.touch(probe)
        probe.unlink()
    except OSError as error:
        return reason_of(error)
    return ""


def unwritable_reasons(folders: Iterable[Path]) -> dict[Path, str]:
    """Return the folders in which no file can be created, with the reasons."""
    reasons = {folder: unwritable_reason(folder) for folder in folders}
    return {folder: why for folder, why in reasons.items() if why}


def state_folder() -> Path:
    """Return the folder of state that is neither settings nor conversations, such as window positions."""
    return user_state_path("deskpet", appauthor=False)


def run_logs_folder() -> Path:
    """Return the folder of what runs that had a fault have left."""
    return state_folder() / "runs"


def model_cache_folder() -> Path:
    """Return the cache folder of repaired model files and of model test results; all of it can be rebuilt."""
    return user_cache_path("deskpet", appauthor=False) / "models"


def model_lists_file() -> Path:
    """Return the file of the lists of models that servers have sent."""
    return model_cache_folder().with_name("model_lists.json")


def downloads_folder() -> Path:
    """Return the cache folder of files that are being downloaded; all of it can be downloaded again."""
    return user_cache_path("deskpet", appauthor=False) / "downloads"


def data_folder() -> Path:
    """Return the folder of the user's conversations."""
    return user_data_path("deskpet", appauthor=False)


def scratch_folder() -> Path:
    """Return the folder in which the character may write without asking."""
    return data_folder() / "scratch"


def tools_folder() -> Path:
    """Return the folder of the user's plugins."""
    return data_folder() / "tools"


def undo_folder() -> Path:
    """Return the folder with the content of files before tools changed them."""
    return data_folder() / "undo"


def home_folder() -> Path:
    """Return the home of the user, or the root of the file system if the user has none."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(_CHECKOUT.anchor)


def own_folders() -> tuple[Path, ...]:
    """Return the folders of settings, data, state and cache. They may be the same, or not exist."""
    folders = (user_config_path, user_data_path, user_state_path, user_cache_path)
    return tuple(dict.fromkeys(find("deskpet", appauthor=False) for find in folders))


def own_paths() -> tuple[Path, ...]:
    """Return the folders and files of the program itself, which no tool of a model may read or change."""
    return (*own_folders(), _CHECKOUT / "settings.toml")
