"""Record the addresses that the program opens."""

from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices


class FakeBrowser(QObject):
    """Handles all addresses in place of the desktop's programs until `uninstall` is called. `opened`: the addresses."""

    SCHEMES = ("http", "https", "mailto", "file", "javascript", "data", "smb")

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []
        for scheme in self.SCHEMES:
            QDesktopServices.setUrlHandler(scheme, self, "open")

    @Slot(QUrl)
    def open(self, url: QUrl) -> None:
        self.opened.append(url.toString())

    def uninstall(self) -> None:
        for scheme in self.SCHEMES:
            QDesktopServices.unsetUrlHandler(scheme)
