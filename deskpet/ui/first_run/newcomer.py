"""Who has never been here before: somebody without settings and without a conversation, made welcome once."""

import logging

from deskpet import paths
from deskpet.settings import Settings
from deskpet.ui.kept_settings import KeptSettings

_MARK = "welcomed"

logger = logging.getLogger(__name__)


def is_new(kept: KeptSettings, *, has_talked: bool) -> bool:
    """Whether nothing was ever set or said, and nobody was made welcome."""
    has_settings = kept.error is not None or kept.saved != Settings()
    return not (has_talked or has_settings or (paths.state_folder() / _MARK).exists())


def remember_welcome() -> None:
    """The user knows the pet now: the next start is like any other."""
    mark = paths.state_folder() / _MARK
    try:
        mark.touch()
    except OSError as error:
        logger.warning("%s can't be written, the welcome comes again: %s", mark, error)
