"""Where a person writes: a field that grows with the text, and knows when Enter is meant for an input method."""

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal
from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from deskpet.ui.chat.pictures import has_pictures
from deskpet.ui.markdown.marks import LINE_HEIGHT
from deskpet.ui.widgets import theme, tooltip
from deskpet.ui.widgets.popup_menu import dress_field
from deskpet.words import tr

# How far the hint of an empty field stands from the caret, in logical pixels.
_HINT_GAP = 3
# Laying out more would hold up everything else for seconds.
MOST_PASTED = 100_000


class WritingField(QTextEdit):
    """Plain text. Enter sends, Shift+Enter breaks the line, Esc is for whoever owns the field."""

    send_requested = Signal()
    stop_requested = Signal()
    focus_changed = Signal(bool)
    height_changed = Signal()  # its text has another size: it needs another height
    pasted = Signal(QMimeData)  # pictures, which are nothing for the field itself

    def __init__(self, most_lines: int, parent: QWidget, *, takes_pictures: bool = False) -> None:
        """It grows up to `most_lines`, then it scrolls. takes_pictures: somebody hears of those that are `pasted`."""
        super().__init__(parent)
        self._most_lines, self._takes_pictures = most_lines, takes_pictures
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(2)
        self._is_composing = False
        dress_field(self)
        self.fit()

    def fit(self) -> bool:
        """Take the height of the text; whether that is another height than before."""
        wanted = round(self.document().size().height())
        line = theme.scaled(LINE_HEIGHT)
        most = self._most_lines * line + 4
        height = min(max(wanted, line + 3), most)
        needs_bar = wanted > most
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
            self._paint_hint()

    def _paint_hint(self) -> None:
        """Qt would put its first letter below the caret: the style sheet leaves Qt's own one out."""
        margin = round(self.document().documentMargin())
        room = self.viewport().rect().adjusted(margin + _HINT_GAP, margin, -margin, 0)
        painter = QPainter(self.viewport())
        painter.setPen(theme.current().colour("hint"))
        hint = self.fontMetrics().elidedText(self.placeholderText(), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, hint)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange} and self.fit():
            self.height_changed.emit()

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return (self._takes_pictures and has_pictures(source)) or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if self._takes_pictures and has_pictures(source):
            self.pasted.emit(source)
        elif len(source.text()) > MOST_PASTED:
            what = tr(
                "The text has {n:,} characters, and {most:,} fit here. Paste a part of it.",
                n=len(source.text()),
                most=MOST_PASTED,
            )
            tooltip.set_tooltip_for(self, what, self.rect())
        else:
            super().insertFromMimeData(source)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._is_composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if event.matches(QKeySequence.StandardKey.Undo) and not self.document().isUndoAvailable():
                # Nothing was written: it is for something else that was done.
                event.ignore()
                return False
            self._claim(event)
        return super().event(event)

    def _claim(self, event: QKeyEvent) -> None:
        """The window has an Esc of its own."""
        if event.key() == Qt.Key.Key_Escape:
            event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if is_enter and not self._is_composing and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
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
