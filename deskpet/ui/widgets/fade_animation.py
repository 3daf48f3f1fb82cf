"""FadeAnimation: animates an opacity from its present value."""

from collections.abc import Callable

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation, Signal

from deskpet.ui.widgets import animation


class FadeAnimation(QVariantAnimation):
    """Animates an opacity between 0 and 1, and passes each value to `show`.

    gone: Emitted when an animation has ended at 0.
    """

    gone = Signal()

    def __init__(self, owner: QObject, show: Callable[[float], object], duration: int) -> None:
        """Start at opacity 1. `duration` is in milliseconds."""
        super().__init__(owner, duration=duration)
        self._show, self._opacity, self._full_duration = show, 1.0, duration
        self.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.valueChanged.connect(self._set_opacity)
        self.finished.connect(self._on_finished)

    def to(self, opacity: float) -> None:
        """Animate to this opacity."""
        self.stop()
        self.setDuration(animation.duration(self._full_duration))
        self.setStartValue(self._opacity)
        self.setEndValue(opacity)
        self.start()

    def at_once(self, opacity: float) -> None:
        """Set this opacity without an animation."""
        self.stop()
        self._set_opacity(opacity)

    def _set_opacity(self, opacity: float) -> None:
        self._opacity = opacity
        self._show(opacity)

    def _on_finished(self) -> None:
        if self.endValue() == 0.0:
            self.gone.emit()
