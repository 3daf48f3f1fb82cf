"""The column of a comparison: the choice of a model, then its answer, with the choice of the better one."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from deskpet.chat.messages import Message
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

_MIN_WIDTH = 260  # in logical pixels


class CompareColumn(QWidget):
    """Asks for a model, and shows its answer.

    model_chosen: Emitted with the name of the model.
    kept: Emitted with True if the answer in this column is to be kept, with False for the other one.
    close_button: closes the column.
    """

    model_chosen = Signal(str)
    kept = Signal(bool)

    def __init__(self, look_of: Callable[[str], ToolLook]) -> None:
        super().__init__()
        self.setObjectName("compare_column")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(_MIN_WIDTH)
        self._models: Sequence[str] = ()
        self._model = ""
        self._title, self._note = text_label("", "pet_name"), text_label("", "field_help")
        self.close_button = IconButton("close", "", self)
        self.view = EntryList(self)
        self.field = ListField(tr_noop("Search the models"), self.view)
        self.transcript = Transcript(Context(look_of), self)
        self.keep_this, self.keep_other = (
            plain_button("", name, kind) for name, kind in (("keep_this", "primary"), ("keep_other", "secondary"))
        )
        for part in (self.keep_this, self.keep_other, self.transcript):
            part.hide()
        head = line_of(-1, (self._title, 1), at_top(self.close_button))
        foot = FlowLayout(theme.S2, self.keep_other, self.keep_this)
        parts = (head, self._note, self.field, (self.view, 1), (self.transcript, 1), foot)
        column_in(self, theme.S2, *parts, margins=theme.S3)
        self.field.textChanged.connect(self._show_matches)
        self.view.chosen.connect(lambda entry: entry.act())
        self.keep_this.clicked.connect(lambda: self.kept.emit(True))
        self.keep_other.clicked.connect(lambda: self.kept.emit(False))
        language.keep_translated(self, self._retranslate)

    def _retranslate(self) -> None:
        self.setAccessibleName(tr("Comparison"))
        self.close_button.set_icon("close", tr("Close the comparison"))
        self._title.setText(self._model or tr("Which other model is to answer?"))
        for button, text in ((self.keep_this, tr("Keep this answer")), (self.keep_other, tr("Keep the other one"))):
            button.setText(text)
            button.setAccessibleName(text)
        if not self._model:
            self._note.setText(tr("The server is asked for its models…"))

    def show_models(self, models: Sequence[str], problem: str) -> None:
        """List the models of the server, or say why it told none; a name can be typed in any case."""
        self._models = models
        show_text(self._note, problem)
        self._show_matches()

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
        found = find([(SearchText.of(each), self._entry(each)) for each in self._models], typed)
        if typed and typed not in self._models:
            found.append(self._entry(typed, tr("As it is typed")))
        self.view.show_entries(found)

    def _entry(self, model: str, detail: str = "") -> ListEntry:
        return ListEntry("chat", model, lambda: self._choose(model), detail)

    def _choose(self, model: str) -> None:
        self._model = model
        self._retranslate()
        for part in (self._note, self.field, self.view):
            part.hide()
        self.transcript.show()
        self.model_chosen.emit(model)
