"""Decide whether to save power: always, never, or while the computer runs on battery."""

import sys
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QObject, QTimer, Signal

from deskpet.choices import PowerSaver

# Rare polling is enough: some seconds more at the full frame rate do no harm.
POLL_MS = 30_000
SUPPLIES = Path("/sys/class/power_supply")


class PowerMonitor(QObject):
    """Tells whether to save power, from the setting and the state of the battery.

    changed: Emitted when `is_saving` has changed.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None, supplies: Path = SUPPLIES) -> None:
        """`supplies` is the folder in which Linux lists its power supplies."""
        super().__init__(parent)
        self._supplies, self._saver, self.is_saving = supplies, PowerSaver.OFF, False
        self._timer = QTimer(self, interval=POLL_MS)
        self._timer.timeout.connect(self.look)

    def apply(self, saver: PowerSaver) -> None:
        """Apply the setting and update `is_saving`."""
        self._saver = saver
        self._timer.start() if saver is PowerSaver.BATTERY else self._timer.stop()
        self.look()

    def look(self) -> None:
        """Update `is_saving` from the setting and the battery."""
        before = self.is_saving
        on_battery = self._saver is PowerSaver.BATTERY and is_draining(self._supplies)
        self.is_saving = on_battery or self._saver is PowerSaver.ON
        if self.is_saving != before:
            self.changed.emit()


def is_draining(supplies: Path = SUPPLIES) -> bool:
    """Return whether this computer runs on battery now. Returns False if that is unknown."""
    if sys.platform == "linux":
        return any(_is_discharging(supply) for supply in supplies.glob("*"))
    import psutil

    # The type stub lacks the type of the result.
    battery = cast(Any, psutil.sensors_battery())
    return battery is not None and battery.power_plugged is False


def _is_discharging(supply: Path) -> bool:
    """Return whether a power supply is the computer's battery and is discharging.

    See Linux's ABI/testing/sysfs-class-power; the battery of a mouse has the scope "Device". psutil doesn't read the
    scope, so a desktop computer with a wireless mouse would count as running on battery.
    """
    is_system_battery = _read_word(supply / "type") == "Battery" and _read_word(supply / "scope") != "Device"
    return is_system_battery and _read_word(supply / "status") == "Discharging"


def _read_word(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""
