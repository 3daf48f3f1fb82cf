"""Split the paths that a model gives. Pure functions, without the file system."""

import os
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import PurePosixPath, PureWindowsPath

from deskpet.chat.tool import ToolFailed
from deskpet.text.invisible import INVISIBLE, escape_line

MAX_PATH_LENGTH = 4096
MAX_DEPTH = 64

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:/")
_DRIVE = re.compile(r"[A-Za-z]:")
_WINDOWS_FORBIDDEN = re.compile(r'[<>:"|?*\x00-\x1f]')
# Microsoft, "Naming Files, Paths, and Namespaces": reserved also before an extension.
_WINDOWS_DEVICES = re.compile(r"(CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(COM|LPT)[0-9¹²³])\s*(\..*)?", re.IGNORECASE)
# An 8.3 name, which can stand for any long one in its folder.
_WINDOWS_SHORT = re.compile(r"[^.~]{1,6}~[0-9]{1,6}(\.[^.]{0,3})?")


def cut_name(name: str, most: int) -> str:
    """Return the beginning of a name that has at most `most` bytes in a file system, whose limit is usually 255."""
    encoded = os.fsencode(name)
    return name if len(encoded) <= most else encoded[: max(most, 0)].decode(errors="ignore")


def split_path(text: str, *, windows: bool) -> tuple[str, tuple[str, ...]]:
    """Return the anchor of a path (`/` or `C:/`; empty if it is relative) and its parts.

    Raises ToolFailed for anything that is not plainly a path, such as `..`, `~`, an address or a stream of a file.
    """
    if len(text) > MAX_PATH_LENGTH or "\0" in text:
        raise _invalid(text, "is no path")
    if text.startswith("~"):
        raise _invalid(text, "begins with ~, which stands for no folder here")
    is_drive = windows and _DRIVE.match(text)
    if _ADDRESS.match(text) and not is_drive:
        raise _invalid(text, "is an address")
    if not windows and ("\\" in text or _DRIVE.match(text)):
        raise _invalid(text, "is a path of Windows; write / between the folders")
    pure = PureWindowsPath(text) if windows else PurePosixPath(text)
    if bool(pure.drive) != bool(pure.root) and windows:
        raise _invalid(text, "depends on the drive's current folder")
    parts = pure.parts[1:] if pure.anchor else pure.parts
    for part in parts:
        _check_part(text, part, windows=windows)
    if len(parts) > MAX_DEPTH:
        raise _invalid(text, "has too many folders")
    return pure.anchor.replace("\\", "/"), parts


def _check_part(text: str, part: str, *, windows: bool) -> None:
    if part == "..":
        raise _invalid(text, "contains ..")
    try:
        part.encode()
    except UnicodeEncodeError as error:
        raise _invalid(text, "contains half a character") from error
    if windows and (_WINDOWS_FORBIDDEN.search(part) or part.endswith((".", " "))):
        raise _invalid(text, f"contains the name {part!r}, which Windows does not accept")
    if windows and _WINDOWS_DEVICES.fullmatch(part):
        raise _invalid(text, f"contains {part!r}, the name of a device")
    if windows and _WINDOWS_SHORT.fullmatch(part):
        raise _invalid(text, f"contains {part!r}, a short name of Windows; give the whole name")


def _invalid(text: str, reason: str) -> ToolFailed:
    shown = text if len(text) <= 200 else f"{text[:200]}..."
    message = f"{shown!r} {reason}. Give a path within the folders that list_directory names when called without one."
    return ToolFailed("invalid_path", message)


@lru_cache(maxsize=8192)
def comparable(name: str) -> str:
    """Return the name as the least strict file systems compare it.

    They ignore case, characters that are not seen, dots and spaces at the end, and what names a stream of the file.
    A drive such as `C:/` stays as it is.
    """
    if not name.isascii():
        seen = INVISIBLE.sub("", unicodedata.normalize("NFKC", name))
        name = "".join(each for each in seen if unicodedata.category(each) != "Cf")
        name = unicodedata.normalize("NFKC", name.casefold())
    name = name.casefold()
    if ":" in name and not name.endswith(":/"):
        name = name.partition(":")[0] or name
    return name.rstrip(". ")


def printable(name: str) -> str:
    """Return a file's name on one line: control characters, direction marks and invalid bytes become escapes."""
    return escape_line(name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace"))


class NamePatterns:
    """Names and patterns of names, in which `*` stands for any characters, each with a text.

    Regular expressions for all of them would take too long to compile.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        pieces = {each: each.split("*") for each in texts}
        self._whole = {each: text for each, text in texts.items() if len(pieces[each]) == 1}
        rest = {each: text for each, text in texts.items() if each not in self._whole}
        self._starts = {each[:-1]: text for each, text in rest.items() if each[-1] == "*" and len(pieces[each]) == 2}
        self._ends = {each[1:]: text for each, text in rest.items() if each[0] == "*" and len(pieces[each]) == 2}
        self._others = [
            (pieces[each], text) for each, text in rest.items() if len(pieces[each]) > 2 or all(pieces[each])
        ]
        self._all_starts, self._all_ends = tuple(self._starts), tuple(self._ends)

    def find(self, name: str) -> str:
        """Return the text of the first pattern for a name, empty if there is none; names come before patterns."""
        if found := self._whole.get(name):
            return found
        # Most names are none of these, and a search asks about many thousands.
        if name.startswith(self._all_starts):
            return next(text for start, text in self._starts.items() if name.startswith(start))
        if name.endswith(self._all_ends):
            return next(text for end, text in self._ends.items() if name.endswith(end))
        return next((text for pieces, text in self._others if _follow(pieces, name)), "")


def _follow(pieces: Sequence[str], name: str) -> bool:
    """Return whether the pieces between the stars of a pattern follow each other in `name`."""
    first, *inner, last = pieces
    if not name.startswith(first) or not name.endswith(last):
        return False
    at, end = len(first), len(name) - len(last)
    for piece in inner:
        found = name.find(piece, at, end)
        if found < 0:
            return False
        at = found + len(piece)
    return at <= end
