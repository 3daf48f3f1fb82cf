"""The user's hand on the character: what the mouse does to the window, told as taps, strokes, drags and turns."""

from time import perf_counter

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QMouseEvent, QWheelEvent, QWindow

from deskpet.pet.touch import Stroke
from deskpet.ui.pet.drag import Drag

# A notch of the wheel, in Qt's eighths of a degree.
NOTCH = 120


class MouseGestures(QObject):
    """Hears a window's mouse events; which of them meet the character is decided before.

    pressed: a button went down. tapped: the left one was let go where it went down, at a point of the window.
    menu_wanted: the right one, at a point of the desktop.
    lifted: a drag has begun, at a point of the desktop. carried: the window goes there. put_down: it stays there.
    turned: the wheel was turned with Ctrl held down, by so many notches upwards.
    """

    pressed = Signal()
    tapped = Signal(QPointF)
    menu_wanted = Signal(QPoint)
    lifted = Signal()
    carried = Signal(QPoint)
    put_down = Signal(QRect)
    turned = Signal(float)

    def __init__(self, window: QWindow) -> None:
        super().__init__(window)
        self._window = window
        self._drag: Drag | None = None
        self._stroke = Stroke()
        self.may_drag = True

    @property
    def holds(self) -> bool:
        """Whether the left button is down on the character."""
        return self._drag is not None

    def press(self, event: QMouseEvent) -> None:
        """A button went down on the character."""
        self.pressed.emit()
        if event.button() == Qt.MouseButton.LeftButton:
            self._drag = Drag(event.globalPosition(), self._window.geometry())
        elif event.button() == Qt.MouseButton.RightButton:
            self.menu_wanted.emit(event.globalPosition().toPoint())

    def move(self, event: QMouseEvent) -> None:
        """The pointer moves with the left button down."""
        drag, pointer = self._drag, event.globalPosition()
        if drag is None:
            return
        if drag.goal is None:
            if not (drag.is_far(pointer) and self.may_drag):
                return
            self.lifted.emit()
        # Whoever lifted it may have handed the drag to the window manager.
        if self._drag is drag:
            self.carried.emit(drag.take(pointer))

    def let_go(self) -> None:
        """Someone else does the rest of the drag."""
        self._drag = None

    def release(self, event: QMouseEvent) -> None:
        """A button went up."""
        drag = self._drag
        if drag is None or event.button() != Qt.MouseButton.LeftButton:
            return
        self._drag = None
        if drag.goal is not None:
            self.put_down.emit(drag.box())
        elif not drag.is_far(event.globalPosition()):
            self.tapped.emit(event.position())

    def strokes(self, point: QPointF, *, on_head: bool) -> bool:
        """The pointer passes with no button down; whether that is stroking."""
        if not on_head:
            self._stroke.left()
            return False
        return self._stroke.moved(point.x(), perf_counter())

    def turn(self, event: QWheelEvent) -> None:
        """The wheel turns. Without Ctrl it is too easily turned by accident."""
        notches = event.angleDelta().y() / NOTCH
        if notches and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.turned.emit(notches)
