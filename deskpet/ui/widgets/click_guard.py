"""Guard of buttons that allow something: a click that was meant for something else must not reach them."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QTimer
from PySide6.QtWidgets import QPushButton, QWidget

DEAD_MS = 500
"""Time in ms for which a guarded button must have been at its place before it can be pressed."""

# The time passes in so many parts. A part ends at most once in each pass of the event loop, so that nothing of the time
# passes while the program is held up, when clicks only queue and the screen shows what was there before.
_PARTS = 5
_MAY_MOVE = frozenset((QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Resize))


class ClickGuard(QObject):
    """Disables buttons of one window until they have been visible at the same place of the screen for DEAD_MS.

    A button that was shown, moved, resized or opened is disabled for that time again. Only time in which the event loop
    runs counts. The guard belongs to the first button. Keyboard focus that a button loses meanwhile is given back.
    """

    def __init__(self, *buttons: QPushButton) -> None:
        super().__init__(buttons[0])
        self._buttons = buttons
        self._is_open = True
        self._places: list[QRect] = []
        self._watched: list[QWidget] = []
        self._focused: QPushButton | None = None
        self._parts_left = 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._end_part)
        self._watch()
        self._hold()

    def set_open(self, is_open: bool) -> None:
        """Set whether the buttons can be pressed at all. Opened ones are disabled for DEAD_MS first."""
        if is_open != self._is_open:
            self._is_open = is_open
            self._hold()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        match event.type():
            case QEvent.Type.ParentChange:
                self._watch()
                self._hold_if_moved()
            case QEvent.Type.MouseButtonPress if watched in self._buttons and self._have_moved():
                # Nothing told of the move; this press was meant for what was there before.
                self._hold()
                return True
            case kind if kind in _MAY_MOVE:
                if kind == QEvent.Type.Show and watched in self._buttons:
                    self._hold()
                else:
                    self._hold_if_moved()
            case _:
                pass
        return False

    def _watch(self) -> None:
        """Watch the buttons and all widgets that move them."""
        for widget in self._watched:
            widget.removeEventFilter(self)
        self._watched = list(dict.fromkeys(each for button in self._buttons for each in _chain(button)))
        for widget in self._watched:
            widget.installEventFilter(self)

    def _present_places(self) -> list[QRect]:
        return [QRect(button.mapToGlobal(QPoint()), button.size()) for button in self._buttons]

    def _have_moved(self) -> bool:
        return self._present_places() != self._places

    def _hold_if_moved(self) -> None:
        if self._have_moved():
            self._hold()

    def _hold(self) -> None:
        """Disable the buttons, and enable them after DEAD_MS if they are open."""
        self._places = self._present_places()
        focused = next((button for button in self._buttons if button.hasFocus()), None)
        if focused and (parent := focused.parentWidget()):
            # Otherwise Qt would give the focus to the next button.
            self._focused = focused
            parent.setFocus()
        self._set_enabled(False)
        self._parts_left = _PARTS
        self._timer.start(max(1, DEAD_MS // _PARTS))

    def _end_part(self) -> None:
        self._parts_left -= 1
        if self._parts_left:
            return
        self._timer.stop()
        if self._have_moved():
            self._hold()
        elif self._is_open:
            self._set_enabled(True)
            focused, self._focused = self._focused, None
            if focused and (parent := focused.parentWidget()) and parent.hasFocus():
                focused.setFocus()

    def _set_enabled(self, enabled: bool) -> None:
        for button in self._buttons:
            button.setEnabled(enabled)


def _chain(button: QPushButton) -> list[QWidget]:
    """Return a button and the widgets that contain it, up to its window."""
    found: list[QWidget] = [button]
    while not found[-1].isWindow() and (parent := found[-1].parentWidget()):
        found.append(parent)
    return found
