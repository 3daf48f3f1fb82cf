"""A browser that only notes what it was asked to open."""

from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices


class Browser(QObject):
    """Stands where the desktop's own programs would open; `leave` gives them their place again."""

    SCHEMES = ("http", "https", "mailto", "file", "javascript", "data", "smb")

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []
        for scheme in self.SCHEMES:
            QDesktopServices.setUrlHandler(scheme, self, "open")

    @Slot(QUrl)
    def open(self, url: QUrl) -> None:
        self.opened.append(url.toString())

    def leave(self) -> None:
        for scheme in self.SCHEMES:
            QDesktopServices.unsetUrlHandler(scheme)
