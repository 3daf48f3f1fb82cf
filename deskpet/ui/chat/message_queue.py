"""The messages that wait for the end of an answer, shown above the text field: editable and removable."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from deskpet.chat.messages import Attachment, Document, Image
from deskpet.translation import tr, tr_plural
from deskpet.ui.chat.writing_field import WritingField
from deskpet.ui.widgets import language, theme, tooltip
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
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(10, 6, 6, 4)
        self._column.setSpacing(2)
        self._column.addWidget(self._caption)
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
        row.edited.connect(self.changed)
        row.editing_ended.connect(self._on_editing_ended)
        row.resized.connect(self.resized)
        row.removed.connect(lambda: self._remove(row))
        row.send_requested.connect(lambda: self._send(row))
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
        self._remove(first)
        return first.message

    def clear(self) -> None:
        """Remove all messages."""
        for row in list(self._rows):
            self._remove(row)

    def set_busy(self, busy: bool) -> None:
        """While an answer is streamed, the messages wait; else each has a button that sends it."""
        self._is_busy = busy
        for row in self._rows:
            row.set_can_send(not busy)
        self._retranslate()

    def _send(self, row: "_QueuedRow") -> None:
        self._remove(row)
        self.send_requested.emit(row.message)

    def _remove(self, row: "_QueuedRow") -> None:
        focused = QApplication.focusWidget()
        has_focus = focused is not None and row.isAncestorOf(focused)
        self._rows.remove(row)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()
        self._update()
        if has_focus:
            self.left.emit()

    def _on_editing_ended(self) -> None:
        self.left.emit()
        self.editing_ended.emit()

    def _update(self) -> None:
        self.setVisible(bool(self._rows))
        self.changed.emit()
        self.resized.emit()


class _QueuedRow(QWidget):
    """A message on one line with its buttons, or its editor: Enter keeps the new text, Esc the old one.

    edited: Emitted when the text was changed.
    editing_ended: Emitted when the editor is closed, after `edited`.
    resized: Emitted when the needed height changes.
    removed: Emitted when the user removes the message.
    send_requested: Emitted when the user sends the message now.
    """

    edited = Signal()
    editing_ended = Signal()
    resized = Signal()
    removed = Signal()
    send_requested = Signal()

    accessible_role = QAccessible.Role.ListItem

    def __init__(self, message: QueuedMessage, parent: QWidget, *, has_send: bool) -> None:
        super().__init__(parent)
        self.message = message
        self._can_send = has_send
        self._editor: WritingField | None = None
        self._label = _OneLine(self)
        self._send, self._edit, self._remove, self._keep, self._cancel = buttons = [
            self._button(act)
            for act in (self.send_requested.emit, self.edit, self.removed.emit, self._keep_edit, self._close_editor)
        ]
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(1)
        self._line.addWidget(self._label, 1)
        for button in buttons:
            self._line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self._show_parts()
        language.keep_translated(self, self._retranslate)

    def _button(self, act: Callable[[], object]) -> IconButton:
        button = IconButton("", "", self, _BUTTON)
        button.clicked.connect(lambda _checked: act())
        return button

    def _retranslate(self) -> None:
        self._send.set_icon("send", tr("Send now"))
        self._edit.set_icon("edit", tr("Edit"))
        self._remove.set_icon("close", tr("Don't send"))
        self._keep.set_icon("check", tr("Keep the change (Enter)"))
        self._cancel.set_icon("undo", tr("Leave it as it was (Esc)"))
        images, documents = self.message.images, self.message.documents
        pictures = tr_plural(len(images), "1 picture", "{n} pictures") if images else ""
        names = ", ".join(each.name for each in documents)
        shown = " · ".join(filter(None, (" ".join(self.message.text.split()), pictures, names)))
        self._label.set_text(shown)
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
            self.resized.emit()

    def _keep_edit(self) -> None:
        text = self._editor.toPlainText().strip() if self._editor else ""
        if text or self.message.attachments:
            self.message = replace(self.message, text=text)
            self._retranslate()
            self.edited.emit()
        self._close_editor()

    def _close_editor(self) -> None:
        if editor := self._editor:
            self._editor = None
            self._line.removeWidget(editor)
            editor.hide()
            editor.deleteLater()
            self._show_parts()
            self.resized.emit()
            self.editing_ended.emit()

    def _show_parts(self) -> None:
        for part in (self._label, self._edit, self._remove):
            part.setVisible(not self.is_editing)
        self._send.setVisible(self._can_send and not self.is_editing)
        for part in (self._keep, self._cancel):
            part.setVisible(self.is_editing)


class _OneLine(QWidget):
    """A text that is cut off at the end of the line."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = ""
        self._fit()

    def set_text(self, text: str) -> None:
        self._text = text
        tooltip.set_text(self, text)
        self.update()

    def _fit(self) -> None:
        self.setFixedHeight(max(theme.scaled(_BUTTON), _BUTTON))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(theme.ui_font(theme.TEXT - 1))
        painter.setPen(theme.current().colour("text"))
        shown = painter.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, shown)


def joined_text(messages: Sequence[QueuedMessage], draft: str) -> str:
    """Return the texts of waiting messages and of the draft behind them as one text."""
    return "\n\n".join(text for text in (*(message.text for message in messages), draft) if text)
