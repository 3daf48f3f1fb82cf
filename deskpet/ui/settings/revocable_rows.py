"""List of decisions of the user that can be revoked, with a message below it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from deskpet.ui.settings.banner import Banner, BannerText
from deskpet.ui.widgets import language, theme
from deskpet.ui.widgets.form import delete_widgets, text_label
from deskpet.ui.widgets.icons import IconButton

_BUTTON = 32


@dataclass(frozen=True, slots=True)
class RevocableRow:
    """A row: title, a line about it, and the button that revokes it, with its accessible name.

    restore, restore_label: those of a button before it that takes back what the row tells of; None for no such button.
    """

    title: str
    about: str
    label: str
    revoke: Callable[[], None]
    restore_label: str = ""
    restore: Callable[[], None] | None = None


class RevocableRows(QWidget):
    """Shows the rows, or a sentence if there are none."""

    def __init__(self, empty: str) -> None:
        super().__init__()
        self._empty = text_label(empty, "field_help")
        self._list, self.banner = QVBoxLayout(), Banner()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S2)
        column.addWidget(self._empty)
        column.addLayout(self._list)
        column.addWidget(self.banner)

    def show_rows(self, rows: Sequence[RevocableRow]) -> None:
        """Replace the rows."""
        delete_widgets(self._list)
        for row in rows:
            view = _RowView(row)
            self._list.addWidget(view)
            view.show()
        self._empty.setVisible(not rows)

    def show_message(self, message: BannerText | None) -> None:
        """Show the result of an action below the list."""
        self.banner.show_message(message)


class _RowView(QFrame):
    def __init__(self, row: RevocableRow) -> None:
        super().__init__()
        self.setObjectName("reminder_row")
        line, column = QHBoxLayout(self), QVBoxLayout()
        line.setContentsMargins(12, 8, 8, 8)
        line.setSpacing(theme.S1)
        column.setSpacing(2)
        column.addWidget(text_label(row.title, "field_title"))
        column.addWidget(text_label(row.about, "field_help"))
        line.addLayout(column, 1)
        self.setAccessibleName(f"{row.title}, {row.about}")
        if restore := row.restore:
            line.addWidget(_button("undo", "restore", row.restore_label, restore), 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(_button("trash", "revoke", row.label, row.revoke), 0, Qt.AlignmentFlag.AlignVCenter)


def _button(icon: str, name: str, label: str, act: Callable[[], None]) -> IconButton:
    button = IconButton(icon, label, size=_BUTTON)
    button.setObjectName(name)
    button.clicked.connect(lambda _=False: act())
    return button


def format_day(timestamp: float) -> str:
    """Return when a decision was made, in seconds since 1970, as people say it now."""
    return language.format_timestamp(timestamp, datetime.now().astimezone())
