"""Single instance: a second start asks the running one to show its window, over a private local socket.

Commands ask it there to change what only the running pet writes. The request and the reply are one line each.
"""

import hashlib
import os
import re
import secrets
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from enum import Enum, auto
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from deskpet.processes import console
from deskpet.processes.instance_lock import InstanceLock, LockResult, RunningInstance
from deskpet.translation import tr

_REQUEST, _REPLY = b"deskpet show\n", b"deskpet shown\n"
# The subject of a command's request, before its value.
_COMMAND = re.compile(rb"deskpet ([a-z_]{1,32}) ")
_MAX_BYTES = 64
# A fact has at most 500 characters, each of up to 12 bytes as escapes in JSON.
MAX_REQUEST_BYTES = 8192
# Erasing rewrites the database and makes a backup.
_REPLY_SECONDS = 120.0
_MAX_CONNECTIONS = 16
# The limit of a socket path is 104 bytes (macOS) or 108 (Linux); Qt needs some of them for a temporary folder.
_MAX_PATH_BYTES = 90
_ANSWER_SECONDS = 2.0
# How long the running instance may need from taking the lock until it listens, on a slow disk and a busy processor.
_START_SECONDS = 15.0
_POLL_SECONDS = 0.05
# How long the running instance may take to save and end its children.
_END_SECONDS = 20.0
QUIT = "quit"
"""The subject of the request to save and quit."""


class InstanceServer(QObject):
    """Listens for second starts on a local socket of the user.

    called: Emitted when a second start asks for the window.
    requested: Emitted with the subject of a command's request, the request as JSON, and the function that sends the
        reply.
    """

    called = Signal()
    requested = Signal(str, bytes, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._connection_count = 0
        # Connections whose request is being carried out.
        self._busy: set[QLocalSocket] = set()
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)

    def listen(self, data_folder: Path) -> str:
        """Start listening and return the address, or an empty string if no address is usable.

        Call it only while the instance lock on `data_folder` is held.
        """
        for address in socket_addresses(data_folder):
            # This process holds the lock, so a socket that exists is left over from an earlier process.
            QLocalServer.removeServer(address)
            if self._server.listen(address):
                return address
        return ""

    def close(self) -> None:
        """Stop listening and remove the socket."""
        self._server.close()

    def _accept(self) -> None:
        while self._server.hasPendingConnections():
            socket = self._server.nextPendingConnection()
            if self._connection_count >= _MAX_CONNECTIONS:
                socket.abort()
                socket.deleteLater()
                continue
            self._connection_count += 1
            socket.setReadBufferSize(MAX_REQUEST_BYTES)
            socket.readyRead.connect(lambda socket=socket: self._read(socket))
            socket.disconnected.connect(lambda socket=socket: self._on_disconnected(socket))
            QTimer.singleShot(round(_ANSWER_SECONDS * 1000), socket, lambda socket=socket: self._end_silent(socket))
            # The request may have arrived together with the connection.
            self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if socket.canReadLine():
            request = bytes(socket.readLine(MAX_REQUEST_BYTES + 1).data())
            if request == _REQUEST:
                self.called.emit()
                socket.write(_REPLY)
                socket.disconnectFromServer()
            elif command := _COMMAND.match(request):
                self._busy.add(socket)
                self.requested.emit(command[1].decode(), request[command.end() :], partial(self._reply, socket))
            else:
                socket.abort()
        elif socket.bytesAvailable() >= MAX_REQUEST_BYTES:
            socket.abort()

    def _end_silent(self, socket: QLocalSocket) -> None:
        if socket not in self._busy:
            socket.abort()

    def _reply(self, socket: QLocalSocket, line: bytes) -> None:
        """Send the reply, unless the other side has gone."""
        if socket in self._busy:
            socket.write(line)
            socket.disconnectFromServer()

    def _on_disconnected(self, socket: QLocalSocket) -> None:
        self._connection_count -= 1
        self._busy.discard(socket)
        socket.deleteLater()


class ActivationResult(Enum):
    """The result of a call. GONE: nothing listens at the address. SILENT: no reply in time, or an invalid one."""

    SHOWN = auto()
    GONE = auto()
    SILENT = auto()


def call(address: str, seconds: float = _ANSWER_SECONDS) -> ActivationResult:
    """Ask the instance at `address` to show its window, and wait up to `seconds` for the reply."""
    if not _is_own(address):
        return ActivationResult.GONE
    deadline = time.monotonic() + seconds
    socket = QLocalSocket()
    socket.connectToServer(address)
    if not socket.waitForConnected(round(seconds * 1000)):
        refused = socket.error() in {
            QLocalSocket.LocalSocketError.ConnectionRefusedError,
            QLocalSocket.LocalSocketError.ServerNotFoundError,
        }
        return ActivationResult.GONE if refused else ActivationResult.SILENT
    socket.setReadBufferSize(_MAX_BYTES)
    socket.write(_REQUEST)
    while not socket.canReadLine() and socket.bytesAvailable() < _MAX_BYTES:
        remaining_ms = round((deadline - time.monotonic()) * 1000)
        if remaining_ms <= 0 or not socket.waitForReadyRead(remaining_ms):
            break
    is_shown = bytes(socket.readLine(_MAX_BYTES + 1).data()) == _REPLY
    socket.abort()
    return ActivationResult.SHOWN if is_shown else ActivationResult.SILENT


def ask(address: str, subject: str, request: bytes, seconds: float = _REPLY_SECONDS) -> bytes | None:
    """Send a command's request to the instance at `address`, and return its reply; None without one in time.

    subject: in lower case, such as `session`; `deskpet.app.session_controller` knows them.
    """
    line = f"deskpet {subject} ".encode() + request + b"\n"
    if not _is_own(address) or len(line) > MAX_REQUEST_BYTES:
        return None
    deadline = time.monotonic() + seconds
    socket = QLocalSocket()
    socket.connectToServer(address)
    if not socket.waitForConnected(round(_ANSWER_SECONDS * 1000)):
        return None
    socket.setReadBufferSize(MAX_REQUEST_BYTES)
    socket.write(line)
    while not socket.canReadLine() and socket.bytesAvailable() < MAX_REQUEST_BYTES:
        remaining_ms = round((deadline - time.monotonic()) * 1000)
        if remaining_ms <= 0 or not socket.waitForReadyRead(remaining_ms):
            break
    reply = bytes(socket.readLine(MAX_REQUEST_BYTES + 1).data())
    socket.abort()
    return reply if reply.endswith(b"\n") else None


def activate_running(lock: InstanceLock) -> int | None:
    """Call the instance that holds `lock` and return the exit code.

    Returns None if this process acquired the lock in the meantime.
    """
    deadline = time.monotonic() + _START_SECONDS
    while True:
        running = lock.running()
        answer = call(running.address) if running and running.address else ActivationResult.GONE
        if answer is ActivationResult.SHOWN:
            console.output().write(tr("deskpet is running already; its window was called.") + "\n")
            return 0
        is_hopeless = running is not None and not running.address
        # The other instance may have ended just now.
        if lock.acquire() is not LockResult.TAKEN:
            return None
        if answer is ActivationResult.SILENT or is_hopeless or time.monotonic() > deadline:
            console.report(_no_answer_message(running))
            return 1
        time.sleep(_POLL_SECONDS)


def end_running(lock: InstanceLock) -> int:
    """Ask the instance that holds `lock` to save and quit, and wait until it has ended. Returns the exit code.

    Returns 0 at once if none runs.
    """
    deadline = time.monotonic() + _END_SECONDS
    running = None
    while lock.acquire() is LockResult.TAKEN:
        if running is None and (running := lock.running()) and running.address:
            ask(running.address, QUIT, b"{}")
        if time.monotonic() > deadline:
            console.report(_no_answer_message(running))
            return 1
        time.sleep(_POLL_SECONDS)
    lock.release()
    return 0


def _no_answer_message(running: RunningInstance | None) -> str:
    if running is None:
        return tr("Another deskpet uses the same data folder but does not answer. End its process, and start again.")
    return tr(
        "deskpet is running already but does not answer. Quit it, or end process {pid}, and start again.",
        pid=running.pid,
    )


def socket_addresses(data_folder: Path, purpose: str = "") -> Iterator[str]:
    """Yield possible socket paths: in the session's runtime folder, the data folder or a private temporary folder.

    purpose: tells the sockets of one data folder apart.
    """
    if sys.platform == "win32":
        # A random pipe name can't have been taken by another user in advance.
        yield f"deskpet-{secrets.token_hex(8)}"
        return
    folder = data_folder.resolve()
    name = hashlib.blake2s(os.fsencode(folder), digest_size=8).hexdigest() + purpose + ".sock"
    try:
        temporary = Path(tempfile.gettempdir()) / f"deskpet-{os.getuid()}"
    except FileNotFoundError:
        temporary = None
    session = Path(os.environ.get("XDG_RUNTIME_DIR", ""))
    for directory in (session / "deskpet" if session.is_absolute() else None, folder, temporary):
        if directory and len(os.fsencode(directory / name)) <= _MAX_PATH_BYTES and _is_private(directory):
            yield str(directory / name)


def _is_private(folder: Path) -> bool:
    """Return whether only this user can write to the folder; it is created if it is missing."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except OSError:
        return False
    others = stat.S_IWGRP | stat.S_IWOTH
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & others


def _is_own(address: str) -> bool:
    """Return whether the socket belongs to this user. Nothing is sent to another user's socket."""
    if sys.platform == "win32":
        return True
    try:
        status = Path(address).lstat()
    except (OSError, ValueError):
        return False
    return stat.S_ISSOCK(status.st_mode) and status.st_uid == os.getuid()
