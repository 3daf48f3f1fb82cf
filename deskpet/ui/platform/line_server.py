"""Local socket on which other programs of this user send a line each, such as the hooks of coding agents.

Only processes of this user can connect: the socket's folder and file are private, and where the system tells who
connects, it is checked.
"""

import json
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from deskpet.processes import local_channel
from deskpet.processes.local_lines import MAX_LINE
from deskpet.ui.platform.instance_server import socket_addresses

_MAX_CONNECTIONS = 32
# How long a program may need to send its line. It sends it at once.
_SEND_MS = 2000


class LineServer(QObject):
    """Listens for lines.

    heard: Emitted with the LocalConnection that has sent its line.
    """

    heard = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._connections: set[LocalConnection] = set()
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)

    def listen(self, data_folder: Path) -> str:
        """Start listening and return the address, or an empty string if no address is usable.

        Call it only while the instance lock on `data_folder` is held.
        """
        for address in socket_addresses(data_folder, "-agents"):
            # This process holds the lock, so a socket that exists is left over from an earlier process.
            QLocalServer.removeServer(address)
            if self._server.listen(address):
                return address
        return ""

    def close(self) -> None:
        """Stop listening, remove the socket, and leave all lines without an answer."""
        self._server.close()
        for connection in list(self._connections):
            connection.abort()

    def _accept(self) -> None:
        while self._server.hasPendingConnections():
            local_socket = self._server.nextPendingConnection()
            if len(self._connections) >= _MAX_CONNECTIONS or not _is_own(local_socket):
                local_socket.abort()
                local_socket.deleteLater()
                continue
            connection = LocalConnection(local_socket, self)
            self._connections.add(connection)
            connection.closed.connect(self._connections.discard)
            connection.heard.connect(self.heard)
            connection.read()


class LocalConnection(QObject):
    """One connection, which sends one line and may wait for an answer.

    heard: Emitted with the connection when its `line` has come.
    ended: Emitted once: it was answered or released, or the other side is gone.
    closed: Emitted with the connection when it is closed; an answer is sent before.
    """

    heard = Signal(object)
    ended = Signal()
    closed = Signal(object)

    def __init__(self, local_socket: QLocalSocket, parent: QObject) -> None:
        super().__init__(parent)
        self.line = b""
        self.is_open = True
        self._socket = local_socket
        local_socket.setParent(self)
        local_socket.setReadBufferSize(MAX_LINE)
        local_socket.readyRead.connect(self.read)
        local_socket.disconnected.connect(self._on_disconnected)
        self._limit = QTimer(self, singleShot=True, interval=_SEND_MS)
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
        if not self.is_open:
            return False
        self._socket.write(json.dumps(values).encode() + b"\n")
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


def _is_own(local_socket: QLocalSocket) -> bool:
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
