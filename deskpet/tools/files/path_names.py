"""Split the paths that a model gives, and tell which names are protected. Pure functions, without the file system."""

import fnmatch
import os
import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import PurePosixPath, PureWindowsPath

from deskpet.chat.tool import ToolFailed
from deskpet.invisible import INVISIBLE, escape_invisible

MAX_PATH_LENGTH = 4096
MAX_DEPTH = 64

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:/")
_DRIVE = re.compile(r"[A-Za-z]:")
_WINDOWS_FORBIDDEN = re.compile(r'[<>:"|?*\x00-\x1f]')
# Microsoft, "Naming Files, Paths, and Namespaces": reserved also before an extension.
_WINDOWS_DEVICES = re.compile(r"(CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(COM|LPT)[0-9¹²³])\s*(\..*)?", re.IGNORECASE)

# Patterns of protected names in lower case; those with folders are no patterns. Version control, whose hooks run;
# keys and passwords; what starts by itself; the folders of other agents and of editors, which start programs too.
_PROTECTED = (
    *(".git", "git~[0-9]", ".hg", ".svn", ".bzr", ".husky", ".pre-commit-config.yaml", ".gitconfig", ".config/git"),
    *(".ssh", ".gnupg", ".env*", ".netrc", "_netrc", ".npmrc", ".yarnrc*", ".pypirc", ".pgpass", ".my.cnf", ".pki"),
    *(".git-credentials", ".aws", ".azure", ".kube", ".docker", ".gcloud", ".config/gcloud", ".password-store"),
    *("keyrings", "kwalletd", "*.keychain", "*.keychain-db", "*.kdbx", "*.pem", "*.ppk", "*.p12", "*.pfx"),
    *("id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", ".mozilla", ".thunderbird", "login data", "key4.db"),
    *(
        ".bash*",
        ".profile",
        ".zsh*",
        ".zlog*",
        ".zprofile",
        ".ksh*",
        ".csh*",
        ".tcsh*",
        ".login",
        ".logout",
        ".inputrc",
    ),
    *(".xprofile", ".xinitrc", ".xsession*", ".xserverrc", ".pam_environment", ".vim*", ".gvimrc", ".exrc", ".emacs*"),
    *(".tmux.conf", ".screenrc", ".wgetrc", ".curlrc", ".pythonrc*", "*profile.ps1", ".config/fish", ".config/nvim"),
    *(".config/autostart", ".config/environment.d", ".config/systemd", ".local/bin", ".local/share/applications"),
    *("autorun.inf", "start menu", "launchagents", "launchdaemons", "sitecustomize.py", "usercustomize.py"),
    *(".claude*", ".codex", ".gemini", ".cursor*", ".vscode*", ".qwen*", ".continue", ".aider*", ".windsurf*", ".roo*"),
    *(".cline*", ".opencode*", ".goose*", ".kiro", ".junie", ".trae", ".augment*", ".amp", ".copilot", ".idea", ".zed"),
    *(".mcp.json", "mcp.json", ".devcontainer", ".deskpet"),
)
_IN_FOLDERS = {tuple(each.split("/")) for each in _PROTECTED if "/" in each}
_LENGTHS = sorted({len(each) for each in _IN_FOLDERS})


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


def _invalid(text: str, reason: str) -> ToolFailed:
    shown = text if len(text) <= 200 else f"{text[:200]}..."
    message = f"{shown!r} {reason}. Give a path within the folders that list_directory names when called without one."
    return ToolFailed("invalid_path", message)


def protected_name(parts: Sequence[str]) -> str:
    """Return the first name in a path that no tool may read or change, nor what is in it; empty if there is none."""
    compared = [comparable(each) for each in parts]
    for end, name in enumerate(compared, 1):
        in_folder = any(tuple(compared[max(end - length, 0) : end]) in _IN_FOLDERS for length in _LENGTHS)
        if in_folder or _is_protected(name):
            return parts[end - 1]
    return ""


@lru_cache(maxsize=4096)
def _is_protected(name: str) -> bool:
    return bool(_protected_names().match(name))


@cache
def _protected_names() -> re.Pattern[str]:
    # Compiled when first used, because it takes some milliseconds.
    return re.compile("|".join(fnmatch.translate(each) for each in _PROTECTED if "/" not in each))


@lru_cache(maxsize=4096)
def comparable(name: str) -> str:
    """Return the name as the least strict file systems compare it.

    They ignore case, characters that are not seen, dots and spaces at the end, and what names a stream of the file.
    """
    if not name.isascii():
        normal = unicodedata.normalize("NFKC", name)
        seen = INVISIBLE.sub("", normal)
        name = "".join(each for each in seen if unicodedata.category(each) != "Cf")
        name = unicodedata.normalize("NFKC", name.casefold())
    return name.casefold().partition(":")[0].rstrip(". ")


def printable(name: str) -> str:
    """Return a file's name on one line: control characters, direction marks and invalid bytes become escapes."""
    encoded = name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return escape_invisible(encoded).replace("\n", "\\n").replace("\t", "\\t")
