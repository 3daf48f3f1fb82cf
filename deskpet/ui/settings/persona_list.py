"""The personas as a list: who speaks is chosen in it, and each can be edited or deleted."""

from collections.abc import Iterable

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from deskpet.personas.persona import Persona
from deskpet.ui import theme
from deskpet.ui.icons import IconButton

_HEIGHT, _DISC = 56, 36
# Hues of the discs with a name's first letter, in degrees; one of them is kept for a name.
_HUES = (24, 174, 265, 335, 210, 90)


class PersonaList(QWidget):
    """The character herself first, then the user's personas.

    chosen: a persona's id, empty for the character herself.
    edit_wanted, delete_wanted: a persona's id.
    """

    chosen = Signal(str)
    edit_wanted = Signal(str)
    delete_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)

    def show_personas(self, own: Persona, personas: Iterable[Persona], chosen: str) -> None:
        """Show the character herself and these; the one with the id `chosen` speaks."""
        focused = next((line.persona_id for line in self.findChildren(_Entry) if line.hasFocus()), None)
        while item := self._column.takeAt(0):
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
        for persona in (own, *personas):
            entry = _Entry(persona)
            entry.setChecked(persona.id == chosen)
            row = self._row(persona, entry, is_own=persona is own)
            self._column.addWidget(row)
            row.show()
            if persona.id == focused:
                entry.setFocus()

    def _row(self, persona: Persona, entry: QAbstractButton, *, is_own: bool) -> QWidget:
        row = QWidget()
        row.setObjectName(f"persona_{persona.id or 'own'}")
        entry.clicked.connect(lambda: self.chosen.emit(persona.id))
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(theme.S1)
        line.addWidget(entry, 1)
        if not is_own:
            edit, delete = IconButton("edit", f"Edit {persona.name}"), IconButton("trash", f"Delete {persona.name}")
            edit.setObjectName("edit")
            delete.setObjectName("delete")
            edit.clicked.connect(lambda: self.edit_wanted.emit(persona.id))
            delete.clicked.connect(lambda: self.delete_wanted.emit(persona.id))
            line.addWidget(edit)
            line.addWidget(delete)
        return row


class _Entry(QAbstractButton):
    """A persona with its first words; checked when it speaks."""

    def __init__(self, persona: Persona) -> None:
        super().__init__()
        self.persona_id = persona.id
        self._name = persona.name
        self._about = " ".join((persona.prompt or persona.greeting)[:300].split())
        self.setCheckable(True)
        self.setAccessibleName(persona.name)
        self.setAccessibleDescription(self._about)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        return QSize(240, _HEIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def nextCheckState(self) -> None:
        # Whoever speaks goes on until another is chosen.
        self.setChecked(True)

    def paintEvent(self, event: QPaintEvent) -> None:
        look, box = theme.current(), QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_lit = self.isChecked() or self.hasFocus()
        painter.setPen(look.colour("accent" if is_lit else "inset_edge"))
        ground = "accent_soft" if self.isChecked() else "inset_hover" if self.underMouse() else "inset"
        painter.setBrush(look.colour(ground))
        painter.drawRoundedRect(box, theme.RADIUS_CARD, theme.RADIUS_CARD)
        self._paint_disc(painter, QRectF(10, (self.height() - _DISC) / 2, _DISC, _DISC))
        left, right = _DISC + 22, self.width() - theme.S3
        bold = theme.ui_font(theme.TEXT)
        bold.setWeight(QFont.Weight.DemiBold)
        self._paint_words(painter, bold, "text", self._name, QRectF(left, 9, right - left, 20))
        self._paint_words(painter, theme.ui_font(theme.SMALL), "muted", self._about, QRectF(left, 29, right - left, 18))

    def _paint_words(self, painter: QPainter, font: QFont, role: str, text: str, room: QRectF) -> None:
        painter.setFont(font)
        painter.setPen(theme.current().colour(role))
        shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)

    def _paint_disc(self, painter: QPainter, disc: QRectF) -> None:
        hue = _HUES[sum(map(ord, self._name)) % len(_HUES)]
        is_light = theme.current().name == "light"
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor.fromHsl(hue, 150, 215 if is_light else 70))
        painter.drawEllipse(disc)
        font = theme.ui_font(theme.TEXT + 2)
        font.setWeight(QFont.Weight.Bold)
        painter.setFont(font)
        painter.setPen(QColor.fromHsl(hue, 150, 70 if is_light else 205))
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, self._name[:1].upper())
