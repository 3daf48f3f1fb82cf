"""The lock that lets one pet at a time live on a data folder.

The operating system holds it for the process and lets go of it when the process ends, however it ends: a crash can't
leave it shut, and no process id has to be compared. The locked file also says where the running pet can be called.
"""

import json
import logging
import os
import sys
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import Any, cast

logger = logging.getLogger(__name__)

# A note longer than this was not written by us.
_MOST_BYTES = 4096


class Lock(Enum):
    """What came of trying to lock. UNAVAILABLE: nobody can hold a lock here, as in a read-only folder."""

    HELD = auto()
    TAKEN = auto()
    UNAVAILABLE = auto()


@dataclass(frozen=True, slots=True)
class Running:
    """The pet that holds the lock: its process id and the address of its socket, empty where it has none."""

    pid: int
    address: str


class InstanceLock:
    """The lock on a data folder. The same folder by another path or through a symlink is the same lock."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file = folder / "deskpet.lock"
        self._descriptor: int | None = None

    def acquire(self) -> Lock:
        """Try to lock, without waiting; the lock is held until `release` or the end of the process."""
        try:
            descriptor = _open(self._file)
        except OSError as error:
            logger.info("the data folder can't be locked: %s", error)
            return Lock.UNAVAILABLE
        outcome = _lock(descriptor)
        if outcome is Lock.HELD:
            self._descriptor = descriptor
            # Where the pet before this one could be called is of no use to anybody.
            self._write(b"")
        else:
            os.close(descriptor)
        return outcome

    def publish(self, address: str) -> None:
        """Say in the locked file where this process can be called."""
        self._write(json.dumps({"pid": os.getpid(), "address": address}).encode())

    def running(self) -> Running | None:
        """Who holds the lock; None while that process has not said so."""
        try:
            descriptor = _open(self._file)
            try:
                note = os.read(descriptor, _MOST_BYTES)
            finally:
                os.close(descriptor)
            return _parsed(json.loads(note))
        except (OSError, ValueError, RecursionError):
            return None

    def release(self) -> None:
        """Let another process have the lock."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _write(self, note: bytes) -> None:
        if self._descriptor is None:
            return
        try:
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            os.ftruncate(self._descriptor, 0)
            os.write(self._descriptor, note)
        except OSError as error:
            logger.info("the lock's note can't be written: %s", error)


def _parsed(note: object) -> Running | None:
    if not isinstance(note, dict):
        return None
    values = cast("dict[str, Any]", note)
    pid, address = values.get("pid"), values.get("address")
    return Running(pid, address) if isinstance(pid, int) and isinstance(address, str) else None


def _open(file: Path) -> int:
    """Open the file for writing, or for reading where it may only be read; that is enough for a lock."""
    # A pipe in its place must not keep the start waiting.
    flags = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOINHERIT", 0)
    try:
        return os.open(file, os.O_RDWR | os.O_CREAT | flags, 0o600)
    except OSError:
        return os.open(file, os.O_RDONLY | flags)


if sys.platform == "win32":
    import errno
    import msvcrt

    # A locked byte can't be read there by anybody else: lock one far behind the note.
    _LOCKED_BYTE = 1 << 30

    def _lock(descriptor: int) -> Lock:
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            return Lock.TAKEN if error.errno in {errno.EACCES, errno.EDEADLK} else Lock.UNAVAILABLE
        return Lock.HELD

else:
    import fcntl

    def _lock(descriptor: int) -> Lock:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return Lock.TAKEN
        except OSError as error:
            logger.info("the data folder can't be locked: %s", error)
            return Lock.UNAVAILABLE
        return Lock.HELD
