"""Declare how the workspace reads the entries of a folder and the text of a file, in a thread."""

from collections.abc import Callable
from dataclasses import dataclass

MAX_ENTRIES = 1_000
"""The most entries of a folder that are shown."""


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


@dataclass(frozen=True, slots=True)
class FolderAccess:
    """The folders of the workspace and how they are read. Both functions run in a thread, are bounded, and may block.

    list_folder: returns the entries of a folder. read_text: returns the text of a file; raises UnreadableFile.
    """

    roots: tuple[FolderRoot, ...] = ()
    list_folder: Callable[[str], Listing] = lambda path: Listing()
    read_text: Callable[[str], str] = lambda path: ""
