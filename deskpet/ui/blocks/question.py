"""The form on a tool call's card by which the program behind the tool asks the user."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QLineEdit, QPushButton, QRadioButton, QSizePolicy, QWidget

from deskpet.chat.question import MAX_ANSWER, BadAnswer, Question, QuestionField, Reply, Value, number_text
from deskpet.text.shown_arguments import notes_of
from deskpet.translation import tr, tr_noop
from deskpet.ui.blocks.base import AnswerStrip, answer_button
from deskpet.ui.widgets import theme, tooltip
from deskpet.ui.widgets.buttons import CheckBox
from deskpet.ui.widgets.click_guard import ClickGuard
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import column_in, show_text, text_label

_LEFT, _PAD = 38, 10
# Longest title of a choice on its button, in characters; its tool tip has the rest.
_MAX_CHOICE = 40
_SEND = (tr_noop("Send"), "primary", tr_noop("Send these values to the program that asks"))
_OPEN = (tr_noop("Open in the browser"), "primary", tr_noop("Open this address, and tell the program that asks"))
_DECLINE = (tr_noop("Decline"), "secondary", tr_noop("Tell the program that you don't want to answer"))
_CANCEL = (tr_noop("Cancel"), "secondary", tr_noop("Close the question without an answer"))


class QuestionForm(AnswerStrip):
    """The words of the program that asks, a widget for each value, and the buttons.

    replied: Emitted with a Reply.
    address_opened: Emitted with the address that the user wants to open.
    """

    replied = Signal(object)
    address_opened = Signal(str)

    def __init__(self, question: Question, parent: QWidget) -> None:
        super().__init__(parent)
        self.question = question
        self._form = QWidget(self)
        self._column = column_in(self._form, theme.S1, margins=(_LEFT, 0, _PAD, _PAD))
        self._column.addWidget(text_label(tr("{name} asks you", name=question.asker), "approval_question"))
        if question.message:
            self._column.addWidget(text_label(question.message, "question_message"))
        self.fields = [_FieldRow(each, self.resized.emit) for each in question.fields]
        for row in self.fields:
            self._column.addWidget(row)
        if question.url:
            address = text_label(question.url, "question_address")
            address.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._column.addWidget(address)
            if notes := notes_of(question.url):
                self._column.addWidget(text_label("\n".join(notes), "approval_reason"))
        warning = (
            tr("A program of somebody else asks this. Look at the whole address before you open it.")
            if question.url
            else tr("A program of somebody else asks this, and gets your answer as it is. Don't type a password.")
        )
        self._column.addWidget(text_label(warning, "approval_reason"))
        self._column.addSpacing(theme.S1)
        self.accept_button = self._button(*(_OPEN if question.url else _SEND), self._accept)
        self.decline_button = self._button(*_DECLINE, lambda: self.replied.emit(Reply("decline")))
        self.cancel_button = self._button(*_CANCEL, lambda: self.replied.emit(Reply("cancel")))
        answers = (self.accept_button, self.decline_button, self.cancel_button)
        self.controls = [*(each for row in self.fields for each in row.inputs), *answers]
        self._column.addLayout(FlowLayout(theme.S2, *answers))
        ClickGuard(self.accept_button)

    def _button(self, text: str, kind: str, description: str, act: Callable[[], None]) -> QPushButton:
        button = answer_button(tr(text), "", kind, tr(description), act)
        button.setAccessibleName(f"{tr(text)}: {self.question.asker}")
        return button

    def _accept(self) -> None:
        """Send the values, unless one of them is wrong: then the first of those gets the focus."""
        values = {row.field.name: row.checked_value() for row in self.fields}
        if wrong := [row for row in self.fields if row.has_error]:
            self.resized.emit()
            wrong[0].inputs[0].setFocus()
            return
        if self.question.url:
            self.address_opened.emit(self.question.url)
        self.replied.emit(Reply("accept", {name: value for name, value in values.items() if value is not None}))

    def fit(self, width: int) -> int:
        height = self._column.heightForWidth(width)
        self._form.setGeometry(0, 0, width, height)
        return height


class _FieldRow(QWidget):
    """A value that is asked for: its title, its description, the input, and what is wrong with it."""

    def __init__(self, field: QuestionField, on_resized: Callable[[], None]) -> None:
        super().__init__()
        self.field, self._on_resized = field, on_resized
        self._read: Callable[[], str | bool] = str
        column = column_in(self, 2, margins=(0, theme.S1, 0, theme.S1))
        is_open = field.is_required or field.kind == "boolean"
        title = field.title if is_open else tr("{title} (optional)", title=field.title)
        column.addWidget(text_label(title, "question_title"))
        self.inputs = self._make_inputs(title)
        for each in self.inputs:
            each.setAccessibleDescription(field.description)
            column.addWidget(each)
        if field.description:
            column.addWidget(text_label(field.description, "question_help"))
        self._error = text_label("", "question_error")
        self._error.hide()
        column.addWidget(self._error)

    @property
    def has_error(self) -> bool:
        """Whether the value that was read last is wrong."""
        return not self._error.isHidden()

    def checked_value(self) -> Value | None:
        """Return the value, and show what is wrong with it."""
        try:
            value, error = self.field.value_of(self._read()), ""
        except BadAnswer as bad:
            value, error = None, str(bad)
        show_text(self._error, error)
        return value

    def _make_inputs(self, title: str) -> list[QWidget]:
        match self.field.kind:
            case "boolean":
                return [self._check(title)]
            case "choice":
                return [*self._choices()]
            case "text" | "integer" | "number":
                return [self._line(title)]

    def _check(self, title: str) -> CheckBox:
        check = CheckBox(tr("Yes"))
        check.setAccessibleName(title)
        check.setChecked(self.field.default is True)
        self._read = check.isChecked
        return check

    def _choices(self) -> list[QRadioButton]:
        buttons = [QRadioButton(_shortened(title).replace("&", "&&")) for _, title in self.field.choices]
        group = QButtonGroup(self)
        for index, button in enumerate(buttons):
            button.setObjectName("question_choice")
            group.addButton(button, index)
            button.setChecked(self.field.choices[index][0] == self.field.default)
            title = self.field.choices[index][1]
            button.setAccessibleName(f"{self.field.title}: {title}")
            tooltip.set_text(button, title if title != _shortened(title) else "")
            # A long title does not make the card wider.
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        values = [value for value, _ in self.field.choices]
        self._read = lambda: values[group.checkedId()] if group.checkedId() >= 0 else ""
        return buttons

    def _line(self, title: str) -> QLineEdit:
        line = QLineEdit()
        line.setObjectName("question_line")
        line.setMaxLength(MAX_ANSWER)
        line.setAccessibleName(title)
        if self.field.default is not None:
            default = self.field.default
            line.setText(default if isinstance(default, str) else number_text(default))
        self._read = line.text
        line.textEdited.connect(self._clear_error)
        return line

    def _clear_error(self, *_: object) -> None:
        if self.has_error:
            self._error.hide()
            self._on_resized()


def _shortened(title: str) -> str:
    return title if len(title) <= _MAX_CHOICE else f"{title[: _MAX_CHOICE - 1]}…"
