"""Confirmation shown before opening a link whose text names another address than its target."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from deskpet.translation import tr
from deskpet.ui.widgets import language, links, theme
from deskpet.ui.widgets.form import text_label
from deskpet.ui.widgets.links import Link

_MAX_TEXT = 160


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
        self.cancel_button, self.open_button = QPushButton(self), QPushButton(self)
        self.cancel_button.setProperty("kind", "primary")
        self.open_button.setProperty("kind", "secondary")
        self._lay_out()
        language.keep_translated(self, self._retranslate)
        self.hide()

    def _lay_out(self) -> None:
        column, buttons = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(14, 10, 14, 10)
        column.setSpacing(theme.S1)
        for label in (self._title, self._text_label, self._target_label, self._reason_label):
            # An address must never be read as markup.
            label.setTextFormat(Qt.TextFormat.PlainText)
            column.addWidget(label)
        buttons.addStretch(1)
        for button, pressed in ((self.cancel_button, self.cancel), (self.open_button, self._accept)):
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.setAutoDefault(True)
            button.clicked.connect(lambda _=False, pressed=pressed: pressed())
            buttons.addWidget(button)
        column.addLayout(buttons)

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
        self._reason_label.setText(_warning_text(link))
        self._reason_label.setVisible(bool(self._reason_label.text()))
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
