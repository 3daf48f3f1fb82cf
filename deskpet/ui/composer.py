"""Where the person types: a field that grows with the text, and the button that sends or stops."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QTextEdit, QWidget

from deskpet.ui import icons, theme
from deskpet.ui.markdown_document import LINE_HEIGHT

MOST_LINES = 6
BUTTON = 34


class Composer(QFrame):
    """A pill with the field and its button. Enter sends, Shift+Enter breaks the line, Esc stops."""

    submitted = Signal(str)  # the person sent this text
    stop_requested = Signal()  # the running turn is to stop
    height_changed = Signal()  # the field grew or shrank

    def __init__(self, placeholder: str = "Say something…", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("composer")
        self._is_busy = False
        self._field = _Field(self)
        self._field.setPlaceholderText(placeholder)
        self._field.setAccessibleName("Message")
        self._button = _SendButton(self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 5, 5, 5)
        layout.setSpacing(theme.S2)
        layout.addWidget(self._field, 1, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignBottom)
        self._field.send_requested.connect(self._send)
        self._field.stop_requested.connect(self._stop)
        self._field.textChanged.connect(self._text_changed)
        self._field.focus_changed.connect(self._mark_focus)
        self._button.clicked.connect(lambda: self._stop() if self._is_busy else self._send())
        self.setFocusProxy(self._field)
        self._text_changed()

    @property
    def field(self) -> QTextEdit:
        """The text edit itself."""
        return self._field

    @property
    def button(self) -> QAbstractButton:
        """Sends, or stops while a turn runs."""
        return self._button

    def text(self) -> str:
        return self._field.toPlainText()

    def set_text(self, text: str) -> None:
        self._field.setPlainText(text)

    def set_busy(self, busy: bool) -> None:
        """While a turn runs, the button stops it and nothing is sent; typing goes on."""
        self._is_busy = busy
        self._button.set_busy(busy)
        self._enable()

    def _send(self) -> None:
        text = self.text().strip()
        if text and not self._is_busy:
            self._field.clear()
            self.submitted.emit(text)

    def _stop(self) -> None:
        if self._is_busy:
            self.stop_requested.emit()

    def _text_changed(self) -> None:
        self._enable()
        if self._field.fit():
            self.height_changed.emit()

    def _enable(self) -> None:
        self._button.setEnabled(self._is_busy or bool(self.text().strip()))

    def _mark_focus(self, focused: bool) -> None:
        self.setProperty("focused", focused)
        self.style().polish(self)


class _Field(QTextEdit):
    send_requested = Signal()
    stop_requested = Signal()
    focus_changed = Signal(bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(2)
        self._is_composing = False
        self.fit()

    def fit(self) -> bool:
        """Take the height of the text, up to six lines; whether that is another height than before."""
        wanted = round(self.document().size().height())
        most = MOST_LINES * LINE_HEIGHT + 4
        height = min(max(wanted, LINE_HEIGHT + 3), most)
        needs_bar = wanted > most
        bar = Qt.ScrollBarPolicy.ScrollBarAsNeeded if needs_bar else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(bar)
        changed = height != self.minimumHeight()
        self.setFixedHeight(height)
        return changed

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._is_composing = bool(event.preeditString())
        super().inputMethodEvent(event)

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


class _SendButton(QAbstractButton):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedSize(QSize(BUTTON, BUTTON))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.set_busy(False)

    def set_busy(self, busy: bool) -> None:
        self._icon = "stop" if busy else "send"
        self.setProperty("state", "running" if busy else "idle")
        self.setAccessibleName("Stop" if busy else "Send")
        self.setToolTip("Stop (Esc)" if busy else "Send (Enter)")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        hot = "accent_pressed" if self.isDown() else "accent_hover" if self.underMouse() else "accent"
        painter.setBrush(look.colour(hot if self.isEnabled() else "accent_soft"))
        painter.drawEllipse(self.rect())
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(look.colour("text"))
            painter.drawEllipse(self.rect().adjusted(1, 1, -2, -2))
        role = "on_accent" if self.isEnabled() else "faint"
        icons.paint(painter, self._icon, role, QRectF(8, 8, 18, 18))
