"""Auto-growing text field for messages; leaves Enter to an input method while it is composing."""

from typing import Any

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from deskpet.translation import tr
from deskpet.ui.chat.pictures import has_files
from deskpet.ui.markdown.marks import LINE_HEIGHT
from deskpet.ui.platform.x11 import is_wayland
from deskpet.ui.widgets import language, theme, tooltip
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.command_keys import command_keys
from deskpet.ui.widgets.form import STRETCH, column_in, line_of
from deskpet.ui.widgets.popup_menu import install_field_menu

# Distance of the placeholder text from the caret, in logical pixels.
_PLACEHOLDER_GAP = 3
# Longest pasted text in characters; laying out more would block the GUI thread for seconds.
MAX_PASTED = 100_000

MAX_LINES = 12
# Distance of the field and the buttons to the edges and to each other, in logical pixels.
_LEFT, _EDGE, _SPACING = 10, 8, 6


class WritingField(QTextEdit):
    """A plain text field. The settings of the keyboard say which Enter sends; Esc is left to the owner.

    send_requested: Emitted when the keys that send are pressed.
    stop_requested: Emitted when Esc is pressed.
    focus_changed: Emitted with True when the field gets the focus, with False when it loses it.
    height_changed: Emitted when a new font or style changes the height.
    pasted: Emitted with pasted pictures or files, which the owner handles.
    """

    send_requested = Signal()
    stop_requested = Signal()
    focus_changed = Signal(bool)
    height_changed = Signal()
    pasted = Signal(QMimeData)

    def __init__(self, max_lines: int, parent: QWidget, *, takes_files: bool = False) -> None:
        """Create a field that grows up to `max_lines`, then scrolls.

        takes_files: accept pictures and other files, for `pasted`.
        """
        super().__init__(parent)
        self._max_lines, self._takes_files = max_lines, takes_files
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(2)
        self._is_composing = False
        install_field_menu(self)
        self.fit()

    def fit(self) -> bool:
        """Set the height to that of the text. Returns True if it changed."""
        wanted = round(self.document().size().height())
        line = theme.scaled(LINE_HEIGHT)
        max_height = self._max_lines * line + 4
        height = min(max(wanted, line + 3), max_height)
        needs_bar = wanted > max_height
        bar = Qt.ScrollBarPolicy.ScrollBarAsNeeded if needs_bar else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(bar)
        changed = height != self.minimumHeight()
        self.setFixedHeight(height)
        return changed

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.placeholderText() and self.document().isEmpty() and not self._is_composing:
            self._paint_placeholder()

    def _paint_placeholder(self) -> None:
        """Paint the placeholder beside the caret; the style sheet hides Qt's own, which overlaps the caret."""
        margin = round(self.document().documentMargin())
        room = self.viewport().rect().adjusted(margin + _PLACEHOLDER_GAP, margin, -margin, 0)
        painter = QPainter(self.viewport())
        painter.setPen(theme.current().colour("hint"))
        hint = self.fontMetrics().elidedText(self.placeholderText(), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, hint)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange} and self.fit():
            self.height_changed.emit()

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return (self._takes_files and has_files(source)) or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if self._takes_files and has_files(source):
            self.pasted.emit(source)
        elif len(source.text()) > MAX_PASTED:
            text = tr(
                "The text has {n:,} characters, and {most:,} fit here. Paste a part of it.",
                n=len(source.text()),
                most=MAX_PASTED,
            )
            tooltip.show_tooltip_for(self, text, self.rect())
        else:
            super().insertFromMimeData(source)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._is_composing = bool(event.preeditString())
        super().inputMethodEvent(_in_colours_of_theme(event) if self._is_composing else event)

    def inputMethodQuery(self, query: Qt.InputMethodQuery) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        value = super().inputMethodQuery(query)
        if query is Qt.InputMethodQuery.ImCursorRectangle and is_wayland():
            from deskpet.ui.platform import wayland

            return value.translated(wayland.input_offset(self))
        return value

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if event.matches(QKeySequence.StandardKey.Undo) and not self.document().isUndoAvailable():
                # Without typed text, the shortcut belongs to another widget's undo.
                event.ignore()
                return False
            if command_keys().are_of_command(event):
                # Some move the cursor or delete in text fields.
                event.ignore()
                return False
            if event.key() == Qt.Key.Key_Escape:
                # Handled here, before the window's shortcut does.
                event.accept()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if is_enter and not self._is_composing and command_keys().are_for_sending(event):
            self.send_requested.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.stop_requested.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit(False)


def _in_colours_of_theme(event: QInputMethodEvent) -> QInputMethodEvent:
    """Return an event of composing with the part that is converted on a soft ground: IBus asks for a black one."""
    marked, look = QInputMethodEvent.AttributeType.TextFormat, theme.current()
    attributes = event.attributes()
    for attribute in attributes:
        if attribute.type == marked and isinstance(attribute.value, QTextFormat):
            form = QTextCharFormat(attribute.value.toCharFormat())
            if form.background().style() != Qt.BrushStyle.NoBrush:
                form.setBackground(look.colour("accent_soft"))
                form.setForeground(look.colour("text"))
            attribute.value = form
    changed = QInputMethodEvent(event.preeditString(), attributes)
    changed.setCommitString(event.commitString(), event.replacementStart(), event.replacementLength())
    return changed


class MessageEditor(QFrame):
    """Edits a sent message with the keys of a new one; Esc cancels.

    sent: Emitted with the edited text to send.
    cancelled: Emitted when the user cancels.
    resized: Emitted when the needed height changes.
    """

    sent = Signal(str)
    cancelled = Signal()
    resized = Signal()

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("message_editor")
        self.field = WritingField(MAX_LINES, self)
        self.field.setPlainText(text)
        self.field.moveCursor(QTextCursor.MoveOperation.End)
        self._send, self._cancel = plain_button("", "", "primary"), plain_button("", "", "secondary")
        self._send.clicked.connect(self._submit)
        self._cancel.clicked.connect(self.cancelled)
        foot = line_of(theme.S2, STRETCH, self._cancel, self._send)
        column_in(self, _SPACING, self.field, foot, margins=(_LEFT, _EDGE, _EDGE, _EDGE))
        self.field.textChanged.connect(self._on_text_changed)
        self.field.height_changed.connect(self.resized)
        self.field.send_requested.connect(self._submit)
        self.field.stop_requested.connect(self.cancelled)
        language.keep_translated(self, self._retranslate)

    def _retranslate(self) -> None:
        self.field.setAccessibleName(tr("What you said"))
        for button, text in ((self._send, tr("Send")), (self._cancel, tr("Cancel"))):
            button.setText(text)
            button.setAccessibleName(text)

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Focus the text field. With a focus proxy, Tab would return here from every other widget."""
        self.field.setFocus(reason)

    def fit(self, width: int) -> int:
        """Fit the field to this width; returns the needed height. Both in logical pixels."""
        self.field.setFixedWidth(width - _LEFT - _EDGE)
        self.field.fit()
        buttons = max(button.sizeHint().height() for button in (self._send, self._cancel))
        return self.field.minimumHeight() + buttons + 2 * _EDGE + _SPACING

    def _on_text_changed(self) -> None:
        self._send.setEnabled(bool(self.field.toPlainText().strip()))
        self.resized.emit()

    def _submit(self) -> None:
        if text := self.field.toPlainText().strip():
            self.sent.emit(text)
