"""The clipboard of the desktop, and what it held before the last text that a tool put there."""

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication


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
