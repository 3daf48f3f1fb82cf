"""How a reader gets about in a conversation: the bar glides, a selection takes it along, a pill leads to the end."""

from PySide6.QtCore import QEasingCurve, QEvent, QObject, QPoint, QPropertyAnimation, QRect, QSize, Qt, QTimer
from PySide6.QtWidgets import QAbstractScrollArea, QPushButton, QScrollBar, QWidget

from deskpet.ui.blocks.message_selection import MessageSelection
from deskpet.ui.widgets import animation, icons, language, theme
from deskpet.words import tr

# While a selection is drawn beyond an edge: this part of the way to the pointer in a frame, no more than that.
_REACH, _FASTEST = 0.2, 60
# In less room the pill's word would stand over the bar of what can be done with a message.
_ROOMY = 520


class SmoothScroll(QObject):
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
        self._animation.setDuration(animation.duration(theme.SOFT))
        self._animation.setStartValue(self._bar.value())
        self._animation.setEndValue(max(0, min(round(value), self._bar.maximum())))
        self._animation.start()


class DragScroll(QObject):
    """Scrolls on while a selection is drawn beyond the edge of what is seen."""

    def __init__(self, area: QAbstractScrollArea) -> None:
        super().__init__(area)
        self._area = area
        self._reading: MessageSelection | None = None
        self._timer = QTimer(self, interval=theme.FRAME)
        self._timer.timeout.connect(self._step)

    def follow(self, reading: MessageSelection) -> None:
        """A selection of `reading` is being drawn, perhaps."""
        self._reading = reading
        # A pointer that goes on moving must not put the next step off.
        if self._beyond() and not self._timer.isActive():
            self._timer.start()

    def stop(self) -> None:
        self._reading = None
        self._timer.stop()

    def _beyond(self) -> int:
        """How far the pointer is below the lower edge; negative: above the upper one."""
        if self._reading is None or self._reading.spot is None:
            return 0
        view = self._area.viewport()
        y = view.mapFromGlobal(self._reading.spot).y()
        return y if y < 0 else max(y - view.height(), 0)

    def _step(self) -> None:
        beyond, bar = self._beyond(), self._area.verticalScrollBar()
        if not beyond or not self._reading:
            self._timer.stop()
            return
        way = min(max(abs(beyond) * _REACH, 2), _FASTEST)
        bar.setValue(bar.value() + round(way if beyond > 0 else -way))
        self._reading.go_on()


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

    def _set_bare(self, bare: bool) -> None:
        if bare != self.property("bare"):
            self.setProperty("bare", bare)
            self._say()
            self.style().polish(self)

    def _say(self) -> None:
        self.setText("" if self.property("bare") else tr("Latest"))
        self.setAccessibleName(tr("Jump to the latest message"))

    def place(self, *, shown: bool) -> None:
        """Come, or go; in the middle of the parent's lower edge. Where that is narrow, without a word."""
        if not shown:
            self.hide()
            return
        self.show()
        room = self._around.rect()
        self._set_bare(room.width() < _ROOMY)
        place = QRect(QPoint(), self.sizeHint())
        place.moveCenter(room.center())
        place.moveBottom(room.bottom() - 8)
        self.setGeometry(place)

    def _tint(self) -> None:
        self.setIcon(icons.pixmap("down", theme.current().accent, 14, self.devicePixelRatioF()))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.StyleChange:
            self._tint()
        super().changeEvent(event)
