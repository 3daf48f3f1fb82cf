"""State of the introduction: whether it has to be shown, kept as empty marker files."""

import logging

from deskpet.config import paths
from deskpet.features.host import Host
from deskpet.filesystem import private_files

_BEGUN, _WELCOMED = "welcoming", "welcomed"

logger = logging.getLogger(__name__)


def is_new(host: Host) -> bool:
    """Return whether the user is new: no conversation, no changed settings, and the introduction was never finished.

    Neither changed settings nor conversations that can't be read yet count after an unfinished introduction. Who starts
    the pet offline knows it already.
    """
    folder, has_history = paths.state_folder(), host.conversation.has_history
    is_known = (not host.settings.are_default or has_history is None) and not paths.exists(folder / _BEGUN)
    return not (host.settings.is_offline or has_history or is_known or paths.exists(folder / _WELCOMED))


def remember_beginning() -> None:
    """Record that the introduction was begun: until it is finished, it is shown at each start."""
    _create_marker(_BEGUN)


def remember_welcome() -> None:
    """Record that the introduction was finished or skipped, so that it is not shown again."""
    _create_marker(_WELCOMED)


def _create_marker(name: str) -> None:
    marker = paths.state_folder() / name
    try:
        private_files.create_folder(marker.parent)
        private_files.touch(marker)
    except OSError as error:
        logger.warning("%s can't be written, the welcome comes again: %s", marker, error)
