"""The states of files in words, and the icons and colours that stand for them."""

from typing import NamedTuple

from deskpet.features.workspace.file_activity import FileState
from deskpet.translation import tr_noop


class StateLook(NamedTuple):
    """The name of a state in English, and its icon with the theme's colour of it.

    ground: the theme's background of a row whose file is worked on; empty for other states.
    """

    name: str
    icon: str
    role: str
    ground: str = ""


LOOKS = {
    FileState.READING: StateLook(tr_noop("being read"), "eye", "accent", "accent_soft"),
    FileState.WRITING: StateLook(tr_noop("being written"), "edit", "accent", "accent_soft"),
    FileState.WAITING: StateLook(tr_noop("waiting for you"), "ask", "warning", "warning_soft"),
    FileState.READ: StateLook(tr_noop("read"), "eye", "faint"),
    FileState.WRITTEN: StateLook(tr_noop("written"), "check", "success"),
    FileState.EDITED: StateLook(tr_noop("changed"), "check", "success"),
    FileState.MOVED: StateLook(tr_noop("moved"), "right", "success"),
    FileState.DELETED: StateLook(tr_noop("deleted"), "trash", "muted"),
    FileState.REVERTED: StateLook(tr_noop("reverted"), "undo", "muted"),
    FileState.FAILED: StateLook(tr_noop("failed"), "cross", "error"),
    FileState.STOPPED: StateLook(tr_noop("not done"), "cancelled", "faint"),
}
