"""A text that is read page by page, and copied."""

from collections.abc import Callable

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from deskpet.translation import tr
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import column_in, line_of
from deskpet.ui.widgets.popup_menu import install_field_menu


def read_only_text(name: str, accessible_name: str) -> QPlainTextEdit:
    """Return a field whose text can only be read and copied; `name` is its object name in the stylesheet."""
    field = QPlainTextEdit()
    field.setReadOnly(True)
    field.setObjectName(name)
    field.setAccessibleName(accessible_name)
    install_field_menu(field)
    return field


class PagedText(QWidget):
    """One page at a time in `field`, above a line with the buttons. `foot` has room for more at its left."""

    def __init__(self, field: QPlainTextEdit, count: int, page: Callable[[int], tuple[str, str]]) -> None:
        """`page` is called with the number of a page, from 0, and returns its text as shown and as copied."""
        super().__init__()
        self.field, self._count, self._page, self._number, self._text = field, count, page, 0, ""
        self._previous, self._next = (plain_button(text, "", "secondary") for text in (tr("Previous"), tr("Next")))
        self._copy = plain_button(tr("Copy"), "", "primary")
        self._previous.clicked.connect(lambda: self.turn(-1))
        self._next.clicked.connect(lambda: self.turn(1))
        self._copy.clicked.connect(self._copy_text)
        self.foot = line_of(theme.S2, self._previous, self._next, self._copy)
        column_in(self, theme.S2, (field, 1), self.foot)
        for button in (self._previous, self._next):
            button.setVisible(count > 1)
        self.setFocusProxy(field)

    def turn(self, pages: int) -> None:
        """Show the page that is so many behind the present one."""
        self._number += pages
        shown, self._text = self._page(self._number)
        self.field.setPlainText(shown)
        self._previous.setEnabled(self._number > 0)
        self._next.setEnabled(self._number < self._count - 1)
        self._copy.setText(tr("Copy"))

    def _copy_text(self) -> None:
        QGuiApplication.clipboard().setText(self._text)
        self._copy.setText(tr("Copied"))
