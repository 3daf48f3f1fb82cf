"""List of personas: chooses who speaks, with buttons to edit and delete."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from deskpet.features.personas.ui.portrait_row import paint_disc
from deskpet.personas.persona import Persona, summary
from deskpet.translation import tr
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.form import delete_widgets
from deskpet.ui.widgets.icons import IconButton

_HEIGHT, _DISC, _BUTTON = 56, 36, 28
NO_PICTURES: Mapping[str, Path] = MappingProxyType({})


class PersonaList(QWidget):
    """Lists the character herself first, then the user's personas.

    chosen: Emitted with the id of the chosen persona, empty for the character herself.
    edit_requested: Emitted with the id of a persona to edit.
    delete_requested: Emitted with the id of a persona to delete.
    """

    chosen = Signal(str)
    edit_requested = Signal(str)
    delete_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)

    def show_personas(
        self,
        own: Persona,
        personas: Iterable[Persona],
        chosen: str,
        pictures: Mapping[str, Path] = NO_PICTURES,
        *,
        user: str = "",
    ) -> None:
        """Show the character herself (`own`) and the personas; `chosen` is the id of who speaks.

        `pictures` maps ids to picture files. `user` is the user's name, which the texts may contain as {{user}}.
        """
        focused = next((line.persona_id for line in self.findChildren(_PersonaEntry) if line.hasFocus()), None)
        delete_widgets(self._column)
        shown = (own, *personas)
        for persona in shown:
            entry = _PersonaEntry(persona, summary(persona, user), pictures.get(persona.id))
            entry.setChecked(persona.id == chosen)
            row = self._row(persona, entry, is_own=persona is own, is_alone=len(shown) == 1)
            self._column.addWidget(row)
            row.show()
            if persona.id == focused:
                entry.setFocus()

    def _row(self, persona: Persona, entry: QAbstractButton, *, is_own: bool, is_alone: bool) -> QWidget:
        row = QWidget()
        row.setObjectName(f"persona_{persona.id or 'own'}")
        entry.clicked.connect(lambda: self.chosen.emit(persona.id))
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(theme.S1)
        line.addWidget(entry, 1)
        if is_own and not is_alone:
            # The same width as the other rows, which have two buttons.
            line.addSpacing(2 * (_BUTTON + theme.S1))
        elif not is_own:
            edit = IconButton("edit", tr("Edit {name}", name=persona.name), size=_BUTTON)
            delete = IconButton("trash", tr("Delete {name}", name=persona.name), size=_BUTTON)
            edit.setObjectName("edit")
            delete.setObjectName("delete")
            edit.clicked.connect(lambda: self.edit_requested.emit(persona.id))
            delete.clicked.connect(lambda: self.delete_requested.emit(persona.id))
            line.addWidget(edit)
            line.addWidget(delete)
        return row


class _PersonaEntry(QAbstractButton):
    """A persona's picture, name and first words; checked if it is chosen."""

    def __init__(self, persona: Persona, about: str, picture: Path | None) -> None:
        super().__init__()
        self.persona_id, self._picture = persona.id, picture
        self._name, self._about = persona.name, about
        self.setCheckable(True)
        self.setAccessibleName(persona.name)
        self.setAccessibleDescription(self._about)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        return QSize(240, theme.scaled(_HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def nextCheckState(self) -> None:
        # A click can't uncheck the chosen persona.
        self.setChecked(True)

    def paintEvent(self, event: QPaintEvent) -> None:
        look, box = theme.current(), QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_highlighted = self.isChecked() or self.hasFocus()
        painter.setPen(look.colour("accent" if is_highlighted else "inset_edge"))
        ground = "accent_soft" if self.isChecked() else "inset_hover" if self.underMouse() else "inset"
        painter.setBrush(look.colour(ground))
        painter.drawRoundedRect(box, theme.RADIUS_CARD, theme.RADIUS_CARD)
        disc = QRectF(10, (self.height() - _DISC) // 2, _DISC, _DISC)
        paint_disc(painter, disc, self._name, self._picture)
        left, right = _DISC + 22, self.width() - theme.S3
        bold = theme.ui_font(theme.TEXT)
        bold.setWeight(QFont.Weight.DemiBold)
        line, below = theme.scaled(20), theme.scaled(18)
        top = (self.height() - line - below) / 2
        self._paint_words(painter, bold, "text", self._name, QRectF(left, top, right - left, line))
        plain, room = theme.ui_font(theme.SMALL), QRectF(left, top + line, right - left, below)
        self._paint_words(painter, plain, "muted", self._about, room)

    def _paint_words(self, painter: QPainter, font: QFont, role: str, text: str, room: QRectF) -> None:
        painter.setFont(font)
        painter.setPen(theme.current().colour(role))
        shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
