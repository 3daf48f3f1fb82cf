"""Facts about this computer: system, language, screens, battery, disk and memory."""

import shutil
import sys
from pathlib import Path

from PySide6.QtCore import QLocale, QSysInfo, QTimeZone
from PySide6.QtGui import QGuiApplication

from deskpet.tools.system import ScreenSize, SystemFacts
from deskpet.ui.platform import event_loop, power

MEMINFO = Path("/proc/meminfo")


class DesktopProbe:
    """Reads the facts. The battery, the disk and the memory are read in a thread: a disk may not answer."""

    async def read(self) -> SystemFacts:
        """Return the present facts."""
        screens = tuple(
            ScreenSize(each.size().width(), each.size().height(), each.devicePixelRatio())
            for each in QGuiApplication.screens()
        )
        (free_disk, disk), (free_memory, memory), battery = await event_loop.in_thread(
            lambda: (_disk(), _memory(), power.battery())
        )
        return SystemFacts(
            operating_system=QSysInfo.prettyProductName(),
            language=QLocale.system().bcp47Name(),
            time_zone=bytes(QTimeZone.systemTimeZoneId().data()).decode(),
            screens=screens,
            battery_percent=battery.percent if battery else None,
            on_battery=bool(battery and battery.is_draining),
            free_disk=free_disk,
            disk=disk,
            free_memory=free_memory,
            memory=memory,
        )


def _disk() -> tuple[int, int]:
    """Return the free and the whole size of the disk with the home folder, in bytes; zeros if unknown."""
    try:
        usage = shutil.disk_usage(Path.home())
    except (OSError, RuntimeError):
        return 0, 0
    return usage.free, usage.total


def _memory() -> tuple[int, int]:
    """Return the available and the whole memory, in bytes; zeros if unknown. Without psutil on Linux, see proc(5)."""
    if sys.platform != "linux":
        import psutil

        memory = psutil.virtual_memory()
        return memory.available, memory.total
    try:
        lines = MEMINFO.read_text(encoding="ascii").splitlines()
    except OSError:
        return 0, 0
    sizes = {name: int(rest.split()[0]) * 1024 for name, _, rest in (line.partition(":") for line in lines)}
    return sizes.get("MemAvailable", 0), sizes.get("MemTotal", 0)
