"""What a person said, opened to be said otherwise: a field in the bubble's place with two buttons."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QTextEdit, QVBoxLayout, QWidget

from deskpet.ui.chat.writing_field import WritingField
from deskpet.ui.widgets import language, theme
from deskpet.words import tr

MOST_LINES = 12
FOOT = 32


class MessageEditor(QFrame):
    """Enter sends, Shift+Enter breaks the line, Esc gives up."""

    sent = Signal(str)  # it is to be said like this
    left = Signal()  # it stays as it was
    resized = Signal()  # it needs another height

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("message_editor")
        self._field = WritingField(MOST_LINES, self)
        self._field.setPlainText(text)
        self._field.moveCursor(QTextCursor.MoveOperation.End)
        self._send = self._button(self._try_to_send, "primary")
        self._cancel = self._button(self.left.emit, "secondary")
        foot = QHBoxLayout()
        foot.setSpacing(theme.S2)
        foot.addStretch(1)
        foot.addWidget(self._cancel)
        foot.addWidget(self._send)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(self._field)
        layout.addLayout(foot)
        self._field.textChanged.connect(self._changed)
        self._field.height_changed.connect(self.resized)
        self._field.send_requested.connect(self._try_to_send)
        self._field.stop_requested.connect(self.left)
        language.say(self, self._say)

    def _say(self) -> None:
        self._field.setAccessibleName(tr("What you said"))
        for button, text in ((self._send, tr("Send")), (self._cancel, tr("Cancel"))):
            button.setText(text)
            button.setAccessibleName(text)

    def _button(self, act: Callable[[], object], kind: str) -> QPushButton:
        button = QPushButton(self)
        button.setProperty("kind", kind)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.clicked.connect(lambda _checked: act())
        return button

    @property
    def field(self) -> QTextEdit:
        """The text edit itself."""
        return self._field

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Let the person type. With a focus proxy, the Tab key would come back here from every other place."""
        self._field.setFocus(reason)

    def fit(self, width: int) -> int:
        """The height it takes at this width."""
        self._field.setFixedWidth(width - 18)
        self._field.fit()
        return self._field.minimumHeight() + theme.scaled(FOOT) + 18

    def _changed(self) -> None:
        self._send.setEnabled(bool(self._field.toPlainText().strip()))
        self.resized.emit()

    def _try_to_send(self) -> None:
        if text := self._field.toPlainText().strip():
            self.sent.emit(text)
