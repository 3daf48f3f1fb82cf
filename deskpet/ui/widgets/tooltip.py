"""Tooltips of our own design: a small label below a control, or a part of it, while the pointer rests there."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget
from shiboken6 import isValid

from deskpet.text.invisible import mark_invisible
from deskpet.ui.platform import x11
from deskpet.ui.widgets import shadow, theme
from deskpet.ui.widgets.animation import FadeAnimation
from deskpet.ui.widgets.painting import paint_box, smooth_painter

SHOWN_MS = 8000
MAX_WIDTH = 320
_EDGE, _GAP = 8, 5  # width of the shadow, and distance from the control, in logical pixels
_HIDING_EVENTS = {
    QEvent.Type.Leave,
    QEvent.Type.Hide,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.KeyPress,
    QEvent.Type.Wheel,
    QEvent.Type.WindowDeactivate,
    QEvent.Type.FocusOut,
}


class ToolTip(QWidget):
    """The tooltip window, one for all controls."""

    def __init__(self) -> None:
        flags = Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint | Qt.WindowType.NoDropShadowWindowHint
        super().__init__(None, flags | Qt.WindowType.WindowTransparentForInput)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self._label = QLabel(self)
        self._label.setObjectName("tip")
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        # Without a compositor the shadow would be a black frame.
        self._edge = edge = _EDGE if x11.has_compositor() else 0
        layout = QHBoxLayout(self)
        layout.setContentsMargins(edge + 9, edge + 4, edge + 9, edge + 5)
        layout.addWidget(self._label)
        self._hide_timer = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self._hide_timer.timeout.connect(self.hide)
        self._fade = FadeAnimation(self, self.setWindowOpacity, theme.QUICK)
        self._control: QWidget | None = None
        self._part = QRect()

    def show_for(self, control: QWidget, text: str, part: QRect, *, is_beside: bool = False) -> None:
        """Show `text` for the rectangle `part` of a control, below it or beside the control's window."""
        self._detach()
        # Copied: the rectangle may belong to another object and be deleted with it.
        self._control, self._part = control, QRect(part)
        control.installEventFilter(self)
        control.destroyed.connect(self._on_control_destroyed)
        self._label.setText(text)
        self._label.setWordWrap(False)
        # Reset the minimum of the previous text, which would affect the size hint.
        self._label.setMinimumWidth(0)
        width = self._label.sizeHint().width()
        self._label.setWordWrap(width > MAX_WIDTH)
        self._label.setFixedWidth(min(width, MAX_WIDTH))
        self.adjustSize()
        self.move(self._position_beside(control) if is_beside else self._position(control))
        self._fade.at_once(0.0)
        self._fade.to(1.0)
        self.show()
        self._hide_timer.start()

    def hide(self) -> None:
        self._detach()
        super().hide()

    def _detach(self) -> None:
        control, self._control = self._control, None
        self._hide_timer.stop()
        # The wrapper of a view's part is invalid while the view is deleted, which still sends events.
        if control and isValid(control):
            control.removeEventFilter(self)
            control.destroyed.disconnect(self._on_control_destroyed)

    def _on_control_destroyed(self) -> None:
        """Hide when the control is destroyed."""
        self._control = None
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        has_left = isinstance(event, QMouseEvent) and not self._part.contains(event.position().toPoint())
        if has_left or event.type() in _HIDING_EVENTS:
            self.hide()
        return False

    def _position(self, control: QWidget) -> QPoint:
        """Return the position below the middle of the part, or above it if the screen ends there."""
        screen, edge, part = control.screen().availableGeometry(), self._edge, self._part
        below = control.mapToGlobal(QPoint(part.center().x() + 1, part.bottom() + 1 + _GAP - edge))
        above = control.mapToGlobal(QPoint(0, part.top() + edge - _GAP)).y() - self.height()
        y = below.y() if below.y() + self.height() <= screen.bottom() + edge else above
        x = below.x() - self.width() // 2
        return QPoint(max(screen.left(), min(x, screen.right() + 1 - self.width())), y)

    def _position_beside(self, control: QWidget) -> QPoint:
        """Return the position at the right of the control's window, or at its left if the screen ends there."""
        screen, window, edge = control.screen().availableGeometry(), control.window().frameGeometry(), self._edge
        y = control.mapToGlobal(self._part.center()).y() - self.height() // 2
        right, left = window.right() + 1 - edge, window.left() + edge - self.width()
        x = right if right + self.width() <= screen.right() + edge else max(screen.left(), left)
        return QPoint(x, max(screen.top(), min(y, screen.bottom() + 1 - self.height())))

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = smooth_painter(self)
        edge, radius = self._edge, theme.RADIUS_CONTROL
        rect = QRectF(self.rect()).adjusted(edge, edge, -edge, -edge)
        if edge:
            shadow.paint(painter, rect.translated(0, 2), look.shadow, radius, edge - 2, 0.3 if look.is_light else 0.7)
        paint_box(painter, rect, radius, "tooltip")


_tip: ToolTip | None = None


def show_tooltip(control: QWidget) -> None:
    """Show a control's tooltip if it is enabled and has one."""
    if control.isEnabled():
        show_tooltip_for(control, control.toolTip(), control.rect())


def show_tooltip_for(control: QWidget, text: str, part: QRect, *, is_beside: bool = False) -> None:
    """Show `text`, unless it is empty, for a part of a control that has mouse tracking.

    It appears below the part, or with `is_beside` beside the control's window.
    """
    global _tip
    if text:
        _tip = _tip if _tip and isValid(_tip) else ToolTip()
        _tip.show_for(control, text, part, is_beside=is_beside)


def attach(control: QWidget) -> None:
    """Show a control's tooltips in this design."""
    control.installEventFilter(_ToolTipFilter(control))


def set_text(control: QWidget, text: str) -> None:
    """Set the tooltip of a control to a text of others, such as a name: shown as it is, with what is invisible marked.

    Qt itself would take a text with tags for HTML, and load the pictures that it names.
    """
    control.setToolTip(mark_invisible(text))
    if not any(isinstance(each, _ToolTipFilter) for each in control.children()):
        attach(control)


class _ToolTipFilter(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.ToolTip or not isinstance(watched, QWidget):
            return False
        show_tooltip(watched)
        return True
