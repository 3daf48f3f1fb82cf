"""The messages that wait for the end of an answer, shown above the text field: editable and removable."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QAccessible, QTextCursor
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QWidget

from deskpet.chat.messages import Attachment, Document, Image
from deskpet.translation import tr, tr_plural
from deskpet.ui.chat.writing_field import WritingField
from deskpet.ui.widgets import language, tooltip
from deskpet.ui.widgets.elided_label import ElidedLabel
from deskpet.ui.widgets.form import at_top, column_in, delete_widget, line_in
from deskpet.ui.widgets.icons import IconButton

MAX_WAITING = 5
_BUTTON, _EDITOR_LINES = 24, 4


@dataclass(frozen=True, slots=True)
class QueuedMessage:
    """The text and the attachments of a message that is not sent yet."""

    text: str
    attachments: tuple[Attachment, ...] = ()

    @property
    def images(self) -> tuple[Image, ...]:
        return tuple(each for each in self.attachments if isinstance(each, Image))

    @property
    def documents(self) -> tuple[Document, ...]:
        return tuple(each for each in self.attachments if isinstance(each, Document))


class MessageQueue(QFrame):
    """Messages in the order in which they will be sent; hidden while empty.

    changed: Emitted when a message is added, edited, removed or taken.
    resized: Emitted when the needed height changes.
    editing_ended: Emitted when an editor is closed; the first message may be taken again.
    send_requested: Emitted with the QueuedMessage that the user wants to send now. It is removed before.
    left: Emitted when the focus has to go elsewhere, because the focused message is gone.
    """

    changed = Signal()
    resized = Signal()
    editing_ended = Signal()
    send_requested = Signal(object)
    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("message_queue")
        self._rows: list[_QueuedRow] = []
        self._is_busy = False
        self._caption = QLabel(self)
        self._caption.setObjectName("queue_caption")
        self._column = column_in(self, 2, self._caption, margins=(10, 6, 6, 4))
        language.keep_translated(self, self._retranslate)
        self.hide()

    def _retranslate(self) -> None:
        self.setAccessibleName(tr("Waiting messages"))
        self._caption.setText(tr("Sent after the answer") if self._is_busy else tr("Not sent yet"))

    @property
    def messages(self) -> tuple[QueuedMessage, ...]:
        """The waiting messages, the next one first."""
        return tuple(row.message for row in self._rows)

    @property
    def is_full(self) -> bool:
        return len(self._rows) >= MAX_WAITING

    def add(self, message: QueuedMessage) -> None:
        """Append a message."""
        row = _QueuedRow(message, self, has_send=not self._is_busy)
        self._rows.append(row)
        self._column.addWidget(row)
        # Qt shows a widget added to a visible parent only later, and the height is computed now.
        row.show()
        self._update()

    def take_first(self) -> QueuedMessage | None:
        """Remove and return the next message; None if there is none, or while it is edited."""
        first = self._rows[0] if self._rows else None
        if first is None or first.is_editing:
            return None
        self.remove(first)
        return first.message

    def clear(self) -> None:
        """Remove all messages."""
        for row in list(self._rows):
            self.remove(row)

    def set_busy(self, busy: bool) -> None:
        """While an answer is streamed, the messages wait; else each has a button that sends it."""
        self._is_busy = busy
        for row in self._rows:
            row.set_can_send(not busy)
        self._retranslate()

    def send(self, row: "_QueuedRow") -> None:
        """Send the message of a row now."""
        self.remove(row)
        self.send_requested.emit(row.message)

    def remove(self, row: "_QueuedRow") -> None:
        """Remove a row; its message is not sent."""
        focused = QApplication.focusWidget()
        has_focus = focused is not None and row.isAncestorOf(focused)
        self._rows.remove(row)
        delete_widget(row, self._column)
        self._update()
        if has_focus:
            self.left.emit()

    def _update(self) -> None:
        self.setVisible(bool(self._rows))
        self.changed.emit()
        self.resized.emit()


class _QueuedRow(QWidget):
    """A message on one line with its buttons, or its editor: Enter keeps the new text, Esc the old one."""

    accessible_role = QAccessible.Role.ListItem

    def __init__(self, message: QueuedMessage, queue: MessageQueue, *, has_send: bool) -> None:
        super().__init__(queue)
        self.message, self._queue = message, queue
        self._can_send = has_send
        self._editor: WritingField | None = None
        self._label = ElidedLabel("queued_text", "text")
        self._send, self._edit, self._remove, self._keep, self._cancel = buttons = [
            IconButton("", "", self, _BUTTON) for _ in range(5)
        ]
        self._send.clicked.connect(lambda: queue.send(self))
        self._edit.clicked.connect(self.edit)
        self._remove.clicked.connect(lambda: queue.remove(self))
        self._keep.clicked.connect(self._keep_edit)
        self._cancel.clicked.connect(self._close_editor)
        self._line = line_in(self, 1, (self._label, 1), *map(at_top, buttons))
        self._show_parts()
        language.keep_translated(self, self._retranslate)

    def _retranslate(self) -> None:
        self._send.set_icon("send", tr("Send now"))
        self._edit.set_icon("edit", tr("Edit"))
        self._remove.set_icon("close", tr("Don't send"))
        self._keep.set_icon("check", tr("Keep the change (Enter)"))
        self._cancel.set_icon("undo", tr("Leave it as it was (Esc)"))
        images, documents = self.message.images, self.message.documents
        pictures = tr_plural(len(images), "1 picture", "{n} pictures") if images else ""
        names = tr(", ").join(each.name for each in documents)
        shown = " · ".join(filter(None, (" ".join(self.message.text.split()), pictures, names)))
        self._label.setText(shown)
        tooltip.set_text(self._label, shown)
        self.setAccessibleName(tr("Waiting: {text}", text=shown))

    @property
    def is_editing(self) -> bool:
        return self._editor is not None

    def set_can_send(self, can_send: bool) -> None:
        self._can_send = can_send
        self._show_parts()

    def edit(self) -> None:
        """Open the editor in place of the line."""
        editor = self._editor = WritingField(_EDITOR_LINES, self)
        editor.setPlainText(self.message.text)
        editor.moveCursor(QTextCursor.MoveOperation.End)
        editor.setAccessibleName(tr("Waiting message"))
        editor.send_requested.connect(self._keep_edit)
        editor.stop_requested.connect(self._close_editor)
        editor.textChanged.connect(self._fit_editor)
        self._line.insertWidget(0, editor, 1)
        self._show_parts()
        editor.setFocus()
        # The field knows its width after the layout.
        QTimer.singleShot(0, editor, self._fit_editor)

    def _fit_editor(self) -> None:
        if self._editor and self._editor.fit():
            self._queue.resized.emit()

    def _keep_edit(self) -> None:
        text = self._editor.toPlainText().strip() if self._editor else ""
        if text or self.message.attachments:
            self.message = replace(self.message, text=text)
            self._retranslate()
            self._queue.changed.emit()
        self._close_editor()

    def _close_editor(self) -> None:
        if editor := self._editor:
            self._editor = None
            delete_widget(editor, self._line)
            self._show_parts()
            self._queue.resized.emit()
            self._queue.left.emit()
            self._queue.editing_ended.emit()

    def _show_parts(self) -> None:
        for part in (self._label, self._edit, self._remove):
            part.setVisible(not self.is_editing)
        self._send.setVisible(self._can_send and not self.is_editing)
        for part in (self._keep, self._cancel):
            part.setVisible(self.is_editing)


def joined_text(messages: Sequence[QueuedMessage], draft: str) -> str:
    """Return the texts of waiting messages and of the draft behind them as one text."""
    return "\n\n".join(text for text in (*(message.text for message in messages), draft) if text)
