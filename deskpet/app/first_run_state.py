"""State of the first-run assistant: whether it has to be shown, kept as empty marker files."""

import logging

from deskpet.app.settings_store import SettingsStore
from deskpet.config import paths
from deskpet.config.settings import Settings
from deskpet.filesystem import private_files

_BEGUN, _WELCOMED = "welcoming", "welcomed"

logger = logging.getLogger(__name__)


def is_new(store: SettingsStore, *, has_talked: bool, may_have_talked: bool = False) -> bool:
    """Return whether the user is new: no conversation, no changed settings, and the assistant was never finished.

    may_have_talked: conversations are not known yet. Neither these nor changed settings count after an unfinished
    assistant.
    """
    folder = paths.state_folder()
    has_settings = store.error is not None or store.saved != Settings()
    is_known = (has_settings or may_have_talked) and not paths.exists(folder / _BEGUN)
    return not (has_talked or is_known or paths.exists(folder / _WELCOMED))


def remember_beginning() -> None:
    """Record that the assistant was begun: until it is finished, it is shown at each start."""
    _create_marker(_BEGUN)


def remember_welcome() -> None:
    """Record that the assistant was finished or skipped, so that it is not shown again."""
    _create_marker(_WELCOMED)


def _create_marker(name: str) -> None:
    marker = paths.state_folder() / name
    try:
        private_files.create_folder(marker.parent)
        private_files.touch(marker)
    except OSError as error:
        logger.warning("%s can't be written, the welcome comes again: %s", marker, error)
