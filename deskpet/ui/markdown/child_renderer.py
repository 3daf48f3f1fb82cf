"""Draw formulas and diagrams in child processes, one at a time, and keep the results."""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import asdict
from importlib.util import find_spec
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import QCoreApplication, QObject, Signal

from deskpet.processes.child_kinds import ChildKind

if TYPE_CHECKING:
    from deskpet.processes.line_process import LineProcess

logger = logging.getLogger(__name__)

RequestT = TypeVar("RequestT", bound=Hashable)
DrawnT = TypeVar("DrawnT")


class ChildRenderer(QObject, Generic[RequestT, DrawnT]):
    """Draws in the background. Without the optional libraries, or if one can't draw it, everything stays source.

    is_available: whether the libraries were there when they were last looked for.

    _finished: Emitted by the working thread with a request and its result or None.
    """

    _finished = Signal(object, object)

    def __init__(
        self,
        kind: ChildKind,
        module: str,
        libraries: tuple[str, ...],
        read: Callable[[str], DrawnT | None],
        most_kept: int,
    ) -> None:
        """Create one for requests that are dataclasses.

        module: that of the child. libraries: the modules that it needs. read: makes the result of a reply.
        """
        super().__init__(QCoreApplication.instance())
        self._kind, self._module, self._read, self._most_kept = kind, module, read, most_kept
        self._libraries = libraries
        self.is_available = False
        self.find_libraries()
        self._kept: OrderedDict[RequestT, DrawnT | None] = OrderedDict()
        self._waiting: dict[RequestT, list[Callable[[DrawnT | None], None]]] = {}
        self._queue: SimpleQueue[RequestT] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._finished.connect(self._on_finished)

    def find_libraries(self) -> bool:
        """Look for the libraries, which may be added while the program runs, and return whether they are there."""
        self.is_available = self.is_available or all(find_spec(each) is not None for each in self._libraries)
        return self.is_available

    def render(self, request: RequestT, done: Callable[[DrawnT | None], None]) -> None:
        """Call `done` with the result, at once if it is kept; with None if it can't be drawn."""
        if not self.find_libraries() or request in self._kept:
            done(self._kept.get(request))
            return
        if request not in self._waiting:
            self._waiting[request] = []
            self._queue.put(request)
        self._waiting[request].append(done)
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, daemon=True, name=self._kind.name)
            self._thread.start()

    def _work(self) -> None:
        """Draw until the program ends, one at a time."""
        process: LineProcess | None = None
        while True:
            request, seconds = self._queue.get(), self._kind.seconds
            # Without a reply it was killed, or it crashed; the next request gets a new process.
            if process is None or process.is_closed:
                # The first one includes the import of the library.
                process, seconds = self._started_process(), self._kind.start_seconds
            message: Any = request
            reply = process.ask(asdict(message), seconds) if process else None
            self._finished.emit(request, self._read(str(reply.get("result", ""))) if reply else None)

    def _started_process(self) -> "LineProcess | None":
        from deskpet.processes.line_process import LineProcess

        process = LineProcess(self._kind, self._module, lambda _: None, idle_seconds=self._kind.idle_seconds)
        try:
            process.start()
        except OSError:
            logger.exception("%s stay source: no process can be started", self._kind.name)
            return None
        return process

    def _on_finished(self, request: RequestT, drawn: DrawnT | None) -> None:
        self._kept[request] = drawn
        if len(self._kept) > self._most_kept:
            self._kept.popitem(last=False)
        for done in self._waiting.pop(request, ()):
            done(drawn)
