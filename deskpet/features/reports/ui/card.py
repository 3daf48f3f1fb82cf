"""Card of the page about the program: a button that shows a report."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPushButton, QWidget

from deskpet.features.host import Host
from deskpet.translation import tr, tr_noop
from deskpet.ui.settings.page import Card, PageContent
from deskpet.ui.settings.settings_form import SettingsForm
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import STRETCH, line_in

if TYPE_CHECKING:
    from deskpet.features.reports.controller import ReportsController

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


def _connect(page: QWidget, _host: Host, running: "ReportsController") -> None:
    button = page.findChild(QPushButton, _NAME)
    assert button
    button.clicked.connect(lambda _: running.show())


PAGE = PageContent((CARD,), _connect)
