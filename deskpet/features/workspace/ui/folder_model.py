"""Item model of the workspace's folders: read when they are opened, with the files that calls work on in them."""

import os
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import PurePath
from typing import Any, NamedTuple

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel

from deskpet.features.workspace.file_activity import FileState, TouchedFile
from deskpet.features.workspace.folder_access import Entry, FolderRoot, Listing
from deskpet.features.workspace.ui.state_names import LOOKS
from deskpet.translation import tr
from deskpet.ui.widgets.item_delegate import AnyIndex
from deskpet.ui.widgets.links import escape_ambiguous

# States of a file that is not on disk, or not yet, and is shown in its folder nevertheless.
_SHOWN_WITHOUT_FILE = {FileState.WRITING, FileState.WAITING, FileState.WRITTEN, FileState.DELETED, FileState.MOVED}
# States that say something about a folder that is closed.
_SHOWN_ON_PARENTS = {FileState.WRITTEN, FileState.EDITED, FileState.MOVED, FileState.DELETED}


STATE_ROLE = Qt.ItemDataRole.UserRole + 1
"""The item data role of a node's FileState, or None."""


class Row(NamedTuple):
    """What a row of the tree stands for. `note` makes it a line of text in its folder."""

    path: str
    title: str
    is_folder: bool
    note: str = ""


class FolderNode(QStandardItem):
    """A row of the tree. `listing` is None until the folder was read."""

    def __init__(self, row: Row) -> None:
        super().__init__(row.note or row.title)
        self.entry, self.path, self.is_folder, self.note = row, row.path, row.is_folder, row.note
        self.listing: Listing | None = None
        usable = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        self.setFlags(Qt.ItemFlag.ItemIsEnabled if row.note else usable)


class FolderModel(QStandardItemModel):
    """The roots and what is in them.

    wanted: Emitted with the path of a folder whose entries are needed; `set_listing` answers.
    """

    wanted = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._by_path: dict[str, FolderNode] = {}
        self._files: Mapping[str, TouchedFile] = {}
        # The folders that are being read, and those of them that have to be read once more.
        self._requested: set[str] = set()
        self._outdated: set[str] = set()
        # By folder: the states of the files in it, by path; and the paths that lead through each of its entries.
        self._told_in: dict[str, dict[str, FileState]] = {}
        self._shown_in: dict[str, dict[str, set[str]]] = {}

    def set_roots(self, roots: Iterable[FolderRoot]) -> None:
        """Replace all folders."""
        for content in (self._requested, self._outdated, self._by_path):
            content.clear()
        self.clear()
        for root in roots:
            self.appendRow(self._created(Row(root.path, escape_ambiguous(root.title), is_folder=True)))

    def set_listing(self, path: str, listing: Listing) -> None:
        """Set the entries of a folder."""
        self._requested.discard(path)
        node = self._by_path.get(path)
        if node and node.is_folder and listing != node.listing:
            node.listing = listing
            self._update_children(node)
        if path in self._outdated:
            self._outdated.discard(path)
            self._request(path)

    def set_files(self, files: Mapping[str, TouchedFile]) -> None:
        """Set the files that calls work on, by path. Folders in which something has changed are read again."""
        before, self._files = self._files, dict(files)
        # The activity replaces the value of a file that has changed.
        paths = [path for path, file in files.items() if before.get(path) is not file]
        paths += [path for path in before if path not in files]
        for path in paths:
            self._note_above(path)
        changed = {folder for path in paths for folder, _ in _steps_up(path)}
        for folder in changed:
            node = self._by_path.get(folder)
            if node and node.listing is not None:
                self._update_children(node)
        for path in changed.union(paths):
            if node := self._by_path.get(path):
                index = node.index()
                self.dataChanged.emit(index, index)
        for path in paths:
            self._read_again(files.get(path))

    def _note_above(self, path: str) -> None:
        """Note in the folders above a path what they show of it: its state, and itself if it is not on disk."""
        file = self._files.get(path)
        is_told = file is not None and (file.state.is_active or file.state in _SHOWN_ON_PARENTS)
        is_shown = file is not None and file.state in _SHOWN_WITHOUT_FILE
        for folder, name in _steps_up(path):
            told, shown = self._told_in.setdefault(folder, {}), self._shown_in.setdefault(folder, {})
            if file and is_told:
                told[path] = file.state
            else:
                told.pop(path, None)
            if is_shown:
                shown.setdefault(name, set()).add(path)
            elif name in shown:
                shown[name].discard(path)

    def _read_again(self, file: TouchedFile | None) -> None:
        """Read the folders above a changed file again, as far as they were read before."""
        change = file.last_change if file else None
        if file is None or change is None or change.state.is_active:
            return
        for folder, _ in _steps_up(file.path):
            node = self._by_path.get(folder)
            if node and node.listing is not None:
                self._request(folder)

    def _touched_in(self, folder: str) -> Iterable[Entry]:
        """Return the files in a folder, and the folders, that calls work on although they may not be on disk."""
        for name, paths in self._shown_in.get(folder, {}).items():
            if paths:
                own = self._files.get(f"{folder.rstrip(os.sep)}{os.sep}{name}")
                is_file = own is not None and own.path in paths and not own.call.is_of_folder and len(paths) == 1
                yield Entry(name, is_folder=not is_file)

    def _request(self, path: str) -> None:
        if path in self._requested:
            # What is being read may be older than the change.
            self._outdated.add(path)
        else:
            self._requested.add(path)
            self.wanted.emit(path)

    def _update_children(self, node: FolderNode) -> None:
        """Show the entries of a folder, keeping the rows that stay: they are in the same order as the wanted ones."""
        wanted = self._wanted_children(node)
        if not node.rowCount():
            node.appendRows([self._created(row) for row in wanted])
            return
        kept = set(wanted)
        for place in reversed(range(node.rowCount())):
            if (child := _child(node, place)).entry not in kept:
                self._forget(child)
                node.removeRow(place)
        for place, row in enumerate(wanted):
            if place >= node.rowCount() or _child(node, place).entry != row:
                # In a list: PySide leaves a single row without an owner, and Python deletes it.
                node.insertRow(place, [self._created(row)])

    def _created(self, row: Row) -> FolderNode:
        node = FolderNode(row)
        if not row.note:
            self._by_path[row.path] = node
        return node

    def _forget(self, node: FolderNode) -> None:
        """Forget a row that is removed, and those below it."""
        for place in range(node.rowCount()):
            self._forget(_child(node, place))
        if self._by_path.get(node.path) is node:
            del self._by_path[node.path]

    def _wanted_children(self, node: FolderNode) -> list[Row]:
        """Return the rows that a folder is to have."""
        listing = node.listing or Listing()
        names = {entry.name: entry for entry in (*self._touched_in(node.path), *listing.entries)}
        ordered = sorted(names.values(), key=lambda entry: (not entry.is_folder, entry.name.casefold(), entry.name))
        rows = [
            Row(str(PurePath(node.path, entry.name)), escape_ambiguous(entry.name), entry.is_folder)
            for entry in ordered
        ]
        if listing.problem:
            rows.append(Row("", "", is_folder=False, note=listing.problem))
        elif listing.left_out:
            rows.append(Row("", "", is_folder=False, note=tr("… {n:,} more", n=listing.left_out)))
        elif not rows:
            rows.append(Row("", "", is_folder=False, note=tr("Nothing is in here")))
        return rows

    def node(self, index: AnyIndex) -> FolderNode | None:
        """Return the node of an index."""
        item = self.itemFromIndex(index)
        return item if isinstance(item, FolderNode) else None

    def find(self, path: str) -> QModelIndex:
        """Return the index of a path; invalid if it is not shown, or not yet."""
        node = self._by_path.get(path)
        return node.index() if node else QModelIndex()

    def nearest(self, path: str) -> QModelIndex:
        """Return the index of the innermost shown folder above a path; invalid if there is none."""
        found = next((node for folder, _ in _steps_up(path) if (node := self._by_path.get(folder))), None)
        return found.index() if found else QModelIndex()

    def state(self, node: FolderNode) -> FileState | None:
        """Return the state of a node's file; of a folder that is not touched itself, what goes on in it."""
        file = self._files.get(node.path) if not node.note else None
        if file or not node.is_folder:
            return file.state if file else None
        below = self._told_in.get(node.path, {}).values()
        return next((state for state in below if state.is_active), None) or next(iter(below), None)

    def touched(self, node: FolderNode) -> TouchedFile | None:
        """Return what calls did with a node's file."""
        return self._files.get(node.path) if not node.note else None

    def hasChildren(self, parent: AnyIndex | None = None) -> bool:
        node = self.node(parent) if parent else None
        return node.is_folder if node else self.rowCount() > 0

    def canFetchMore(self, parent: AnyIndex) -> bool:
        node = self.node(parent)
        return bool(node and node.is_folder and node.listing is None)

    def fetchMore(self, parent: AnyIndex) -> None:
        if (node := self.node(parent)) and node.listing is None:
            self._request(node.path)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        node = self.node(index)
        if node and role == STATE_ROLE:
            return self.state(node)
        if node and role == Qt.ItemDataRole.ToolTipRole:
            return escape_ambiguous(node.path) or None
        if node and role == Qt.ItemDataRole.AccessibleTextRole:
            file = self.touched(node)
            state = tr(LOOKS[file.state].name) if file else ""
            return tr("{title}, {state}", title=node.text(), state=state) if state else node.text()
        return super().data(index, role)


def _child(node: FolderNode, place: int) -> FolderNode:
    child = node.child(place)
    assert isinstance(child, FolderNode)
    return child


@lru_cache(maxsize=8192)
def _steps_up(path: str) -> tuple[tuple[str, str], ...]:
    """Return each folder above a path with the name in it that leads to the path, the nearest first."""
    steps: list[tuple[str, str]] = []
    while True:
        above, separator, name = path.rpartition(os.sep)
        if not separator or not name:
            return tuple(steps)
        is_top = not above or above.endswith(":")
        steps.append((above + os.sep if is_top else above, name))
        path = above
