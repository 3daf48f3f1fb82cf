"""Read the note that `make release` writes into the folder of a program: its channel, version and keys.

A checkout and a package that pip installed have no such note, and are never updated by themselves.
"""

import json
import os
import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path

from deskpet import __version__
from deskpet.config.state_files import BadStateFile, JsonObject, read_json
from deskpet.processes import child
from deskpet.translation import tr

NOTE = "release.json"
"""Name of the note, in the folder of the launcher."""
_UNINSTALLER = "uninstall.exe"
_VERSION = re.compile(r"\d{1,6}(\.\d{1,6}){1,3}")


class UpdateFailed(Exception):
    """No update can be found or installed. The message is translated, with the cause and the next step."""


class Target(StrEnum):
    """A form in which a release comes. The values are the names of its file in the list of releases."""

    FOLDER = "linux-x86_64"
    DEBIAN = "debian-amd64"
    SETUP = "windows-x86_64-setup"
    PORTABLE = "windows-x86_64"


@dataclass(frozen=True)
class InstalledRelease:
    """The installed program: where it is, and where its updates come from.

    address: that of the list of releases. keys: those that may sign it, in base64; a release without a key is never
    updated. hosts: others to which the address may lead.
    """

    folder: Path
    target: Target
    channel: str
    address: str
    keys: tuple[str, ...]
    hosts: tuple[str, ...] = ()
    version: str = __version__

    @cached_property
    def swaps_folder(self) -> bool:
        """Whether this user may put another folder in the place of the program."""
        return self.target is Target.FOLDER and os.access(self.folder.parent, os.W_OK) and _is_own(self.folder)

    @property
    def installs_itself(self) -> bool:
        """Whether an update is installed by the program; else the user is told how to do it."""
        return self.swaps_folder or self.target is Target.SETUP

    def sibling(self, ending: str) -> Path:
        """Return the path of another version: beside the program's folder, or in that which a user of Windows chose."""
        if self.target is Target.SETUP:
            return self.folder / ending
        return self.folder.with_name(f"{self.folder.name}.{ending}")


def is_installed() -> bool:
    """Return whether the program was installed from a release. Reads nothing."""
    return child.launcher() is not None


def installed_release() -> InstalledRelease | None:
    """Return the running release; None if this is a checkout, or another program started it. Raises BadStateFile."""
    launcher = child.launcher()
    if launcher is None:
        return None
    try:
        note = read_json(launcher.parent / NOTE)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadStateFile(str(error)) from error
    return parse(note, launcher.parent)


def parse(note: JsonObject, folder: Path) -> InstalledRelease:
    """Return the release in a folder by its note. Raises BadStateFile."""
    try:
        target = Target(note.text("target"))
    except ValueError as error:
        raise BadStateFile(tr("{name} is not known", name="target")) from error
    if target is Target.PORTABLE and (folder / _UNINSTALLER).exists():
        target = Target.SETUP
    keys, hosts = sorted(note.names("keys")), sorted(note.names("hosts"))
    return InstalledRelease(folder, target, note.text("channel"), note.text("address"), tuple(keys), tuple(hosts))


def note_text(release: InstalledRelease) -> str:
    """Return the note of a release, as `make release` writes it."""
    names = ("version", "target", "channel", "address", "keys", "hosts")
    return json.dumps({name: getattr(release, name) for name in names}, indent=2) + "\n"


def version_numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of a version such as 1.2.3, to compare two. Raises BadStateFile."""
    if not _VERSION.fullmatch(version):
        raise BadStateFile(tr("{version} is not a version", version=version[:40]))
    numbers = [int(number) for number in version.split(".")]
    while numbers[-1] == 0 and len(numbers) > 1:
        numbers.pop()
    return tuple(numbers)


def is_newer(version: str, present: str) -> bool:
    """Return whether a version is newer than the present one; what is no version is not."""
    try:
        return version_numbers(version) > version_numbers(present)
    except BadStateFile:
        return False


def _is_own(folder: Path) -> bool:
    return not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()
