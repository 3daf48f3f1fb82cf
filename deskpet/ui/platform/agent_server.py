"""Local socket on which the hooks of coding agents tell what the agents do, and agents call the pet; both may wait.

Only processes of this user can connect: the socket's folder and file are private, and where the system tells who
connects, it is checked.
"""

import json
import logging
import socket
import sys
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from deskpet.features.agents import events
from deskpet.features.agents.events import AgentDecision, AgentEvent, EventKind
from deskpet.features.callers import calls
from deskpet.features.callers.calls import CallError, CallRequest, Values
from deskpet.processes import local_channel as channel
from deskpet.processes.local_lines import MAX_LINE, BadLocalLine
from deskpet.ui.platform.instance_server import socket_addresses

_MAX_CONNECTIONS = 32
# Calls that may wait at once, so that there is always room for hooks.
_MAX_CALLS = 16
# How long a hook may need to send its event. It sends it at once.
_SEND_MS = 2000

logger = logging.getLogger(__name__)


class AgentServer(QObject):
    """Listens for events of agents.

    received: Emitted with an AgentEvent.
    asked: Emitted with an AgentEvent and the PendingRequest that takes the answer.
    called: Emitted with a CallRequest and the PendingCall that takes the answer.
    """

    received = Signal(object)
    asked = Signal(object, object)
    called = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._connections: set[_Connection] = set()
        self._calls: set[PendingCall] = set()
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
        """Stop listening, remove the socket, and leave all requests without an answer."""
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
            connection = _Connection(local_socket, self)
            self._connections.add(connection)
            connection.ended.connect(self._connections.discard)
            connection.heard.connect(self._handle)
            connection.read()

    def _handle(self, connection: "_Connection", event: AgentEvent | CallRequest) -> None:
        if isinstance(event, CallRequest):
            self._handle_call(connection, event)
        elif event.kind is EventKind.PERMISSION_ASKED and event.request_id:
            self.asked.emit(event, PendingRequest(connection, event.request_id))
        else:
            # The hook's process goes on until it is let go, and leads to that of its agent.
            self.received.emit(event)
            connection.abort()

    def _handle_call(self, connection: "_Connection", request: CallRequest) -> None:
        pending = PendingCall(connection, request.request_id)
        if isinstance(request.call, CallError):
            pending.fail(request.call)
        elif len(self._calls) >= _MAX_CALLS:
            message = "Too many calls wait for their answers. Try again later."
            pending.fail(CallError("busy", message, retry_after_seconds=10))
        else:
            self._calls.add(pending)
            pending.ended.connect(partial(self._calls.discard, pending))
            self.called.emit(request, pending)


class _Connection(QObject):
    """One connection, which sends one line.

    heard: Emitted with the connection and the AgentEvent or CallRequest.
    ended: Emitted with the connection when it is closed.
    """

    heard = Signal(object, object)
    ended = Signal(object)

    def __init__(self, local_socket: QLocalSocket, parent: QObject) -> None:
        super().__init__(parent)
        self._socket, self._is_heard = local_socket, False
        local_socket.setParent(self)
        local_socket.setReadBufferSize(MAX_LINE)
        local_socket.readyRead.connect(self.read)
        local_socket.disconnected.connect(self._on_disconnected)
        self._limit = QTimer(self, singleShot=True, interval=_SEND_MS)
        self._limit.timeout.connect(self.abort)
        self._limit.start()

    def read(self) -> None:
        """Read the line if it has arrived."""
        if self._is_heard:
            # A hook sends nothing more; what it sends is not kept.
            self._socket.readAll()
        elif self._socket.canReadLine():
            self._is_heard = True
            self._limit.stop()
            try:
                event = _parse(bytes(self._socket.readLine(MAX_LINE + 1).data()))
            except BadLocalLine as error:
                logger.info("a hook has sent no event: %s", error)
                self.abort()
                return
            self.heard.emit(self, event)
        elif self._socket.bytesAvailable() >= MAX_LINE:
            self.abort()

    def send(self, data: bytes) -> None:
        """Send the answer and close the connection after it."""
        self._socket.write(data)
        # The server may be closed before the event loop would write.
        self._socket.flush()
        self._socket.disconnectFromServer()

    def abort(self) -> None:
        """Close the connection at once."""
        self._socket.abort()
        self._on_disconnected()

    def _on_disconnected(self) -> None:
        self._limit.stop()
        self.ended.emit(self)
        self.deleteLater()


class _Pending(QObject):
    """A call that waits for its answer on its connection.

    ended: Emitted once: it was answered or released, or the other side is gone.
    """

    ended = Signal()

    def __init__(self, connection: _Connection, request_id: str) -> None:
        super().__init__(connection)
        self.request_id = request_id
        self.is_open = True
        self._connection = connection
        connection.ended.connect(self._end)

    def release(self) -> None:
        """Close the connection without an answer."""
        if self.is_open:
            self._connection.abort()

    def _send(self, values: Values) -> bool:
        """Send the answer. Returns False if nobody waits for it any more."""
        if not self.is_open:
            return False
        self._connection.send(json.dumps({"request_id": self.request_id, **values}).encode() + b"\n")
        self._end()
        return True

    def _end(self) -> None:
        if self.is_open:
            self.is_open = False
            self.ended.emit()


class PendingRequest(_Pending):
    """A permission request whose hook waits. Released without a decision, the agent asks by itself."""

    def answer(self, decision: AgentDecision) -> bool:
        """Send the user's decision. Returns False if nobody waits for it any more."""
        return self._send({"decision": decision.value})


class PendingCall(_Pending):
    """A call of an agent that waits until it has been carried out."""

    def answer(self, result: Values) -> bool:
        """Send the result. Returns False if nobody waits for it any more."""
        return self._send({"result": result})

    def fail(self, error: CallError) -> bool:
        """Send why the call is not carried out. Returns False if nobody waits for it any more."""
        return self._send({"error": error.values})


def _parse(line: bytes) -> AgentEvent | CallRequest:
    """Return what a line says. Raises BadLocalLine."""
    return calls.from_line(line) if calls.is_call(line) else events.from_line(line)


def _is_own(local_socket: QLocalSocket) -> bool:
    """Return whether a process of this user has connected."""
    if sys.platform == "win32":
        # UserAccessOption lets nobody else open the pipe.
        return True
    descriptor = int(local_socket.socketDescriptor())  # pyright: ignore[reportArgumentType]
    try:
        with socket.fromfd(descriptor, socket.AF_UNIX, socket.SOCK_STREAM) as duplicate:
            return channel.is_own(duplicate)
    except OSError:
        # The hook has gone already; its event may still be read.
        return False
