"""Item model of the workspace's folders: read when they are opened, with the files that calls work on in them."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from itertools import count
from pathlib import PurePath
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt, Signal

from deskpet.features.workspace.file_activity import FileState, TouchedFile
from deskpet.features.workspace.folder_access import Entry, FolderRoot, Listing
from deskpet.features.workspace.ui.state_names import state_name
from deskpet.translation import tr
from deskpet.ui.widgets.item_delegate import AnyIndex
from deskpet.ui.widgets.links import escape_ambiguous

# States of a file that is not on disk, or not yet, and is shown in its folder nevertheless.
_SHOWN_WITHOUT_FILE = {FileState.WRITING, FileState.WAITING, FileState.WRITTEN, FileState.DELETED, FileState.MOVED}
# States that say something about a folder that is closed.
_SHOWN_ON_PARENTS = {FileState.WRITTEN, FileState.EDITED, FileState.MOVED, FileState.DELETED}


class FileRole(IntEnum):
    """Item data roles of the delegate. NODE is the FolderNode, STATE its FileState or None."""

    NODE = Qt.ItemDataRole.UserRole + 1
    STATE = Qt.ItemDataRole.UserRole + 2


@dataclass(eq=False, slots=True)
class FolderNode:
    """A row of the tree. `listing` is None until the folder was read; `note` makes it a line of text in its folder."""

    path: str
    title: str
    is_folder: bool
    parent: "FolderNode | None"
    note: str = ""
    row: int = 0
    listing: Listing | None = None
    children: "list[FolderNode]" = field(default_factory=list)


class FolderModel(QAbstractItemModel):
    """The roots and what is in them.

    wanted: Emitted with the path of a folder whose entries are needed; `set_listing` answers.
    """

    wanted = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._roots: list[FolderNode] = []
        self._nodes: dict[int, FolderNode] = {}
        self._ids: dict[FolderNode, int] = {}
        self._by_path: dict[str, FolderNode] = {}
        self._numbers = count(1)
        self._files: Mapping[str, TouchedFile] = {}
        # The folders that are being read, and those of them that have to be read once more.
        self._requested: set[str] = set()
        self._outdated: set[str] = set()
        # By folder: the states of the files in it, by path; and the paths that lead through each of its entries.
        self._told_in: dict[str, dict[str, FileState]] = {}
        self._shown_in: dict[str, dict[str, set[str]]] = {}

    def set_roots(self, roots: Iterable[FolderRoot]) -> None:
        """Replace all folders."""
        self.beginResetModel()
        self._roots = []
        self._requested.clear()
        self._outdated.clear()
        self._nodes.clear()
        self._ids.clear()
        self._by_path.clear()
        for row, root in enumerate(roots):
            node = self._register(FolderNode(root.path, escape_ambiguous(root.title), is_folder=True, parent=None))
            node.row = row
            self._roots.append(node)
        self.endResetModel()

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
                index = self.index_of(node)
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

    def _state_below(self, folder: str) -> FileState | None:
        states = self._told_in.get(folder, {}).values()
        return next((state for state in states if state.is_active), None) or next(iter(states), None)

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
        """Show the entries of a folder, keeping the rows that stay."""
        wanted = self._wanted_children(node)
        present = {(child.path, child.is_folder, child.note): child for child in node.children}
        children = [
            present.get((path, is_folder, note)) or FolderNode(path, title, is_folder, node, note)
            for path, title, is_folder, note in wanted
        ]
        if children == node.children:
            return
        added = [child for child in children if child not in self._ids]
        if len(added) == 1 and len(children) == len(node.children) + 1:
            row = children.index(added[0])
            self.beginInsertRows(self.index_of(node), row, row)
            self._set_children(node, children)
            self.endInsertRows()
            return
        self.layoutAboutToBeChanged.emit()
        kept, indexes = set(children), self.persistentIndexList()
        for child in node.children:
            if child not in kept:
                self._unregister(child)
        self._set_children(node, children)
        for index in indexes:
            present_node = self.node(index)
            self.changePersistentIndex(index, self.index_of(present_node) if present_node else QModelIndex())
        self.layoutChanged.emit()

    def _wanted_children(self, node: FolderNode) -> list[tuple[str, str, bool, str]]:
        """Return path, title, whether it is a folder, and note of each row in a folder."""
        listing = node.listing or Listing()
        names = {entry.name: entry for entry in (*self._touched_in(node.path), *listing.entries)}
        ordered = sorted(names.values(), key=lambda entry: (not entry.is_folder, entry.name.casefold(), entry.name))
        rows = [
            (str(PurePath(node.path, entry.name)), escape_ambiguous(entry.name), entry.is_folder, "")
            for entry in ordered
        ]
        if listing.problem:
            rows.append(("", "", False, listing.problem))
        elif listing.left_out:
            rows.append(("", "", False, tr("… {n:,} more", n=listing.left_out)))
        elif not rows:
            rows.append(("", "", False, tr("Nothing is in here")))
        return rows

    def _set_children(self, node: FolderNode, children: list[FolderNode]) -> None:
        node.children = children
        for row, child in enumerate(children):
            child.row = row
            if child not in self._ids:
                self._register(child)

    def _register(self, node: FolderNode) -> FolderNode:
        number = next(self._numbers)
        self._nodes[number], self._ids[node] = node, number
        if not node.note:
            self._by_path[node.path] = node
        return node

    def _unregister(self, node: FolderNode) -> None:
        for child in node.children:
            self._unregister(child)
        del self._nodes[self._ids.pop(node)]
        if self._by_path.get(node.path) is node:
            del self._by_path[node.path]

    def node(self, index: AnyIndex) -> FolderNode | None:
        """Return the node of an index."""
        return self._nodes.get(index.internalId()) if index.isValid() else None

    def index_of(self, node: FolderNode) -> QModelIndex:
        """Return the index of a node."""
        return self.createIndex(node.row, 0, self._ids[node])

    def find(self, path: str) -> QModelIndex:
        """Return the index of a path; invalid if it is not shown, or not yet."""
        node = self._by_path.get(path)
        return self.index_of(node) if node else QModelIndex()

    def nearest(self, path: str) -> QModelIndex:
        """Return the index of the innermost shown folder above a path; invalid if there is none."""
        found = next((node for folder, _ in _steps_up(path) if (node := self._by_path.get(folder))), None)
        return self.index_of(found) if found else QModelIndex()

    def state(self, node: FolderNode) -> FileState | None:
        """Return the state of a node's file; of a folder that is not touched itself, what goes on in it."""
        file = self._files.get(node.path) if not node.note else None
        return file.state if file else self._state_below(node.path) if node.is_folder else None

    def touched(self, node: FolderNode) -> TouchedFile | None:
        """Return what calls did with a node's file."""
        return self._files.get(node.path) if not node.note else None

    def index(self, row: int, column: int, parent: AnyIndex | None = None) -> QModelIndex:
        node = self.node(parent) if parent else None
        children = node.children if node else self._roots
        return self.index_of(children[row]) if 0 <= row < len(children) and column == 0 else QModelIndex()

    def parent(self, index: AnyIndex) -> QModelIndex:  # pyright: ignore[reportIncompatibleMethodOverride]
        node = self.node(index)
        return self.index_of(node.parent) if node and node.parent else QModelIndex()

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        node = self.node(parent) if parent else None
        return len(node.children if node else self._roots)

    def columnCount(self, parent: AnyIndex | None = None) -> int:
        return 1

    def hasChildren(self, parent: AnyIndex | None = None) -> bool:
        node = self.node(parent) if parent else None
        return node.is_folder if node else bool(self._roots)

    def canFetchMore(self, parent: AnyIndex) -> bool:
        node = self.node(parent)
        return bool(node and node.is_folder and node.listing is None)

    def fetchMore(self, parent: AnyIndex) -> None:
        if (node := self.node(parent)) and node.listing is None:
            self._request(node.path)

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        node = self.node(index)
        if node is None or node.note:
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        node = self.node(index)
        found: Any = None
        match role:
            case _ if node is None:
                pass
            case FileRole.NODE:
                found = node
            case FileRole.STATE:
                found = self.state(node)
            case Qt.ItemDataRole.DisplayRole:
                found = node.note or node.title
            case Qt.ItemDataRole.ToolTipRole:
                found = escape_ambiguous(node.path) or None
            case Qt.ItemDataRole.AccessibleTextRole:
                file, found = self.touched(node), node.note or node.title
                if file:
                    found = tr("{title}, {state}", title=found, state=state_name(file.state))
            case _:
                pass
        return found


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
