"""Messages on a page: the result of an action, and the question before one that can't be taken back.

Their parts are created with the first message: most pages never show one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import QFrame, QPushButton

from deskpet.translation import tr
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.form import (
    STRETCH,
    column_in,
    column_of,
    line_in,
    line_of,
    scroll_into_view,
    show_text,
    text_label,
)
from deskpet.ui.widgets.icons import Icon, IconButton

Level = Literal["info", "success", "error"]

_ICONS = {"info": ("info", "teal"), "success": ("check", "success"), "error": ("error", "error")}
_ICON_SIZE = 20  # at the normal text size, in logical pixels


@dataclass(frozen=True, slots=True)
class BannerText:
    """Content of a banner. `details` can be collapsed; `button` is a label, and `act` is called when it is clicked."""

    level: Level
    title: str
    text: str = ""
    details: str = ""
    button: str = ""
    act: Callable[[], None] = lambda: None


class Banner(QFrame):
    """Shows a message until it is closed; hidden without one."""

    accessible_role = QAccessible.Role.Notification

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("banner")
        self._message: BannerText | None = None
        self._is_laid_out = False
        self.hide()

    def _create(self) -> None:
        self._is_laid_out = True
        self._icon = Icon(*_ICONS["info"], _ICON_SIZE)
        self._title, self._text = text_label("", "banner_title"), text_label("", "banner_text")
        self._details = text_label("", "banner_details")
        for label in (self._title, self._text, self._details):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.fold = QPushButton()
        self.fold.setProperty("kind", "link")
        self.fold.setCheckable(True)
        self.fold.toggled.connect(self._toggle_details)
        self.fold.setAccessibleName(tr("Details"))
        self.button = QPushButton()
        self.button.setAccessibleName(tr("Undo"))
        self.button.setObjectName("banner_button")
        self.button.clicked.connect(self._run_action)
        self.close_button = IconButton("close", tr("Close"), size=24)
        self.close_button.clicked.connect(lambda: self.show_message(None))
        for pressed in (self.fold, self.button):
            pressed.setCursor(Qt.CursorShape.PointingHandCursor)
        self._lay_out()

    @property
    def message(self) -> BannerText | None:
        """The shown message, or None."""
        return self._message

    def show_message(self, message: BannerText | None) -> None:
        """Show a message in place of the previous one; None hides the banner."""
        self._message = message
        if message is None:
            self.hide()
            return
        if not self._is_laid_out:
            self._create()
        self.setProperty("level", message.level)
        self.style().polish(self)
        self.setAccessibleName(f"{message.title} {message.text}".strip())
        self._icon.show_icon(*_ICONS[message.level])
        for label, text in ((self._title, message.title), (self._text, message.text), (self._details, message.details)):
            show_text(label, text)
        edge = Qt.AlignmentFlag.AlignTop if message.text or message.details else Qt.AlignmentFlag.AlignVCenter
        for part in (self._icon, self.close_button):
            self._line.setAlignment(part, edge)
        self.fold.setVisible(bool(message.details))
        self.fold.setChecked(False)
        self._toggle_details(False)
        self.button.setText(message.button)
        self.button.setAccessibleName(f"{message.button}: {message.title}" if message.button else tr("Undo"))
        self.button.setVisible(bool(message.button))
        self.show()

    def _lay_out(self) -> None:
        column = column_of(3, self._title, self._text, line_of(-1, self.fold, STRETCH), self._details)
        button = (self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        self._line = line_in(self, 10, self._icon, (column, 1), button, self.close_button, margins=(12, 10, 8, 10))

    def _toggle_details(self, unfolded: bool) -> None:
        self._details.setVisible(unfolded)
        self.fold.setText(tr("Hide details" if unfolded else "Details"))
        self.fold.setAccessibleName(self.fold.text())

    def _run_action(self) -> None:
        if self._message:
            self._message.act()


class Confirmation(QFrame):
    """Asks to confirm an action that needs care; Esc cancels."""

    accessible_role = QAccessible.Role.AlertMessage

    def __init__(self, keep: str = "", go: str = "") -> None:
        """`keep` and `go` are the labels of the buttons, by default those for erasing."""
        super().__init__()
        self.setObjectName("confirmation")
        self._labels = keep or tr("Keep them"), go or tr("Erase for good")
        self._act: Callable[[], object] = lambda: None
        self._cancelled: Callable[[], object] = lambda: None
        self._is_laid_out = False
        self.hide()

    def _create(self) -> None:
        self._is_laid_out = True
        self._title, self._text = text_label("", "confirmation_title"), text_label("", "confirmation_text")
        self.cancel_button, self.confirm_button = map(QPushButton, self._labels)
        self.cancel_button.setObjectName("confirmation_keep")
        self.confirm_button.setObjectName("confirmation_go")
        self.confirm_button.setProperty("kind", "danger_now")
        for button, pressed in ((self.cancel_button, self._cancel), (self.confirm_button, self._confirm)):
            button.setAccessibleName(button.text())
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.setAutoDefault(True)
            button.clicked.connect(lambda _=False, pressed=pressed: pressed())
        buttons = line_of(theme.S2, STRETCH, self.cancel_button, self.confirm_button)
        column_in(self, 6, self._title, self._text, theme.S1, buttons, margins=(14, 12, 14, 12))

    def ask(
        self, title: str, text: str, act: Callable[[], object], cancelled: Callable[[], object] = lambda: None
    ) -> None:
        """Show a question, and scroll to it; `act` is called if the user confirms, `cancelled` if not.

        The focus is on the cancel button, so that Enter changes nothing.
        """
        if not self._is_laid_out:
            self._create()
        self._act, self._cancelled = act, cancelled
        self._title.setText(title)
        self._text.setText(text)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        self.show()
        self.cancel_button.setFocus()
        # After the layout has made room for the question.
        QTimer.singleShot(0, self, lambda: scroll_into_view(self))

    def _confirm(self) -> None:
        self.hide()
        self._act()

    def _cancel(self) -> None:
        self.hide()
        self._cancelled()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._cancel()
        else:
            super().keyPressEvent(event)
