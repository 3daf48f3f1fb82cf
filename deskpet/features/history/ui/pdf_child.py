"""Child process that draws an HTML page of a conversation, its request, as a PDF: `pdf` of the reply, in base64."""

import base64
import re
import sys

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QUrl
from PySide6.QtGui import QFont, QGuiApplication, QImage, QPageSize, QPdfWriter, QTextDocument

from deskpet.processes.child_kinds import PDF
from deskpet.processes.serving import serve_once

_FONT_POINTS = 10
_PICTURE = re.compile(r'src="data:[\w/]+;base64,([\w+/=]+)"')
# The largest size of a picture in the units of the layout, within the margins of a page.
_PICTURE_WIDTH, _PICTURE_HEIGHT = 580, 800


def _answer(page: bytes) -> dict[str, str]:
    # Fonts need an application, and no display.
    has_own_fonts = sys.platform in ("win32", "darwin")
    application = QGuiApplication([sys.argv[0], *(() if has_own_fonts else ("-platform", "offscreen"))])
    document = QTextDocument()
    document.setMetaInformation(QTextDocument.MetaInformation.CssMedia, "print")
    document.setDefaultFont(QFont(application.font().family(), _FONT_POINTS))
    document.setHtml(_with_pictures(document, page.decode()))
    return {"pdf": base64.b64encode(_drawn(document)).decode("ascii")}


def _drawn(document: QTextDocument) -> bytes:
    file = QBuffer()
    file.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(file)
    writer.setCreator("deskpet")
    writer.setTitle(document.metaInformation(QTextDocument.MetaInformation.DocumentTitle))
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    # The document has margins of its own.
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    document.print_(writer)
    return bytes(file.data().data())


def _with_pictures(document: QTextDocument, html: str) -> str:
    """Add the pictures to the document, so that they fit, and return the page with their names."""

    def add(found: re.Match[str]) -> str:
        image = QImage.fromData(base64.b64decode(found[1]))
        image.setDevicePixelRatio(max(1.0, image.width() / _PICTURE_WIDTH, image.height() / _PICTURE_HEIGHT))
        name = f"picture:{found.start()}"
        document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), image)
        return f'src="{name}"'

    return _PICTURE.sub(add, html)


if __name__ == "__main__":
    serve_once(PDF, _answer)
