"""Tell which files other programs run or obey, by the names in running_files.toml."""

import os
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Self, cast
from urllib.parse import unquote

from deskpet.chat.tool import Arguments, ToolFailed
from deskpet.tools.files.path_names import MAX_PATH_LENGTH, NamePatterns, comparable
from deskpet.tools.files.workspace import Workspace
from deskpet.translation import tr_noop

_FILE = Path(__file__).with_name("running_files.toml")
REASONS = {
    "agents": tr_noop("Coding agents obey this file, and this conversation has read text of strangers, so it asks."),
    "builds": tr_noop(
        "Programs that build, test or install a project run this file, "
        "and this conversation has read text of strangers, so it asks."
    ),
    "servers": tr_noop(
        "Servers that build or test a project run this file, "
        "and this conversation has read text of strangers, so it asks."
    ),
    "git": tr_noop(
        "Version control runs or obeys this file, and this conversation has read text of strangers, so it asks."
    ),
    "editors": tr_noop(
        "Editors run or obey this file when they open its folder, "
        "and this conversation has read text of strangers, so it asks."
    ),
    "starts": tr_noop(
        "The system or a program runs or obeys this file when it starts, "
        "and this conversation has read text of strangers, so it asks."
    ),
    "opened": tr_noop(
        "The system runs this file when somebody opens it, "
        "and this conversation has read text of strangers, so it asks."
    ),
    "short": tr_noop(
        "This may be the short name of a file that other programs run, "
        "and this conversation has read text of strangers, so it asks."
    ),
}
"""Why a call for such a file asks, as texts to translate, by the `why` of its group in the file of names."""

_TOO_MANY = tr_noop(
    "This call has more texts than can be searched for files that other programs run, "
    "and this conversation has read text of strangers, so it asks."
)
MAX_TEXTS, MAX_LENGTH, MAX_NAMES = 100, 100_000, 400
"""Number of texts in the arguments of a foreign tool that are searched, their length together in characters, and the
number of different names in them; a call with more asks."""
_LONGEST_NAME = 255
_BETWEEN_NAMES = re.compile(r"[/\\]")
# What stands around a path in a command, a patch, an address or a sentence.
_BETWEEN_PATHS = re.compile(r"[\s'\"`<>|&;,=()#?!*\[\]{}]+|\.(?=\s|$)|(?:^|(?<=\s))-+")


@dataclass(frozen=True, slots=True)
class _Path:
    """Names that stand one after the other. is_folder: what is beneath them counts as well."""

    names: tuple[NamePatterns, ...]
    is_folder: bool

    @classmethod
    def of(cls, pattern: str) -> Self:
        """Return the names of a pattern with `/` between them."""
        is_folder = pattern[0] == "." or pattern[-1] == "/"
        return cls(tuple(NamePatterns({each: each}) for each in pattern.rstrip("/").split("/")), is_folder)

    def match(self, found: Sequence[str]) -> bool:
        """Return whether the end of a path matches, or is a folder on the way there: one that is moved has files."""
        is_end = len(found) <= len(self.names)
        return (is_end or self.is_folder) and all(
            each.find(name) for each, name in zip(self.names, found, strict=False)
        )


@dataclass(frozen=True, slots=True)
class _Group:
    """The names of files that are run or obeyed for the same reason.

    files: names of files. folders: names of folders, in which every file counts. paths: names that stand one after the
    other.
    """

    reason: str
    files: NamePatterns
    folders: NamePatterns
    paths: tuple[_Path, ...]

    @classmethod
    def of(cls, group: dict[str, Any]) -> Self:
        """Return a group of the file of names."""
        names = cast("list[str]", group["names"])
        single = [each for each in names if "/" not in each.rstrip("/")]
        folders = [each.rstrip("/") for each in single if each[0] == "." or each[-1] == "/"]
        together = tuple(_Path.of(each) for each in names if "/" in each.rstrip("/"))
        reason = REASONS[group["why"]]
        files = dict.fromkeys((each.rstrip("/") for each in single), reason)
        return cls(reason, NamePatterns(files), NamePatterns(dict.fromkeys(folders, reason)), together)


@cache
def _groups() -> tuple[_Group, ...]:
    """Read the file of names when it is first needed."""
    return tuple(map(_Group.of, tomllib.loads(_FILE.read_text(encoding="utf-8"))["group"]))


@lru_cache(maxsize=4096)
def _reasons_of_name(name: str) -> tuple[str, str]:
    """Return the reasons for a file and for a folder with this name."""
    file = next(filter(None, (each.files.find(name) for each in _groups())), "")
    return file, next(filter(None, (each.folders.find(name) for each in _groups())), "")


@lru_cache(maxsize=4096)
def _paths_from(name: str) -> tuple[tuple[str, _Path], ...]:
    """Return the patterns of paths that begin with this name, each with its reason."""
    return tuple((each.reason, path) for each in _groups() for path in each.paths if path.names[0].find(name))


def reason_of(parts: Sequence[str]) -> str:
    """Return why other programs run or obey the file with these names on its path, as a text to translate.

    Empty if none is known to do so.
    """
    names = [name for part in parts if (name := comparable(part))]
    if not names:
        return ""
    of_names = (_reasons_of_name(names[-1])[0], *(_reasons_of_name(each)[1] for each in names[:-1]))
    of_paths = (reason for at, name in enumerate(names) for reason, path in _paths_from(name) if path.match(names[at:]))
    return next((each for each in (*of_paths, *of_names) if each), "")


def caution_of_path(path: object, workspace: Workspace) -> str:
    """Return the reason for the file that a path in a call names; empty if it names none."""
    try:
        place = workspace.locate(path) if isinstance(path, str) else None
    except ToolFailed:
        return ""
    return reason_of((*_BETWEEN_NAMES.split(os.path.realpath(place.root.path)), *place.parts)) if place else ""


def caution_of_arguments(arguments: Arguments) -> str:
    """Return the reason for the first file that any text in `arguments` may name, if a foreign tool gets them."""
    texts = [*islice(_texts(dict(arguments)), MAX_TEXTS + 1)]
    if len(texts) > MAX_TEXTS or sum(map(len, texts)) > MAX_LENGTH:
        return _TOO_MANY
    paths = [_BETWEEN_NAMES.split(each) for each in dict.fromkeys(path for text in texts for path in _paths_in(text))]
    if len({name for path in paths for name in path}) > MAX_NAMES:
        return _TOO_MANY
    # What has a name that is too long can't be a path.
    possible = (path for path in paths if all(len(name) <= _LONGEST_NAME for name in path))
    return next((reason for path in possible if (reason := reason_of(path))), "")


def _paths_in(text: str) -> Iterator[str]:
    """Yield all parts of a text that could be paths, and the whole text if it could be one with spaces in it."""
    plain = unquote(text).strip()
    if len(plain) <= MAX_PATH_LENGTH and "\n" not in plain:
        yield plain
    yield from filter(None, _BETWEEN_PATHS.split(plain))


def _texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for key, each in cast("dict[str, object]", value).items():
                yield key
                yield from _texts(each)
        case list():
            for each in cast("list[object]", value):
                yield from _texts(each)
        case _:
            # Numbers and null name no file.
            return
