"""Whether power is to be saved: always, never, or while the battery is being drained."""

import ctypes
import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from deskpet.choices import PowerSaver

# A plug is pulled seldom, and a minute more at full rate does no harm.
LOOK_MS = 30_000
SUPPLIES = Path("/sys/class/power_supply")


class Power(QObject):
    """Follows the setting and, where that says so, the battery.

    changed: `saves` is another now.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None, supplies: Path = SUPPLIES) -> None:
        """`supplies` is where Linux tells of its batteries."""
        super().__init__(parent)
        self._supplies, self._saver, self.saves = supplies, PowerSaver.OFF, False
        self._look = QTimer(self, interval=LOOK_MS)
        self._look.timeout.connect(self.look)

    def wear(self, saver: PowerSaver) -> None:
        """Save like this from now on."""
        self._saver = saver
        self._look.start() if saver is PowerSaver.BATTERY else self._look.stop()
        self.look()

    def look(self) -> None:
        """See how things are now."""
        before = self.saves
        on_battery = self._saver is PowerSaver.BATTERY and is_draining(self._supplies)
        self.saves = on_battery or self._saver is PowerSaver.ON
        if self.saves != before:
            self.changed.emit()


def is_draining(supplies: Path = SUPPLIES) -> bool:
    """Whether this computer lives on its battery now; False where that can't be told."""
    if sys.platform == "win32":
        return _windows_drains()
    if sys.platform == "darwin":
        told = subprocess.run(["/usr/bin/pmset", "-g", "batt"], capture_output=True, encoding="utf-8", check=False)
        return "'Battery Power'" in told.stdout
    return any(_drains(supply) for supply in supplies.glob("*"))


def _drains(supply: Path) -> bool:
    """See Linux's ABI/testing/sysfs-class-power. A mouse's battery has the scope of its device."""
    is_ours = _word(supply / "type") == "Battery" and _word(supply / "scope") != "Device"
    return is_ours and _word(supply / "status") == "Discharging"


def _word(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""


class _Status(ctypes.Structure):
    """SYSTEM_POWER_STATUS of winbase.h; the first byte is 0 on battery, 1 on mains, 255 unknown."""

    _fields_ = (
        ("ac_line", ctypes.c_ubyte),
        ("battery_flag", ctypes.c_ubyte),
        ("percent", ctypes.c_ubyte),
        ("saver", ctypes.c_ubyte),
        ("left", ctypes.c_ulong),
        ("full", ctypes.c_ulong),
    )


def _windows_drains() -> bool:
    status = _Status()
    kernel = ctypes.CDLL("kernel32")
    return bool(kernel.GetSystemPowerStatus(ctypes.byref(status))) and status.ac_line == 0
