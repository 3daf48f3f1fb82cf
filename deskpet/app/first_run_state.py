"""Who has never been here before: somebody without settings and without a conversation, made welcome once."""

import logging

from deskpet import paths
from deskpet.app.settings_store import SettingsStore
from deskpet.settings import Settings

_BEGUN, _WELCOMED = "welcoming", "welcomed"

logger = logging.getLogger(__name__)


def is_new(kept: SettingsStore, *, has_talked: bool) -> bool:
    """Whether nothing was ever set or said, and nobody was made welcome; what was set in a welcome is no such thing."""
    folder = paths.state_folder()
    has_settings = kept.error is not None or kept.saved != Settings()
    is_known = has_settings and not (folder / _BEGUN).exists()
    return not (has_talked or is_known or (folder / _WELCOMED).exists())


def remember_beginning() -> None:
    """Somebody is being made welcome: who goes in the middle of it comes to it again."""
    _mark(_BEGUN)


def remember_welcome() -> None:
    """The user knows the pet now: the next start is like any other."""
    _mark(_WELCOMED)


def _mark(name: str) -> None:
    mark = paths.state_folder() / name
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    except OSError as error:
        logger.warning("%s can't be written, the welcome comes again: %s", mark, error)
