"""The diagrams of a document: the complete source in a block of code is replaced by a picture of it."""

import base64
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QFontInfo,
    QImage,
    QPainter,
    QPixmap,
    QPyTextObject,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)

from deskpet.processes.child_kinds import DIAGRAM
from deskpet.ui.markdown.child_renderer import ChildRenderer
from deskpet.ui.markdown.marks import CODE_FOOT, OBJECT, Mark, code_lines, code_text, text_room
from deskpet.ui.widgets import theme

DIAGRAM_TYPE = QTextFormat.ObjectTypes.UserObject.value + 3
LANGUAGES = {"mermaid", "mmd"}
MAX_LENGTH = 20_000
"""Longer sources stay as they are."""
# Pixels of a picture for one in the document, for screens that show two or more for one.
_DENSITY, _MAX_KEPT = 2, 6
MIN_SCALE = 0.5
"""How small a wide diagram is drawn at the least; a wider one is scrolled."""


@dataclass(frozen=True, slots=True)
class DiagramLook:
    """Colours for a diagram."""

    is_dark: bool
    background: str
    text: str
    box: str
    border: str
    line: str


@dataclass(frozen=True, slots=True)
class DiagramRequest:
    """What the process that draws diagrams gets. zoom: pixels for each one of the diagram."""

    source: str
    zoom: float
    font: str
    look: DiagramLook


@cache
def diagram_renderer() -> ChildRenderer[DiagramRequest, QImage]:
    """Return the program's renderer."""
    libraries = ("merman", "resvg_py")
    return ChildRenderer(DIAGRAM, "deskpet.ui.markdown.diagram_process", libraries, _picture, _MAX_KEPT)


def can_be_added(language: str) -> bool:
    """Return whether code in this language is a diagram that only a missing library keeps from being drawn."""
    return language.lower() in LANGUAGES and not diagram_renderer().is_available


def _picture(result: str) -> QImage | None:
    """Return a picture with the density of its pixels, None if there is none."""
    part, _, data = result.partition(" ")
    picture = QImage.fromData(base64.b64decode(data), "PNG")  # pyright: ignore[reportArgumentType, reportCallIssue]
    if picture.isNull():
        return None
    picture.setDevicePixelRatio(_DENSITY * float(part))
    return picture


def request_for(source: str) -> DiagramRequest:
    """Return the request for a source in the present look."""
    look = theme.current()
    roles = {"background": "code", "text": "text", "box": "accent_soft", "border": "accent", "line": "muted"}
    colours = DiagramLook(not look.is_light, **{key: look.colour(role).name() for key, role in roles.items()})
    return DiagramRequest(source, _DENSITY * theme.scaled(100) / 100, QFontInfo(theme.ui_font()).family(), colours)


class Diagrams:
    """Replaces the diagrams of a document. `replaced` is called with the position of each and the change of the length.

    `resized` is called after each.
    """

    def __init__(
        self, document: QTextDocument, replaced: Callable[[int, int], None], resized: Callable[[], None]
    ) -> None:
        self._document, self._replaced, self._resized = document, replaced, resized
        self._generation = 0
        self._drawing: _DiagramObject | None = None
        self._sources = set[int]()  # the numbers of those that are shown as source

    def add(self, number: int) -> None:
        """Replace the complete block of code `number` when its picture is there, if it is a diagram."""
        lines = code_lines(self._document, number)
        if not lines or lines[0].blockFormat().stringProperty(Mark.LANGUAGE).lower() not in LANGUAGES:
            return
        source = code_text(self._document, number)
        if not source.strip() or len(source) > MAX_LENGTH:
            return
        if number in self._sources:
            form = QTextBlockFormat()
            form.setProperty(Mark.AS_SOURCE, True)
            QTextCursor(lines[0]).mergeBlockFormat(form)
            return
        this, generation = weakref.ref(self), self._generation

        def done(picture: QImage | None) -> None:
            if picture and (diagrams := this()):
                diagrams.put(generation, number, picture)

        diagram_renderer().render(request_for(source), done)

    def toggle_source(self, number: int) -> None:
        """Show the source of a diagram when the document is next rewritten, or draw it again."""
        self._sources ^= {number}

    def cancel(self) -> None:
        """Forget the diagrams that are being drawn; the document is rewritten."""
        self._generation += 1

    def put(self, generation: int, number: int, picture: QImage) -> None:
        """Show a picture in place of the lines of a block of code."""
        lines = code_lines(self._document, number) if generation == self._generation else []
        if not lines:
            return
        if self._drawing is None:
            self._drawing = _DiagramObject(self._document)
            self._document.documentLayout().registerHandler(DIAGRAM_TYPE, self._drawing)
        self._drawing.show(number, picture)
        source, form, start = code_text(self._document, number), lines[0].blockFormat(), lines[0].position()
        end = lines[-1].position() + lines[-1].length() - 1
        form.setBottomMargin(CODE_FOOT)
        form.setProperty(Mark.REPLACED, len(lines))
        drawn = QTextCharFormat()
        drawn.setObjectType(DIAGRAM_TYPE)
        drawn.setProperty(Mark.SOURCE, source)
        drawn.setProperty(Mark.CODE, number)
        cursor = QTextCursor(self._document)
        cursor.beginEditBlock()
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(OBJECT, drawn)
        cursor.setBlockFormat(form)
        cursor.endEditBlock()
        self._replaced(start, 1 - (end - start))
        self._resized()


class _DiagramObject(QPyTextObject):
    """Draws the diagrams of one document, by the numbers of their blocks of code."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self.pictures: dict[int, QImage] = {}
        self._scaled: dict[int, QPixmap] = {}  # as they were last painted

    def show(self, number: int, picture: QImage) -> None:
        """Draw a picture for a block of code."""
        self.pictures[number] = picture
        self._scaled.pop(number, None)

    def intrinsicSize(self, doc: QTextDocument, pos_in_document: int, format: QTextFormat) -> QSizeF:  # noqa: A002
        size = self.pictures[format.intProperty(Mark.CODE)].deviceIndependentSize()
        room = text_room(doc, pos_in_document) - 1
        return size * max(min(1.0, room / size.width()), MIN_SCALE) if room > 0 else size

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF,
        doc: QTextDocument,
        pos_in_document: int,
        format: QTextFormat,  # noqa: A002
    ) -> None:
        number = format.intProperty(Mark.CODE)
        size = (rect.size() * painter.device().devicePixelRatioF()).toSize()
        scaled = self._scaled.get(number)
        if scaled is None or scaled.size() != size:
            ways = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
            scaled = self._scaled[number] = QPixmap.fromImage(self.pictures[number].scaled(size, *ways))
        painter.drawPixmap(rect, scaled, QRectF(scaled.rect()))
