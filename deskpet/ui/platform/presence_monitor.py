"""Ask the system every 30 s whether the user can be spoken to, while somebody wants to know."""

import sys
from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QWindow

from deskpet.ui.platform import event_loop
from deskpet.ui.platform.user_presence import UserPresence

POLL_MS = 30_000

Look = Callable[[bool], Coroutine[Any, Any, UserPresence]]
"""Returns the user's presence now: all of it, or only the idle time, which costs little."""


class PresenceMonitor(QObject):
    """Looks for the user. Nothing is asked and no timer runs until `watch`.

    looked: Emitted with the UserPresence of this moment.
    """

    looked = Signal(object)

    def __init__(self, look: Look, needs_all: Callable[[], bool], parent: QObject | None = None) -> None:
        """needs_all: returns whether more than the idle time matters now."""
        super().__init__(parent)
        self._look, self._needs_all, self._is_looking = look, needs_all, False
        self._timer = QTimer(self, interval=POLL_MS)
        self._timer.timeout.connect(self.look_now)

    @property
    def is_watching(self) -> bool:
        """Whether the system is asked."""
        return self._timer.isActive()

    def watch(self, is_wanted: bool) -> None:
        """Start or stop to ask; the first time at once."""
        if is_wanted and not self.is_watching:
            self._timer.start()
            self.look_now()
        elif not is_wanted:
            self._timer.stop()

    def look_now(self) -> None:
        """Ask the system, unless it is being asked."""
        if not self._is_looking:
            self._is_looking = True
            event_loop.spawn(self._report())

    async def _report(self) -> None:
        try:
            presence = await self._look(self._needs_all())
        finally:
            self._is_looking = False
        if self.is_watching:
            self.looked.emit(presence)


def system_probe(window: QWindow) -> Look:
    """Return what asks this system. `window`: the character's."""

    async def look(everything: bool) -> UserPresence:
        if sys.platform == "win32":
            from deskpet.ui.platform import presence_windows

            idle = presence_windows.idle_seconds
            return presence_windows.look(window) if everything else UserPresence(idle_seconds=idle())
        if sys.platform == "darwin":
            from deskpet.ui.platform import presence_macos

            return presence_macos.look() if everything else UserPresence(idle_seconds=presence_macos.idle_seconds())
        from deskpet.ui.platform import presence_linux

        if everything:
            return await presence_linux.look(window)
        return UserPresence(idle_seconds=await presence_linux.idle_seconds())

    return look
