"""Carry out a change exactly as it was proposed, if the file is still the same, and revert it."""

import hashlib
import os
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial

from deskpet.chat.tool import ToolFailed
from deskpet.filesystem.private_files import narrow
from deskpet.tools.files.handles import MAX_FILE_BYTES, Folder, on_failure
from deskpet.tools.files.path_names import cut_name, printable
from deskpet.tools.files.trash import Trash
from deskpet.tools.files.undo_copies import ChangeRecord, UndoCopies
from deskpet.tools.files.workspace import Location, Workspace

_MAX_MOVED_ENTRIES = 10_000


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a file and its permissions."""

    data: bytes
    mode: int

    @property
    def digest(self) -> str:
        """The SHA-256 of the content."""
        return hashlib.sha256(self.data).hexdigest()


@dataclass(frozen=True, slots=True)
class FileChange:
    """A new content of a file. `before` and `after` are None if the file does not exist.

    mode: the permissions of a new file; None for those that the system gives, or that the present file has.
    """

    location: Location
    before: Content | None
    after: bytes | None
    mode: int | None = None


@dataclass(frozen=True, slots=True)
class FileMove:
    """A new place of a file or folder. `version`: of what was there when the move was proposed."""

    source: Location
    destination: Location
    version: tuple[int, ...]


def present_content(workspace: Workspace, location: Location) -> Content | None:
    """Return the content of a file before a change, or None if it does not exist. Raises ToolFailed."""
    try:
        with workspace.changeable(location) as (folder, name):
            return _content(folder, name)
    except ToolFailed as failed:
        if failed.error.code == "not_found":
            return None
        raise


def require_plain_name(location: Location) -> None:
    """Raise ToolFailed for a new name with characters that can't be seen or that reverse the text."""
    if any(printable(part) != part for part in location.parts):
        raise ToolFailed(
            "invalid_path", f"{location.path} contains characters that can't be seen. Choose another name."
        )


def apply(change: FileChange, workspace: Workspace, copies: UndoCopies) -> str:
    """Write or remove the file, and return the id of its undo copy. Raises ToolFailed if it is not as it was."""
    with _checked(change, workspace, copies) as (folder, name, status, number):
        if change.after is None:
            folder.remove(name)
        else:
            _write(folder, name, status, change.after, change)
        return number


def discard(change: FileChange, workspace: Workspace, copies: UndoCopies, trash: Trash) -> str:
    """Move the file to the trash, and return the id of its undo copy. Raises ToolFailed if it is not as it was."""
    with _checked(change, workspace, copies) as (folder, name, _, number):
        trash.move(folder, name)
        if folder.status(name) is not None:
            raise ToolFailed("not_deleted", f"{change.location.path} could not be moved to the trash.")
        return number


@contextmanager
def _checked(
    change: FileChange, workspace: Workspace, copies: UndoCopies
) -> Generator[tuple[Folder, str, os.stat_result | None, str]]:
    """Open the file's folder; yield it with the file's name, its status before the check, and the id of its undo copy.

    Raises ToolFailed if the content is not that of the proposal. The copy is deleted if the block fails.
    """
    before, after = change.before, change.after
    record = ChangeRecord(
        str(change.location.root.path),
        change.location.parts,
        before.digest if before else "",
        "" if after is None else hashlib.sha256(after).hexdigest(),
        before.mode if before else 0o600,
    )
    with workspace.changeable(change.location, create=after is not None) as (folder, name):
        status, present = folder.status(name), _content(folder, name)
        if (present.data if present else None) != (before.data if before else None):
            raise _changed(change.location)
        with _recorded(copies, record, before.data if before else None) as number:
            yield folder, name, status, number


def _write(folder: Folder, name: str, status: os.stat_result | None, data: bytes, change: FileChange) -> None:
    mode = change.before.mode if change.before else change.mode
    temporary = f".{cut_name(name, 60)}.{os.urandom(6).hex()}.new"
    folder.create(temporary, data, mode)
    try:
        if change.before is None:
            # Does not replace a file that was created meanwhile.
            folder.move(temporary, folder, name)
        elif _version(folder.status(name)) == _version(status):
            folder.replace(temporary, name)
        else:
            raise _changed(change.location)
    except BaseException:
        with suppress(FileNotFoundError):
            folder.remove(temporary)
        raise


def propose_move(source: Location, destination: Location, workspace: Workspace) -> FileMove:
    """Return the move of a file or folder. Raises ToolFailed if it is not possible."""
    require_plain_name(destination)
    with workspace.changeable(source) as (folder, name):
        status = folder.status(name)
        if status is None:
            raise ToolFailed("not_found", f"There is no {source.path}.", workspace.names())
        if stat.S_ISDIR(status.st_mode):
            _require_nothing_protected(workspace, folder, name, destination)
        elif not stat.S_ISREG(status.st_mode):
            raise ToolFailed("not_a_file", f"{source.path} is a link or a device, which no tool moves.")
    try:
        with workspace.changeable(destination) as (folder, name):
            if folder.status(name) is not None:
                raise ToolFailed("exists", f"{destination.path} exists already. Give a new path, with the name.")
    except ToolFailed as failed:
        if failed.error.code != "not_found":
            raise
    return FileMove(source, destination, _version(status))


def apply_move(move: FileMove, workspace: Workspace, copies: UndoCopies) -> str:
    """Move the file or folder, and return the id for `revert`. Raises ToolFailed."""
    source, destination = move.source, move.destination
    moved_to = (str(destination.root.path), destination.parts)
    with (
        workspace.changeable(source) as (folder, name),
        workspace.changeable(destination, create=True) as (other_folder, other_name),
    ):
        if _version(folder.status(name)) != move.version:
            raise _changed(source)
        digest, version = _identity(folder, name)
        record = ChangeRecord(str(source.root.path), source.parts, after=digest, moved_to=moved_to, version=version)
        with _recorded(copies, record, None) as number:
            folder.move(name, other_folder, other_name)
            if other_folder.is_private:
                narrow(other_folder.path / other_name)
        return number


def revert(number: str, workspace: Workspace, copies: UndoCopies) -> Location:
    """Restore what was before a change, and return its place. Raises ToolFailed if others changed it since."""
    record, data = copies.get(number)
    location = _location(workspace, record.root, record.parts)
    if record.moved_to:
        moved_to = _location(workspace, *record.moved_to)
        with workspace.changeable(moved_to) as (folder, name):
            digest, version = _identity(folder, name)
        # Something else may be there by now. A record of an older version of the program has no version.
        if record.version and version != record.version and (not digest or digest != record.after):
            raise _changed(moved_to)
        apply_move(propose_move(moved_to, location, workspace), workspace, copies)
        return location
    present = present_content(workspace, location)
    if (present.digest if present else "") != record.after:
        raise _changed(location)
    apply(FileChange(location, present, data, record.mode), workspace, copies)
    return location


def _location(workspace: Workspace, root: str, parts: tuple[str, ...]) -> Location:
    for each in workspace.roots:
        if str(each.path) == root:
            return Location(each, parts)
    raise ToolFailed("outside", f"{root} is no longer a folder that tools may use.")


def _content(folder: Folder, name: str) -> Content | None:
    if folder.status(name) is None:
        return None
    with folder.open(name) as file:
        return Content(file.read(MAX_FILE_BYTES), stat.S_IMODE(file.status.st_mode))


def _version(status: os.stat_result | None) -> tuple[int, ...]:
    """Return what identifies a file's content; for a folder, what identifies the folder. Empty if there is none."""
    if status is None:
        return ()
    identity = status.st_dev, status.st_ino
    return identity if stat.S_ISDIR(status.st_mode) else (*identity, status.st_size, status.st_mtime_ns)


def _identity(folder: Folder, name: str) -> tuple[str, tuple[int, ...]]:
    """Return the SHA-256 of a file that can be read and is not too large, and its version.

    The version is without the number of the device, which may be another one after a restart.
    """
    status, digest = folder.status(name), ""
    if status and stat.S_ISREG(status.st_mode) and status.st_size <= MAX_FILE_BYTES:
        with suppress(OSError):
            content = _content(folder, name)
            digest = content.digest if content else ""
    return digest, _version(status)[1:]


def _changed(location: Location) -> ToolFailed:
    return ToolFailed(
        "changed_since", f"{location.path} was changed since it was read. Read it again, then repeat this."
    )


@contextmanager
def _recorded(copies: UndoCopies, record: ChangeRecord, data: bytes | None) -> Generator[str]:
    """Store the undo copy before the change in the block, and delete it if that fails."""
    number = copies.add(record, data)
    with on_failure(partial(copies.remove, number)):
        yield number


def _require_nothing_protected(workspace: Workspace, folder: Folder, name: str, destination: Location) -> None:
    """Raise ToolFailed if a folder contains what is protected, here or at its destination, or too much to look at."""
    new_path = destination.root.path.joinpath(*destination.parts)
    pending: list[tuple[str, ...]] = [()]
    seen = 0
    while pending:
        parts = pending.pop()
        with folder.enter([name, *parts]) as inner:
            for each, status in inner.entries():
                seen += 1
                if seen > _MAX_MOVED_ENTRIES:
                    raise ToolFailed("too_many", f"{name} has more than {_MAX_MOVED_ENTRIES} entries.")
                if not all(map(workspace.is_allowed, (inner.path / each, new_path.joinpath(*parts, each)))):
                    raise ToolFailed("protected", f"{name} contains {printable(each)}, which no tool may move there.")
                if stat.S_ISDIR(status.st_mode):
                    pending.append((*parts, each))
