"""Single-instance lock on a data folder.

The operating system holds the file lock and releases it when the process ends, even after a crash, so no process ids
have to be compared. The locked file also holds the address of the running instance's socket.
"""

import json
import logging
import os
import sys
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import Any, cast

from deskpet.filesystem.private_files import FILE_MODE, create_folder

logger = logging.getLogger(__name__)

# deskpet never writes more into the lock file.
_MAX_NOTE_BYTES = 4096


class LockResult(Enum):
    """Result of `acquire`. UNAVAILABLE: no process can lock here, as in a read-only folder."""

    HELD = auto()
    TAKEN = auto()
    UNAVAILABLE = auto()


@dataclass(frozen=True, slots=True)
class RunningInstance:
    """The instance that holds the lock: its process id and socket address, empty if it has none.

    agents: the address for agents and the hooks of coding agents, empty if it does not listen for them.
    """

    pid: int
    address: str
    agents: str = ""


class InstanceLock:
    """Lock on a data folder. Another path or a symbolic link to the folder gives the same lock."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "deskpet.lock"
        self._descriptor: int | None = None

    def acquire(self) -> LockResult:
        """Try to lock without waiting. The lock is held until `release` or the end of the process."""
        try:
            # The first start ever finds no folder, and may have a second one beside it.
            create_folder(self.folder)
            descriptor = _open(self.file)
        except OSError as error:
            logger.info("the data folder can't be locked: %s", error)
            return LockResult.UNAVAILABLE
        outcome = _try_lock(descriptor)
        if outcome is LockResult.HELD:
            self._descriptor = descriptor
            # Remove the address of the previous instance.
            self._write(b"")
        else:
            os.close(descriptor)
        return outcome

    def publish(self, address: str, agents: str = "") -> None:
        """Write the socket address of this process into the locked file, and that for agents while they are heard."""
        self._write(json.dumps({"pid": os.getpid(), "address": address, "agents": agents}).encode())

    def running(self) -> RunningInstance | None:
        """Return the instance that holds the lock, or None if it has not published its address."""
        try:
            descriptor = _open(self.file)
            try:
                note = os.read(descriptor, _MAX_NOTE_BYTES)
            finally:
                os.close(descriptor)
            return _parse_note(json.loads(note))
        except (OSError, ValueError, RecursionError):
            return None

    def release(self) -> None:
        """Release the lock."""
        if self._descriptor is not None:
            _unlock(self._descriptor)
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


def _parse_note(note: object) -> RunningInstance | None:
    if not isinstance(note, dict):
        return None
    values = cast("dict[str, Any]", note)
    pid, address, agents = values.get("pid"), values.get("address"), values.get("agents", "")
    if not isinstance(pid, int) or not isinstance(address, str) or not isinstance(agents, str):
        return None
    return RunningInstance(pid, address, agents)


def _open(file: Path) -> int:
    """Open the file for writing, or read-only if it can't be written, which is enough for a lock."""
    # O_NONBLOCK: a named pipe in its place must not block the start.
    flags = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOINHERIT", 0)
    try:
        return os.open(file, os.O_RDWR | os.O_CREAT | flags, FILE_MODE)
    except OSError:
        return os.open(file, os.O_RDONLY | flags)


if sys.platform == "win32":
    import errno
    import msvcrt

    # Windows locks are mandatory: other processes can't read a locked byte, so lock one far beyond the note.
    _LOCKED_BYTE = 1 << 30
    # Wine leaves errno at 0.
    _TAKEN = frozenset({errno.EACCES, errno.EDEADLK, 0})

    def _try_lock(descriptor: int) -> LockResult:
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            return LockResult.TAKEN if error.errno in _TAKEN else LockResult.UNAVAILABLE
        return LockResult.HELD

    def _unlock(descriptor: int) -> None:
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _try_lock(descriptor: int) -> LockResult:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return LockResult.TAKEN
        except OSError as error:
            logger.info("the data folder can't be locked: %s", error)
            return LockResult.UNAVAILABLE
        return LockResult.HELD

    def _unlock(descriptor: int) -> None:
        # A child process that is about to start may share the descriptor for a moment; closing it would not be enough.
        fcntl.flock(descriptor, fcntl.LOCK_UN)
