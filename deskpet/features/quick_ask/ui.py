"""The panel of the quick ask: a field, the text that comes along, buttons, and the answer that grows below."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPoint, QRect, QSize, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from deskpet.chat.messages import Message
from deskpet.config.prompts import SELECTION, Prompt
from deskpet.translation import tr, tr_noop, tr_plural
from deskpet.ui.blocks import Context, ToolLook
from deskpet.ui.chat.commands import ChatCommand, ChatCommands
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.chat.writing_field import WritingField
from deskpet.ui.widgets import language, links, tab_order, theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.command_keys import command_keys
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import STRETCH, column_in, line_in, text_label
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.popup_panel import KeyboardPanel

# In logical pixels, the first at the normal text size.
_WIDTH, _MAX_ANSWER, _BESIDE = 460, 380, 8
_MAX_LINES, _MAX_SHOWN = 5, 90


@dataclass(frozen=True, slots=True)
class QuickAction:
    """A button. prompt: what is asked about the text, in English; {language} is the name of the program's language."""

    name: str
    title: str
    prompt: str


ACTIONS = (
    QuickAction("explain", tr_noop("Explain"), tr_noop("Explain this:")),
    QuickAction(
        "translate",
        tr_noop("Translate"),
        tr_noop("Translate this into {language}; if it is in {language}, into English. Answer with the translation:"),
    ),
    QuickAction(
        "improve",
        tr_noop("Improve"),
        tr_noop("Improve the wording of this in its own language. Answer with the new text:"),
    ),
)


class _SelectionRow(QFrame):
    """The text that comes along, with a button that leaves it out; without one, a button that adds the clipboard's.

    changed: Emitted when there is another text, or none.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("quick_ask_selection")
        self.text, self._is_refused = "", False
        self._label = text_label("", "field_help")
        self.remove = IconButton("close", "", self, 24)
        self.remove.clicked.connect(lambda: self.take(""))
        self.paste = plain_button("", "quick_ask_paste", "link")
        self.paste.clicked.connect(lambda: self.take(QGuiApplication.clipboard().text()))
        line_in(self, theme.S1, (FlowLayout(theme.S1, self._label, self.paste), 1), self.remove)
        language.keep_translated(self, self._retranslate)

    def take(self, text: str) -> None:
        """Let this text come along; an empty one is none."""
        self.text, self._is_refused = text.strip(), False
        self._retranslate()
        self.changed.emit()

    def refuse(self) -> None:
        """Say that the selected text is too large to come along, beside the button that adds the clipboard's."""
        self._is_refused = True
        self._retranslate()
        self.changed.emit()

    def _retranslate(self) -> None:
        line = " ".join(self.text[: 2 * _MAX_SHOWN].split())
        beginning = line if len(line) <= _MAX_SHOWN else f"{line[:_MAX_SHOWN]}…"
        count = tr_plural(len(self.text), "one character", "{n} characters")
        refusal = tr("The selected text is too large to come along. Copy it, and add what is on the clipboard.")
        self._label.setText(refusal if self._is_refused else tr("“{text}”, {count}", text=beginning, count=count))
        self.remove.set_icon("close", tr("Leave the text out"))
        self.paste.setText(tr("Add what is on the clipboard"))
        self.paste.setAccessibleName(self.paste.text())
        self._label.setVisible(bool(self.text) or self._is_refused)
        self.remove.setVisible(bool(self.text))
        self.paste.setVisible(not self.text)


class QuickAskPanel(KeyboardPanel):
    """Asks, and shows the answer. It stays above other windows until Esc closes it.

    asked: Emitted with a question. stop: the button that stops the running answer.
    continue_requested: Emitted when the conversation is to be opened in the chat.
    """

    asked = Signal(str)
    continue_requested = Signal()

    def __init__(self, look_of: Callable[[str], ToolLook]) -> None:
        super().__init__(None, stays=True)
        self._name, self._is_busy, self._is_private = "", False, False
        self._frame, self.field = QFrame(), WritingField(_MAX_LINES, self)
        self._frame.setObjectName("quick_ask_field")
        column_in(self._frame, 0, self.field)
        self.selection = _SelectionRow()
        self.private_label = text_label("", "field_help")
        self.transcript = Transcript(Context(look_of), self)
        self.transcript.set_background_role("page")
        self.buttons = {each.name: plain_button("", f"quick_ask_{each.name}", "secondary") for each in ACTIONS}
        self.stop, self.copy, self.go_on = (
            plain_button("", name, "secondary") for name in ("quick_ask_stop", "quick_ask_copy", "quick_ask_continue")
        )
        self._actions_row, self._foot = QWidget(), QWidget()
        self._flow = FlowLayout(theme.S1, *self.buttons.values())
        self._own_buttons: list[QPushButton] = []
        self._commands = ChatCommands(self)
        self._lay_out()
        self._connect()
        language.keep_translated(self, self._retranslate)

    def _lay_out(self) -> None:
        self.column.setContentsMargins(self.column.contentsMargins() + theme.S2)
        self.column.setSpacing(theme.S2)
        self._actions_row.setLayout(self._flow)
        line_in(self._foot, -1, self.stop, self.copy, self.go_on, STRETCH)
        for part in (
            *(self._frame, self.private_label, self.selection),
            *(self._actions_row, self.transcript, self._foot),
        ):
            self.column.addWidget(part)

    def _connect(self) -> None:
        self.field.send_requested.connect(self._send)
        self.field.stop_requested.connect(self.hide)
        self.field.textChanged.connect(self._on_text_changed)
        self.field.focus_changed.connect(lambda has_focus: theme.restyle(self._frame, focused=has_focus))
        self.selection.changed.connect(self._on_text_changed)
        self.transcript.content_resized.connect(self._fit_later)
        self.transcript.link_activated.connect(self._open_link)
        # The chat has what a notice offers, and leads to the part that draws diagrams.
        self.transcript.action_requested.connect(self.continue_requested)
        self.transcript.diagrams_wanted.connect(self.continue_requested)
        self.copy.clicked.connect(self._copy)
        self.go_on.clicked.connect(self.continue_requested)
        for action in ACTIONS:
            self.buttons[action.name].clicked.connect(partial(self._act, action))
        self._commands.add(ChatCommand("copy_answer", "copy", self._copy))
        self._commands.add(ChatCommand("full_window", "expand", self.continue_requested.emit))

    def _retranslate(self) -> None:
        keys = command_keys()
        self.setWindowTitle(tr("Quick ask"))
        self.setAccessibleName(tr("Quick ask"))
        self.field.setPlaceholderText(tr("Ask {name}…", name=self._name))
        self.field.setAccessibleName(tr("Question"))
        texts = {self.buttons[each.name]: tr(each.title) for each in ACTIONS}
        texts |= {self.stop: tr("Stop"), self.copy: keys.with_keys("copy_answer", tr("Copy"))}
        texts |= {self.go_on: keys.with_keys("full_window", tr("Continue in chat"))}
        self.private_label.setText(tr("Private, as the chat is: nothing of it is kept."))
        for button, text in texts.items():
            button.setText(text)
            button.setAccessibleName(text)

    def show_prompts(self, prompts: Sequence[Prompt]) -> None:
        """Show a button for each of these prompts, after the other ones."""
        for button in self._own_buttons:
            self._flow.removeWidget(button)
            button.deleteLater()
        self._own_buttons = [
            # An ampersand would underline the next letter.
            plain_button(each.name.replace("&", "&&"), "quick_ask_prompt", "secondary", each.name)
            for each in prompts
        ]
        for button, prompt in zip(self._own_buttons, prompts, strict=True):
            button.clicked.connect(partial(self._use_prompt, prompt))
            self._flow.addWidget(button)

    def focusNextPrevChild(self, forward: bool) -> bool:
        tab_order.apply_reading_order(self)
        has_moved = super().focusNextPrevChild(forward)
        self.transcript.reveal_focused()
        return has_moved

    @property
    def is_unused(self) -> bool:
        """Whether it is open, and nothing was asked in it yet."""
        return self.isVisible() and not self._is_busy and not self.transcript.messages

    def open_empty(self, pointer: QPoint, name: str, selection: str) -> None:
        """Open at the pointer, for a new question to the character of this name; `selection` comes along."""
        self._name = name
        self._retranslate()
        self.transcript.clear()
        self.field.clear()
        self.selection.take(selection)
        self._show_parts()
        self.open_at(QRect(pointer + QPoint(_BESIDE, _BESIDE), self._wanted_size()))
        self.field.setFocus()

    def show_private(self, private: bool) -> None:
        """Show whether nothing of the conversation is kept; then it can't be continued in the chat."""
        self._is_private = private
        self._show_parts()

    def show_message(self, message: Message) -> None:
        """Show an answer, or a further question; the first one stands in the field's place."""
        if message.role == "assistant" or self.transcript.messages:
            self.transcript.show_message(message)
        self._show_parts()

    def set_busy(self, busy: bool) -> None:
        """Show that an answer is written, or is complete."""
        self._is_busy = busy
        self._show_parts()

    def _send(self) -> None:
        if (words := self.field.toPlainText().strip()) and not self._is_busy:
            self._ask("\n\n".join(filter(None, (words, self.selection.text))))

    def _act(self, action: QuickAction) -> None:
        text = self.selection.text or self.field.toPlainText().strip()
        if text and not self._is_busy:
            prompt = tr(action.prompt, language=language.LANGUAGES[language.current()])
            self._ask(f"{prompt}\n\n{text}")

    def _use_prompt(self, prompt: Prompt) -> None:
        """Ask with a prompt, or put it into the field if it has variables that are to be filled first."""
        text = self.selection.text or self.field.toPlainText().strip()
        question = prompt.filled({SELECTION: text} if text else {})
        if text and SELECTION not in prompt.variables:
            question = f"{question}\n\n{text}"
        if prompt.variables - {SELECTION} or not text:
            self.selection.take("")
            self.field.setPlainText(question)
            self.field.setFocus()
        elif not self._is_busy:
            self._ask(question)

    def _ask(self, question: str) -> None:
        self.field.clear()
        self.selection.take("")
        self.asked.emit(question)

    def _copy(self) -> None:
        if text := next((each.text for each in reversed(self.transcript.messages) if each.role == "assistant"), ""):
            QGuiApplication.clipboard().setText(text)
            self.copy.setText(tr("Copied"))

    def _open_link(self, target: str, words: str) -> None:
        link = links.parse(target)
        # The chat asks about a link that leads elsewhere than it seems.
        if link and not link.is_misleading(words):
            links.open_link(link)

    def _on_text_changed(self) -> None:
        has_text = bool(self.selection.text or self.field.toPlainText().strip())
        for button in self.buttons.values():
            button.setEnabled(has_text)
        self.field.fit()
        self._fit_later()

    def _show_parts(self) -> None:
        has_answer = bool(self.transcript.messages)
        for part in (self.selection, self._actions_row):
            part.setVisible(not has_answer)
        for part in (self.transcript, self._foot):
            part.setVisible(has_answer)
        self.stop.setVisible(self._is_busy)
        self.copy.setVisible(not self._is_busy)
        self.go_on.setVisible(not self._is_busy and not self._is_private)
        self.private_label.setVisible(self._is_private)
        self._retranslate()
        self._fit_later()

    def _fit_later(self) -> None:
        QTimer.singleShot(0, self, self._fit)

    def _wanted_size(self) -> QSize:
        self.transcript.setFixedHeight(min(self.transcript.content_height(), _MAX_ANSWER))
        self.column.activate()
        width = theme.scaled(_WIDTH)
        return QSize(width, self.height_for(width))

    def _fit(self) -> None:
        if self.isVisible():
            self.place(QRect(self.box.topLeft(), self._wanted_size()))
