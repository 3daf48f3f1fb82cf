"""The local socket of the running pet, on which other programs of this user ask for its services, a line each.

A second start asks the pet to show its window, and commands ask for what only the running pet writes. Hooks of coding
agents and agents that call her send JSON objects. Only processes of this user can connect: the socket's folder and file
are private, and where the system tells who connects, it is checked.
"""

import hashlib
import json
import os
import re
import secrets
import socket
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from enum import Enum, auto
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from deskpet.listeners import End
from deskpet.processes import console, local_channel
from deskpet.processes.instance_lock import InstanceLock, LockResult, RunningInstance
from deskpet.processes.local_channel import MAX_LINE, NOT_HEARD
from deskpet.translation import tr

_REQUEST, _REPLY = b"deskpet show\n", b"deskpet shown\n"
# The subject of a command's request, before its value.
_COMMAND = re.compile(rb"deskpet ([a-z_]{1,32}) ")
_MAX_REPLY = 64
# A fact has at most 500 characters, each of up to 12 bytes as escapes in JSON.
MAX_REQUEST_BYTES = 8192
# Erasing rewrites the database and makes a backup.
_REPLY_SECONDS = 120.0
# Connections in all, and those that wait for the answers of one service: others have room beside them.
_MAX_CONNECTIONS, _MAX_WAITING = 64, 32
# How long a program may need to send its line, which it sends at once; and how long a command waits to be connected.
_ANSWER_SECONDS = 2.0
# The limit of a socket path is 104 bytes (macOS) or 108 (Linux); Qt needs some of them for a temporary folder.
_MAX_PATH_BYTES = 90
# How long the running instance may need from taking the lock until it listens, on a slow disk and a busy processor.
_START_SECONDS = 15.0
_POLL_SECONDS = 0.05
# How long the running instance may take to save and end its children.
_END_SECONDS = 20.0
QUIT = "quit"
"""The subject of the request to save and quit, and perhaps to leave an update that waits for a later end."""
_KEEP_UPDATE = b'{"update": "keep"}'


class LocalConnection(QObject):
    """One connection, which sends one line and may wait for an answer.

    ended: Emitted once: it was answered or released, or the other side is gone.
    closed: Emitted with the connection when it is closed; an answer is sent before.
    """

    heard = Signal(object)
    ended = Signal()
    closed = Signal(object)

    def __init__(self, local_socket: QLocalSocket, parent: QObject) -> None:
        """heard: Emitted with the connection when its `line` has come."""
        super().__init__(parent)
        self.line = b""
        self.is_open = True
        self._socket = local_socket
        local_socket.setParent(self)
        local_socket.setReadBufferSize(MAX_LINE)
        local_socket.readyRead.connect(self.read)
        local_socket.disconnected.connect(self._on_disconnected)
        self._limit = QTimer(self, singleShot=True, interval=round(_ANSWER_SECONDS * 1000))
        self._limit.timeout.connect(self.abort)
        self._limit.start()

    def read(self) -> None:
        """Read the line if it has arrived."""
        if self.line:
            # A program sends nothing more; what it sends is not kept.
            self._socket.readAll()
        elif self._socket.canReadLine():
            self._limit.stop()
            self.line = bytes(self._socket.readLine(MAX_LINE + 1).data())
            self.heard.emit(self)
        elif self._socket.bytesAvailable() >= MAX_LINE:
            self.abort()

    def answer(self, values: Mapping[str, object]) -> bool:
        """Send the answer and close the connection after it. Returns False if nobody waits for it any more."""
        return self.send(json.dumps(values).encode() + b"\n")

    def send(self, line: bytes) -> bool:
        """Send a line as the answer; see `answer`."""
        if not self.is_open:
            return False
        self._socket.write(line)
        # The server may be closed before the event loop would write.
        self._socket.flush()
        self._socket.disconnectFromServer()
        self._end()
        return True

    def release(self) -> None:
        """Close the connection without an answer, unless it was answered."""
        if self.is_open:
            self.abort()

    def abort(self) -> None:
        """Close the connection at once."""
        self._socket.abort()
        self._on_disconnected()

    def _on_disconnected(self) -> None:
        self._limit.stop()
        self._end()
        self.closed.emit(self)
        self.deleteLater()

    def _end(self) -> None:
        if self.is_open:
            self.is_open = False
            self.ended.emit()


_Heard = Callable[[LocalConnection], object]


class LocalSocketServer(QObject):
    """The socket, which exists while a service listens. It is a port of the host.

    called: Emitted when a second start asks for the window.
    requested: Emitted with the subject of a command's request, the request as JSON, and the function that sends the
        reply.
    failed: Emitted when agents can't be heard, because no socket could be created.
    """

    called = Signal()
    requested = Signal(str, bytes, object)
    failed = Signal()

    def __init__(self, lock: InstanceLock | None, parent: QObject | None = None) -> None:
        """lock: the held lock on the data folder, by which other programs find the socket; None: there is no socket."""
        super().__init__(parent)
        self._lock, self._address = lock, ""
        # What answers the lines with a prefix, and the connections with what has got their lines.
        self._services: dict[bytes, _Heard] = {}
        self._connections: dict[LocalConnection, _Heard | None] = {}
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)

    def open(self) -> str:
        """Hear second starts and commands. Returns the address, or an empty string if no address is usable."""
        self._add(b"deskpet ", self._on_command)
        return self._address

    def listen(self, prefix: bytes, heard: _Heard) -> End:
        """Call `heard` with each connection whose line has this prefix. Whoever hears it answers or releases it.

        The lines are JSON objects of agents, who find the address in the lock while somebody listens for them.
        """
        self._add(prefix, heard)
        if self._lock and not self._address:
            self.failed.emit()
        return partial(self._end, prefix, heard)

    def _add(self, prefix: bytes, heard: _Heard) -> None:
        self._services[prefix] = heard
        if self._lock and not self._server.isListening():
            self._listen(self._lock.folder)
        self._publish()

    def close(self) -> None:
        """Stop listening, remove the socket, and leave all lines without an answer."""
        self._server.close()
        self._address = ""
        for connection in list(self._connections):
            connection.abort()

    def _listen(self, data_folder: Path) -> None:
        for address in _socket_addresses(data_folder):
            # This process holds the lock, so a socket that exists is left over from an earlier process.
            QLocalServer.removeServer(address)
            if self._server.listen(address):
                self._address = address
                return

    def _publish(self) -> None:
        if self._lock:
            has_agents = any(prefix.startswith(b"{") for prefix in self._services)
            self._lock.publish(self._address, self._address if has_agents else "")

    def _end(self, prefix: bytes, heard: _Heard) -> None:
        """End a service. Its lines stay without an answer."""
        if self._services.get(prefix) is heard:
            del self._services[prefix]
            self._publish()
        for connection in [each for each, service in self._connections.items() if service is heard]:
            connection.abort()
        if not self._services:
            self.close()

    def _accept(self) -> None:
        while self._server.hasPendingConnections():
            local_socket = self._server.nextPendingConnection()
            if len(self._connections) >= _MAX_CONNECTIONS or not _is_of_this_user(local_socket):
                local_socket.abort()
                local_socket.deleteLater()
                continue
            connection = LocalConnection(local_socket, self)
            self._connections[connection] = None
            connection.closed.connect(lambda gone: self._connections.pop(gone, None))
            connection.heard.connect(self._on_heard)
            # The line may have arrived together with the connection.
            connection.read()

    def _on_heard(self, connection: LocalConnection) -> None:
        heard = next((each for prefix, each in self._services.items() if connection.line.startswith(prefix)), None)
        if heard is None:
            if connection.line.startswith(b"{"):
                connection.answer(NOT_HEARD)
            else:
                connection.abort()
        elif sum(each is heard for each in self._connections.values()) >= _MAX_WAITING:
            connection.abort()
        else:
            self._connections[connection] = heard
            heard(connection)

    def _on_command(self, connection: LocalConnection) -> None:
        command = _COMMAND.match(connection.line)
        if connection.line == _REQUEST:
            self.called.emit()
            connection.send(_REPLY)
        elif command and len(connection.line) <= MAX_REQUEST_BYTES:
            self.requested.emit(command[1].decode(), connection.line[command.end() :], connection.send)
        else:
            connection.abort()


def _is_of_this_user(local_socket: QLocalSocket) -> bool:
    """Return whether a process of this user has connected."""
    if sys.platform == "win32":
        # UserAccessOption lets nobody else open the pipe.
        return True
    descriptor = int(local_socket.socketDescriptor())  # pyright: ignore[reportArgumentType]
    try:
        with socket.fromfd(descriptor, socket.AF_UNIX, socket.SOCK_STREAM) as duplicate:
            return local_channel.is_own(duplicate)
    except OSError:
        # The program has gone already; its line may still be read.
        return False


class ActivationResult(Enum):
    """The result of a call. GONE: nothing listens at the address. SILENT: no reply in time, or an invalid one."""

    SHOWN = auto()
    GONE = auto()
    SILENT = auto()


def call(address: str, seconds: float = _ANSWER_SECONDS) -> ActivationResult:
    """Ask the instance at `address` to show its window, and wait up to `seconds` for the reply."""
    reply = _exchange(address, _REQUEST, _MAX_REPLY, seconds, seconds)
    if isinstance(reply, ActivationResult):
        return reply
    return ActivationResult.SHOWN if reply == _REPLY else ActivationResult.SILENT


def ask(address: str, subject: str, request: bytes, seconds: float = _REPLY_SECONDS) -> bytes | None:
    """Send a command's request to the instance at `address`, and return its reply; None without one in time.

    subject: in lower case, such as `session`; `deskpet.app.session_controller` knows them.
    """
    line = f"deskpet {subject} ".encode() + request + b"\n"
    if len(line) > MAX_REQUEST_BYTES:
        return None
    reply = _exchange(address, line, MAX_REQUEST_BYTES, _ANSWER_SECONDS, seconds)
    return reply if isinstance(reply, bytes) and reply.endswith(b"\n") else None


def _exchange(
    address: str, line: bytes, longest: int, connect_seconds: float, seconds: float
) -> bytes | ActivationResult:
    """Send a line, and return what came within the time, at most `longest` bytes; why there is no connection else."""
    if not _is_own_socket(address):
        return ActivationResult.GONE
    deadline = time.monotonic() + seconds
    local_socket = QLocalSocket()
    local_socket.connectToServer(address)
    if not local_socket.waitForConnected(round(connect_seconds * 1000)):
        refused = local_socket.error() in {
            QLocalSocket.LocalSocketError.ConnectionRefusedError,
            QLocalSocket.LocalSocketError.ServerNotFoundError,
        }
        return ActivationResult.GONE if refused else ActivationResult.SILENT
    local_socket.setReadBufferSize(longest)
    local_socket.write(line)
    while not local_socket.canReadLine() and local_socket.bytesAvailable() < longest:
        remaining_ms = round((deadline - time.monotonic()) * 1000)
        if remaining_ms <= 0 or not local_socket.waitForReadyRead(remaining_ms):
            break
    reply = bytes(local_socket.readLine(longest + 1).data())
    local_socket.abort()
    return reply


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


def installs_update(request: bytes) -> bool:
    """Return whether who asks to quit lets the pet install an update that waits."""
    return request.strip() != _KEEP_UPDATE


def end_running(lock: InstanceLock, *, installs: bool) -> int:
    """Ask the instance that holds `lock` to save and quit, and wait until it has ended. Returns the exit code.

    Returns 0 at once if none runs. installs: whether it may install an update that waits, as at every other end, which
    replaces the files of a process that goes on.
    """
    deadline = time.monotonic() + _END_SECONDS
    running = None
    while lock.acquire() is LockResult.TAKEN:
        if running is None and (running := lock.running()) and running.address:
            ask(running.address, QUIT, b"{}" if installs else _KEEP_UPDATE)
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


def _socket_addresses(data_folder: Path) -> Iterator[str]:
    """Yield possible socket paths: in the session's runtime folder, the data folder or a private temporary folder."""
    if sys.platform == "win32":
        # A random pipe name can't have been taken by another user in advance.
        yield f"deskpet-{secrets.token_hex(8)}"
        return
    folder = data_folder.resolve()
    name = hashlib.blake2s(os.fsencode(folder), digest_size=8).hexdigest() + ".sock"
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


def _is_own_socket(address: str) -> bool:
    """Return whether the socket belongs to this user. Nothing is sent to another user's socket."""
    if sys.platform == "win32":
        return True
    try:
        status = Path(address).lstat()
    except (OSError, ValueError):
        return False
    return stat.S_ISSOCK(status.st_mode) and status.st_uid == os.getuid()
