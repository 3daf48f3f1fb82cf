"""The column of a comparison: the choice of the models, then an answer, with the choice of the better one."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from deskpet.chat.messages import Message
from deskpet.llm.connections import Connection, ModelChoice
from deskpet.text.matching import SearchText, find
from deskpet.translation import tr, tr_noop
from deskpet.ui.blocks import Context, ToolLook
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.widgets import language, theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.entry_list import EntryList, ListEntry, ListField
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import at_top, column_in, line_of, show_text, text_label
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.picker import PickerButton

_MIN_WIDTH = 260  # in logical pixels

Models = Iterable[tuple[Connection, ModelChoice]]


class CompareColumn(QWidget):
    """Asks for a model, and shows its answer.

    first: the button of the model that answers in the conversation beside the column. note: what became of the wish for
    a list of models. close_button: closes the column.

    model_chosen: Emitted with the ModelChoice for this column.
    list_wanted: Emitted with a Connection of which no list of models was read yet.
    kept: Emitted with True if the answer in this column is to be kept, with False for the other one.
    """

    model_chosen = Signal(object)
    list_wanted = Signal(object)
    kept = Signal(bool)

    def __init__(self, look_of: Callable[[str], ToolLook]) -> None:
        super().__init__()
        self.setObjectName("compare_column")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(_MIN_WIDTH)
        self._models: list[tuple[SearchText, ListEntry]] = []
        self._unread: list[ListEntry] = []
        self._present, self._model = "", ""
        self._title, self.note = text_label("", "pet_name"), text_label("", "field_help")
        self._beside = text_label("", "field_title")
        self.close_button = IconButton("close", "", self)
        self.first = PickerButton("", tr_noop("Search the models"), tr("No model has this in its name."))
        self.view = EntryList(self)
        self.field = ListField(tr_noop("Search the models"), self.view)
        self.transcript = Transcript(Context(look_of), self)
        self.keep_this, self.keep_other = (
            plain_button("", name, kind) for name, kind in (("keep_this", "primary"), ("keep_other", "secondary"))
        )
        for part in (self.keep_this, self.keep_other, self.transcript, self.note):
            part.hide()
        head = line_of(-1, (self._title, 1), at_top(self.close_button))
        foot = FlowLayout(theme.S2, self.keep_other, self.keep_this)
        asked = (head, self.note, self.field, (self.view, 1), self._beside, self.first)
        column_in(self, theme.S2, *asked, (self.transcript, 1), foot, margins=theme.S3)
        self.field.textChanged.connect(self._show_matches)
        self.view.chosen.connect(lambda entry: entry.act())
        self.keep_this.clicked.connect(lambda: self.kept.emit(True))
        self.keep_other.clicked.connect(lambda: self.kept.emit(False))
        language.keep_translated(self, self._retranslate)

    def _retranslate(self) -> None:
        self.setAccessibleName(tr("Comparison"))
        self.close_button.set_icon("close", tr("Close the comparison"))
        self._title.setText(self._model or tr("Which other model is to answer?"))
        self._beside.setText(tr("The answer beside this one is by"))
        self.first.setAccessibleName(self._beside.text())
        for button, text in ((self.keep_this, tr("Keep this answer")), (self.keep_other, tr("Keep the other one"))):
            button.setText(text)
            button.setAccessibleName(text)

    def show_models(self, present: ModelChoice, models: Models, unread: Sequence[Connection]) -> None:
        """List models, and connections of which no list was read; a name can be typed for the connection in use."""
        self._present = present.connection
        self.first.setText(present.model)
        self.first.setAccessibleDescription(present.model)
        self._models = [
            (SearchText.of(choice.model, connection.name), self._entry(choice, connection.name))
            for connection, choice in models
        ]
        self._unread = [
            ListEntry("again", tr("Read the models of {name}", name=each.name), partial(self.ask_for_list, each))
            for each in unread
        ]
        self._show_matches()

    def show_problem(self, problem: str) -> None:
        """Say why a list of models could not be read; an empty text hides that."""
        if not self._model:
            show_text(self.note, problem)

    def ask_for_list(self, connection: Connection) -> None:
        """Let the list of a connection be read, and say so."""
        show_text(self.note, tr("The server is asked for its models…"))
        self.list_wanted.emit(connection)

    def show_message(self, message: Message) -> None:
        """Show the answer; the question stands in the conversation beside it."""
        if message.role == "assistant":
            self.transcript.show_message(message)

    def offer_choice(self) -> None:
        """Let the user choose between both answers."""
        for button in (self.keep_this, self.keep_other):
            button.show()

    def _show_matches(self) -> None:
        typed = self.field.text().strip()
        found = find(self._models, typed)
        if typed and all(typed != each.title for each in found):
            found.append(self._entry(ModelChoice(self._present, typed), tr("As it is typed")))
        self.view.show_entries([*found, *self._unread], keeps_current=not typed)

    def _entry(self, choice: ModelChoice, detail: str) -> ListEntry:
        return ListEntry("chat", choice.model, lambda: self._choose(choice), detail, id=str(choice))

    def _choose(self, choice: ModelChoice) -> None:
        self._model = choice.model
        self._retranslate()
        for part in (self._beside, self.first, self.note, self.field, self.view):
            part.hide()
        self.transcript.show()
        self.model_chosen.emit(choice)
