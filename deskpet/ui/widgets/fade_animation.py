"""Coming into sight and going out of it: an opacity that glides from wherever it is."""

from collections.abc import Callable

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation, Signal

from deskpet.ui.widgets import animation


class FadeAnimation(QVariantAnimation):
    """How much is seen of something, from 0 to 1; `show` makes it so.

    gone: it glided to 0.
    """

    gone = Signal()

    def __init__(self, owner: QObject, show: Callable[[float], object], duration: int) -> None:
        """All of it is seen at first. `duration` in milliseconds."""
        super().__init__(owner, duration=duration)
        self._show, self._opacity, self._span = show, 1.0, duration
        self.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.valueChanged.connect(self._be)
        self.finished.connect(self._arrived)

    def to(self, opacity: float) -> None:
        """Glide there."""
        self.stop()
        self.setDuration(animation.duration(self._span))
        self.setStartValue(self._opacity)
        self.setEndValue(opacity)
        self.start()

    def at_once(self, opacity: float) -> None:
        """Be there, without a way."""
        self.stop()
        self._be(opacity)

    def _be(self, opacity: float) -> None:
        self._opacity = opacity
        self._show(opacity)

    def _arrived(self) -> None:
        if self.endValue() == 0.0:
            self.gone.emit()
