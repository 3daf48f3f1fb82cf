"""The states of files in words, and the icons and colours that stand for them."""

from deskpet.features.workspace.file_activity import FileState
from deskpet.translation import tr, tr_noop

_NAMES = {
    FileState.READING: tr_noop("being read"),
    FileState.WRITING: tr_noop("being written"),
    FileState.WAITING: tr_noop("waiting for you"),
    FileState.READ: tr_noop("read"),
    FileState.WRITTEN: tr_noop("written"),
    FileState.EDITED: tr_noop("changed"),
    FileState.MOVED: tr_noop("moved"),
    FileState.DELETED: tr_noop("deleted"),
    FileState.REVERTED: tr_noop("reverted"),
    FileState.FAILED: tr_noop("failed"),
    FileState.STOPPED: tr_noop("not done"),
}

# Icon in assets/icons, and the theme's colour of it.
STATE_ICONS = {
    FileState.READING: ("eye", "accent"),
    FileState.WRITING: ("edit", "accent"),
    FileState.WAITING: ("ask", "warning"),
    FileState.READ: ("eye", "faint"),
    FileState.WRITTEN: ("check", "success"),
    FileState.EDITED: ("check", "success"),
    FileState.MOVED: ("right", "success"),
    FileState.DELETED: ("trash", "muted"),
    FileState.REVERTED: ("undo", "muted"),
    FileState.FAILED: ("cross", "error"),
    FileState.STOPPED: ("cancelled", "faint"),
}

# The theme's background of a row whose file is worked on.
STATE_GROUNDS = {
    FileState.READING: "accent_soft",
    FileState.WRITING: "accent_soft",
    FileState.WAITING: "warning_soft",
}


def state_name(state: FileState) -> str:
    """Return the state in words."""
    return tr(_NAMES[state])
