"""A chat/completions server that can die, fall silent and come back at the same address."""

import json
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import suppress

_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
_RESET = struct.pack("ii", 1, 0)


class Network:
    """The server of a pet. Each answer has `count` words, one each `pace` seconds.

    requests: the bodies of all requests.
    """

    def __init__(self, count: int = 200, pace: float = 0.02) -> None:
        self.count, self.pace = count, pace
        self.requests: list[dict] = []
        self._goes_on = threading.Event()
        self._goes_on.set()
        self._connections: set[socket.socket] = set()
        self._listener: socket.socket | None = None
        self._port = 0
        self.restore()

    @property
    def base_url(self) -> str:
        """The address of the server."""
        return f"http://127.0.0.1:{self._port}/v1"

    @property
    def answer(self) -> str:
        """The whole text of an answer."""
        return "".join(_words(self.count))

    def restore(self) -> None:
        """Listen again, and go on."""
        self._goes_on.set()
        if self._listener is None:
            self._listener = socket.create_server(("127.0.0.1", self._port))
            self._port = self._listener.getsockname()[1]
            threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def die(self) -> None:
        """Reset every connection, and refuse new ones."""
        if self._listener:
            # Closing alone would not wake the thread that accepts.
            with suppress(OSError):
                self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
            self._listener = None
        for connection in tuple(self._connections):
            with suppress(OSError):
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
                # Not `close`, which waits for the reader of the thread that serves it.
                socket.close(connection.detach())

    def fall_silent(self) -> None:
        """Send nothing more on open connections, and answer no new ones, as when packets are lost."""
        self._goes_on.clear()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            self._connections.add(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with suppress(OSError), connection, connection.makefile("rb") as reader:
            length = 0
            while (line := reader.readline()) not in {b"\r\n", b""}:
                if line.lower().startswith(b"content-length"):
                    length = int(line.split(b":")[1])
            self.requests.append(json.loads(reader.read(length)))
            self._goes_on.wait()
            connection.sendall(_HEAD)
            for word in _words(self.count):
                self._goes_on.wait()
                connection.sendall(_event({"content": word}))
                threading.Event().wait(self.pace)
            connection.sendall(b"data: [DONE]\n\n")
        self._connections.discard(connection)


def _words(count: int) -> Iterator[str]:
    return (f"w{number} " for number in range(count))


def _event(delta: dict[str, str]) -> bytes:
    return b"data: " + json.dumps({"choices": [{"index": 0, "delta": delta}]}).encode() + b"\n\n"
