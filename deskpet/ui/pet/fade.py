"""The window's opacity, which can be lowered while the pointer is near."""

from PySide6.QtCore import QEasingCurve, QObject, QPoint, QRect, QVariantAnimation
from PySide6.QtGui import QWindow

FADE_MS = 150
# Fraction of the opacity when faded, and the pointer's distances in logical pixels for fading out and back in.
FAINT, NEAR, FAR = 0.2, 12, 48


class Fade(QObject):
    """Controls a window's opacity."""

    def __init__(self, window: QWindow) -> None:
        super().__init__(window)
        self._window = window
        self._opacity, self._fades, self._is_faint = 1.0, False, False
        self._level = QVariantAnimation(self, duration=FADE_MS)
        self._level.setEasingCurve(QEasingCurve.Type.InOutSine)
        self._level.setStartValue(1.0)
        self._level.setEndValue(FAINT)
        self._level.valueChanged.connect(self._apply_level)

    def apply(self, opacity: float, *, fades: bool) -> None:
        """Set the opacity, 0..1, and whether to fade near the pointer."""
        self._opacity, self._fades = opacity, fades
        self._apply_level()

    def look(self, pointer: QPoint, *, is_held: bool) -> None:
        """Update for a pointer at this point of the desktop.

        is_held: True while the user drags the window or uses its menu; it does not fade then.
        """
        if not (self._fades or self._is_faint):
            return
        reach = FAR if self._is_faint else NEAR
        box = QRect(self._window.geometry()).adjusted(-reach, -reach, reach, reach)
        is_faint = self._fades and not is_held and box.contains(pointer)
        if is_faint == self._is_faint:
            return
        self._is_faint = is_faint
        direction = QVariantAnimation.Direction.Forward if is_faint else QVariantAnimation.Direction.Backward
        self._level.setDirection(direction)
        if self._level.state() != QVariantAnimation.State.Running:
            self._level.start()

    def _apply_level(self) -> None:
        self._window.setOpacity(self._opacity * float(self._level.currentValue()))
