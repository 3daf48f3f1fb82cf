"""The chat view with header, transcript and composer, shared by the panel beside the character and the full window."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from deskpet.chat.messages import Message
from deskpet.markdown.parser import parser
from deskpet.translation import tr
from deskpet.ui.blocks import Context, ToolLook
from deskpet.ui.chat.commands import ChatCommand, ChatCommands
from deskpet.ui.chat.composer import Composer
from deskpet.ui.chat.header import ChatHeader
from deskpet.ui.chat.status_lines import StatusLines
from deskpet.ui.chat.toast import Toast
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.chat.welcome import Welcome
from deskpet.ui.markdown.code_preferences import code_wrap
from deskpet.ui.widgets import language, links, tab_order, theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import STRETCH, column_in, line_of, show_text, text_label
from deskpet.ui.widgets.links import Link

_MAX_TEXT = 160

HEAD, FOOT = 58, 12
_TEXT_PADDING = 14
# Maximum width of the text column, for readable lines in a wide window.
MAX_COLUMN = 780
# Maximum height of the folded pane.
MAX_FOLDED_HEIGHT = 190
WARM_UP_MS = 200


class LinkQuestion(QFrame):
    """Shows a link's text and its real target, above the composer; Esc cancels.

    resized: Emitted when the widget needs to be placed again.
    """

    accessible_role = QAccessible.Role.AlertMessage

    resized = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("link_question")
        self._link: Link | None = None
        self._link_text = ""
        self._previous_focus: QWidget | None = None
        self._title, self._text_label = text_label("", "link_title"), text_label("", "link_said")
        self._target_label, self._reason_label = text_label("", "link_leads"), text_label("", "link_said")
        self.cancel_button, self.open_button = plain_button("", "", "primary"), plain_button("", "", "secondary")
        for button, pressed in ((self.cancel_button, self.cancel), (self.open_button, self._accept)):
            button.setAutoDefault(True)
            button.clicked.connect(lambda _=False, pressed=pressed: pressed())
        labels = (self._title, self._text_label, self._target_label, self._reason_label)
        buttons = line_of(-1, STRETCH, self.cancel_button, self.open_button)
        column_in(self, theme.S1, *labels, buttons, margins=(14, 10, 14, 10))
        language.keep_translated(self, self._retranslate)
        self.hide()

    def ask(self, text: str, link: Link) -> None:
        """Ask whether to open a link with this `text`. The default button cancels."""
        self._link_text, self._link = text, link
        self._retranslate()
        self.show()
        self.raise_()
        self.resized.emit()
        self._previous_focus = self.window().focusWidget()
        self.cancel_button.setFocus()

    def cancel(self) -> None:
        """Close the question without opening the link."""
        self.hide()
        if self._previous_focus:
            self._previous_focus.setFocus()

    def _accept(self) -> None:
        link = self._link
        self.cancel()
        if link:
            links.open_link(link)

    def _retranslate(self) -> None:
        self.cancel_button.setText(tr("Don't open"))
        self.open_button.setText(tr("Open it"))
        for button in (self.cancel_button, self.open_button):
            button.setAccessibleName(button.text())
        self._title.setText(tr("This link leads elsewhere than it seems"))
        link = self._link
        if link is None:
            return
        shown = links.escape_ambiguous(" ".join(self._link_text.split()))
        self._text_label.setText(tr("It says: {words}", words=_wrappable(shown[:_MAX_TEXT])))
        self._target_label.setText(tr("It leads to: {address}", address=_wrappable(link.shown)))
        show_text(self._reason_label, _warning_text(link))
        self.setAccessibleName(self._title.text())
        self.setAccessibleDescription(
            f"{self._text_label.text()} {self._target_label.text()} {self._reason_label.text()}"
        )

    def fit(self, width: int) -> None:
        """Set this width and the height that the text needs at it, in logical pixels."""
        self.setFixedWidth(width)
        self.setFixedHeight(max(self.heightForWidth(width), self.sizeHint().height()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancel()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            # Handle Esc here, before the window's shortcut does.
            event.setAccepted(event.key() == Qt.Key.Key_Escape)
        return super().event(event)


def _warning_text(link: Link) -> str:
    if link.user:
        return tr("“{user}” is only a name in front of the address.", user=link.user)
    if link.has_foreign_letters:
        return tr("Its name has letters that may look like others.")
    return ""


def _wrappable(address: str) -> str:
    """Allow line breaks anywhere in an address: QLabel only breaks between words."""
    return "\u200b".join(address)


class ChatPane(theme.FollowsStyle, QWidget):
    """Header, transcript or welcome, and composer. A pure view: controllers connect the signals of these parts.

    height_changed: Emitted when the wanted height changes, except by the transcript's content.
    """

    height_changed = Signal()

    def __init__(
        self, name: str, look: Callable[[str], ToolLook], suggestions: tuple[str, ...], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAcceptDrops(True)
        self._name, self._suggestions = name, suggestions
        self._is_busy = self._is_elsewhere = self._is_folded = self._is_full = self._is_private = False
        self.header = ChatHeader(name, self)
        self.transcript = Transcript(Context(look), self)
        self.transcript.hide()
        self.welcome = Welcome(name, suggestions, self)
        self.composer = Composer(self)
        self.status_lines = StatusLines(self)
        self.toast = Toast(self)
        self.question = LinkQuestion(self)
        self.commands = ChatCommands(self)
        self._update_background()
        self._connect()
        language.keep_translated(self, self._retranslate)

    def _retranslate(self) -> None:
        private = tr("Private message to {name}…", name=self._name)
        self.composer.field.setPlaceholderText(private if self._is_private else tr("Message {name}…", name=self._name))
        if self.isVisible() and self.is_empty:
            # Other suggestions may need more lines.
            QTimer.singleShot(0, self, self._on_height_changed)

    def _connect(self) -> None:
        self.composer.height_changed.connect(self._on_height_changed)
        self.status_lines.resized.connect(self._on_height_changed)
        self.composer.refused.connect(lambda why: self.toast.say(lambda: why))
        self.welcome.chosen.connect(lambda text: self.composer.submitted.emit(text, ()))
        self.transcript.link_activated.connect(self.open_link)
        self.transcript.notified.connect(lambda words: self.toast.say(lambda: words))
        self.question.resized.connect(self._place_overlays)
        self.transcript.toolbar.quoted.connect(self.composer.quote)
        self.toast.resized.connect(self._place_overlays)
        self.transcript.verticalScrollBar().valueChanged.connect(lambda value: self.header.show_edge(value > 0))
        QShortcut(Qt.Key.Key_Escape, self, self.composer.stop)
        self._add_commands()

    def _add_commands(self) -> None:
        header, toolbar = self.header, self.transcript.toolbar
        for command in (
            ChatCommand("new_conversation", "new", header.new.click),
            ChatCommand("private_conversation", "eye-off", header.private_requested.emit),
            ChatCommand("full_window", "expand", header.size_button.click),
            ChatCommand("files", "files", header.files.click, lambda: self._is_full),
            ChatCommand("settings", "settings", header.settings.click),
            ChatCommand("attach_file", "attach", self.composer.choose_files),
            self._answer_command("copy_answer", "copy", toolbar.copy_markdown),
            self._answer_command("answer_again", "again", lambda each: toolbar.regenerate_requested.emit(each.id)),
            ChatCommand("wrap_code", "wrap", code_wrap().toggle),
            ChatCommand("speak_aloud", "voice", header.voice.click),
            ChatCommand("keep_open", "pin", header.pin.click, lambda: not self._is_full),
            ChatCommand("hide_chat", "collapse", header.collapse.click, lambda: not self._is_full),
        ):
            self.commands.add(command)

    def _answer_command(self, name: str, icon: str, act: Callable[[Message], object]) -> ChatCommand:
        """Return a command that does something with the last answer, unless one is being written."""

        def last_answer() -> Message | None:
            answers = (each for each in reversed(self.transcript.messages) if each.role == "assistant" and each.text)
            return None if self._is_busy or self._is_elsewhere else next(answers, None)

        def run() -> None:
            if answer := last_answer():
                act(answer)

        return ChatCommand(name, icon, run, lambda: last_answer() is not None)

    def show_character(self, name: str, folder: Path | None, suggestions: tuple[str, ...]) -> None:
        """Show the name, the face of the Live2D model in this folder, and what can be said; without any, the usual."""
        self.header.show_character(name, folder)
        self.welcome.show_character(name, folder, suggestions or self._suggestions)
        toolbar = self.transcript.toolbar
        toolbar.speaker = replace(toolbar.speaker, name=name, folder=folder)
        self._name = name
        self._retranslate()

    def show_private(self, private: bool) -> None:
        """Show whether nothing of the conversation is kept: in the header, the welcome and the composer."""
        if private != self._is_private:
            self._is_private = private
            self.header.show_private(private)
            self.welcome.show_private(private)
            self._retranslate()

    @property
    def is_empty(self) -> bool:
        """Whether the conversation is empty and the welcome is shown."""
        return self.welcome.isVisibleTo(self)

    def show_message(self, message: Message) -> None:
        """Append a message to the transcript."""
        self._show_welcome(False)
        self.transcript.show_message(message)

    def show_path(self, messages: Sequence[Message]) -> None:
        """Replace the messages; without any, show the welcome."""
        self.transcript.show_path(messages)
        self._show_welcome(not messages)
        self.height_changed.emit()

    def remove_message(self, message_id: str) -> None:
        """Remove a message, if it is shown; without any left, show the welcome."""
        before = self.transcript.messages
        left = [message for message in before if message.id != message_id]
        if len(left) < len(before):
            self.show_path(left)

    def set_busy_elsewhere(self, elsewhere: bool) -> None:
        """Show whether the turn that runs is that of another conversation: it is not stopped from here."""
        self._is_elsewhere = elsewhere
        self.set_busy(self._is_busy)

    def set_busy(self, busy: bool) -> None:
        self._is_busy = busy
        # What is only read can't be changed, and what is sent there waits.
        is_held = busy or self._is_elsewhere
        self.composer.set_busy(is_held, elsewhere=self._is_elsewhere)
        self.header.set_busy(busy)
        self.transcript.toolbar.set_busy(is_held)

    @property
    def is_occupied(self) -> bool:
        """Whether a turn runs or waits for the user, the conversation is empty, or there is an unsent draft."""
        composer, is_in_turn = self.composer, self._is_busy or self.transcript.is_asking
        return is_in_turn or self.is_empty or bool(composer.draft_text()) or not composer.attachments.is_empty

    def set_folded(self, folded: bool) -> None:
        """Show only the last message, without header and composer."""
        self._is_folded = folded
        self.header.setVisible(not folded)
        self.composer.setVisible(not folded)
        self.status_lines.show_unless_empty(not folded)
        self.transcript.show_last_only(folded)
        self._update_background()
        self.lay_out()
        self.height_changed.emit()

    def set_full(self, full: bool) -> None:
        """Adapt to the full window, or to the panel beside the character."""
        self._is_full = full
        self.header.set_full(full)
        self._update_background()

    def _update_background(self) -> None:
        # Folded, the transcript covers the panel's rounded corners and stays transparent.
        self.transcript.set_background_role("" if self._is_folded else "page" if self._is_full else "panel")

    def wanted_height(self) -> int:
        """Return the height in logical pixels at which nothing has to be scrolled."""
        if self._is_folded:
            return min(self.transcript.last_height(), MAX_FOLDED_HEIGHT)
        middle = self.welcome.sizeHint().height() if self.is_empty else self.transcript.content_height() + theme.S1
        return header_height() + middle + self._foot_height() + 2 * FOOT

    def _foot_height(self) -> int:
        """Return the height of the composer and of the quiet lines above it."""
        width = min(self.width(), MAX_COLUMN) - 2 * FOOT
        return self.status_lines.height_at(width) + self.composer.sizeHint().height()

    def _show_welcome(self, shown: bool) -> None:
        self.welcome.setVisible(shown)
        self.transcript.setVisible(not shown)

    def _on_height_changed(self) -> None:
        self.lay_out()
        self.height_changed.emit()

    def lay_out(self) -> None:
        """Set the geometry of all children."""
        width, height = self.width(), self.height()
        foot = self.composer.sizeHint().height()
        beside = max((width - MAX_COLUMN) // 2, 0)
        if self._is_folded:
            # A clipped bubble must not cover the panel's rounded corners.
            above = theme.S2 if self.transcript.last_height() > MAX_FOLDED_HEIGHT else 0
            self.transcript.setGeometry(2, above, width - 4, height - above)
            return
        head = header_height()
        self.header.setGeometry(0, 0, width, head)
        self.composer.setGeometry(beside + FOOT, height - FOOT - foot, width - 2 * (beside + FOOT), foot)
        above = self._foot_height() - foot
        self.status_lines.setGeometry(beside + FOOT, height - FOOT - foot - above, width - 2 * (beside + FOOT), above)
        middle = QRect(0, head, width, max(height - head - foot - above - FOOT - theme.S2, 0))
        self.welcome.setGeometry(middle)
        self.transcript.set_sides(beside)
        self.transcript.setGeometry(middle.adjusted(2, 0, -2, 0))
        self._place_overlays()

    def open_link(self, target: str, words: str) -> None:
        """Open a link of a message; asks first if the link's text names another address."""
        link = links.parse(target)
        if link is None:
            self.toast.say(lambda: tr("This link leads to no web or mail address, so it is not opened."))
        elif link.is_misleading(words):
            self.question.ask(words, link)
        else:
            links.open_link(link)

    def _place_overlays(self) -> None:
        self.question.fit(min(self.composer.width(), self.width() - 2 * FOOT))
        self.question.move(self.composer.x(), self.composer.y() - self.question.height() - theme.S1)
        x = (self.width() - self.toast.width()) // 2
        self.toast.move(x, self.composer.y() - self.toast.height() + 4)

    # Forward drops anywhere in the pane to the composer.

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self.composer.dragEnterEvent(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.composer.dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        self.composer.dropEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send keys typed into the transcript to the composer."""
        field = self.composer.field
        if _is_text_input(event) and field.isVisible() and not field.hasFocus():
            field.setFocus()
            QApplication.sendEvent(field, event)
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move the focus; back from the field it goes straight to what is asked above."""
        tab_order.apply_reading_order(self)
        is_back = not forward and self.composer.field.hasFocus()
        has_moved = (is_back and self.transcript.focus_question()) or super().focusNextPrevChild(forward)
        self.transcript.reveal_focused()
        return has_moved

    def on_style_changed(self) -> None:
        # Children apply the new style first.
        QTimer.singleShot(0, self, self._on_height_changed)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # Import the parser early: the first word of the first answer must not wait for it.
        QTimer.singleShot(WARM_UP_MS, self, lambda: parser().parse(""))


def _is_text_input(event: QKeyEvent) -> bool:
    """Whether an unhandled key event inputs text."""
    is_command = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
    is_letter = event.text().isprintable() and bool(event.text().strip()) and not is_command
    return is_letter or event.matches(QKeySequence.StandardKey.Paste)


def header_height() -> int:
    """Return the header's height in logical pixels at the current text scale."""
    return max(HEAD, theme.scaled(HEAD - _TEXT_PADDING) + _TEXT_PADDING)
