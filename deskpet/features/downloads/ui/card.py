"""Card of the page about the program: the parts that can be added, with what they are for, their size and licence."""

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from deskpet.features.downloads.catalogue import OptionalPart
from deskpet.text.sizes import format_size
from deskpet.translation import tr, tr_noop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.download_bar import DownloadBar
from deskpet.ui.settings.page import Card
from deskpet.ui.settings.record_list import ListRecord, RecordList, RowAction
from deskpet.ui.settings.settings_form import SettingsForm
from deskpet.ui.widgets import file_dialogs, theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import STRETCH, column_in, line_of


class PartsList(QWidget):
    """Lists the parts, with buttons.

    add_requested, remove_requested: emitted with an OptionalPart. files_chosen: with one, and the files to add it from.
    stop_requested: emitted to stop a download.
    """

    add_requested, remove_requested, files_chosen = Signal(object), Signal(object), Signal(object, object)
    stop_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("parts_list")
        self.records = RecordList(tr("There are no parts for this system."))
        self.bar, self.stop = (
            DownloadBar(),
            plain_button(tr("Stop"), "parts_stop", "secondary", tr("Stop the download")),
        )
        self.stop.clicked.connect(self.stop_requested)
        column_in(self, theme.S3, self.records, self.bar, line_of(-1, self.stop, STRETCH))
        self.show_progress(0, 0)

    def show_parts(self, states: Iterable[tuple[OptionalPart, bool]], *, can_add: bool) -> None:
        """Show the parts, each with whether it is added. can_add: whether this program can have them."""
        self.records.show_records(self._record(part, is_added, can_add) for part, is_added in states)

    def show_progress(self, done: int, whole: int) -> None:
        """Show how much has come; a whole of 0 ends it."""
        self.bar.setVisible(bool(whole))
        self.stop.setVisible(bool(whole))
        if whole:
            self.bar.show_bytes(done, whole)

    def show_done(self, title: str) -> None:
        """Show that a part was added."""
        self.records.show_message(BannerText("success", tr("“{title}” was added, and can be used now.", title=title)))

    def show_failure(self, title: str, reason: str) -> None:
        """Show why a part was not added or removed."""
        self.records.show_message(BannerText("error", tr("“{title}” was not changed", title=title), reason))

    def _record(self, part: OptionalPart, is_added: bool, can_add: bool) -> ListRecord:
        named = {"size": format_size(part.size), "installed": format_size(part.installed_size), "licence": part.licence}
        about = tr("Download {size}, on the disk {installed}. Licence: {licence}.", **named)
        if not can_add:
            about = tr("With pip: {command}", command=f"python -m pip install 'deskpet[{part.extra}]'")
        lines = (("field_title", part.title), ("field_help", part.purpose), ("field_help", about))
        return ListRecord(part.name, f"{part.title}, {about}", lines, self._actions(part, is_added) if can_add else ())

    def _actions(self, part: OptionalPart, is_added: bool) -> tuple[RowAction, ...]:
        if is_added:
            label = tr("Remove “{title}”", title=part.title)
            return (RowAction("remove", label, partial(self.remove_requested.emit, part), text=tr("Remove")),)
        add, files = tr("Download “{title}”", title=part.title), tr("Add “{title}” from files", title=part.title)
        return (
            RowAction("add", add, partial(self.add_requested.emit, part), text=tr("Download"), kind="primary"),
            RowAction("from_files", files, partial(self._choose, part), text=tr("From files…")),
        )

    def _choose(self, part: OptionalPart) -> None:
        chosen = partial(self.files_chosen.emit, part)
        file_dialogs.open_files(self, tr("Add “{title}” from files", title=part.title), "*.whl", chosen)


def _parts_list(_form: SettingsForm) -> QWidget:
    return PartsList()


CARD = Card(
    "import",
    tr_noop("Parts"),
    tr_noop("What this program does not contain, because it is large and not everybody wants it."),
    fields=(_parts_list,),
)
