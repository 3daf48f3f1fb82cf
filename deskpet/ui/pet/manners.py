"""How the window minds the rest of the desktop: it makes room, rests behind a lock, and comes when it is called."""

import sys

from PySide6.QtCore import QObject, Signal

from deskpet.ui.pet.fullscreen import FullScreen
from deskpet.ui.pet.look import Look
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.shortcut import Shortcut, ShortcutError


class Manners(QObject):
    """Looks after a window from the moment it is on screen.

    troubled: something that the settings ask for can't be had, and why.
    """

    troubled = Signal(str)

    def __init__(self, window: PetWindow) -> None:
        super().__init__(window)
        self._full_screen, self.shortcut = FullScreen(window), Shortcut(self)
        self._full_screen.filled.connect(window.step_aside)
        self.shortcut.pressed.connect(window.call)
        window.menu.call_requested.connect(window.call)
        self._wished = ""
        if sys.platform == "linux":
            # Not read before the character is on screen.
            from deskpet.ui.pet.session_lock import SessionLock

            SessionLock(parent=self).changed.connect(window.rest)

    def wear(self, look: Look) -> None:
        """Behave like this from now on."""
        self._full_screen.watch(look.hide_for_full_screen)
        if look.call_shortcut != self._wished:
            self._wished = look.call_shortcut
            self._listen_to(look.call_shortcut)

    def stop(self) -> None:
        """Leave the keys to others, and watch nothing any more."""
        self.shortcut.release()
        self._full_screen.watch(False)

    def _listen_to(self, keys: str) -> None:
        try:
            self.shortcut.grab(keys)
        except ShortcutError as error:
            # Nobody can do anything about the platform at each start.
            if not error.is_platform:
                self.troubled.emit(str(error))
