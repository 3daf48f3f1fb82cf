"""Card of the page about the program: a button that shows a report."""

from collections.abc import Callable

from PySide6.QtWidgets import QPushButton, QWidget

from deskpet.translation import tr, tr_noop
from deskpet.ui.settings.page import Card
from deskpet.ui.settings.settings_form import SettingsForm
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import STRETCH, line_in

_NAME = "show_report"


def _button_row(_form: SettingsForm) -> QWidget:
    row = QWidget()
    line_in(row, -1, plain_button(tr("Show a report"), _NAME, "secondary"), STRETCH)
    return row


CARD = Card(
    "info",
    tr_noop("If something went wrong"),
    tr_noop("A report for somebody who helps: versions, settings without texts, the last faults."),
    fields=(_button_row,),
)


def connect(page: QWidget, show: Callable[[], object]) -> None:
    """Let the button of a page show the report."""
    button = page.findChild(QPushButton, _NAME)
    assert isinstance(button, QPushButton)
    button.clicked.connect(lambda _: show())
