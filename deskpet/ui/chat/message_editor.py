"""In-place editor for a user message: a text field in the bubble's place with two buttons."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QTextEdit, QVBoxLayout, QWidget

from deskpet.translation import tr
from deskpet.ui.chat.writing_field import WritingField
from deskpet.ui.widgets import language, theme

MAX_LINES = 12
# Distance of the field and the buttons to the edges and to each other, in logical pixels.
_LEFT, _EDGE, _SPACING = 10, 8, 6


class MessageEditor(QFrame):
    """Enter sends, Shift+Enter breaks the line, Esc cancels.

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
        self._field = WritingField(MAX_LINES, self)
        self._field.setPlainText(text)
        self._field.moveCursor(QTextCursor.MoveOperation.End)
        self._send = self._create_button(self._submit, "primary")
        self._cancel = self._create_button(self.cancelled.emit, "secondary")
        foot = QHBoxLayout()
        foot.setSpacing(theme.S2)
        foot.addStretch(1)
        foot.addWidget(self._cancel)
        foot.addWidget(self._send)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_LEFT, _EDGE, _EDGE, _EDGE)
        layout.setSpacing(_SPACING)
        layout.addWidget(self._field)
        layout.addLayout(foot)
        self._field.textChanged.connect(self._on_text_changed)
        self._field.height_changed.connect(self.resized)
        self._field.send_requested.connect(self._submit)
        self._field.stop_requested.connect(self.cancelled)
        language.keep_translated(self, self._retranslate)

    def _retranslate(self) -> None:
        self._field.setAccessibleName(tr("What you said"))
        for button, text in ((self._send, tr("Send")), (self._cancel, tr("Cancel"))):
            button.setText(text)
            button.setAccessibleName(text)

    def _create_button(self, act: Callable[[], object], kind: str) -> QPushButton:
        button = QPushButton(self)
        button.setProperty("kind", kind)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.clicked.connect(lambda _checked: act())
        return button

    @property
    def field(self) -> QTextEdit:
        """The text field."""
        return self._field

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Focus the text field. With a focus proxy, Tab would return here from every other widget."""
        self._field.setFocus(reason)

    def fit(self, width: int) -> int:
        """Fit the field to this width; returns the needed height. Both in logical pixels."""
        self._field.setFixedWidth(width - _LEFT - _EDGE)
        self._field.fit()
        buttons = max(button.sizeHint().height() for button in (self._send, self._cancel))
        return self._field.minimumHeight() + buttons + 2 * _EDGE + _SPACING

    def _on_text_changed(self) -> None:
        self._send.setEnabled(bool(self._field.toPlainText().strip()))
        self.resized.emit()

    def _submit(self) -> None:
        if text := self._field.toPlainText().strip():
            self.sent.emit(text)
