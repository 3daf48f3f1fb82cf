"""How a second start calls the pet that runs already: one line over a socket that only its owner can reach."""

import hashlib
import os
import secrets
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from enum import Enum, auto
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from deskpet.instance_lock import InstanceLock, Lock, Running
from deskpet.words import tr

_REQUEST, _REPLY = b"deskpet show\n", b"deskpet shown\n"
_MOST_BYTES = 64
_MOST_CONNECTIONS = 16
# Of 104 bytes (macOS) or 108 (Linux); Qt needs some for a folder of its own while it begins to listen.
_MOST_PATH_BYTES = 90
_ANSWER_SECONDS = 2.0
# A pet that starts on a cold disk with busy processors may need so long until it can be called.
_START_SECONDS = 15.0
_POLL_SECONDS = 0.05


class InstanceServer(QObject):
    """Waits for second starts on a local socket of the owner's.

    called: a second start wants the window to come.
    """

    called = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open = 0
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)

    def listen(self, data_folder: Path) -> str:
        """Begin to listen, while the lock on `data_folder` is held; the address, empty where there can be none."""
        for address in _addresses(data_folder):
            # Whoever listened there held the lock before us, and is gone.
            QLocalServer.removeServer(address)
            if self._server.listen(address):
                return address
        return ""

    def close(self) -> None:
        """Stop listening and take the socket away."""
        self._server.close()

    def _accept(self) -> None:
        while self._server.hasPendingConnections():
            socket = self._server.nextPendingConnection()
            if self._open >= _MOST_CONNECTIONS:
                socket.abort()
                socket.deleteLater()
                continue
            self._open += 1
            socket.setReadBufferSize(_MOST_BYTES)
            socket.readyRead.connect(lambda socket=socket: self._read(socket))
            socket.disconnected.connect(lambda socket=socket: self._forget(socket))
            QTimer.singleShot(round(_ANSWER_SECONDS * 1000), socket, socket.abort)
            # The line may have come along with the connection.
            self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if socket.canReadLine():
            if bytes(socket.readLine(_MOST_BYTES + 1).data()) != _REQUEST:
                socket.abort()
                return
            self.called.emit()
            socket.write(_REPLY)
            socket.disconnectFromServer()
        elif socket.bytesAvailable() >= _MOST_BYTES:
            socket.abort()

    def _forget(self, socket: QLocalSocket) -> None:
        self._open -= 1
        socket.deleteLater()


class Answer(Enum):
    """What came of a call. GONE: nobody listens there; SILENT: nobody answered in time, or not as a pet does."""

    SHOWN = auto()
    GONE = auto()
    SILENT = auto()


def call(address: str, seconds: float = _ANSWER_SECONDS) -> Answer:
    """Ask the pet at `address` to show itself."""
    if not _is_own(address):
        return Answer.GONE
    until = time.monotonic() + seconds
    socket = QLocalSocket()
    socket.connectToServer(address)
    if not socket.waitForConnected(round(seconds * 1000)):
        refused = socket.error() in {
            QLocalSocket.LocalSocketError.ConnectionRefusedError,
            QLocalSocket.LocalSocketError.ServerNotFoundError,
        }
        return Answer.GONE if refused else Answer.SILENT
    socket.setReadBufferSize(_MOST_BYTES)
    socket.write(_REQUEST)
    while not socket.canReadLine() and socket.bytesAvailable() < _MOST_BYTES:
        left = round((until - time.monotonic()) * 1000)
        if left <= 0 or not socket.waitForReadyRead(left):
            break
    is_shown = bytes(socket.readLine(_MOST_BYTES + 1).data()) == _REPLY
    socket.abort()
    return Answer.SHOWN if is_shown else Answer.SILENT


def call_running(lock: InstanceLock) -> int | None:
    """Call the pet that holds `lock` and return the exit code; None when the lock became ours meanwhile."""
    until = time.monotonic() + _START_SECONDS
    while True:
        running = lock.running()
        answer = call(running.address) if running and running.address else Answer.GONE
        if answer is Answer.SHOWN:
            sys.stdout.write(tr("deskpet is running already; its window was called.") + "\n")
            return 0
        is_hopeless = running is not None and not running.address
        # It may only just have ended.
        if lock.acquire() is not Lock.TAKEN:
            return None
        if answer is Answer.SILENT or is_hopeless or time.monotonic() > until:
            sys.stderr.write(f"deskpet: {_no_answer(running)}\n")
            return 1
        time.sleep(_POLL_SECONDS)


def _no_answer(running: Running | None) -> str:
    if running is None:
        return tr("Another deskpet uses the same data folder but does not answer. End its process, and start again.")
    return tr(
        "deskpet is running already but does not answer. Quit it, or end process {pid}, and start again.",
        pid=running.pid,
    )


def _addresses(data_folder: Path) -> Iterator[str]:
    """Where a socket may be: in the session's runtime folder, in the data folder, or in a private temporary one."""
    if sys.platform == "win32":
        # Nobody else can have taken a name that is not known before.
        yield f"deskpet-{secrets.token_hex(8)}"
        return
    folder = data_folder.resolve()
    name = hashlib.blake2s(os.fsencode(folder), digest_size=8).hexdigest() + ".sock"
    temporary = Path(tempfile.gettempdir()) / f"deskpet-{os.getuid()}"
    session = Path(os.environ.get("XDG_RUNTIME_DIR", ""))
    for place in (session / "deskpet" if session.is_absolute() else None, folder, temporary):
        if place and len(os.fsencode(place / name)) <= _MOST_PATH_BYTES and _is_private(place):
            yield str(place / name)


def _is_private(folder: Path) -> bool:
    """Whether nobody else can put anything into this folder; it is made where it is missing."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except OSError:
        return False
    others = stat.S_IWGRP | stat.S_IWOTH
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & others


def _is_own(address: str) -> bool:
    """Whether the socket is ours: another user's must not be told anything."""
    if sys.platform == "win32":
        return True
    try:
        status = Path(address).lstat()
    except (OSError, ValueError):
        return False
    return stat.S_ISSOCK(status.st_mode) and status.st_uid == os.getuid()
