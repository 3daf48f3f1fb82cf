"""A question before something that can't be taken back, such as erasing for good, with two buttons."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout

from deskpet.translation import tr
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.form import text_label


class Confirmation(QFrame):
    """Asks to confirm an action that needs care; Esc cancels.

    confirmed: Emitted when the user confirms.
    cancelled: Emitted when the user cancels.
    """

    accessible_role = QAccessible.Role.AlertMessage

    confirmed = Signal()
    cancelled = Signal()

    def __init__(self, keep: str = "", go: str = "") -> None:
        """`keep` and `go` are the labels of the buttons, by default those for erasing."""
        super().__init__()
        self.setObjectName("confirmation")
        self._title, self._text = text_label("", "confirmation_title"), text_label("", "confirmation_text")
        self.cancel_button = QPushButton(keep or tr("Keep them"))
        self.confirm_button = QPushButton(go or tr("Erase for good"))
        self.cancel_button.setObjectName("confirmation_keep")
        self.confirm_button.setObjectName("confirmation_go")
        self.confirm_button.setProperty("kind", "danger_now")
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.S2)
        buttons.addStretch(1)
        for button, pressed in ((self.cancel_button, self._cancel), (self.confirm_button, self.confirmed.emit)):
            button.setAccessibleName(button.text())
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.setAutoDefault(True)
            button.clicked.connect(lambda _=False, pressed=pressed: pressed())
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(6)
        column.addWidget(self._title)
        column.addWidget(self._text)
        column.addSpacing(theme.S1)
        column.addLayout(buttons)
        self.hide()

    def ask(self, title: str, text: str) -> None:
        """Show a question. The focus is on the cancel button, so that Enter changes nothing."""
        self._title.setText(title)
        self._text.setText(text)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        self.show()
        self.cancel_button.setFocus()

    def scroll_into_view(self) -> None:
        """Scroll the page so that the question is visible."""
        area = self.parentWidget()
        while area and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        if area:
            area.ensureWidgetVisible(self)

    def _cancel(self) -> None:
        self.hide()
        self.cancelled.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._cancel()
        else:
            super().keyPressEvent(event)
