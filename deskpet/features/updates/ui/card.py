"""Card of the page about the program: whether to look for updates, what was found, and its installation."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from deskpet import __version__
from deskpet.features.updates.installed_release import is_installed
from deskpet.text.sizes import format_size
from deskpet.translation import join_sentences, tr, tr_noop
from deskpet.ui.settings.download_bar import DownloadBar
from deskpet.ui.settings.page import Card, Field, PageContent
from deskpet.ui.settings.settings_form import SettingsForm
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.buttons import BusyButton, plain_button
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import column_in, show_text, text_label

if TYPE_CHECKING:
    from deskpet.features.host import Host
    from deskpet.features.updates.controller import Status, UpdatesController


def cards(_form: SettingsForm) -> tuple[Card, ...]:
    """Return the card of an installed program, or of one that is updated as it was got."""
    if is_installed():
        help_text, row = tr_noop("New versions are signed; what is changed on the way is refused."), _updates_row
    else:
        help_text, row = tr_noop("How this deskpet gets newer."), _not_installed
    check = Field("check", shown_if=lambda _: is_installed())
    return (Card("down", tr_noop("Updates"), help_text, "updates", (check, row)),)


def _updates_row(_form: SettingsForm) -> QWidget:
    return UpdatesRow()


def _not_installed(_form: SettingsForm) -> QWidget:
    text = tr("This deskpet was not installed from a release. Update it as you got it: git pull, or pip.")
    return text_label(text, "field_help")


class UpdatesRow(QWidget):
    """Shows what was found, with buttons that look again, install, stop, and copy a command."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("updates_row")
        self.state, self.notes = text_label("", "field_title"), text_label("", "field_help")
        self.request, self.bar = text_label("", "field_help"), DownloadBar()
        for label in (self.state, self.notes, self.request):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.check = BusyButton(tr("Check now"), "secondary", "updates_check")
        self.install = plain_button(tr("Install it when I quit"), "updates_install", "primary")
        self.stop = plain_button(tr("Stop"), "updates_stop", "secondary", tr("Stop the download"))
        self.copy = plain_button(tr("Copy the command"), "updates_copy", "secondary")
        self.sent = plain_button(tr("What is sent"), "updates_sent", "link")
        self.sent.setCheckable(True)
        self.sent.toggled.connect(self.request.setVisible)
        buttons = FlowLayout(theme.S2, self.check, self.install, self.stop, self.copy, self.sent)
        column_in(self, theme.S3, self.state, self.bar, buttons, self.request, self.notes)
        for hidden in (self.install, self.stop, self.copy, self.bar, self.request, self.notes, self.state):
            hidden.hide()

    def show_status(self, status: "Status") -> None:
        """Show what is being done about an update."""
        update = status.update
        is_running = status.phase == "downloading"
        show_text(self.state, _state_text(status))
        show_text(self.notes, update.notes if update else "")
        self.check.set_busy(status.phase == "checking")
        self.check.setVisible(not is_running)
        self.install.setVisible(bool(update) and status.phase in ("available", "failed"))
        self.stop.setVisible(is_running)
        self.copy.setVisible(status.phase == "by_user")
        self.bar.setVisible(is_running)
        if update and is_running:
            self.bar.show_bytes(status.done, update.file.size)


def _state_text(status: "Status") -> str:
    update = status.update
    named = {"version": update.version, "size": format_size(update.file.size)} if update else {"version": __version__}
    match status.phase:
        case "newest":
            return tr("deskpet {version} is the newest version.", **named)
        case "available":
            return tr("Version {version} is out ({size}).", **named)
        case "downloading":
            return tr("Version {version} is being downloaded.", **named)
        case "waits":
            return tr("Version {version} is installed when she quits.", **named)
        case "by_user":
            return join_sentences(tr("Version {version} was downloaded. Install it by:", **named), status.text)
        case _:
            return status.text


def _connect(page: QWidget, _host: "Host", updates: "UpdatesController | None") -> None:
    """Make the row of a page work, until it is deleted; a program that is not installed has none."""
    row = page.findChild(UpdatesRow)
    if updates is None or row is None:
        return
    row.check.triggered.connect(updates.check)
    row.install.clicked.connect(updates.prepare)
    row.stop.clicked.connect(updates.stop)
    row.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(updates.status.text))
    row.sent.clicked.connect(lambda: row.request.setText(updates.request))
    end = updates.changed.add(lambda: row.show_status(updates.status))
    row.destroyed.connect(end)
    row.show_status(updates.status)


PAGE = PageContent(cards, _connect)
