"""Read the folders that tools may use, and the text of a file in them, within the limits that hold for the tools."""

from dataclasses import dataclass
from itertools import islice
from stat import S_ISDIR

from deskpet.chat.tool import ToolFailed
from deskpet.tools.files.text_file import decode
from deskpet.tools.files.workspace import Workspace
from deskpet.translation import tr, tr_noop

MAX_ENTRIES = 1_000
"""The most entries of a folder that are shown."""
# The most entries of a folder that are looked at.
MAX_READ = 50_000
# Texts by the code of the tools' error; all others are shown as a general one.
_REASONS = {
    "not_found": tr_noop("It is not there"),
    "outside": tr_noop("This is not in a folder that tools may use"),
    "protected": tr_noop("This is protected: no tool may read it"),
    "binary": tr_noop("This is no text"),
    "unknown_encoding": tr_noop("This is no text"),
    "too_large": tr_noop("This has more than 5 MB"),
}
_OTHER_REASON = tr_noop("This can't be shown")


class UnreadableFile(Exception):
    """A folder or file that can't be shown. The message is the translated reason."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a folder."""

    name: str
    is_folder: bool


@dataclass(frozen=True, slots=True)
class Listing:
    """The entries of a folder, folders first. `left_out`: how many more there are. `problem`: why there are none."""

    entries: tuple[Entry, ...] = ()
    left_out: int = 0
    problem: str = ""


@dataclass(frozen=True, slots=True)
class FolderRoot:
    """A folder whose tree is shown. `title` is its name for people."""

    path: str
    title: str


class FolderAccess:
    """The folders of a workspace and how they are read. Reading runs in a thread, is bounded, and may block."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self.roots = tuple(
            FolderRoot(str(root.path), tr("Her own folder") if root.is_scratch else root.path.name or str(root.path))
            for root in workspace.roots
        )

    def list_folder(self, path: str) -> Listing:
        """Return the entries of a folder that tools may use."""
        workspace = self._workspace
        try:
            with workspace.readable_folder(workspace.locate(path)) as folder:
                found = [Entry(name, S_ISDIR(status.st_mode)) for name, status in islice(folder.entries(), MAX_READ)]
                real_path = folder.path
        except ToolFailed as error:
            return Listing(problem=_reason(error))
        found.sort(key=lambda entry: (not entry.is_folder, entry.name.casefold()))
        shown = tuple(entry for entry in found[:MAX_ENTRIES] if workspace.is_allowed(real_path / entry.name))
        return Listing(shown, max(len(found) - MAX_ENTRIES, 0))

    def read_text(self, path: str) -> str:
        """Return the text of a file that tools may read. Raises UnreadableFile."""
        try:
            location = self._workspace.locate(path)
            with self._workspace.readable_file(location) as file:
                return decode(file.read(), location.path).text
        except ToolFailed as error:
            raise UnreadableFile(_reason(error)) from error


def _reason(error: ToolFailed) -> str:
    return tr(_REASONS.get(error.error.code, _OTHER_REASON))
