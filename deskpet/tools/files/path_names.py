"""Split the paths that a model gives. Pure functions, without the file system."""

import os
import re
import unicodedata
from functools import lru_cache
from pathlib import PurePosixPath, PureWindowsPath

from deskpet.chat.tool import ToolFailed
from deskpet.text.invisible import INVISIBLE, escape_invisible

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
    encoded = name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return escape_invisible(encoded).replace("\n", "\\n").replace("\t", "\\t")
