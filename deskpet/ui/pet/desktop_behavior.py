"""How the window minds the rest of the desktop: it makes room, rests where it is not seen, and comes when called."""

import sys

from PySide6.QtCore import QObject, Signal

from deskpet.ui.pet.saved_look import CharacterLook
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.pet.window_occlusion import OcclusionWatch
from deskpet.ui.platform.fullscreen import FullScreen
from deskpet.ui.platform.global_shortcut import GlobalShortcut, ShortcutError


class DesktopBehavior(QObject):
    """Looks after a window from the moment it is on screen.

    troubled: something that the settings ask for can't be had, and why.
    """

    troubled = Signal(str)

    def __init__(self, window: PetWindow) -> None:
        super().__init__(window)
        self._full_screen, self.shortcut = FullScreen(window), GlobalShortcut(self)
        self._full_screen.filled.connect(window.step_aside)
        self._window, self._is_locked, self._is_covered = window, False, False
        self._covered = OcclusionWatch(window)
        self._covered.changed.connect(self._rest_covered)
        self.shortcut.pressed.connect(window.call)
        window.menu.call_requested.connect(window.call)
        self._wished = ""
        if sys.platform == "linux":
            # Not read before the character is on screen.
            from deskpet.ui.platform.session_lock import SessionLock

            SessionLock(parent=self).changed.connect(self._rest_locked)

    def wear(self, look: CharacterLook) -> None:
        """Behave like this from now on."""
        self._full_screen.watch(look.hide_for_full_screen)
        if look.call_shortcut != self._wished:
            self._wished = look.call_shortcut
            self._listen_to(look.call_shortcut)

    def stop(self) -> None:
        """Leave the keys to others, and watch nothing any more."""
        self.shortcut.release()
        self._full_screen.watch(False)
        self._covered.stop()

    def _rest_locked(self, is_locked: bool) -> None:
        self._is_locked = is_locked
        self._window.rest(self._is_locked or self._is_covered)

    def _rest_covered(self, is_covered: bool) -> None:
        self._is_covered = is_covered
        self._window.rest(self._is_locked or self._is_covered)

    def _listen_to(self, keys: str) -> None:
        try:
            self.shortcut.grab(keys)
        except ShortcutError as error:
            # Nobody can do anything about the platform at each start.
            if not error.is_platform:
                self.troubled.emit(str(error))
