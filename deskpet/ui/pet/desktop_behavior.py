"""The window's behavior on the desktop: full-screen windows, screen lock, covering windows and the global shortcut."""

import sys

from PySide6.QtCore import QObject, Signal

from deskpet.config.character_look import CharacterLook
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.pet.window_occlusion import OcclusionWatch
from deskpet.ui.platform.fullscreen import FullScreenWatcher
from deskpet.ui.platform.global_shortcut import GlobalShortcut, ShortcutError


class DesktopBehavior(QObject):
    """Connects a visible window to events of the desktop.

    troubled: Emitted with an error message when the shortcut can't be grabbed.
    summoned: Emitted when the shortcut is pressed.
    """

    troubled = Signal(str)
    summoned = Signal()

    def __init__(self, window: PetWindow) -> None:
        super().__init__(window)
        self._full_screen, self.shortcut = FullScreenWatcher(window), GlobalShortcut(self)
        self._full_screen.filled.connect(window.step_aside)
        self._window, self._is_locked, self._is_covered = window, False, False
        self._occlusion = OcclusionWatch(window)
        self._occlusion.changed.connect(self._on_covered)
        self.shortcut.pressed.connect(self.summoned)
        window.menu.call_requested.connect(window.call)
        self._keys = ""
        if sys.platform == "linux":
            # Imported late: QtDBus is not needed before the character is on screen.
            from deskpet.ui.platform.session_lock import SessionLock

            SessionLock(parent=self).changed.connect(self._on_locked)

    def apply(self, look: CharacterLook) -> None:
        """Apply the behavior settings of a look."""
        self._full_screen.watch(look.hide_for_full_screen)
        if look.call_shortcut != self._keys:
            self._keys = look.call_shortcut
            self._grab(look.call_shortcut)

    def stop(self) -> None:
        """Release the shortcut and stop watching the desktop."""
        self.shortcut.release()
        self._full_screen.watch(False)
        self._occlusion.stop()

    def _on_locked(self, is_locked: bool) -> None:
        self._is_locked = is_locked
        self._window.rest(self._is_locked or self._is_covered)

    def _on_covered(self, is_covered: bool) -> None:
        self._is_covered = is_covered
        self._window.rest(self._is_locked or self._is_covered)

    def _grab(self, keys: str) -> None:
        try:
            self.shortcut.grab(keys)
        except ShortcutError as error:
            # A missing platform feature can't be fixed by the user: don't report it at each start.
            if not error.is_platform:
                self.troubled.emit(str(error))
