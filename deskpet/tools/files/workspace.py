"""The folders that file tools may use: those that the user chose, and a scratch folder of the character's own."""

import errno
import os
import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from deskpet.chat.tool import Arguments, Scope, ToolFailed
from deskpet.config import paths
from deskpet.filesystem.private_files import create_folder
from deskpet.text.reasons import reason_of
from deskpet.tools.files.handles import Folder, NotAFile, OpenFile
from deskpet.tools.files.path_names import printable, split_path
from deskpet.tools.files.protected_names import ProtectedPaths, names_of

# Folders of the system whose files are no documents; some of them show the memory of programs.
_SYSTEM_FOLDERS = ("/proc", "/sys", "/dev", "/etc", "/run/user", "/run/secrets") if os.name == "posix" else ()


@dataclass(frozen=True, slots=True)
class Root:
    """A folder that tools may use. `is_scratch`: it is the character's own, where writing needs no approval."""

    path: Path
    is_scratch: bool = False


@dataclass(frozen=True, slots=True)
class Location:
    """A place in a root, which may not exist. `parts`: the names of its folders and its own, none for the root."""

    root: Root
    parts: tuple[str, ...]

    @property
    def path(self) -> str:
        """The absolute path as it is shown to models and people, with `/` between the names."""
        return printable(self.root.path.joinpath(*self.parts).as_posix())

    @property
    def parent(self) -> "Location":
        """The folder that contains it."""
        return Location(self.root, self.parts[:-1])

    def child(self, name: str) -> "Location":
        """Return the place of an entry."""
        return Location(self.root, (*self.parts, name))


class Workspace:
    """Finds and opens what the paths in calls name. Everything else is refused with a ToolFailed."""

    def __init__(self, folders: Iterable[Path | str], scratch: Path) -> None:
        """`folders`: absolute paths; relative ones in calls begin in the first, or else in `scratch`.

        The scratch folder is created when it is first used.
        """
        chosen = [Root(Path(each)) for each in dict.fromkeys(map(str, folders)) if Path(each) != scratch]
        self.scratch = Root(scratch, is_scratch=True)
        self.roots = (*chosen, self.scratch)
        own = dict.fromkeys(paths.own_paths(), "what deskpet itself keeps")
        system = dict.fromkeys(map(Path, _SYSTEM_FOLDERS), "what belongs to the system")
        closed = {_real(path): reason for path, reason in (own | system).items()}
        real_chosen = (_real(root.path) for root in chosen)
        self._protected = ProtectedPaths(closed, _real(scratch), real_chosen, _real(paths.home_folder()))

    def locate(self, path: str) -> Location:
        """Return the place that a path names, without a look at the disk. Raises ToolFailed."""
        windows = sys.platform == "win32"
        anchor, parts = split_path(path.strip(), windows=windows)
        if not anchor:
            return Location(self.roots[0], parts)
        names = _compared((anchor, *parts))
        found: tuple[int, Root] | None = None
        for root in self.roots:
            begin = _compared(root.path)
            if names[: len(begin)] == begin and (found is None or len(begin) > found[0]):
                found = (len(begin), root)
        if found is None:
            raise ToolFailed("outside", f"{printable(path)} is outside of the folders that you may use.", self.names())
        return Location(found[1], parts[found[0] - 1 :])

    def names(self) -> list[str]:
        """Return the paths of the folders that tools may use."""
        return [Location(root, ()).path for root in self.roots]

    @contextmanager
    def changeable(self, location: Location, *, create: bool = False) -> Generator[tuple[Folder, str]]:
        """Open the folder of a file for a change; yield it with the file's name in it.

        No part of the path may be a link. `create` makes missing folders.
        """
        if not location.parts:
            raise ToolFailed("is_folder", f"{location.path} is one of the chosen folders, which no tool changes.")
        with self.failures(location), self._root(location.root) as root:
            # Before a folder is created, and again for what was opened.
            self._require_allowed(root.path.joinpath(*location.parts), location)
            with root.enter(location.parts[:-1], create=create) as folder:
                self._require_allowed(folder.path / location.parts[-1], location)
                yield folder, location.parts[-1]

    @contextmanager
    def readable_folder(self, location: Location) -> Generator[Folder]:
        """Open a folder for reading. Links that stay inside are followed where the system can do that."""
        with (
            self.failures(location),
            self._root(location.root) as root,
            root.enter_links(location.parts) as folder,
        ):
            self._require_allowed(folder.path, location)
            yield folder

    @contextmanager
    def readable_file(self, location: Location) -> Generator[OpenFile]:
        """Open a regular file for reading; links as in `readable_folder`."""
        with self.failures(location), self._root(location.root) as root:
            if not location.parts:
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            with root.open_links(location.parts) as file:
                self._require_allowed(file.path, location)
                yield file

    def is_allowed(self, real_path: Path) -> bool:
        """Return whether tools may read or change what has this real path, as far as its names tell."""
        return self._protected.protection(real_path) is None

    def scope(self, *texts: object) -> Scope | None:
        """Return the folder that contains everything that the paths name, or a pair of folders.

        None if one of the paths is unusable, or no rule can name the pair.
        """
        locations: list[Location] = []
        try:
            for text in texts:
                if not isinstance(text, str):
                    return None
                locations.append(self.locate(text))
        except ToolFailed:
            return None
        folders = [each.parent.path for each in locations]
        if len({each.root for each in locations}) > 1:
            # What contains different chosen folders was not chosen: a rule is only about these two.
            is_clear = not any("|" in each for each in folders)
            return Scope("folder", "|".join(["", *folders])) if is_clear else None
        return Scope("folder", os.path.commonpath(folders).replace("\\", "/"))

    def is_scratch(self, *texts: object) -> bool:
        """Return whether all of the paths are in the scratch folder."""
        try:
            return all(isinstance(text, str) and self.locate(text).root.is_scratch for text in texts)
        except ToolFailed:
            return False

    @contextmanager
    def failures(self, location: Location) -> Generator[None]:
        """Raise the OSErrors of the block as ToolFailed, worded for the model."""
        try:
            yield
        except OSError as error:
            code, message = _describe(error, location.path)
            raise ToolFailed(code, message, self.names() if code == "not_found" else ()) from error

    def _root(self, root: Root) -> Folder:
        if root.is_scratch:
            create_folder(root.path)
        return system_folder().open_root(root.path, is_private=root.is_scratch)

    def _require_allowed(self, real_path: Path, location: Location) -> None:
        if protection := self._protected.protection(real_path):
            hint = "no setting allows it."
            if protection.can_be_chosen:
                hint = "the user can open this folder by adding it itself, in Settings, Tools."
            holds = f"`{printable(protection.name)}` holds {protection.reason}. No tool may read or change it."
            raise ToolFailed("protected", f"{location.path} is protected: {holds} Go on without it; {hint}")


def system_folder() -> type[Folder]:
    """Return the class of folders for this system."""
    if sys.platform == "win32":
        from deskpet.tools.files.windows_handles import WindowsFolder

        return WindowsFolder
    return Folder


def path_scope(arguments: Arguments, *, workspace: Workspace) -> Scope | None:
    """Return the folder of the file that a call names."""
    return workspace.scope(arguments.get("path"))


def path_in_scratch(arguments: Arguments, *, workspace: Workspace) -> bool:
    """Return whether the file that a call names is in the scratch folder."""
    return workspace.is_scratch(arguments.get("path"))


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _compared(path: Path | tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of a path, after its anchor with `/`, as this system compares them."""
    parts = names_of(path) if isinstance(path, Path) else path
    return parts if sys.platform == "linux" else tuple(each.casefold() for each in parts)


# Codes and messages of errors, for the model.
_MESSAGES = {
    errno.ENOENT: ("not_found", "There is no {path}. Look with list_directory or search_files for what there is."),
    errno.EXDEV: ("outside", "{path} is a link that leads out of the folder, or another file system."),
    errno.ELOOP: ("link", "{path} is a link, or leads through one. Use the path of the file itself."),
    errno.ENOTDIR: ("not_a_folder", "{path} is no folder, or leads through a link or a file."),
    errno.EISDIR: ("is_folder", "{path} is a folder. Look at it with list_directory."),
    errno.EFBIG: ("too_large", "{path} has more than 5 MB, which no tool reads."),
    errno.EEXIST: ("exists", "{path} exists already."),
    errno.ENOTEMPTY: ("exists", "{path} exists already."),
    errno.EACCES: ("no_permission", "The system does not permit that for {path}."),
    errno.EPERM: ("no_permission", "The system does not permit that for {path}."),
}
_NOT_A_FILE = ("not_a_file", "{path} is a device, a pipe or a socket, and no tool may use those.")


def _describe(error: OSError, path: str) -> tuple[str, str]:
    """Return an error's code and its message for the model."""
    if isinstance(error, NotAFile):
        code, message = _NOT_A_FILE
    else:
        reason = reason_of(error).replace("{", "{{").replace("}", "}}")
        code, message = _MESSAGES.get(error.errno or 0, ("failed", "{path}: " + reason))
    return code, message.format(path=path)
