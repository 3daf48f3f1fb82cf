"""Rows of what she remembers: each fact with its date and the sentence it came from, and what can be done with it."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from deskpet.features.memory.exchange import title_of
from deskpet.features.memory.memory import LONGEST_TEXT
from deskpet.store.facts import Fact
from deskpet.text.local_time import local_time
from deskpet.translation import tr
from deskpet.ui.widgets import language, theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.check_box import CheckBox
from deskpet.ui.widgets.form import text_label
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.popup_menu import install_field_menu

_BUTTON = 30


class FactRows(QWidget):
    """Lists facts. A row that did not change stays as it is, with its focus.

    pinned: Emitted with the id of a fact, and whether it is to be pinned.
    rewritten: Emitted with the id of a fact and its new text.
    source_requested: Emitted with a Fact whose message is to be shown.
    erase_requested: Emitted with a Fact to erase.
    decided: Emitted with the id of a proposed fact, and whether it is to be kept.
    selection_changed: Emitted after a row was selected or not.
    """

    pinned = Signal(str, bool)
    rewritten = Signal(str, str)
    source_requested = Signal(object)
    erase_requested = Signal(object)
    decided = Signal(str, bool)
    selection_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._rows: dict[str, FactRow] = {}
        self._list = QVBoxLayout(self)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(theme.S2)

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show these facts in their order."""
        by_id = {fact.id: fact for fact in facts}
        for fact_id, row in list(self._rows.items()):
            if row.fact != by_id.get(fact_id):
                self._list.removeWidget(row)
                row.hide()
                row.deleteLater()
                del self._rows[fact_id]
        for position, fact in enumerate(facts):
            row = self._rows.get(fact.id) or self._add(fact)
            if self._list.indexOf(row) != position:
                self._list.removeWidget(row)
                self._list.insertWidget(position, row)
            row.show()
        self.selection_changed.emit()

    def row(self, fact_id: str) -> "FactRow":
        """Return the row of a fact."""
        return self._rows[fact_id]

    @property
    def selected(self) -> tuple[Fact, ...]:
        """The selected facts."""
        return tuple(row.fact for row in self._rows.values() if row.check.isChecked())

    def _add(self, fact: Fact) -> "FactRow":
        row = self._rows[fact.id] = FactRow(fact)
        row.check.toggled.connect(self.selection_changed)
        row.pin.clicked.connect(lambda: self.pinned.emit(fact.id, not fact.is_pinned))
        row.rewritten.connect(lambda text: self.rewritten.emit(fact.id, text))
        row.source.clicked.connect(lambda: self.source_requested.emit(fact))
        row.erase.clicked.connect(lambda: self.erase_requested.emit(fact))
        row.keep.clicked.connect(lambda: self.decided.emit(fact.id, True))
        row.dismiss.clicked.connect(lambda: self.decided.emit(fact.id, False))
        return row


class FactRow(QFrame):
    """A fact with its buttons. Its text is edited in place: Enter saves, Esc cancels.

    rewritten: Emitted with the new text.
    """

    rewritten = Signal(str)

    def __init__(self, fact: Fact) -> None:
        super().__init__()
        self.fact = fact
        self.setObjectName("reminder_row")
        self.check = CheckBox()
        self.check.setAccessibleName(tr("Select: {text}", text=fact.text))
        self._text = text_label(fact.text, "field_title")
        self.field = QLineEdit(fact.text)
        self.field.setObjectName("fact_field")
        self.field.setMaxLength(LONGEST_TEXT)
        self.field.setAccessibleName(tr("What she remembers"))
        install_field_menu(self.field)
        self.field.hide()
        self._about = text_label(_about(fact), "field_help")
        self._quote = text_label(tr("“{quote}”", quote=fact.quote), "fact_quote")
        self._quote.setVisible(bool(fact.quote))
        self._create_buttons()
        self._lay_out()
        self.setAccessibleName(f"{fact.text}, {_about(fact)}")

    def _create_buttons(self) -> None:
        text, is_proposed = self.fact.text, self.fact.state == "proposed"
        pin_name = tr("Unpin: {text}", text=text) if self.fact.is_pinned else tr("Pin: {text}", text=text)
        self.pin = _icon_button("unpin" if self.fact.is_pinned else "pin", pin_name, "pin_fact")
        self.pin.set_on(self.fact.is_pinned)
        self.pin.setVisible(not is_proposed)
        self.source = _icon_button("chat", tr("Show where it was said: {text}", text=text), "source_of_fact")
        self.source.setVisible(bool(self.fact.message))
        self.edit = _icon_button("edit", tr("Edit {name}", name=text), "edit_fact")
        self.edit.clicked.connect(self.start_editing)
        self.erase = _icon_button("trash", tr("Erase: {text}", text=text), "erase_fact")
        self.erase.setVisible(not is_proposed)
        self.keep = plain_button(tr("Keep"), "keep_fact", "secondary")
        self.keep.setAccessibleName(tr("Keep: {text}", text=text))
        self.dismiss = plain_button(tr("Dismiss"), "dismiss_fact", "link")
        self.dismiss.setAccessibleName(tr("Dismiss: {text}", text=text))
        for button in (self.keep, self.dismiss):
            button.setVisible(is_proposed)

    def _lay_out(self) -> None:
        line, column, decision = QHBoxLayout(self), QVBoxLayout(), QHBoxLayout()
        line.setContentsMargins(12, 8, 8, 8)
        line.setSpacing(theme.S1)
        column.setSpacing(2)
        for widget in (self._text, self.field, self._about, self._quote):
            column.addWidget(widget)
        decision.setSpacing(theme.S2)
        decision.addWidget(self.keep)
        decision.addWidget(self.dismiss)
        decision.addStretch(1)
        column.addLayout(decision)
        line.addWidget(self.check, 0, Qt.AlignmentFlag.AlignTop)
        line.addSpacing(theme.S1)
        line.addLayout(column, 1)
        for button in (self.pin, self.source, self.edit, self.erase):
            line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)

    def start_editing(self) -> None:
        """Show a field in place of the text."""
        self.field.setText(self.fact.text)
        self._text.hide()
        self.field.show()
        self.field.setFocus()
        self.field.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.field.isHidden():
            super().keyPressEvent(event)
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._end_editing()
            text = " ".join(self.field.text().split())
            if text and text != self.fact.text:
                self.rewritten.emit(text)
        elif event.key() == Qt.Key.Key_Escape:
            self._end_editing()
        else:
            super().keyPressEvent(event)

    def _end_editing(self) -> None:
        self.field.hide()
        self._text.show()
        self.edit.setFocus()


def _icon_button(icon: str, name: str, object_name: str) -> IconButton:
    button = IconButton(icon, name, size=_BUTTON)
    button.setObjectName(object_name)
    return button


def _about(fact: Fact) -> str:
    """Return what the second line says: the kind, the month, who knows it, and whether it is pinned or waits."""
    said = local_time(fact.said_at) if fact.said_at else None
    parts = (
        title_of(fact.kind),
        language.format_datetime(said, tr("MMM yyyy")) if said else "",
        tr("only {name} knows", name=fact.persona) if fact.persona else "",
        tr("pinned") if fact.is_pinned else "",
        tr("waits until you confirm it") if fact.state == "proposed" else "",
    )
    return " · ".join(filter(None, parts))
