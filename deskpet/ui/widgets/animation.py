"""Durations of animations, which end at once if the system asks for reduced motion, and the animation of a number."""

import ctypes
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

from PySide6.QtCore import QEasingCurve, QObject, QSettings, QSignalBlocker, QStandardPaths, QVariantAnimation, Signal

# In ms; an animation of duration 0 would not emit `finished`.
_IMMEDIATE = 1
_SPI_GETCLIENTAREAANIMATION = 0x1042
# Settings of desktops: file, name, and the values that disable animations.
_DESKTOP_SETTINGS = (
    ("kdeglobals", "KDE/AnimationDurationFactor", {"0", "0.0"}),
    ("gtk-4.0/settings.ini", "Settings/gtk-enable-animations", {"0", "false"}),
    ("gtk-3.0/settings.ini", "Settings/gtk-enable-animations", {"0", "false"}),
)


def duration(milliseconds: int) -> int:
    """Return the duration of a decorative animation in ms: `milliseconds`, or 1 with reduced motion."""
    return _IMMEDIATE if is_motion_reduced() else milliseconds


@cache
def is_motion_reduced() -> bool:
    """Return whether the system's settings disable animations. Read once; an unreadable setting counts as enabled."""
    if sys.platform == "win32":
        enabled = ctypes.c_int(1)
        ctypes.windll.user32.SystemParametersInfoW(_SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(enabled), 0)
        return not enabled.value
    folder = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation))
    return any(
        str(QSettings(str(folder / file), QSettings.Format.IniFormat).value(name, "")).lower() in disabled
        for file, name, disabled in _DESKTOP_SETTINGS
    )


class ValueAnimation(QVariantAnimation):
    """Animates a number, and passes each value to `show`.

    value: the number now. Set it to let the next animation begin elsewhere.
    """

    def __init__(self, owner: QObject, show: Callable[[float], object], duration: int, value: float = 0.0) -> None:
        """Start at `value`, without showing it. `duration` is in milliseconds."""
        super().__init__(owner, duration=duration)
        self._show, self.value, self._full_duration = show, value, duration
        self.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.valueChanged.connect(self._set_value)

    def to(self, value: float) -> None:
        """Animate to this value."""
        self.stop()
        # A stopped animation reports each value that it is given.
        with QSignalBlocker(self):
            self.setDuration(duration(self._full_duration))
            self.setStartValue(self.value)
            self.setEndValue(value)
        self.start()

    def at_once(self, value: float) -> None:
        """Set this value without an animation."""
        self.stop()
        self._set_value(value)

    @property
    def is_running(self) -> bool:
        return self.state() == QVariantAnimation.State.Running

    def _set_value(self, value: float) -> None:
        self.value = value
        self._show(value)


class FadeAnimation(ValueAnimation):
    """Animates an opacity between 0 and 1, beginning at 1.

    gone: Emitted when an animation has ended at 0.
    """

    gone = Signal()

    def __init__(self, owner: QObject, show: Callable[[float], object], duration: int) -> None:
        super().__init__(owner, show, duration, 1.0)
        self.finished.connect(self._on_finished)

    def _on_finished(self) -> None:
        if self.endValue() == 0.0:
            self.gone.emit()
