"""Persona page of the settings: the list of personas, and what creates, imports, edits and deletes them."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from pydantic.fields import FieldInfo
from PySide6.QtCore import QMimeData, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from deskpet.features.personas.ui.persona_editor import PersonaEditor
from deskpet.features.personas.ui.portraits import paint_disc
from deskpet.personas.persona import Persona, summary
from deskpet.translation import tr, tr_noop
from deskpet.ui.settings.banner import Banner
from deskpet.ui.settings.page import Card, Field
from deskpet.ui.settings.settings_form import field_of
from deskpet.ui.widgets import file_dialogs, theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.file_dialogs import FileDrop
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import TextAreaRow, column_in, column_of, delete_widgets, line_in, line_of, text_label
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.item_delegate import paint_focus_ring, paint_line
from deskpet.ui.widgets.model_card import ClickableCard
from deskpet.ui.widgets.painting import paint_box, smooth_painter

_HEIGHT, _DISC, _BUTTON = 56, 36, 28
_SUFFIXES = (".png", ".json")
NO_PICTURES: Mapping[str, Path] = MappingProxyType({})


def shown_prompt(prompt: str) -> str:
    """Return the character's own prompt as the page shows it: the built-in one, sent in English, is translated."""
    return tr(prompt) if prompt == field_of("persona", "prompt").default else prompt


class OwnPromptRow(TextAreaRow):
    """The character's own prompt. While the translation of the built-in one is unchanged, that one is kept."""

    def __init__(self, field: FieldInfo, changed: Callable[[str], None]) -> None:
        super().__init__(field, lambda text: changed(field.default if text == tr(field.default) else text))

    def show_value(self, value: str) -> None:
        super().show_value(shown_prompt(value))


class _PersonaEntry(ClickableCard):
    """A persona's picture, name and first words; checked if it is chosen."""

    def __init__(self, persona: Persona, about: str, picture: Path | None) -> None:
        super().__init__()
        self.persona_id, self._picture = persona.id, picture
        self._name, self._about = persona.name, about
        self.setCheckable(True)
        self.setAccessibleName(persona.name)
        self.setAccessibleDescription(self._about)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(240, theme.scaled(_HEIGHT))

    def nextCheckState(self) -> None:
        # A click can't uncheck the chosen persona.
        self.setChecked(True)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        edge = "accent" if self.isChecked() or self.hasFocus() else "inset_edge"
        ground = "accent_soft" if self.isChecked() else "inset_hover" if self.underMouse() else "inset"
        paint_box(painter, QRectF(self.rect()), theme.RADIUS_CARD, ground, edge)
        if self.hasFocus():
            paint_focus_ring(painter, QRectF(self.rect()).adjusted(3, 3, -3, -3))
        paint_disc(painter, QRectF(10, (self.height() - _DISC) // 2, _DISC, _DISC), self._name, self._picture)
        left, right = _DISC + 22, self.width() - theme.S3
        line, below = theme.scaled(20), theme.scaled(18)
        top = (self.height() - line - below) / 2
        paint_line(painter, self._name, QRectF(left, top, right - left, line), "text", theme.demibold_font())
        room = QRectF(left, top + line, right - left, below)
        paint_line(painter, self._about, room, "muted", theme.ui_font(theme.SMALL))


class PersonaPage(QWidget):
    """Lists the character herself and the user's personas, and requests changes. Accepts dropped character cards.

    chosen: Emitted with the id of the persona that is to speak; empty for the character herself.
    delete_requested: Emitted with the id of a persona to delete.
    import_requested: Emitted with the Paths of character cards to import, as a list.
    """

    chosen = Signal(str)
    delete_requested = Signal(str)
    import_requested = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("persona_page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        FileDrop(self, _cards, self._highlight, self.import_requested.emit)
        self._personas: dict[str, Persona] = {}
        self._pictures = NO_PICTURES
        self.list, self.banner = QWidget(), Banner()
        self._entries = column_in(self.list, 6)
        self.editor = PersonaEditor()
        self.new = plain_button(tr("New persona"), "new_persona", "")
        bring = plain_button(tr("Import a card…"), "import_persona", "")
        bring.clicked.connect(self._choose_files)
        told = text_label(tr("or drop SillyTavern character cards here: PNG or JSON."), "field_help")
        self._area = self._editor_area()
        adding = column_of(theme.S1, FlowLayout(theme.S2, self.new, bring), told)
        column_in(self, theme.S3, self.list, adding, self.banner, self._area)

    def _editor_area(self) -> QWidget:
        area = QWidget()
        area.setObjectName("persona_editing")
        area.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        done = plain_button(tr("Done"), "persona_done", "", tr("Done with editing"))
        done.clicked.connect(self._close_editor)
        head = line_of(-1, (text_label(tr("Edit the persona"), "field_title"), 1), done)
        column_in(area, theme.S3, head, self.editor, margins=(theme.S4, theme.S3, theme.S4, theme.S4))
        area.hide()
        return area

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

        `pictures` maps ids to picture files; for the character herself it is a model's folder. `user` is the user's
        name, which the texts may contain as {{user}}.
        """
        self._personas = {persona.id: persona for persona in personas}
        self._pictures = pictures
        focused = next((each.persona_id for each in self.list.findChildren(_PersonaEntry) if each.hasFocus()), None)
        delete_widgets(self._entries)
        for persona in (own, *self._personas.values()):
            entry = _PersonaEntry(persona, summary(persona, user), pictures.get(persona.id))
            entry.setChecked(persona.id == chosen)
            row = self._row(persona, entry, is_own=persona is own)
            self._entries.addWidget(row)
            row.show()
            if persona.id == focused:
                entry.setFocus()
        self.editor.show_portrait(pictures.get(self.editor.persona.id))
        if self._area.isVisibleTo(self) and self.editor.persona.id not in self._personas:
            self._area.hide()

    def _row(self, persona: Persona, entry: _PersonaEntry, *, is_own: bool) -> QWidget:
        row = QWidget()
        row.setObjectName(f"persona_{persona.id or 'own'}")
        entry.clicked.connect(lambda: self.chosen.emit(persona.id))
        line = line_in(row, theme.S1, (entry, 1))
        if is_own and self._personas:
            # The same width as the other rows, which have two buttons.
            line.addSpacing(2 * (theme.scaled(_BUTTON) + theme.S1))
        elif not is_own:
            edit = IconButton("edit", tr("Edit {name}", name=persona.name), size=_BUTTON, name="edit")
            delete = IconButton("trash", tr("Delete {name}", name=persona.name), size=_BUTTON, name="delete")
            edit.clicked.connect(lambda: self.edit(persona.id))
            delete.clicked.connect(lambda: self.delete_requested.emit(persona.id))
            line.addWidget(edit)
            line.addWidget(delete)
        return row

    def edit(self, persona_id: str) -> None:
        """Open the editor with this persona."""
        if persona := self._personas.get(persona_id):
            self.editor.edit(persona, self._pictures.get(persona_id))
            self._area.show()
            self.editor.take_focus()

    def _close_editor(self) -> None:
        self.editor.settle()
        self._area.hide()

    def _choose_files(self) -> None:
        title, kinds = tr("Import character cards"), tr("Character cards (*.png *.json *.charx)")
        file_dialogs.open_files(self, title, kinds, self.import_requested.emit)

    def _highlight(self, is_highlighted: bool) -> None:
        theme.restyle(self, state="drop" if is_highlighted else "")


def _cards(data: QMimeData) -> list[Path]:
    """Return the dropped files that may be character cards, by their suffix."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return [file for file in paths if file.suffix.lower() in _SUFFIXES]


CARDS = (
    Card(
        "persona",
        tr_noop("Who speaks"),
        tr_noop("The character herself, or someone else in her body."),
        fields=(lambda _: PersonaPage(),),
    ),
    Card(
        "smile",
        tr_noop("The character herself"),
        field_of("persona", "prompt").description or "",
        "persona",
        (Field("prompt", row=OwnPromptRow), "user"),
    ),
)
