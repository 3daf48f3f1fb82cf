"""A child's side of its pipes: it limits itself to its kind, and serves one task, or lines of requests.

Standard output is for replies only: what a library writes there goes to standard error.
"""

import io
import json
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO, TextIO

from deskpet.processes import lines
from deskpet.processes.child_kinds import READY, Access, ChildKind
from deskpet.processes.confinement import Confinement, limit
from deskpet.processes.lines import Message


class OneTask:
    """The one task of a child. Of a confined one, all libraries are loaded before, and threads start only then."""

    def __init__(self, kind: ChildKind) -> None:
        """Limit this process, or begin to confine it: files and TCP are out of reach."""
        self._kind = kind
        self._output = os.fdopen(take_output(), "wb")
        self._confinement = Confinement() if kind.access is Access.NOTHING else None
        if self._confinement is None:
            limit(kind)

    def receive(self) -> bytes:
        """Complete the confinement, tell that the child is ready, and return the request."""
        return self.open_request().read()

    def open_request(self) -> BinaryIO:
        """Complete the confinement, tell that the child is ready, and return where the request can be read."""
        if self._confinement:
            self._confinement.complete(self._kind.megabytes, self._kind.processor_seconds)
        self._output.write(READY + b"\n")
        self._output.flush()
        return sys.stdin.buffer

    def reply(self, fields: Mapping[str, Any], write_more: Callable[[TextIO], object] | None = None) -> None:
        """Reply, with the names of the modules that should have been imported before the confinement.

        write_more: writes what follows after the line of the fields, for a reader that expects it.
        """
        late = self._confinement.late_imports if self._confinement else ()
        self._output.write(json.dumps({**fields, "late": late} if late else fields).encode())
        if write_more:
            text = io.TextIOWrapper(self._output, encoding="utf-8", newline="\n", write_through=True)
            text.write("\n")
            write_more(text)
            text.flush()
        else:
            self._output.flush()


def serve_once(kind: ChildKind, answer: Callable[[bytes], Mapping[str, Any]]) -> None:
    """Limit or confine this process, and reply to its one request with what `answer` returns."""
    task = OneTask(kind)
    task.reply(answer(task.receive()))


def serve_lines(kind: ChildKind, answer: Callable[[Message], Any]) -> None:
    """Limit this process, and reply to each request with the `result` that `answer` returns, until the input ends."""
    limit(kind)
    with os.fdopen(take_output(), "w", encoding="utf-8") as output:

        def reply(request: Message) -> None:
            output.write(lines.encode({"id": request["id"], "result": answer(request)}, kind.reply_size))
            output.flush()

        lines.read_lines(sys.stdin, reply)


def take_output() -> int:
    """Return a descriptor for replies, and lead standard output to standard error."""
    output = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return output
