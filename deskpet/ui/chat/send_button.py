"""Button of the composer that sends a message, or stops the answer."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from deskpet.translation import tr
from deskpet.ui.widgets import icons, language, theme
from deskpet.ui.widgets.icons import IconButton

BUTTON = 34  # the side of the composer's buttons, in logical pixels


class SendButton(IconButton):
    """The coloured disc that sends a message, or stops the answer."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("send", "", parent, BUTTON)
        self._is_busy = False
        language.keep_translated(self, self._retranslate)

    def _scale_with_text(self) -> None:
        super()._scale_with_text()
        # Not smaller with smaller text: the round ends of the composer would not fit, and Qt would draw none.
        side = max(self.width(), BUTTON)
        self.setFixedSize(side, side)

    def set_busy(self, busy: bool) -> None:
        self._is_busy = busy
        self._retranslate()

    def _retranslate(self) -> None:
        busy = self._is_busy
        self.setProperty("state", "running" if busy else "idle")
        self.set_icon("stop" if busy else "send", tr("Stop (Esc)" if busy else "Send (Enter)"))
        # The shortcut is in the tooltip only.
        self.setAccessibleName(tr("Stop" if busy else "Send"))

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        hot = "accent_pressed" if self.isDown() else "accent_hover" if self.underMouse() else "accent"
        painter.setBrush(look.colour(hot if self.isEnabled() else "accent_soft"))
        painter.drawEllipse(self.rect())
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(look.colour("text"))
            painter.drawEllipse(self.rect().adjusted(1, 1, -2, -2))
        role = "on_accent" if self.isEnabled() else "faint"
        margin = round(self.width() * 8 / BUTTON)
        icons.paint(painter, self._icon, role, QRectF(self.rect()).adjusted(margin, margin, -margin, -margin))
