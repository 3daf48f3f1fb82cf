"""Card of the page about the program: a button that shows a report."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from deskpet.translation import tr, tr_noop
from deskpet.ui.settings.page import Card, Form
from deskpet.ui.widgets.buttons import plain_button

_NAME = "show_report"


def _button_row(_form: Form) -> QWidget:
    row = QWidget()
    line = QHBoxLayout(row)
    line.setContentsMargins(0, 0, 0, 0)
    line.addWidget(plain_button(tr("Show a report"), _NAME, "secondary"), 0, Qt.AlignmentFlag.AlignLeft)
    return row


CARD = Card(
    *("info", tr_noop("If something went wrong")),
    tr_noop("A report for somebody who helps: versions, settings without texts, the last faults."),
    fields=(_button_row,),
)


def connect(page: QWidget, show: Callable[[], object]) -> None:
    """Let the button of a page show the report."""
    button = page.findChild(QPushButton, _NAME)
    assert isinstance(button, QPushButton)
    button.clicked.connect(lambda _: show())
