"""Limit how often the progress of a tool becomes an event."""

import asyncio
from collections.abc import Callable

from pydantic import JsonValue

from deskpet.chat.messages import Progress

PROGRESS_SECONDS = 0.05
"""Minimum interval between two progress events of a tool, in seconds."""


class ProgressThrottle:
    """Emits the progress of one tool at most once per PROGRESS_SECONDS; between two events the latest report wins."""

    def __init__(self, emit: Callable[[Progress], None]) -> None:
        self._emit = emit
        self._pending: Progress | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._is_closed = False
        self._loop = asyncio.get_running_loop()

    def report(self, fraction: float | None, words: str = "", output: JsonValue = None) -> None:
        """Report progress as `Report` describes."""
        if self._is_closed:
            # A thread goes on after its call timed out.
            return
        bounded = None if fraction is None else min(max(fraction, 0.0), 1.0)
        self._pending = Progress(bounded, words, output)
        if self._timer is None:
            self._emit_pending()

    def close(self) -> None:
        """Stop the timer; a report that still waits or comes later is dropped, because the tool has ended."""
        self._is_closed = True
        if self._timer:
            self._timer.cancel()

    def _emit_pending(self) -> None:
        self._timer = None
        if self._pending:
            self._emit(self._pending)
            self._pending = None
            self._timer = self._loop.call_later(PROGRESS_SECONDS, self._emit_pending)
