"""Delete what deskpet has stored, for the uninstaller: the keys in Windows' Credential Manager, and the named folders.

NSIS can delete folders itself, but then also what is in those to which a junction leads.
"""

import importlib
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

# That of `keyring`, which puts a user's name before it where there are several.
_SERVICE = "deskpet"


def main(folders: list[str]) -> int:
    """Delete the folders, and each key that deskpet has stored. Returns 1 if something of the folders is left."""
    # The keys last: an error of Windows' there must not keep conversations on the disk.
    left = [each for each in folders if not delete_folder(Path(each))]
    delete_keys()
    return int(bool(left))


def delete_keys() -> None:
    """Delete each key that deskpet has stored."""
    # Exist on Windows only.
    credentials, errors = (
        importlib.import_module(f"win32ctypes.pywin32.{name}") for name in ("win32cred", "pywintypes")
    )
    try:
        stored = credentials.CredEnumerate()
    except errors.error:
        # So it says that there is none.
        return
    for target in (each["TargetName"] for each in stored):
        if target == _SERVICE or target.endswith(f"@{_SERVICE}"):
            credentials.CredDelete(target, credentials.CRED_TYPE_GENERIC)


def delete_folder(folder: Path) -> bool:
    """Delete a folder that may be there, but nothing to which a junction or link leads. Returns whether it is gone.

    Goes on after what can't be deleted.
    """
    try:
        if not _has(folder.lstat(), stat.FILE_ATTRIBUTE_REPARSE_POINT):
            # All are listed before the first is deleted: Windows may leave out some of a folder that changes.
            for entry in [*os.scandir(folder)]:
                _delete_entry(entry)
        folder.rmdir()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def _delete_entry(entry: os.DirEntry[str]) -> None:
    """Delete what is in a folder as far as possible. The folder can't be deleted if that fails."""
    status = entry.stat(follow_symlinks=False)
    if not _has(status, stat.FILE_ATTRIBUTE_DIRECTORY):
        with suppress(OSError):
            _delete_file(Path(entry))
    elif _has(status, stat.FILE_ATTRIBUTE_REPARSE_POINT):
        with suppress(OSError):
            # Of a junction, RemoveDirectoryW deletes only that, also if its target has content.
            Path(entry).rmdir()
    else:
        delete_folder(Path(entry))


def _has(status: os.stat_result, attribute: int) -> bool:
    # Exists on Windows only.
    return bool(status.st_file_attributes & attribute)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]


def _delete_file(file: Path) -> None:
    try:
        file.unlink()
    except PermissionError:
        # It may only be write-protected.
        file.chmod(stat.S_IWRITE)
        file.unlink()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
