"""Hear the lines of other programs on the local socket, and give each to the feature that listens for its kind."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from deskpet.listeners import End
from deskpet.processes.instance_lock import InstanceLock
from deskpet.processes.local_lines import NOT_HEARD
from deskpet.translation import tr

if TYPE_CHECKING:
    from deskpet.ui.platform.line_server import LineServer, LocalConnection


class LocalLines:
    """The socket, which exists while somebody listens. It is a port of the host."""

    def __init__(self, lock: InstanceLock | None, warn: Callable[[str, str, str], object]) -> None:
        """lock: the held lock on the data folder, by which other programs find the socket; None: there is no socket.

        warn: shows a warning; it gets its code, title and cause.
        """
        self._lock, self._warn = lock, warn
        self._listeners: dict[bytes, Callable[[LocalConnection], None]] = {}
        self._server: LineServer | None = None

    def listen(self, prefix: bytes, heard: "Callable[[LocalConnection], None]") -> End:
        """Call `heard` with each connection whose line has this prefix. Whoever hears it answers or releases it."""
        self._listeners[prefix] = heard
        if self._lock and self._server is None:
            self._open(self._lock)
        return partial(self._end, prefix)

    def _open(self, lock: InstanceLock) -> None:
        from deskpet.ui.platform.line_server import LineServer

        server = self._server = LineServer()
        server.heard.connect(self._on_heard)
        address = server.listen(lock.folder)
        lock.publish_agents(address)
        if not address:
            self._warn("agents", tr("Coding agents can't be heard"), tr("No socket could be created for them."))

    def _end(self, prefix: bytes) -> None:
        self._listeners.pop(prefix, None)
        if self._server and self._lock and not self._listeners:
            self._lock.publish_agents("")
            self._server.close()
            self._server.deleteLater()
            self._server = None

    def _on_heard(self, connection: "LocalConnection") -> None:
        for prefix, heard in self._listeners.items():
            if connection.line.startswith(prefix):
                heard(connection)
                return
        connection.answer(NOT_HEARD)
