"""Scrolling in the transcript: smooth scrolling, auto-scroll while selecting, and the button that leads elsewhere."""

from PySide6.QtCore import QObject, QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtWidgets import QAbstractScrollArea, QPushButton, QScrollBar, QWidget

from deskpet.translation import tr
from deskpet.ui.blocks.message_selection import MessageSelection
from deskpet.ui.widgets import icons, language, theme
from deskpet.ui.widgets.animation import ValueAnimation

# Scroll step per frame while selecting beyond an edge: share of the distance to the pointer, and maximum in pixels.
_STEP_RATIO, _MAX_STEP = 0.2, 60
# Distance of the button from the lower edge and from the action bar, in logical pixels.
_EDGE = 8
# In a narrower transcript, in logical pixels, the button's text would cover a message's action bar.
_MIN_WIDTH_FOR_TEXT = 520


class SmoothScroll(ValueAnimation):
    """Animates a scroll bar's value."""

    def __init__(self, bar: QScrollBar) -> None:
        super().__init__(bar, lambda value: bar.setValue(round(value)), theme.SOFT)
        self._bar = bar

    @property
    def target(self) -> int:
        """Target value of the running animation, else the present value."""
        return int(self.endValue()) if self.is_running else self._bar.value()

    def to(self, value: float) -> None:
        """Scroll from the present value to `value`, clamped to the bar's range."""
        self.value = self._bar.value()
        super().to(max(0, min(round(value), self._bar.maximum())))


class DragScroll(QObject):
    """Scrolls while the user drags a selection beyond the viewport's edge."""

    def __init__(self, area: QAbstractScrollArea) -> None:
        super().__init__(area)
        self._area = area
        self._selection: MessageSelection | None = None
        self._timer = QTimer(self, interval=theme.FRAME)
        self._timer.timeout.connect(self._step)

    def follow(self, selection: MessageSelection) -> None:
        """Start scrolling if the pointer of this selection is beyond an edge."""
        self._selection = selection
        # Restarting the timer at each pointer move would delay the next step.
        if self._overshoot() and not self._timer.isActive():
            self._timer.start()

    def stop(self) -> None:
        self._selection = None
        self._timer.stop()

    def _overshoot(self) -> int:
        """Return the pointer's distance below the lower edge in logical pixels; negative above the upper edge."""
        if self._selection is None or self._selection.pointer is None:
            return 0
        view = self._area.viewport()
        y = view.mapFromGlobal(self._selection.pointer).y()
        return y if y < 0 else max(y - view.height(), 0)

    def _step(self) -> None:
        overshoot, bar = self._overshoot(), self._area.verticalScrollBar()
        if not overshoot or not self._selection:
            self._timer.stop()
            return
        step = min(max(abs(overshoot) * _STEP_RATIO, 2), _MAX_STEP)
        bar.setValue(bar.value() + round(step if overshoot > 0 else -step))
        self._selection.extend_again()


class LatestPill(theme.FollowsStyle, QPushButton):
    """Floating button that scrolls to the end of the conversation, or to a question that is out of view."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent_widget = parent
        self.setObjectName("jump")
        self._asks = False
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        # The keyboard equivalent is the End key.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setIconSize(QSize(14, 14))
        self.hide()
        self.on_style_changed()
        language.keep_translated(self, self._retranslate)

    def _retranslate(self) -> None:
        latest = "" if self.property("bare") else tr("Latest")
        self.setText(tr("A question waits for you") if self._asks else latest)
        self.setAccessibleName(tr("Show the question") if self._asks else tr("Jump to the latest message"))

    def place(self, *, shown: bool, avoid: QRect, asks: bool = False) -> None:
        """Show the button centred at the parent's lower edge, or hide it; without text in a narrow parent.

        avoid: a rectangle of the parent that is not to be covered; the button is moved above it. asks: whether it
        leads to a question, which it always says.
        """
        if asks != self._asks:
            self._asks = asks
            self._retranslate()
            self.on_style_changed()
        self.setVisible(shown)
        if not shown:
            return
        room = self._parent_widget.rect()
        if (is_bare := room.width() < _MIN_WIDTH_FOR_TEXT and not asks) != self.property("bare"):
            theme.restyle(self, bare=is_bare)
            self._retranslate()
        place = QRect(QPoint(), self.sizeHint())
        place.moveCenter(room.center())
        place.moveBottom(room.bottom() - _EDGE)
        if place.intersects(avoid):
            place.moveBottom(avoid.top() - _EDGE)
        self.setGeometry(place)

    def on_style_changed(self) -> None:
        self.setIcon(
            icons.pixmap("ask" if self._asks else "down", theme.current().accent, 14, self.devicePixelRatioF())
        )
