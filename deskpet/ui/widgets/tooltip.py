"""What a control or a part of it is for, in a small round label below it, while the pointer rests there."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget
from shiboken6 import isValid

from deskpet.ui.platform import x11
from deskpet.ui.widgets import shadow, theme
from deskpet.ui.widgets.fade_animation import FadeAnimation

SHOWN_MS = 8000
WIDEST = 320
_EDGE, _GAP = 8, 5  # for its shadow, and between it and what it tells about
_ENDS = {
    QEvent.Type.Leave,
    QEvent.Type.Hide,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.KeyPress,
    QEvent.Type.Wheel,
    QEvent.Type.WindowDeactivate,
    QEvent.Type.FocusOut,
}


class ToolTip(QWidget):
    """One for all controls: there is one pointer."""

    def __init__(self) -> None:
        flags = Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint | Qt.WindowType.NoDropShadowWindowHint
        super().__init__(None, flags | Qt.WindowType.WindowTransparentForInput)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self._label = QLabel(self)
        self._label.setObjectName("tip")
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        # Where nothing is transparent, a shadow would be a black frame.
        self._edge = edge = _EDGE if x11.has_compositor() else 0
        layout = QHBoxLayout(self)
        layout.setContentsMargins(edge + 9, edge + 4, edge + 9, edge + 5)
        layout.addWidget(self._label)
        self._time = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self._time.timeout.connect(self.hide)
        self._fading = FadeAnimation(self, self.setWindowOpacity, theme.QUICK)
        self._of: QWidget | None = None
        self._part = QRect()

    def tell(self, control: QWidget, words: str, part: QRect) -> None:
        """Say this about a part of a control."""
        self._let_go()
        # A copy: what is a part of something else lives no longer than that.
        self._of, self._part = control, QRect(part)
        control.installEventFilter(self)
        control.destroyed.connect(self._forget)
        self._label.setText(words)
        self._label.setWordWrap(False)
        # What it had to be for the tip before would count.
        self._label.setMinimumWidth(0)
        wanted = self._label.sizeHint().width()
        self._label.setWordWrap(wanted > WIDEST)
        self._label.setFixedWidth(min(wanted, WIDEST))
        self.adjustSize()
        self.move(self._place(control))
        self._fading.at_once(0.0)
        self._fading.to(1.0)
        self.show()
        self._time.start()

    def hide(self) -> None:
        self._let_go()
        super().hide()

    def _let_go(self) -> None:
        control, self._of = self._of, None
        self._time.stop()
        if control:
            control.removeEventFilter(self)
            control.destroyed.disconnect(self._forget)

    def _forget(self) -> None:
        """What it told about is no more."""
        self._of = None
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        has_left = isinstance(event, QMouseEvent) and not self._part.contains(event.position().toPoint())
        if has_left or event.type() in _ENDS:
            self.hide()
        return False

    def _place(self, control: QWidget) -> QPoint:
        """Below the middle of the part, or above it where the screen ends."""
        screen, edge, part = control.screen().availableGeometry(), self._edge, self._part
        below = control.mapToGlobal(QPoint(part.center().x() + 1, part.bottom() + 1 + _GAP - edge))
        above = control.mapToGlobal(QPoint(0, part.top() + edge - _GAP)).y() - self.height()
        y = below.y() if below.y() + self.height() <= screen.bottom() + edge else above
        x = below.x() - self.width() // 2
        return QPoint(max(screen.left(), min(x, screen.right() + 1 - self.width())), y)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge, radius = self._edge, theme.RADIUS_CONTROL
        rect = QRectF(self.rect()).adjusted(edge, edge, -edge, -edge)
        if edge:
            shadow.paint(painter, rect.translated(0, 2), look.shadow, radius, edge - 2, 0.3 if look.is_light else 0.7)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("tooltip"))
        painter.drawRoundedRect(rect, radius, radius)


_tip: ToolTip | None = None


def set_tooltip(control: QWidget) -> None:
    """Show the tooltip of a control, if it has one."""
    if control.isEnabled():
        set_tooltip_for(control, control.toolTip(), control.rect())


def set_tooltip_for(control: QWidget, words: str, part: QRect) -> None:
    """Show these words, if there are any, about a part of a control that hears where the pointer is."""
    global _tip
    if words:
        _tip = _tip if _tip and isValid(_tip) else ToolTip()
        _tip.tell(control, words, part)


def attach(control: QWidget) -> None:
    """Let a control show its tooltip this way."""
    control.installEventFilter(_Teller(control))


class _Teller(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.ToolTip or not isinstance(watched, QWidget):
            return False
        set_tooltip(watched)
        return True
