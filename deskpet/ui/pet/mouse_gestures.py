"""Mouse gestures on the character's window: taps, strokes, drags and wheel turns."""

import math
from collections.abc import Callable, Sequence
from functools import reduce
from time import perf_counter

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QMouseEvent, QWheelEvent, QWindow

from deskpet.ui.pet import placement, placement_tracker

# One notch of the wheel, in eighths of a degree (QWheelEvent.angleDelta).
NOTCH = 120
# How long a press without a move becomes holding, in ms.
HOLD_MS = 400
# The number of changes of direction, the minimum distance between them in pixels, and the time for all in seconds.
MIN_TURNS, MIN_DISTANCE, WINDOW_SECONDS = 3, 14.0, 1.9
# A stroke goes on until so many seconds after the last change of direction.
PAUSE_SECONDS = 1.2


class StrokeDetector:
    """Detects stroking: the pointer moves back and forth without a pressed button. Times are seconds of one clock."""

    def __init__(self) -> None:
        self._turns: list[float] = []
        self._turning_point: float | None = None
        self._direction = 0.0
        self._is_stroke = False

    def moved(self, x: float, now: float) -> bool:
        """Add a pointer position on the character, `x` in pixels, and return whether the pointer strokes."""
        if self._turning_point is None:
            self._turning_point = x
        distance = x - self._turning_point
        if distance * self._direction > 0:
            self._turning_point = x
        elif abs(distance) >= MIN_DISTANCE:
            if self._direction:
                self._turns.append(now)
            self._turning_point, self._direction = x, math.copysign(1.0, distance)
        self._turns = [turn for turn in self._turns if now - turn <= WINDOW_SECONDS]
        goes_on = self._is_stroke and bool(self._turns) and now - self._turns[-1] <= PAUSE_SECONDS
        self._is_stroke = goes_on or len(self._turns) >= MIN_TURNS
        return self._is_stroke

    def left(self) -> None:
        """Forget all positions: the pointer has left the character."""
        self._turns.clear()
        self._turning_point, self._direction, self._is_stroke = None, 0.0, False


class _Drag:
    """A press of the left button, which may become a drag. All points are in desktop coordinates.

    `goal` is the window position asked for, which the window system applies later; None while it may still be a tap.
    `pointer` is where the pointer was when it was asked for.
    """

    def __init__(self, press: QMouseEvent, window: QWindow, body: QRect | None) -> None:
        self._pointer = self.pointer = press.globalPosition()
        self._grab, self._window = press.position(), window
        self._size, self._body = window.size(), body.translated(-window.position()) if body else None
        self._screens = placement_tracker.screens()
        self.goal: QPoint | None = None

    def is_far(self, pointer: QPointF) -> bool:
        """Whether the pointer has moved Qt's drag distance."""
        distance = pointer - self._pointer
        return distance.manhattanLength() >= QGuiApplication.styleHints().startDragDistance()

    def move_to(self, pointer: QPointF) -> QPoint:
        """Return the window position for a pointer at this point, snapped to the edges of the screens."""
        own, self.pointer = placement_tracker.screen_of(self._window), pointer
        corner = placement.dragged(pointer, self._grab, self._size, own, self._screens)
        body = self._body.translated(corner) if self._body else None
        self.goal = placement.snapped(QRect(corner, self._size), self._screens, body)
        return self.goal

    def geometry(self) -> QRect:
        """The window's geometry once it is at `goal`."""
        return QRect(self.goal or self._window.position(), self._size)


class MouseGestures(QObject):
    """Recognizes gestures from mouse events that hit the character.

    pressed: Emitted when a button is pressed.
    held: Emitted when the left button is held without a move, if `is_holding_wanted`. Nothing else follows but
        `let_go`.
    let_go: Emitted when the button is released after `held`.
    tapped: Emitted with a point of the window when the left button is released where it was pressed.
    menu_wanted: Emitted with a point of the desktop when the right button is pressed.
    drag_started: Emitted when a drag begins.
    dragged: Emitted with the window position of a drag, in desktop coordinates.
    drag_finished: Emitted with the window's new geometry.
    turned: Emitted when the wheel is turned with Ctrl pressed, with the number of notches, positive upwards, and the
        pointer's position on the desktop.
    """

    pressed = Signal()
    held = Signal()
    let_go = Signal()
    tapped = Signal(QPointF)
    menu_wanted = Signal(QPoint)
    drag_started = Signal()
    dragged = Signal(QPoint)
    drag_finished = Signal(QRect)
    turned = Signal(float, QPointF)

    def __init__(self, window: QWindow, body: Callable[[], Sequence[QRect]] = tuple) -> None:
        """body: returns the rows of the character's outline on the desktop; none: the whole window."""
        super().__init__(window)
        self._window, self._body = window, body
        self._drag: _Drag | None = None
        self._stroke = StrokeDetector()
        self.is_drag_allowed, self.is_holding_wanted, self._is_held = True, False, False
        # Whether the window manager moves the window, and tells when the user lets it go.
        self.is_handed_over = False
        self._hold = QTimer(self, singleShot=True, interval=HOLD_MS)
        self._hold.timeout.connect(self._on_held)
        window.screenChanged.connect(lambda: QTimer.singleShot(0, self, self._on_screen_changed))

    @property
    def is_pressed(self) -> bool:
        """Whether the left button is pressed on the character."""
        return self._drag is not None or self._is_held or self.is_handed_over

    def press(self, event: QMouseEvent) -> None:
        """Handle a mouse press on the character."""
        self.pressed.emit()
        if event.button() == Qt.MouseButton.LeftButton:
            body = reduce(QRect.united, self._body(), QRect())
            self._drag = _Drag(event, self._window, None if body.isEmpty() else body)
            if self.is_holding_wanted:
                self._hold.start()
        elif event.button() == Qt.MouseButton.RightButton:
            self.menu_wanted.emit(event.globalPosition().toPoint())

    def move(self, event: QMouseEvent) -> None:
        """Handle a mouse move while the left button is pressed."""
        drag, pointer = self._drag, event.globalPosition()
        if drag is None:
            return
        if drag.goal is None:
            if not drag.is_far(pointer):
                return
            self._hold.stop()
            if not self.is_drag_allowed:
                return
            self.drag_started.emit()
        # A slot may have cancelled the drag, to leave it to the window manager.
        if self._drag is drag:
            self.dragged.emit(drag.move_to(pointer))

    def _on_screen_changed(self) -> None:
        """Follow the pointer again: with the ratio of another screen the window has another size."""
        if self._drag is not None and self._drag.goal is not None:
            self.dragged.emit(self._drag.move_to(self._drag.pointer))

    def cancel_drag(self) -> None:
        """End the drag without a signal; the window manager continues it."""
        self._hold.stop()
        self._drag = None

    def end_hold(self) -> None:
        """Let go if the button is held; its release may not arrive, as when the window is hidden."""
        self._hold.stop()
        if self._is_held:
            self._is_held = False
            self.let_go.emit()

    def _on_held(self) -> None:
        if self._drag is not None:
            self._drag, self._is_held = None, True
            self.held.emit()

    def release(self, event: QMouseEvent) -> None:
        """Handle a mouse release."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self.end_hold()
        drag, self._drag = self._drag, None
        if drag is None:
            return
        if drag.goal is not None:
            self.drag_finished.emit(drag.geometry())
        elif not drag.is_far(event.globalPosition()):
            self.tapped.emit(event.position())

    def is_stroke(self, point: QPointF, *, on_head: bool) -> bool:
        """Record a move without a pressed button; return whether it completes a stroke of the head."""
        if not on_head:
            self._stroke.left()
            return False
        return self._stroke.moved(point.x(), perf_counter())

    def wheel(self, event: QWheelEvent) -> None:
        """Handle a wheel event. Without Ctrl it is ignored: the wheel is easily turned by accident."""
        notches = event.angleDelta().y() / NOTCH
        if notches and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.turned.emit(notches, event.globalPosition())
