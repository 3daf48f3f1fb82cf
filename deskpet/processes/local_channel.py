"""Lines on the local socket: their form, one JSON object each, and the hook command's end of it. Standard library only.

The socket is a Unix socket, or a named pipe on Windows.
"""

import json
import os
import stat
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

# Maximum size of a line in bytes, and of a name in it in characters.
MAX_LINE = 160 << 10
MAX_NAME = 400
# The answer to a line that nobody listens for.
NOT_HEARD = {"heard": False}


class BadLocalLine(ValueError):
    """A line that means nothing."""


def decode_object(line: bytes) -> dict[str, Any]:
    """Return the JSON object in a line. Raises BadLocalLine if it is too long, nested too deeply or something else."""
    if len(line) > MAX_LINE:
        raise BadLocalLine("too long")
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadLocalLine("no JSON") from error
    if not isinstance(value, dict):
        raise BadLocalLine("no object")
    return cast("dict[str, Any]", value)


# The longest answer.
_MAX_ANSWER = 4096


@dataclass(frozen=True, slots=True)
class Channel:
    """A connection with the running pet. `send` sends all bytes; `receive` waits for at most so many. Raise OSError."""

    send: Callable[[bytes], object]
    receive: Callable[[int], bytes]

    def receive_line(self) -> bytes:
        """Wait for a line and return it; it has no line end if the pet has closed the connection. Raises OSError."""
        line = b""
        while not line.endswith(b"\n") and len(line) < _MAX_ANSWER and (chunk := self.receive(_MAX_ANSWER)):
            line += chunk
        return line


if sys.platform == "win32":

    def connect(address: str) -> Channel | None:
        """Connect with the pet at `address`. Raises OSError if it does not listen any more."""
        # The random name comes from a file that only this user can write.
        descriptor = os.open(rf"\\.\pipe\{address}", os.O_RDWR | os.O_BINARY)

        def send(data: bytes) -> None:
            while data:
                data = data[os.write(descriptor, data) :]

        return Channel(send, partial(os.read, descriptor))

else:
    import socket
    import struct

    def connect(address: str) -> Channel | None:
        """Connect with the pet at `address`, None if that is another user's. Raises OSError if nothing listens."""
        connection = connected_socket(address)
        return Channel(connection.sendall, connection.recv) if connection else None

    def connected_socket(address: str) -> socket.socket | None:
        """Return a socket connected with the pet, None if that is another user's. Raises OSError if nothing listens."""
        status = Path(address).lstat()
        if not stat.S_ISSOCK(status.st_mode) or status.st_uid != os.getuid():
            return None
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.connect(address)
        except OSError:
            connection.close()
            raise
        if is_own(connection):
            return connection
        connection.close()
        return None

    def is_own(connection: socket.socket) -> bool:
        """Return whether a process of this user is at the other end. Only Linux tells it; folders protect the rest."""
        if not hasattr(socket, "SO_PEERCRED"):
            return True
        credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        return struct.unpack("3i", credentials)[1] == os.getuid()
