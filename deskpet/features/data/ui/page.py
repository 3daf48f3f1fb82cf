"""Data page of the settings: storage locations with their sizes; export, compaction and erasure of conversations."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from deskpet.features.data.locations import StorageLocation
from deskpet.features.data.ui.location_list import LocationList
from deskpet.store import DeletedSession
from deskpet.text.sizes import format_size
from deskpet.translation import tr, tr_noop, tr_plural
from deskpet.ui.settings.banner import Banner, BannerText
from deskpet.ui.settings.confirmation import Confirmation
from deskpet.ui.settings.page_controller import StoredPage
from deskpet.ui.settings.revocable_rows import RevocableRow, RevocableRows, format_day
from deskpet.ui.widgets import file_dialogs, theme
from deskpet.ui.widgets.busy_button import BusyButton
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import FormCard, text_label

_FILE = "deskpet-conversations.json"
_WARNING = tr_noop(
    "Every conversation goes, with its pictures, what you were writing, what she remembers of you, the diary of your "
    "days together, the backups, damaged files that were laid aside, copies of files for Undo, and every file in her "
    "own folder: take out first what you want to keep. Nothing brings them back. Settings, characters, personas, "
    "notes, reminders, what you allowed, and files that you exported stay."
)


class DataPage(StoredPage):
    """Shows the stored data and requests actions on it.

    looked_at: Emitted when the page is shown, to refresh its figures.
    folder_requested: Emitted with the Path of a folder to open.
    export_requested: Emitted with the Path to export all conversations to.
    compact_requested: Emitted to compact the conversations' file.
    erase_requested: Emitted to erase all conversations, after the user has confirmed.
    restore_requested: Emitted with the id of a deleted conversation to restore.
    purge_requested: Emitted with the id of a deleted conversation to erase now, after the user has confirmed.
    """

    looked_at = Signal()
    folder_requested = Signal(object)
    export_requested = Signal(object)
    compact_requested = Signal()
    erase_requested = Signal()
    restore_requested = Signal(str)
    purge_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("data_page")
        self.locations, self.confirmation = LocationList(), Confirmation()
        self.exposure = Banner()
        self.locations.folder_requested.connect(self.folder_requested)
        self.summary = text_label("", "data_summary")
        self.export = _named(BusyButton(tr("Export everything…")), "data_export")
        self.compact = _named(BusyButton(tr("Compact")), "data_compact")
        self.compact.setAccessibleDescription(tr("Gives back the room that deleted conversations took."))
        text = tr("Erase all conversations…")
        self.erase = plain_button(text, "data_erase", "danger", tr("Erase all conversations"))
        self.export.triggered.connect(self._choose_file)
        self.compact.triggered.connect(self.compact_requested)
        self.erase.clicked.connect(self._ask)
        self.confirmation.confirmed.connect(self.erase_requested)
        self.confirmation.cancelled.connect(self._cancel_erase)
        self.deleted = RevocableRows(tr("Nothing was deleted since yesterday."))
        self.purge_confirmation = Confirmation(keep=tr("Keep it"))
        self.purge_confirmation.confirmed.connect(self._purge)
        self._count, self._is_available, self._to_purge = 0, True, ""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S4)
        column.addWidget(self.exposure)
        column.addWidget(self._locations_card())
        column.addWidget(self._conversations_card())
        column.addWidget(self._deleted_card())

    def show_locations(self, locations: tuple[StorageLocation, ...]) -> None:
        """Show the storage locations."""
        self.locations.show_locations(locations)

    def show_conversations(self, count: int, size: int) -> None:
        """Show the number of conversations and their size in bytes, and enable the buttons after `show_unavailable`."""
        if not self._is_available:
            self._set_available(True)
        self._count = count
        disk = format_size(size)
        text = tr_plural(
            count, "1 conversation, {size} on the disk.", "{n} conversations, {size} on the disk.", size=disk
        )
        self.summary.setText(text if count else tr("No conversation is kept."))

    def show_deleted(self, sessions: Sequence[DeletedSession]) -> None:
        """List the conversations that can still be restored."""
        self.deleted.show_rows([self._deleted_row(each) for each in sessions])

    def show_unavailable(self, why: str) -> None:
        """Show why the conversations can't be used, and disable the buttons."""
        self._set_available(False)
        self.summary.setText(why)

    def show_warning(self, warning: BannerText | None) -> None:
        """Show above everything else that others may read the files; None hides it."""
        self.exposure.show_message(warning)

    def refresh(self) -> None:
        """Ask for the present figures."""
        self.looked_at.emit()

    def show_result(self, message: BannerText | None = None) -> None:
        """End the busy state and show the result of the action; None if it was cancelled."""
        self.export.set_busy(False)
        self.compact.set_busy(False)
        self.confirmation.hide()
        self.erase.setEnabled(True)
        self.banner.show_message(message)

    def _locations_card(self) -> FormCard:
        help_text = tr("All of it is on this computer. No key is in any of these files.")
        return FormCard("folder", tr("Where everything lies"), help_text, self.locations)

    def _conversations_card(self) -> FormCard:
        text = tr(
            "Take them with you, make their file smaller, or let go of them. What you delete can be brought back for a "
            "day; then it is erased for good, and backups that still hold it are replaced by a new one."
        )
        buttons = FlowLayout(theme.S2)
        buttons.addWidget(self.export)
        buttons.addWidget(self.compact)
        buttons.addWidget(self.erase)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S3)
        column.addWidget(self.summary)
        column.addLayout(buttons)
        column.addWidget(self.confirmation)
        column.addWidget(self.banner)
        return FormCard("export", tr("Conversations"), text, content)

    def _deleted_card(self) -> FormCard:
        text = tr("Conversations that you deleted. Each stays here for a day; then it is erased for good.")
        return FormCard("trash", tr("Recently deleted"), text, self.deleted, self.purge_confirmation)

    def _deleted_row(self, session: DeletedSession) -> RevocableRow:
        title = session.title or tr("Conversation without a title")
        return RevocableRow(
            title,
            tr("Deleted: {when}", when=format_day(session.deleted_at)),
            tr("Erase “{title}” now", title=title),
            partial(self._ask_to_purge, session.id, title),
            tr("Restore “{title}”", title=title),
            partial(self.restore_requested.emit, session.id),
        )

    def _ask_to_purge(self, session: str, title: str) -> None:
        self._to_purge = session
        text = tr("Nothing brings it back. Backups that still hold it are replaced by a new one.")
        self.purge_confirmation.ask(tr("Erase “{title}” for good?", title=title), text)
        QTimer.singleShot(0, self.purge_confirmation, self.purge_confirmation.scroll_into_view)

    def _purge(self) -> None:
        self.purge_confirmation.hide()
        self.purge_requested.emit(self._to_purge)

    def _ask(self) -> None:
        self.banner.show_message(None)
        title = tr_plural(self._count, "Erase the only conversation for good?", "Erase all {n} conversations for good?")
        self.confirmation.ask(title if self._count else tr("Erase whatever is left?"), tr(_WARNING))
        self.erase.setEnabled(False)
        # After the layout has made room for the question.
        QTimer.singleShot(0, self.confirmation, self.confirmation.scroll_into_view)

    def _cancel_erase(self) -> None:
        self.show_result()
        self.erase.setFocus()

    def _choose_file(self) -> None:
        folder = file_dialogs.default_folder(file_dialogs.StandardLocation.DocumentsLocation)
        dialog = QFileDialog(self, tr("Export every conversation"), folder, tr("JSON (*.json)"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("json")
        dialog.selectFile(_FILE)
        dialog.fileSelected.connect(lambda name: self.export_requested.emit(Path(name)))
        dialog.rejected.connect(self.show_result)
        dialog.open()

    def _set_available(self, available: bool) -> None:
        self._is_available = available
        for button in (self.export, self.compact, self.erase):
            button.setEnabled(available)


def _named(button: BusyButton, name: str) -> BusyButton:
    button.setObjectName(name)
    return button
