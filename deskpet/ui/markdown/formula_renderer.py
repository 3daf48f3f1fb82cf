"""Set formulas in a child process, one at a time, and keep the results."""

import logging
import re
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from importlib.util import find_spec
from queue import SimpleQueue
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal

from deskpet.processes.child_kinds import FORMULA

if TYPE_CHECKING:
    from deskpet.processes.line_process import LineProcess

logger = logging.getLogger(__name__)

# Longer formulas stay source.
MAX_LENGTH = 1_000
_MAX_KEPT = 512
_DELIMITERS = (("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)"), ("$", "$"))
DISPLAYED = ("$$", "\\[")
"""The opening delimiters of formulas in a paragraph of their own."""
_PRICE = re.compile(r"\d[\d.,]*\s+[^\W\d_]{2,}")
_VIEW_BOX = re.compile(r'viewBox="([-\d.e]+) ([-\d.e]+) ([-\d.e]+) ([-\d.e]+)"')


@dataclass(frozen=True, slots=True)
class Request:
    """A formula without its delimiters; `size` is its font size in pixels."""

    latex: str
    size: int
    is_inline: bool


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that is set: its SVG in black, and its extents in pixels around the baseline."""

    svg: str
    width: float
    ascent: float
    descent: float


def request_of(source: str, size: int) -> Request | None:
    """Return the request for a formula with its delimiters; None for prices such as `$5 and 10$`, and long ones."""
    for opening, closing in _DELIMITERS:
        if source.startswith(opening) and source.endswith(closing):
            latex = source[len(opening) : -len(closing)].strip()
            if not latex or len(latex) > MAX_LENGTH or (opening == "$" and _PRICE.match(latex)):
                return None
            return Request(latex, size, opening not in DISPLAYED)
    return None


class FormulaRenderer(QObject):
    """Sets formulas in the background. Without the optional library every formula stays source.

    _finished: Emitted by the working thread with a Request and its Formula or None.
    """

    _finished = Signal(object, object)

    def __init__(self) -> None:
        super().__init__(QCoreApplication.instance())
        self._is_available = find_spec("ziamath") is not None
        self._kept: OrderedDict[Request, Formula | None] = OrderedDict()
        self._waiting: dict[Request, list[Callable[[Formula | None], None]]] = {}
        self._queue: SimpleQueue[Request] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._finished.connect(self._on_finished)

    def render(self, request: Request, done: Callable[[Formula | None], None]) -> None:
        """Call `done` with the formula, at once if it is kept; with None if it can't be set."""
        if not self._is_available or request in self._kept:
            done(self._kept.get(request))
            return
        if request not in self._waiting:
            self._waiting[request] = []
            self._queue.put(request)
        self._waiting[request].append(done)
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, daemon=True, name="formulas")
            self._thread.start()

    def _work(self) -> None:
        """Set formulas until the program ends, one at a time."""
        process: LineProcess | None = None
        while True:
            request, seconds = self._queue.get(), FORMULA.seconds
            # Without a reply it was killed, or it crashed; the next formula gets a new process.
            if process is None or process.is_closed:
                # The first formula includes the import of the library.
                process, seconds = _started_process(), FORMULA.start_seconds
            reply = process.ask(asdict(request), seconds) if process else None
            self._finished.emit(request, _formula(str(reply.get("result", ""))) if reply else None)

    def _on_finished(self, request: Request, formula: Formula | None) -> None:
        self._kept[request] = formula
        if len(self._kept) > _MAX_KEPT:
            self._kept.popitem(last=False)
        for done in self._waiting.pop(request, ()):
            done(formula)


@cache
def formula_renderer() -> FormulaRenderer:
    """Return the program's renderer."""
    return FormulaRenderer()


def _started_process() -> "LineProcess | None":
    from deskpet.processes.line_process import LineProcess

    process = LineProcess(
        FORMULA, "deskpet.ui.markdown.formula_process", lambda _: None, idle_seconds=FORMULA.idle_seconds
    )
    try:
        process.start()
    except OSError:
        logger.exception("formulas stay source: no process can be started")
        return None
    return process


def _formula(svg: str) -> Formula | None:
    found = _VIEW_BOX.search(svg[:400])
    if not found:
        return None
    # The baseline is at y = 0.
    _, top, width, height = map(float, found.groups())
    return Formula(svg, width, max(-top, 0.0), max(height + top, 0.0))
