"""Persona page of the settings: the list of personas, and what creates, imports, edits and deletes them."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from deskpet.features.personas.ui.persona_editor import PersonaEditor
from deskpet.features.personas.ui.portraits import paint_disc
from deskpet.personas.persona import Persona, summary
from deskpet.translation import tr, tr_noop
from deskpet.ui.settings.page import Card, Field
from deskpet.ui.settings.settings_form import field_of
from deskpet.ui.widgets import file_dialogs, theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import TextAreaRow, column_in, delete_widgets, line_in, text_label
from deskpet.ui.widgets.icons import IconButton

_HEIGHT, _DISC, _BUTTON = 56, 36, 28
NO_PICTURES: Mapping[str, Path] = MappingProxyType({})


class PersonaList(QWidget):
    """Lists the character herself first, then the user's personas.

    choose, edit, delete: get the id of a persona, empty for the character herself.
    """

    def __init__(
        self, choose: Callable[[str], object], edit: Callable[[str], object], delete: Callable[[str], object]
    ) -> None:
        super().__init__()
        self._choose, self._edit, self._delete = choose, edit, delete
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
        entry.clicked.connect(lambda: self._choose(persona.id))
        line = line_in(row, theme.S1)
        line.addWidget(entry, 1)
        if is_own and not is_alone:
            # The same width as the other rows, which have two buttons.
            line.addSpacing(2 * (_BUTTON + theme.S1))
        elif not is_own:
            edit = IconButton("edit", tr("Edit {name}", name=persona.name), size=_BUTTON)
            delete = IconButton("trash", tr("Delete {name}", name=persona.name), size=_BUTTON)
            edit.setObjectName("edit")
            delete.setObjectName("delete")
            edit.clicked.connect(lambda: self._edit(persona.id))
            delete.clicked.connect(lambda: self._delete(persona.id))
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


_SUFFIXES = (".png", ".json")


class PersonaPage(QWidget):
    """Shows the personas and requests changes. Accepts dropped character cards.

    chosen: Emitted with the id of the persona that is to speak; empty for the character herself.
    changed: Emitted with the edited Persona, to save it.
    new_requested: Emitted to create a persona.
    delete_requested: Emitted with the id of a persona to delete.
    import_requested: Emitted with the Paths of character cards to import, as a list.
    portrait_changed: Emitted with a persona's id and the Path of its new picture, or None to remove it.
    """

    chosen = Signal(str)
    changed = Signal(object)
    new_requested = Signal()
    delete_requested = Signal(str)
    import_requested = Signal(object)
    portrait_changed = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("persona_page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAcceptDrops(True)
        self._personas: dict[str, Persona] = {}
        self._pictures = NO_PICTURES
        self.list = PersonaList(self.chosen.emit, self.edit, self.delete_requested.emit)
        self.editor = PersonaEditor()
        self.editor.changed.connect(self.changed)
        self.editor.portrait_changed.connect(lambda file: self.portrait_changed.emit(self.editor.persona.id, file))
        self._result = _ResultLine()
        column = column_in(self, theme.S3)
        column.addWidget(self.list)
        column.addLayout(self._buttons())
        column.addWidget(self._result)
        column.addWidget(self._editor_area())

    def _buttons(self) -> QVBoxLayout:
        line, column = FlowLayout(theme.S2), QVBoxLayout()
        column.setSpacing(theme.S1)
        column.addLayout(line)
        for name, text, act in (
            ("new_persona", tr("New persona"), self.new_requested.emit),
            ("import_persona", tr("Import a card…"), self._choose_files),
        ):
            button = plain_button(text, name, "")
            button.clicked.connect(lambda _=False, act=act: act())
            line.addWidget(button)
        column.addWidget(text_label(tr("or drop SillyTavern character cards here: PNG or JSON."), "field_help"))
        return column

    def _editor_area(self) -> QWidget:
        self._area = QWidget()
        self._area.setObjectName("persona_editing")
        self._area.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        head = QHBoxLayout()
        head.addWidget(text_label(tr("Edit the persona"), "field_title"), 1)
        done = plain_button(tr("Done"), "persona_done", "", tr("Done with editing"))
        done.clicked.connect(self._close_editor)
        head.addWidget(done)
        column = QVBoxLayout(self._area)
        column.setContentsMargins(theme.S4, theme.S3, theme.S4, theme.S4)
        column.setSpacing(theme.S3)
        column.addLayout(head)
        column.addWidget(self.editor)
        self._area.hide()
        return self._area

    def show_personas(
        self,
        own: Persona,
        personas: Iterable[Persona],
        chosen: str,
        pictures: Mapping[str, Path] = NO_PICTURES,
        *,
        user: str = "",
    ) -> None:
        """Show the character herself (`own`) and the user's personas; `chosen` is the id of who speaks.

        `pictures` maps ids to picture files; for the character herself it is a model's folder. `user` is the name of
        the user.
        """
        self._personas = {persona.id: persona for persona in personas}
        self._pictures = pictures
        self.list.show_personas(own, self._personas.values(), chosen, pictures, user=user)
        self.editor.show_portrait(pictures.get(self.editor.persona.id))
        if self._area.isVisibleTo(self) and self.editor.persona.id not in self._personas:
            self._area.hide()

    def edit(self, persona_id: str) -> None:
        """Open the editor with this persona."""
        if persona := self._personas.get(persona_id):
            self.editor.edit(persona, self._pictures.get(persona_id))
            self._area.show()
            self.editor.take_focus()

    def say(self, text: str, level: str = "good", undo: Callable[[], object] | None = None) -> None:
        """Show the result of an action; `level` is "good" or "bad". With `undo`, an undo button calls it."""
        self._result.say(text, level, undo)

    def _close_editor(self) -> None:
        self.editor.settle()
        self._area.hide()

    def _choose_files(self) -> None:
        title, kinds = tr("Import character cards"), tr("Character cards (*.png *.json *.charx)")
        file_dialogs.open_files(self, title, kinds, self.import_requested.emit)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _cards(event):
            file_dialogs.accept_copy(event)
            self._highlight(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._highlight(False)

    def dropEvent(self, event: QDropEvent) -> None:
        self._highlight(False)
        if cards := _cards(event):
            file_dialogs.accept_copy(event)
            self.import_requested.emit(cards)

    def _highlight(self, is_highlighted: bool) -> None:
        self.setProperty("state", "drop" if is_highlighted else "")
        self.style().polish(self)


def _cards(event: QDropEvent) -> list[Path]:
    """Return the dropped files that may be character cards, by their suffix."""
    paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
    return [file for file in paths if file.suffix.lower() in _SUFFIXES]


class _ResultLine(QWidget):
    """Line with the result of the last action, and an undo button."""

    def __init__(self) -> None:
        super().__init__()
        self._label: QLabel = text_label("", "persona_said")
        self._undo = plain_button(tr("Undo"), "persona_undo", "link")
        self._undo.clicked.connect(self._run_undo)
        self._undo_action: Callable[[], object] | None = None
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self._label, 1)
        line.addWidget(self._undo, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def say(self, text: str, level: str, undo: Callable[[], object] | None) -> None:
        self._label.setText(text)
        self._label.setProperty("level", level)
        self._label.style().polish(self._label)
        self._undo_action = undo
        self._undo.setVisible(undo is not None)
        self._undo.setAccessibleName(tr("Undo: {what}", what=text))
        self.setVisible(bool(text))

    def _run_undo(self) -> None:
        undo, self._undo_action = self._undo_action, None
        self.hide()
        if undo:
            undo()


CARDS = (
    Card(
        *("persona", tr_noop("Who speaks"), tr_noop("The character herself, or someone else in her body.")),
        fields=(lambda _: PersonaPage(),),
    ),
    Card(
        *("smile", tr_noop("The character herself"), field_of("persona", "prompt").description or ""),
        *("persona", (Field("prompt", row=TextAreaRow), "user")),
    ),
)
