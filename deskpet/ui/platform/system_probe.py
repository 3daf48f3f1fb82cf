"""Facts about this computer: system, language, screens, battery, disk and memory."""

import errno
import os
import shutil
import sys
from pathlib import Path

from PySide6.QtCore import QFile, QLocale, QMimeData, QSysInfo, QTimeZone
from PySide6.QtGui import QGuiApplication

from deskpet.tools.files.handles import Folder
from deskpet.tools.files.trash import FreedesktopTrash, Trash
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


class QtTrash:
    """The trash of Windows and of macOS. May be used from any thread."""

    def move(self, folder: Folder, name: str) -> None:
        """Move a file to the trash. Raises OSError if that is not possible; the file is still there then."""
        # Qt takes a path. The open folder keeps its path on Windows; on macOS it is only likely to be still there.
        if not folder.is_at_its_path():
            raise OSError(errno.ESTALE, os.strerror(errno.ESTALE), str(folder.path))
        file = QFile(str(folder.path / name))
        if not file.moveToTrash():
            raise OSError(errno.EIO, file.errorString(), str(folder.path / name))


def desktop_trash() -> Trash:
    """Return the trash of this system."""
    return QtTrash() if sys.platform in {"win32", "darwin"} else FreedesktopTrash()


class DesktopClipboard:
    """Reads and replaces the text on the clipboard. Nothing is read before a tool asks for it."""

    def __init__(self) -> None:
        self._previous = QMimeData()
        self._written = ""

    def text(self) -> str | None:
        """Return the text on the clipboard; None if it holds something else, such as a picture."""
        content = QGuiApplication.clipboard().mimeData()
        return content.text() if content.hasText() and content.text() else None

    def replace(self, text: str) -> None:
        """Put `text` on the clipboard, and keep what was there for `restore`."""
        self._previous = _copy(QGuiApplication.clipboard().mimeData())
        self._written = text
        QGuiApplication.clipboard().setText(text)

    def restore(self, text: str) -> bool:
        """Put back what `text` replaced. Returns False if something else was copied since."""
        if not text or text != self._written or self.text() != text:
            return False
        # The clipboard takes the object over; Qt empties it for an empty one.
        QGuiApplication.clipboard().setMimeData(self._previous)
        self._previous, self._written = QMimeData(), ""
        return True


def _copy(content: QMimeData) -> QMimeData:
    """Return a copy of a content that its owner may withdraw."""
    copy = QMimeData()
    for name in content.formats():
        copy.setData(name, content.data(name))
    if content.hasImage():
        copy.setImageData(content.imageData())
    return copy
