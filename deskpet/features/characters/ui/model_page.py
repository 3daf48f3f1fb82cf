"""Settings of one Live2D model: scale, anchor, resting state, and descriptions of its expressions and motions."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, Field
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QHideEvent, QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from deskpet.config.choices import SCALE
from deskpet.config.settings import NumberField
from deskpet.features.characters.ui.things_row import ThingsRow
from deskpet.pet.character import Character, to_words, translated_title
from deskpet.pet.model_notes import MAX_DESCRIPTION_LENGTH, Anchor, ModelNotes
from deskpet.translation import tr, tr_noop
from deskpet.ui.widgets import theme, tooltip
from deskpet.ui.widgets.buttons import MenuButton
from deskpet.ui.widgets.fields import line_edit
from deskpet.ui.widgets.form import FormRow, SliderRow, column_in, column_of, line_of, text_label
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.painting import paint_box, smooth_painter

_SIZE = QSize(58, 74)
_STEPS = (0.0, 0.5, 1.0)
_COLUMN_NAMES = (tr_noop("left"), tr_noop("middle"), tr_noop("right"))
_ROW_NAMES = (tr_noop("top"), tr_noop("middle"), tr_noop("bottom"))
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class AnchorPicker(QWidget):
    """A grid of nine points; the mouse or the arrow keys choose one.

    chosen: Emitted with the new point, x and y from 0 to 1 (right, down).
    """

    accessible_role = QAccessible.Role.Dial

    chosen = Signal(float, float)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("model_anchor")
        self.setFixedSize(_SIZE)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMouseTracking(True)
        tooltip.attach(self)
        self._cell = (1, 1)
        self.show_anchor(0.5, 0.5)

    def show_anchor(self, x: float, y: float) -> None:
        """Mark the grid point nearest to x, y (0 to 1)."""
        self._cell = (round(x * 2), round(y * 2))
        name = tr(
            "Anchor: {down}, {across}", down=tr(_ROW_NAMES[self._cell[1]]), across=tr(_COLUMN_NAMES[self._cell[0]])
        )
        self.setAccessibleName(name)
        self.setToolTip(tr("{where}. This part of the character keeps its place in the window.", where=name))
        self.update()

    def _choose(self, cell: tuple[int, int]) -> None:
        if cell != self._cell:
            x, y = _STEPS[cell[0]], _STEPS[cell[1]]
            self.show_anchor(x, y)
            self.chosen.emit(x, y)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        position = event.position()
        column = min(2, max(0, int(position.x() * 3 / self.width())))
        row = min(2, max(0, int(position.y() * 3 / self.height())))
        self._choose((column, row))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _ARROWS.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        self._choose((min(2, max(0, self._cell[0] + step[0])), min(2, max(0, self._cell[1] + step[1]))))

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = smooth_painter(self)
        paint_box(painter, QRectF(self.rect()), 10, "inset", "accent" if self.hasFocus() else "field_edge")
        painter.setPen(Qt.PenStyle.NoPen)
        for down in range(3):
            for across in range(3):
                is_chosen = (across, down) == self._cell
                painter.setBrush(look.colour("accent" if is_chosen else "faint"))
                radius = 5.0 if is_chosen else 2.2
                point = QPointF(13 + across * (self.width() - 26) / 2, 13 + down * (self.height() - 26) / 2)
                painter.drawEllipse(point, radius, radius)


TYPING_MS = 400
_NAMELESS = tr_noop("(no name)")


class _ModelFields(BaseModel):
    """Fields of the notes that are edited by a generated form row."""

    scale: Annotated[float, NumberField("×", 0.05)] = Field(
        default=1.0,
        ge=SCALE[0],
        le=SCALE[1],
        title=tr_noop("Size in its window"),
        description=tr_noop("1.0 shows the whole drawing. Larger is nearer, as for a portrait."),
    )


class ModelPage(QWidget):
    """Edits the user's notes on a character.

    changed: Emitted with the new ModelNotes.
    expression_preview_requested: Emitted with the name of an expression to play.
    motion_preview_requested: Emitted with the group and index of a motion to play.
    """

    changed = Signal(object)
    expression_preview_requested = Signal(str)
    motion_preview_requested = Signal(str, int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("model_page")
        self._plain, self._notes = Character(""), ModelNotes()
        self._timer = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._timer.timeout.connect(self._apply_edits)
        self._size = SliderRow(
            _ModelFields.model_fields["scale"], lambda scale: self._change(replace(self._notes, scale=scale))
        )
        self._size.setObjectName("model_scale")
        self._anchor = AnchorPicker()
        self._anchor.chosen.connect(lambda x, y: self._change(replace(self._notes, anchor=Anchor(x, y))))
        self._face = _Chooser(
            tr("Face at rest"), lambda name: self._change(replace(self._notes, default_expression=name))
        )
        self._idle = _Chooser(tr("Motions at rest"), lambda name: self._change(replace(self._notes, idle_group=name)))
        anchor = column_of(5, text_label(tr("Anchor"), "field_title"), self._anchor)
        scale_and_anchor = line_of(theme.S5, (self._size, 1, Qt.AlignmentFlag.AlignTop), anchor)
        at_rest = line_of(theme.S4, (self._face, 1), (self._idle, 1))
        self.things = ThingsRow()
        self.things.changed.connect(lambda worn: self._change(replace(self._notes, worn=worn)))
        self._faces = _DescriptionTable(tr("Expressions"), tr("This character has no expressions."))
        self._motions = _DescriptionTable(tr("Motions"), tr("This character has no motions."))
        for section in (self._faces, self._motions):
            section.changed.connect(self._timer.start)
            section.editing_finished.connect(self.settle)
        self._faces.play_requested.connect(lambda name, _: self.expression_preview_requested.emit(name))
        self._motions.play_requested.connect(self.motion_preview_requested)
        self.sound_note = text_label("", "field_help")
        self.sound_note.hide()
        column_in(self, theme.S4, scale_and_anchor, at_rest, self.things, self._faces, self._motions, self.sound_note)

    @property
    def notes(self) -> ModelNotes:
        """The current notes."""
        return self._notes

    def show_character(self, plain: Character, notes: ModelNotes, things: Path | None = None) -> None:
        """Show the notes on a character; `plain` is the character without notes, as its author describes it.

        things: the file with the pictures of its things; None without any.
        """
        is_same = plain == self._plain
        if is_same and notes == self._notes:
            return
        if is_same:
            # What is being typed is added to what has changed elsewhere.
            self._notes = notes
        self.settle()
        notes = self._notes if is_same else notes
        self._plain, self._notes = plain, notes
        counts = {name: group.count for name, group in plain.motions.items()}
        descriptions = {name: group.description for name, group in plain.motions.items()}
        self._size.show_value(notes.scale)
        self._anchor.show_anchor(notes.anchor.x, notes.anchor.y)
        self._face.show_choice(tuple(plain.expressions), notes.default_expression, plain.default_expression)
        self._idle.show_choice(tuple(descriptions), notes.idle_group, plain.idle_group)
        self.things.show_things(plain.things, notes.worn, things)
        once = dict.fromkeys(plain.expressions, 1)
        self._faces.show_descriptions(plain.expressions, once, notes.expressions, notes.hidden_expressions)
        self._motions.show_descriptions(descriptions, counts, notes.motions, notes.hidden_motions)

    def settle(self) -> None:
        """Apply pending edits at once."""
        if self._timer.isActive():
            self._apply_edits()

    def hideEvent(self, event: QHideEvent) -> None:
        self.settle()
        super().hideEvent(event)

    def _apply_edits(self) -> None:
        self._timer.stop()
        faces, hidden_faces = self._faces.descriptions(self._notes.expressions, self._notes.hidden_expressions)
        motions, hidden_motions = self._motions.descriptions(self._notes.motions, self._notes.hidden_motions)
        self._change(
            replace(self._notes, expressions=faces, motions=motions,
                    hidden_expressions=hidden_faces, hidden_motions=hidden_motions)
        )  # fmt: skip

    def _change(self, notes: ModelNotes) -> None:
        if notes != self._notes:
            self._notes = notes
            self.changed.emit(notes)


class _Chooser(FormRow):
    """Chooses one of the model's names, or the model's own default (None)."""

    def __init__(self, title: str, chosen: Callable[[str | None], None]) -> None:
        super().__init__(title)
        self._chosen = chosen
        self.button = MenuButton(title)
        self.column.addWidget(self.button)
        self.end()

    def show_choice(self, names: tuple[str, ...], choice: str | None, own: str | None) -> None:
        """Offer `names`; `own` is the model's own default."""
        by_itself = tr("Automatic ({choice})", choice=_title(own)) if own is not None else tr("Automatic (none)")
        menu = self.button.menu_below
        menu.clear()
        menu.addAction(by_itself, lambda: self._choose(None, by_itself))
        menu.addSeparator()
        for name in names:
            menu.addAction(_title(name), lambda name=name: self._choose(name, name))
        self._show(choice if choice in names else None, by_itself)

    def _choose(self, choice: str | None, label: str) -> None:
        self._show(choice, label)
        self._chosen(choice)

    def _show(self, choice: str | None, by_itself: str) -> None:
        self.button.setText(by_itself if choice is None else _title(choice))
        self.button.setAccessibleDescription(self.button.text())


class _DescriptionTable(QWidget):
    """Edits the descriptions of expressions or motions; each can be played and hidden.

    play_requested: Emitted with a name and the index of its variant to play.
    changed: Emitted when a description is typed or a name is hidden.
    editing_finished: Emitted when editing ends, so that changes apply at once.
    """

    play_requested = Signal(str, int)
    changed = Signal()
    editing_finished = Signal()

    def __init__(self, title: str, empty_text: str) -> None:
        super().__init__()
        self._rows: dict[str, _NameRow] = {}
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(2, 1)
        self._empty_note = text_label(empty_text, "field_help")
        column_in(self, theme.S2, text_label(title, "section_title"), self._empty_note, self._grid)

    def show_descriptions(
        self, plain: Mapping[str, str], counts: Mapping[str, int], own: Mapping[str, str], hidden: frozenset[str]
    ) -> None:
        """Show the descriptions: `plain` are the model's own, `own` the user's, which replace them."""
        if tuple(self._rows) != tuple(plain) or any(self._rows[name].count != counts[name] for name in plain):
            self._rebuild(counts)
        self._empty_note.setVisible(not plain)
        for name, row in self._rows.items():
            row.show_description(plain[name], own.get(name, ""), name in hidden)

    def descriptions(self, own: Mapping[str, str], hidden: frozenset[str]) -> tuple[dict[str, str], frozenset[str]]:
        """Return the user's descriptions and the hidden names; those of names that this model lacks are kept."""
        kept = {name: text for name, text in own.items() if name not in self._rows}
        edited = {name: row.own for name, row in self._rows.items() if row.own}
        hidden_elsewhere = hidden - self._rows.keys()
        return kept | edited, hidden_elsewhere | {name for name, row in self._rows.items() if row.is_hidden}

    def _rebuild(self, counts: Mapping[str, int]) -> None:
        for row in self._rows.values():
            row.remove()
        self._rows = {name: _NameRow(self, name, count) for name, count in counts.items()}
        for number, row in enumerate(self._rows.values()):
            for column, part in enumerate((row.play, row.name, row.edit, row.eye)):
                self._grid.addWidget(part, number, column)


class _NameRow(QObject):
    """Widgets of one expression or motion group: play, name, description, visibility."""

    def __init__(self, owner: _DescriptionTable, name: str, count: int) -> None:
        super().__init__(owner)
        self.count, self.is_hidden = count, False
        self._name, self._plain, self._next_variant = name, "", 0
        self._owner, shown = owner, _title(name)
        self.play = IconButton("play", tr("Try {name}", name=shown), size=30, role="accent", name=f"try_{name}")
        self.play.clicked.connect(self._play)
        self.name = _ElidedLabel(shown if count == 1 else f"{shown} ×{count}")
        self.edit = line_edit(f"words_{name}", tr("What {name} means", name=shown), longest=MAX_DESCRIPTION_LENGTH)
        self.edit.textEdited.connect(owner.changed)
        self.edit.editingFinished.connect(owner.editing_finished)
        self.eye = IconButton("eye", tr("Hide {name}", name=shown), size=30, name=f"hide_{name}")
        self.eye.clicked.connect(self._toggle_hidden)

    @property
    def own(self) -> str:
        """The user's description; empty if it is the same as the model's."""
        text = self.edit.text().strip()
        return "" if text == self._plain else text

    def show_description(self, plain: str, own: str, hidden: bool) -> None:
        # A description that is only the name in other words says nothing.
        has_description = plain != to_words(self._name)
        self._plain = plain
        self.edit.setPlaceholderText(plain if has_description else tr("What does it show?"))
        shown = own or (plain if has_description else "")
        if self.edit.text() != shown:
            self.edit.setText(shown)
            self.edit.setCursorPosition(0)
        if hidden != self.is_hidden:
            self._show_hidden(hidden)

    def remove(self) -> None:
        for part in (self.play, self.name, self.edit, self.eye):
            part.hide()
            part.deleteLater()
        self.deleteLater()

    def _play(self) -> None:
        self._owner.play_requested.emit(self._name, self._next_variant)
        self._next_variant = (self._next_variant + 1) % self.count

    def _toggle_hidden(self) -> None:
        self._show_hidden(not self.is_hidden)
        self._owner.changed.emit()
        self._owner.editing_finished.emit()

    def _show_hidden(self, hidden: bool) -> None:
        self.is_hidden = hidden
        shown = _title(self._name)
        self.eye.set_icon(
            "eye-off" if hidden else "eye", tr("Offer {name} again" if hidden else "Hide {name}", name=shown)
        )
        self.edit.setEnabled(not hidden)
        theme.restyle(self.name, state="hidden" if hidden else "")


class _ElidedLabel(QLabel):
    """A name of fixed width, elided in the middle."""

    WIDTH = 112

    def __init__(self, text: str) -> None:
        super().__init__()
        self.setObjectName("model_name")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setToolTip(text)
        tooltip.attach(self)
        self._full_text = text

    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        if event.type() in {QEvent.Type.Polish, QEvent.Type.FontChange}:
            width = theme.scaled(self.WIDTH)
            self.setFixedWidth(width)
            self.setText(self.fontMetrics().elidedText(self._full_text, Qt.TextElideMode.ElideMiddle, width))
        return handled


def _title(name: str) -> str:
    return translated_title(name) or name or tr(_NAMELESS)
