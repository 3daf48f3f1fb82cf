"""Button of the composer that opens the microphone while it is held, or by a click."""

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from deskpet.translation import tr
from deskpet.ui.widgets import language
from deskpet.ui.widgets.icons import IconButton


class TalkButton(IconButton):
    """Push-to-talk button. It stays pressed until the mouse button is released, wherever the pointer moves."""

    def __init__(self, parent: QWidget, side: int) -> None:
        """side: in logical pixels at the normal text size."""
        super().__init__("microphone", "", parent, side)
        self._is_hands_free = False
        self.hide()
        language.keep_translated(self, self._retranslate)

    def show_mode(self, *, is_hands_free: bool) -> None:
        """Set what a click does: open the microphone for one utterance, or until the next click."""
        self._is_hands_free = is_hands_free
        self._retranslate()

    def set_on(self, on: bool) -> None:
        """Show whether the microphone is open."""
        super().set_on(on)
        self._retranslate()

    def hitButton(self, pos: QPoint) -> bool:
        # The pointer may leave the button while the user talks.
        return self.isDown() or super().hitButton(pos)

    def _retranslate(self) -> None:
        if self._is_on:
            label = tr("Stop listening (Esc)")
        else:
            label = tr("Let her listen") if self._is_hands_free else tr("Hold to talk, or click")
        self.set_icon("microphone", label)
