"""Durations of animations, which end at once if the system asks for reduced motion, and the animation of an opacity."""

import ctypes
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

from PySide6.QtCore import QEasingCurve, QObject, QStandardPaths, QVariantAnimation, Signal

# In ms; an animation of duration 0 would not emit `finished`.
_IMMEDIATE = 1
_SPI_GETCLIENTAREAANIMATION = 0x1042
# Settings of desktops: file, section, key, and the values that disable animations.
_DESKTOP_SETTINGS = (
    ("kdeglobals", "KDE", "AnimationDurationFactor", {"0", "0.0"}),
    ("gtk-4.0/settings.ini", "Settings", "gtk-enable-animations", {"0", "false"}),
    ("gtk-3.0/settings.ini", "Settings", "gtk-enable-animations", {"0", "false"}),
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
    return any(_value(folder / file, section, key) in disabled for file, section, key, disabled in _DESKTOP_SETTINGS)


def _value(file: Path, section: str, key: str) -> str:
    """Read a value of an INI file, in lower case; empty if it can't be read."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return ""
    current = ""
    for line in map(str.strip, lines):
        name, _, value = line.partition("=")
        if line.startswith("["):
            current = line.strip("[]")
        elif current == section and name.strip() == key:
            return value.strip().lower()
    return ""


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
        self.setDuration(duration(self._full_duration))
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
