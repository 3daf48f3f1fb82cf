"""Which names no tool may read or change, and which folders are too broad to choose. The names are in a data file."""

import fnmatch
import os
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from deskpet.config import paths
from deskpet.tools.files.path_names import NamePatterns, comparable
from deskpet.translation import tr, tr_noop

_FILE = Path(__file__).with_name("protected_names.toml")
_SHORT_NAME = re.compile(r"([^.~]{1,6})~[0-9]{1,6}(\.[^.]{0,3})?")
_HIDDEN_REASON = "what programs keep for themselves, such as settings, keys and what was typed"
_MAX_FOLDERS = 4096
_MAX_SUGGESTIONS = 3
# The most parts that a pattern of a home has.
_MAX_HOME_DEPTH = 7
_HASHED_STEM = re.compile(r"..[0-9a-f]{4}")


@dataclass(frozen=True, slots=True)
class Protection:
    """Why no tool may use a path. `name`: the part of the path that is protected. `reason`: what it holds.

    can_be_chosen: the user lifts it by choosing this folder itself.
    """

    name: str
    reason: str
    can_be_chosen: bool = False


@dataclass(frozen=True, slots=True)
class _Names:
    """The content of the data file, with the reason of each name.

    single: of names without a slash. stems: the beginnings of the short names that Windows may give to protected names.
    """

    single: NamePatterns
    sequences: dict[tuple[str, ...], str]
    stems: dict[str, str]
    home_folders: tuple[tuple[str, ...], ...]
    hidden: tuple[str, ...]
    hidden_on_macos: tuple[str, ...]
    containers: frozenset[tuple[str, ...]]
    disks: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class _Folder:
    """What is known of a folder: why it is protected, its last two comparable names, and whether it is a home."""

    protection: Protection | None
    tail: tuple[str, ...]
    is_home: bool


class ProtectedPaths:
    """Tells which real paths no tool may use. Folders are remembered, since a search asks about each of their files."""

    def __init__(self, closed: Mapping[Path, str], scratch: Path, chosen: Iterable[Path], home: Path) -> None:
        """All are real paths.

        closed: other folders and files that are protected, with their reasons. scratch: a folder in which only names
        are protected. chosen: the folders that the user chose; one in a hidden folder of a home, or such a folder
        itself, is not protected as what is hidden. home: that of the user.
        """
        self._closed = {_key(path): reason for path, reason in closed.items()}
        self._scratch, self._home = _key(scratch), tuple(map(comparable, names_of(home)))
        self._chosen = [tuple(map(comparable, names_of(each))) for each in chosen]
        self._folders: dict[Path, _Folder] = {}

    def protection(self, path: Path) -> Protection | None:
        """Return why no tool may use what has this real path, or None."""
        found = self._protection(path)
        return None if found and found.can_be_chosen and self._is_chosen(path) else found

    def _is_chosen(self, path: Path) -> bool:
        """Return whether a hidden path is in a chosen folder that is hidden as well, or leads to one."""
        compared = tuple(map(comparable, names_of(path)))
        depth = next((end for end in range(1, len(compared)) if _home_depth(compared[:end], self._home) == end), 0)
        hidden = (each for each in self._chosen if each[: depth + 1] == compared[: depth + 1])
        return any(each[: len(compared)] == compared or compared[: len(each)] == each for each in hidden)

    def _protection(self, path: Path) -> Protection | None:
        """Return why a path is protected, as if the user had chosen no hidden folder."""
        if _key(path) == self._scratch or path.parent == path:
            return None
        if reason := self._closed.get(_key(path)):
            return Protection(path.name, reason)
        folder = self._folder(path.parent)
        inherited = folder.protection
        if inherited and not inherited.can_be_chosen:
            return inherited
        return self._entry_protection(path, folder) or inherited

    def _folder(self, path: Path) -> _Folder:
        found = self._folders.get(path)
        if found is None:
            names = names_of(path)
            is_scratch = _key(path) == self._scratch
            tail = () if is_scratch else tuple(map(comparable, names[-2:]))
            is_home = _home_depth(tuple(map(comparable, names)), self._home) == len(names)
            found = _Folder(self._protection(path), tail, is_home)
            if len(self._folders) >= _MAX_FOLDERS:
                self._folders.clear()
            self._folders[path] = found
        return found

    def _entry_protection(self, path: Path, folder: _Folder) -> Protection | None:
        """Return why an entry of a folder is protected, apart from the folder itself."""
        if found := _protection_by_name(path.name, folder.tail):
            return found
        if not folder.is_home or not _is_hidden(comparable(path.name), path):
            return None
        return Protection(path.name, _HIDDEN_REASON, can_be_chosen=True)


def _protection_by_name(name: str, tail: tuple[str, ...]) -> Protection | None:
    """Return why an entry is protected by its name, or None. `tail`: the comparable names of the folders above it."""
    compared = comparable(name)
    if reason := _reason(compared):
        return Protection(name, reason)
    for start in range(len(tail)):
        sequence = (*tail[start:], compared)
        if reason := _names().sequences.get(sequence):
            return Protection("/".join(sequence), reason)
    return None


class Breadth(Enum):
    """What a folder is that holds so much that a person would rather choose a folder in it, as a sentence."""

    DISK = tr_noop("{folder} is a whole disk.")
    HOMES = tr_noop("{folder} holds the homes of users.")
    HOME = tr_noop("{folder} is a whole home.")
    CONTAINER = tr_noop("{folder} holds the settings and secrets of many programs.")


def breadth_of(folder: Path) -> Breadth | None:
    """Return what makes a folder too broad to be given to tools, or None. Reads the links in its path."""
    return breadth_by_name(*(names_of(Path(os.path.realpath(each))) for each in (folder, paths.home_folder())))


def breadth_by_name(parts: Sequence[str], home: Sequence[str]) -> Breadth | None:
    """Return what makes the folder with this path too broad, or None. `home`: that of the user."""
    compared, own = tuple(map(comparable, parts)), tuple(map(comparable, home))
    names = _names()
    # The root of the file system, or a whole disk of Windows.
    if len(compared) == 1 or any(_matches(compared, pattern) for pattern in names.disks):
        return Breadth.DISK
    depth = _home_depth(compared, own)
    if depth == len(compared):
        return Breadth.HOME
    folders_of_homes = (pattern[:-1] for pattern in names.home_folders if len(pattern) > 2)
    if own[: len(compared)] == compared or any(_matches(compared, each) for each in folders_of_homes):
        return Breadth.HOMES
    return Breadth.CONTAINER if depth and compared[depth:] in names.containers else None


def broad_folder_warning(folder: Path, breadth: Breadth) -> str:
    """Return the sentences that say what tools would reach, and what stays protected."""
    what = tr(breadth.value, folder=folder)
    reach = tr(
        "Tools could read everything in it, and send it to the model. Only hidden folders of a home, and names that "
        "are known to hold keys, passwords and profiles, stay protected. Choose a folder in it instead."
    )
    return f"{what} {reach}"


def narrower_folders(folder: Path) -> tuple[Path, ...]:
    """Return folders in it that could be chosen instead, at most three: those that are neither hidden nor broad."""
    try:
        inside = sorted(each for each in islice(folder.iterdir(), 1000) if not each.name.startswith("."))
        usable = (each for each in inside if each.is_dir() and breadth_of(each) is None)
        return tuple(islice(usable, _MAX_SUGGESTIONS))
    except OSError:
        return ()


@lru_cache(maxsize=8192)
def _reason(name: str) -> str:
    """Return what a comparable name is protected for; empty if it is not."""
    short = _SHORT_NAME.fullmatch(name)
    return _reason_of_short(short[1]) if short else _names().single.find(name)


def _reason_of_short(stem: str) -> str:
    """Return the reason of a protected name that may have a short name with this beginning; empty if there is none."""
    stems = _names().stems
    if stem in stems:
        return stems[stem]
    if not _HASHED_STEM.fullmatch(stem):
        return ""
    # After some names with the same beginning, Windows takes two characters and a hash.
    return next((reason for each, reason in stems.items() if each[:2] == stem[:2]), "")


def _is_hidden(name: str, path: Path) -> bool:
    names = _names()
    if name.startswith(".") or any(fnmatch.fnmatchcase(name, each) for each in names.hidden):
        return True
    is_on_macos = sys.platform == "darwin" or "Users" in path.parts[:4]
    return is_on_macos and name in names.hidden_on_macos


def names_of(path: Path) -> tuple[str, ...]:
    """Return the names of a path, after its anchor with `/`."""
    return (path.anchor.replace("\\", "/"), *path.parts[1:])


def _key(path: Path) -> str:
    """Return a text that is the same for paths that this system takes for the same."""
    return str(path) if sys.platform == "linux" else path.as_posix().casefold()


def _home_depth(parts: tuple[str, ...], home: tuple[str, ...]) -> int:
    """Return how many parts of a path lead to the home that contains it, 0 if none does."""
    return len(home) if parts[: len(home)] == home else _depth_by_pattern(parts[:_MAX_HOME_DEPTH])


@lru_cache(maxsize=1024)
def _depth_by_pattern(parts: tuple[str, ...]) -> int:
    found = (pattern for pattern in _names().home_folders if _matches(parts[: len(pattern)], pattern))
    return max(map(len, found), default=0)


def _matches(parts: tuple[str, ...], pattern: tuple[str, ...]) -> bool:
    return len(parts) == len(pattern) and all(map(fnmatch.fnmatchcase, parts, pattern))


@cache
def _names() -> _Names:
    # Read when first used, because it takes some milliseconds.
    content: dict[str, Any] = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    reasons: dict[str, str] = {name: group["reason"] for group in content["group"] for name in group["names"]}
    home = content["home"]
    single = {name: reason for name, reason in reasons.items() if "/" not in name}
    return _Names(
        NamePatterns(single),
        {tuple(name.split("/")): reason for name, reason in reasons.items() if "/" in name},
        {stem: reason for name, reason in single.items() if len(stem := _short_stem(name)) > 2},
        tuple(map(_split, home["folders"])),
        tuple(home["hidden"]),
        tuple(home["hidden_on_macos"]),
        frozenset(tuple(each.split("/")) for each in home["containers"]),
        tuple(map(_split, home["disks"])),
    )


def _short_stem(name: str) -> str:
    """Return the beginning of the short name that Windows gives to a name, or to what matches a pattern."""
    literal = name.partition("*")[0].lstrip(".")
    base = literal.rpartition(".")[0] or literal
    return re.sub(r"[. ]", "", base)[:6]


def _split(pattern: str) -> tuple[str, ...]:
    """Return the parts of an absolute path, the anchor first, as `pathlib` has them but with slashes."""
    if pattern.startswith("//"):
        host, share, *rest = pattern[2:].split("/")
        return (f"//{host}/{share}/", *rest)
    anchor, _, rest = pattern.partition("/")
    return (f"{anchor}/", *filter(None, rest.split("/")))
