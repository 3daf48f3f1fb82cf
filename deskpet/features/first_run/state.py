"""State of the introduction: whether it has to be shown, kept as empty marker files."""

import logging

from deskpet.config import paths
from deskpet.features.host import Host
from deskpet.filesystem import private_files

BEGUN, WELCOMED = "welcoming", "welcomed"
"""Names of the markers: it is shown at each start from the first until the second is there."""

logger = logging.getLogger(__name__)


def is_new(host: Host) -> bool:
    """Return whether the user is new: no conversation, no changed settings, and the introduction was never finished.

    Neither changed settings nor conversations that can't be read yet count after an unfinished introduction. Who starts
    the pet offline knows it already.
    """
    folder, has_history = paths.state_folder(), host.conversation.has_history
    is_known = (not host.settings.are_default or has_history is None) and not paths.exists(folder / BEGUN)
    return not (host.settings.is_offline or has_history or is_known or paths.exists(folder / WELCOMED))


def remember(marker: str) -> None:
    """Record that the introduction was begun, or that it was finished or skipped."""
    file = paths.state_folder() / marker
    try:
        private_files.create_folder(file.parent)
        private_files.touch(file)
    except OSError as error:
        logger.warning("%s can't be written, the welcome comes again: %s", file, error)
