"""Button of the composer that opens the microphone: held to talk, or clicked."""

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from deskpet.ui.widgets import language
from deskpet.ui.widgets.icons import IconButton
from deskpet.words import tr


class TalkButton(IconButton):
    """`pressed` and `released` tell how long it is held, wherever the pointer moves meanwhile."""

    def __init__(self, parent: QWidget, side: int) -> None:
        """side: in logical pixels at the normal text size."""
        super().__init__("microphone", "", parent, side)
        self._is_hands_free = False
        self.hide()
        language.keep_translated(self, self._retranslate)

    def show_mode(self, *, is_hands_free: bool) -> None:
        """Tell what a click does: it opens the microphone for one utterance, or until the next click."""
        self._is_hands_free = is_hands_free
        self._retranslate()

    def set_on(self, on: bool) -> None:
        """Show whether the microphone is open."""
        super().set_on(on)
        self._retranslate()

    def hitButton(self, pos: QPoint) -> bool:
        # A hand that moves while it talks does not let go.
        return self.isDown() or super().hitButton(pos)

    def _retranslate(self) -> None:
        if self._is_on:
            label = tr("Stop listening (Esc)")
        else:
            label = tr("Let her listen") if self._is_hands_free else tr("Hold to talk, or click")
        self.set_icon("microphone", label)
