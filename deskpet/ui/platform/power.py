"""Decide whether to save power: always, never, or while the computer runs on battery."""

import ctypes
import subprocess
import sys
from pathlib import Path

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
    if sys.platform == "win32":
        return _is_windows_on_battery()
    if sys.platform == "darwin":
        status = subprocess.run(["/usr/bin/pmset", "-g", "batt"], capture_output=True, encoding="utf-8", check=False)
        return "'Battery Power'" in status.stdout
    return any(_is_discharging(supply) for supply in supplies.glob("*"))


def _is_discharging(supply: Path) -> bool:
    """Return whether a power supply is the computer's battery and is discharging.

    See Linux's ABI/testing/sysfs-class-power; the battery of a mouse has the scope "Device".
    """
    is_system_battery = _read_word(supply / "type") == "Battery" and _read_word(supply / "scope") != "Device"
    return is_system_battery and _read_word(supply / "status") == "Discharging"


def _read_word(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""


class _Status(ctypes.Structure):
    """SYSTEM_POWER_STATUS of winbase.h; `ac_line` is 0 on battery, 1 on mains, 255 if unknown."""

    _fields_ = (
        ("ac_line", ctypes.c_ubyte),
        ("battery_flag", ctypes.c_ubyte),
        ("percent", ctypes.c_ubyte),
        ("saver", ctypes.c_ubyte),
        ("left", ctypes.c_ulong),
        ("full", ctypes.c_ulong),
    )


def _is_windows_on_battery() -> bool:
    status = _Status()
    kernel = ctypes.CDLL("kernel32")
    return bool(kernel.GetSystemPowerStatus(ctypes.byref(status))) and status.ac_line == 0
