"""Asks before a link is opened that leads elsewhere than its words say."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from deskpet.ui.widgets import language, links, theme
from deskpet.ui.widgets.form import text_label
from deskpet.ui.widgets.links import Link
from deskpet.words import tr

_LONGEST_WORDS = 160


class LinkQuestion(QFrame):
    """Shows what a link says and where it leads, above the composer; Esc leaves it closed.

    resized: it needs another place.
    """

    accessible_role = QAccessible.Role.AlertMessage

    resized = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("link_question")
        self._link: Link | None = None
        self._text = ""
        self._asked_from: QWidget | None = None
        self._title, self._said = text_label("", "link_title"), text_label("", "link_said")
        self._leads, self._why = text_label("", "link_leads"), text_label("", "link_said")
        self.stay, self.go = QPushButton(self), QPushButton(self)
        self.stay.setProperty("kind", "primary")
        self.go.setProperty("kind", "secondary")
        self._lay_out()
        language.say(self, self._say)
        self.hide()

    def _lay_out(self) -> None:
        column, buttons = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(14, 10, 14, 10)
        column.setSpacing(theme.S1)
        for label in (self._title, self._said, self._leads, self._why):
            # Whatever the address is, it is no markup.
            label.setTextFormat(Qt.TextFormat.PlainText)
            column.addWidget(label)
        buttons.addStretch(1)
        for button, pressed in ((self.stay, self.leave), (self.go, self._open)):
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.setAutoDefault(True)
            button.clicked.connect(lambda _=False, pressed=pressed: pressed())
            buttons.addWidget(button)
        column.addLayout(buttons)

    def ask(self, text: str, link: Link) -> None:
        """Ask whether a link with this `text` is to be opened; whoever presses Enter at once opens nothing."""
        self._text, self._link = text, link
        self._say()
        self.show()
        self.raise_()
        self.resized.emit()
        self._asked_from = self.window().focusWidget()
        self.stay.setFocus()

    def leave(self) -> None:
        """Open nothing."""
        self.hide()
        if self._asked_from:
            self._asked_from.setFocus()

    def _open(self) -> None:
        link = self._link
        self.leave()
        if link:
            links.open_link(link)

    def _say(self) -> None:
        self.stay.setText(tr("Don't open"))
        self.go.setText(tr("Open it"))
        for button in (self.stay, self.go):
            button.setAccessibleName(button.text())
        self._title.setText(tr("This link leads elsewhere than it seems"))
        link = self._link
        if link is None:
            return
        shown = links.escaped(" ".join(self._text.split()))
        self._said.setText(tr("It says: {words}", words=_wrappable(shown[:_LONGEST_WORDS])))
        self._leads.setText(tr("It leads to: {address}", address=_wrappable(link.shown)))
        self._why.setText(_why(link))
        self._why.setVisible(bool(self._why.text()))
        self.setAccessibleName(self._title.text())
        self.setAccessibleDescription(f"{self._said.text()} {self._leads.text()} {self._why.text()}")

    def fit(self, width: int) -> None:
        """Take this width and the height that the words need for it."""
        self.setFixedWidth(width)
        self.setFixedHeight(max(self.heightForWidth(width), self.sizeHint().height()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            # The window has an Esc of its own.
            event.setAccepted(event.key() == Qt.Key.Key_Escape)
        return super().event(event)


def _why(link: Link) -> str:
    if link.user:
        return tr("“{user}” is only a name in front of the address.", user=link.user)
    if link.has_foreign_letters:
        return tr("Its name has letters that may look like others.")
    return ""


def _wrappable(address: str) -> str:
    """An address that may break anywhere: a line of a label breaks between words only."""
    return "\u200b".join(address)
