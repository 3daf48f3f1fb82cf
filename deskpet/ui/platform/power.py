"""Decide whether to save power: always, never, or while the computer runs on battery."""

import ctypes
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QObject, QTimer

from deskpet.config.choices import PowerSaver

# Rare polling is enough: some seconds more at the full frame rate do no harm.
POLL_MS = 30_000
_LOW_PERCENT = 20
SUPPLIES = Path("/sys/class/power_supply")
# SYSTEM_POWER_STATUS of Windows: its size in bytes, and the flag of its second byte without a battery.
_POWER_STATUS_SIZE, _NO_BATTERY = 12, 128


@dataclass(frozen=True, slots=True)
class Battery:
    """The state of the computer's battery: its charge in percent, and whether the computer runs on it."""

    percent: int
    is_draining: bool

    @property
    def is_nearly_empty(self) -> bool:
        """Whether the computer runs on the last fifth of it."""
        return self.is_draining and self.percent <= _LOW_PERCENT


class PowerMonitor(QObject):
    """Tells whether to save power, from the setting and the state of the battery."""

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
        found = battery(self._supplies) if self._saver is PowerSaver.BATTERY else None
        self.is_saving = self._saver is PowerSaver.ON or (found is not None and found.is_draining)


def battery(supplies: Path = SUPPLIES) -> Battery | None:
    """Return the state of this computer's battery; None if it has none. Of several, the first that discharges."""
    if sys.platform == "linux":
        found = [_system_battery(supply) for supply in sorted(supplies.glob("*")) if _is_system_battery(supply)]
        return next((each for each in found if each.is_draining), found[0] if found else None)
    if sys.platform == "win32":
        return _windows_battery()
    import psutil

    # The type stub lacks the type of the result.
    state = cast(Any, psutil.sensors_battery())
    return Battery(round(state.percent), state.power_plugged is False) if state is not None else None


def _windows_battery() -> Battery | None:
    """Return what GetSystemPowerStatus reports. psutil does the same, but takes longer to import."""
    kernel: Any = ctypes.WinDLL("kernel32")  # pyright: ignore[reportAttributeAccessIssue]
    status = (ctypes.c_ubyte * _POWER_STATUS_SIZE)()
    has_answer = kernel.GetSystemPowerStatus(status)
    on_mains, battery, percent = status[:3]
    if not has_answer or battery & _NO_BATTERY:
        return None
    return Battery(min(percent, 100), is_draining=on_mains == 0)


def _is_system_battery(supply: Path) -> bool:
    """Return whether a power supply is the computer's battery.

    See Linux's ABI/testing/sysfs-class-power; the battery of a mouse has the scope "Device". psutil doesn't read the
    scope, so a desktop computer with a wireless mouse would count as running on battery.
    """
    return _read_word(supply / "type") == "Battery" and _read_word(supply / "scope") != "Device"


def _system_battery(supply: Path) -> Battery:
    charge = _read_word(supply / "capacity")
    return Battery(int(charge) if charge.isdecimal() else 0, _read_word(supply / "status") == "Discharging")


def _read_word(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""
