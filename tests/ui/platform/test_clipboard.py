"""The clipboard of the desktop: what a tool replaced comes back, in all its formats."""

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QColor, QGuiApplication, QImage

from deskpet.ui.platform.system_probe import DesktopClipboard


def test_a_text_is_replaced_and_comes_back_with_its_formats(qapp) -> None:
    content = QMimeData()
    content.setText("plain")
    content.setHtml("<b>rich</b>")
    QGuiApplication.clipboard().setMimeData(content)
    clipboard = DesktopClipboard()
    assert clipboard.text() == "plain"
    clipboard.replace("new")
    assert QGuiApplication.clipboard().text() == "new"
    assert clipboard.restore("new")
    assert QGuiApplication.clipboard().text() == "plain"
    assert "rich" in QGuiApplication.clipboard().mimeData().html()
    assert not clipboard.restore("new")


def test_a_picture_is_no_text_and_comes_back(qapp) -> None:
    picture = QImage(4, 3, QImage.Format.Format_RGB32)
    picture.fill(QColor("#ff8800"))
    QGuiApplication.clipboard().setImage(picture)
    clipboard = DesktopClipboard()
    assert clipboard.text() is None
    clipboard.replace("new")
    assert clipboard.restore("new")
    assert QGuiApplication.clipboard().image().pixelColor(1, 1) == QColor("#ff8800")


def test_what_was_copied_meanwhile_stays(qapp) -> None:
    clipboard = DesktopClipboard()
    clipboard.replace("new")
    QGuiApplication.clipboard().setText("of the user")
    assert not clipboard.restore("new")
    assert QGuiApplication.clipboard().text() == "of the user"
