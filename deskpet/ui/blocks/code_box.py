"""The box around the lines of a code block: its ground, its language, and the button that copies it."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QTextBlock

from deskpet.ui.blocks.mark_paint import left_of
from deskpet.ui.markdown.marks import CODE_FOOT, CODE_HEAD, CODE_PAD, Mark
from deskpet.ui.widgets import icons, theme

# A long block's box is made to end so far beyond what is seen of it.
_BEYOND = 400


@dataclass(frozen=True, slots=True)
class CodeBox:
    """A code block by its number, and where it is, as far as it can be seen."""

    number: int
    language: str
    rect: QRectF

    @property
    def copy_rect(self) -> QRectF:
        """Where its button is."""
        return QRectF(self.rect.right() - 26, self.rect.top() + 5, 20, 20)

    def paint(self, painter: QPainter, *, is_copied: bool) -> None:
        """Draw all of it but the code."""
        look, rect = theme.current(), self.rect
        painter.setPen(look.colour("code_edge"))
        painter.setBrush(look.colour("code"))
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), theme.RADIUS_CARD - 2, theme.RADIUS_CARD - 2)
        painter.setPen(look.colour("muted"))
        painter.setFont(theme.ui_font(theme.SMALL - 1))
        head = QRectF(rect.left() + CODE_PAD + 2, rect.top() + 4, rect.width(), CODE_HEAD)
        painter.drawText(head, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.language or "text")
        icon, role = ("check", "success") if is_copied else ("copy", "muted")
        icons.paint(painter, icon, role, self.copy_rect.adjusted(3, 3, -3, -3))


def box_around(block: QTextBlock, clip: QRectF, width: int) -> CodeBox:
    """The box of the code block that a line is in, in a view of this width that `clip` is seen of."""
    layout, form = block.document().documentLayout(), block.blockFormat()
    number = form.intProperty(Mark.CODE)
    left = left_of(block) - CODE_PAD - 2
    is_first = block.previous().blockFormat().intProperty(Mark.CODE) != number
    rect = layout.blockBoundingRect(block)
    top = rect.top() - CODE_PAD - CODE_HEAD if is_first else rect.top() - _BEYOND
    bottom = rect.bottom()
    while block.isValid() and block.blockFormat().intProperty(Mark.CODE) == number and bottom < clip.bottom() + _BEYOND:
        bottom = layout.blockBoundingRect(block).bottom()
        block = block.next()
    rect = QRectF(left, top, width - left, bottom + CODE_FOOT - top)
    return CodeBox(number, form.stringProperty(Mark.LANGUAGE), rect)
