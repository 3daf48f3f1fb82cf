"""Parts of the composer for the microphone: the button that opens it, and the row that shows that it is open."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QHBoxLayout, QWidget

from deskpet.features.listening.ui.level_meter import LevelMeter
from deskpet.translation import tr
from deskpet.ui.chat.composer import ComposerRow
from deskpet.ui.widgets import language, theme
from deskpet.ui.widgets.form import text_label
from deskpet.ui.widgets.icons import Icon, IconButton

_ICON, _BUTTON = 16, 24


class ListeningStrip(ComposerRow):
    """The level of the open microphone, what happens, and a button that cancels; hidden until `show_state` has a text.

    cancelled: Emitted by the button.
    """

    accessible_role = QAccessible.Role.Notification

    cancelled = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("listening_strip")
        self.meter = LevelMeter()
        self._state = ""
        self._label = text_label("", "listening_state")
        self._label.setWordWrap(False)
        self._cancel = IconButton("close", "", size=_BUTTON)
        self._cancel.setObjectName("cancel_listening")
        self._cancel.clicked.connect(self.cancelled)
        line = QHBoxLayout(self)
        line.setContentsMargins(9, 3, 3, 3)
        line.setSpacing(theme.S2)
        line.addWidget(Icon("microphone", "accent", _ICON), 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self._label, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self.meter, 1, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self._cancel, 0, Qt.AlignmentFlag.AlignVCenter)
        self.hide()
        language.keep_translated(self, self._retranslate)

    @property
    def text(self) -> str:
        """The words beside the meter."""
        return self._label.text()

    def show_state(self, state: str) -> None:
        """Show a state by its English name, and the meter beside it; an empty one hides the row."""
        was_shown, self._state = bool(self._state), state
        self._retranslate()
        if bool(state) != was_shown:
            self.meter.clear()
            self.setVisible(bool(state))
            self.resized.emit()

    def _retranslate(self) -> None:
        self._label.setText(tr(self._state) if self._state else "")
        self.setAccessibleName(self._label.text())
        self._cancel.set_icon("close", tr("Stop listening (Esc)"))


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
