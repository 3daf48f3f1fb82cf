"""How a reader gets about in the conversation: the bar's value glides, and a pill leads back to the end."""

from PySide6.QtCore import QEasingCurve, QEvent, QObject, QPoint, QPropertyAnimation, QRect, QSize, Qt
from PySide6.QtWidgets import QPushButton, QScrollBar, QWidget

from deskpet.ui import icons, language, theme
from deskpet.words import tr


class Glide(QObject):
    """Moves a scroll bar softly."""

    def __init__(self, bar: QScrollBar) -> None:
        super().__init__(bar)
        self._bar = bar
        self._animation = QPropertyAnimation(bar, b"value", self)
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)

    @property
    def is_running(self) -> bool:
        return self._animation.state() == QPropertyAnimation.State.Running

    @property
    def end(self) -> int:
        """Where it leads; while it stands still, where it stands."""
        return int(self._animation.endValue()) if self.is_running else self._bar.value()

    def to(self, value: float) -> None:
        """Go there, from wherever the bar is now."""
        self._animation.stop()
        self._animation.setDuration(theme.SOFT)
        self._animation.setStartValue(self._bar.value())
        self._animation.setEndValue(max(0, min(round(value), self._bar.maximum())))
        self._animation.start()


class LatestPill(QPushButton):
    """Leads back to the end of a conversation; it floats above its lower edge."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._around = parent
        self.setObjectName("jump")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        # It comes and goes; the keyboard has the End key.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setIconSize(QSize(14, 14))
        self.hide()
        self._tint()
        language.say(self, self._say)

    def _say(self) -> None:
        self.setText(tr("Latest"))
        self.setAccessibleName(tr("Jump to the latest message"))

    def place(self, *, shown: bool) -> None:
        """Come, or go; in the middle of the parent's lower edge."""
        self.setVisible(shown)
        place, room = QRect(QPoint(), self.sizeHint()), self._around.rect()
        place.moveCenter(room.center())
        place.moveBottom(room.bottom() - 8)
        self.setGeometry(place)

    def _tint(self) -> None:
        self.setIcon(icons.pixmap("down", theme.current().accent, 14, self.devicePixelRatioF()))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.StyleChange:
            self._tint()
        super().changeEvent(event)
