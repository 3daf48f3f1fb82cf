"""The window's opacity: as wished, and faint while the pointer is near where that is asked for."""

from PySide6.QtCore import QEasingCurve, QObject, QPoint, QRect, QVariantAnimation
from PySide6.QtGui import QWindow

FADE_MS = 150
# What is left of the opacity, and how near, in logical pixels, the pointer comes before it fades and goes before it
# does no more.
FAINT, NEAR, FAR = 0.2, 12, 48


class Fade(QObject):
    """Sets a window's opacity. `is_near` is about the pointer, `is_held` keeps the character clear to see."""

    def __init__(self, window: QWindow) -> None:
        super().__init__(window)
        self._window = window
        self._opacity, self._fades, self._is_faint = 1.0, False, False
        self._level = QVariantAnimation(self, duration=FADE_MS)
        self._level.setEasingCurve(QEasingCurve.Type.InOutSine)
        self._level.setStartValue(1.0)
        self._level.setEndValue(FAINT)
        self._level.valueChanged.connect(self._show)

    def wear(self, opacity: float, *, fades: bool) -> None:
        """Have this opacity from now on."""
        self._opacity, self._fades = opacity, fades
        self._show()

    def look(self, pointer: QPoint, *, is_held: bool) -> None:
        """The pointer is at this point of the desktop; `is_held` while the user has something to do with the window."""
        if not (self._fades or self._is_faint):
            return
        reach = FAR if self._is_faint else NEAR
        box = QRect(self._window.geometry()).adjusted(-reach, -reach, reach, reach)
        is_faint = self._fades and not is_held and box.contains(pointer)
        if is_faint == self._is_faint:
            return
        self._is_faint = is_faint
        way = QVariantAnimation.Direction.Forward if is_faint else QVariantAnimation.Direction.Backward
        self._level.setDirection(way)
        if self._level.state() != QVariantAnimation.State.Running:
            self._level.start()

    def _show(self) -> None:
        self._window.setOpacity(self._opacity * float(self._level.currentValue()))
