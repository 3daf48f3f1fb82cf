"""The window's behavior on the desktop: full-screen windows, screen lock, covering windows and the global shortcut."""

import logging
import sys
from functools import partial

from PySide6.QtCore import QObject, QRect, QTimer, Signal

from deskpet.config.character_look import CharacterLook
from deskpet.translation import tr
from deskpet.ui.pet.still_window import StillWindow
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform import x11
from deskpet.ui.platform.fullscreen import FullScreenWatcher
from deskpet.ui.platform.global_shortcut import GlobalShortcut, ShortcutError

# Delay in ms after an event: mapping, unmapping or resizing a window causes several.
SETTLE_MS = 60
# The value of _NET_WM_DESKTOP for all desktops, and of _NET_WM_WINDOW_OPACITY for opaque.
_ALL_BITS = 0xFFFFFFFF

log = logging.getLogger(__name__)


class OcclusionWatch(QObject):
    """Watches the windows above a window. Driven by X11 events only, without polling.

    changed: Emitted with whether the window is now covered.
    """

    changed = Signal(bool)

    def __init__(self, window: StillWindow) -> None:
        super().__init__(window)
        self._window, self._is_covered = window, False
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self._check)
        self._server: x11.XConnection | None = None
        self._watched: set[int] = set()
        try:
            self._server = x11.XConnection() if x11.is_x11() else None
        except OSError as error:
            log.warning("covering windows can't be watched: %s", error)
        if self._server is not None:
            self._listener = x11.EventListener(self._server, self._on_events, self)
            self._server.watch(self._server.root)
            window.moved.connect(self._settle.start)
            window.shown.connect(self._settle.start)
            self._settle.start()

    def stop(self) -> None:
        """Stop watching."""
        self._settle.stop()
        if self._server is not None:
            self._listener.close()
            self._server = None

    def _on_events(self, events: list[x11.Event]) -> None:
        # Frequent events, such as a clock in a window title, must not put off the check.
        if not self._settle.isActive():
            self._settle.start()

    def _check(self) -> None:
        if self._server is None:
            return
        us = int(self._window.winId())
        # The windows above ours, by the Extended Window Manager Hints; none if ours is not in the list.
        stack = self._server.values(self._server.root, "_NET_CLIENT_LIST_STACKING")
        above, box = stack[stack.index(us) + 1 :] if us in stack else (), self._server.geometry(us)
        for window in above:
            if window not in self._watched:
                self._server.watch(window, structure=True)
        self._watched = set(above)
        is_covered = any(_covers(self._server, window, box) for window in above)
        if is_covered != self._is_covered:
            self._is_covered = is_covered
            self.changed.emit(is_covered)


def _covers(server: x11.XConnection, window: int, box: QRect) -> bool:
    """Return whether a window hides `box`, a part of the desktop in physical pixels, completely."""
    geometry = server.geometry(window)
    if box.isEmpty() or not geometry.contains(box) or not server.is_seen(window):
        return False
    if server.atom("_NET_WM_STATE_HIDDEN") in server.values(window, "_NET_WM_STATE"):
        return False
    desktop, shown = server.values(window, "_NET_WM_DESKTOP"), server.values(server.root, "_NET_CURRENT_DESKTOP")
    if desktop and shown and desktop[0] not in (_ALL_BITS, shown[0]):
        return False
    return _is_opaque(server, window, box.translated(-geometry.topLeft())) and not server.is_shaped(window)


def _is_opaque(server: x11.XConnection, window: int, part: QRect) -> bool:
    """Return whether `part` of a window, in the window's coordinates, is fully opaque."""
    opacity = server.values(window, "_NET_WM_WINDOW_OPACITY")
    if opacity and opacity[0] != _ALL_BITS:
        return False
    if not server.has_alpha(window):
        return True
    region = server.values(window, "_NET_WM_OPAQUE_REGION")
    return any(QRect(*region[at : at + 4]).contains(part) for at in range(0, len(region) - 3, 4))


class DesktopBehavior(QObject):
    """Connects a visible window to events of the desktop.

    troubled: Emitted with an error message when the shortcut can't be grabbed.
    summoned: Emitted when the shortcut is pressed.
    """

    troubled = Signal(str)
    summoned = Signal()

    def __init__(self, window: PetWindow) -> None:
        super().__init__(window)
        self._full_screen, self.shortcut = FullScreenWatcher(window), GlobalShortcut("chat", tr("Chat"), self)
        self._full_screen.filled.connect(window.step_aside)
        self._window, self._hidden_by = window, dict[str, bool]()
        self._occlusion = OcclusionWatch(window)
        self._occlusion.changed.connect(partial(self._rest, "covered"))
        self.shortcut.pressed.connect(self.summoned)
        window.menu.call_requested.connect(window.call)
        self._keys = ""
        if sys.platform == "linux":
            # Imported late: QtDBus is not needed before the character is on screen.
            from deskpet.ui.platform.session_end import SessionLock

            SessionLock(parent=self).changed.connect(partial(self._rest, "locked"))

    def apply(self, look: CharacterLook) -> None:
        """Apply the behavior settings of a look."""
        self._full_screen.watch(look.hide_for_full_screen)
        if look.call_shortcut != self._keys:
            self._keys = look.call_shortcut
            try:
                self.shortcut.grab(look.call_shortcut)
            except ShortcutError as error:
                # A missing platform feature can't be fixed by the user: don't report it at each start.
                if not error.is_platform:
                    self.troubled.emit(str(error))

    def stop(self) -> None:
        """Release the shortcut and stop watching the desktop."""
        self.shortcut.release()
        self._full_screen.watch(False)
        self._occlusion.stop()

    def _rest(self, reason: str, is_hidden: bool) -> None:
        self._hidden_by[reason] = is_hidden
        self._window.living_model.rest(any(self._hidden_by.values()))
