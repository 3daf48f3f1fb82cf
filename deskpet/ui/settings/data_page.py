"""The settings' page of data: where everything lies, how large it is, and what can be done with conversations."""

from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from deskpet.ui.settings.banner import Banner, BannerText
from deskpet.ui.settings.connection_form import BusyButton
from deskpet.ui.settings.data_places import PlacesList, StorageLocation, shown_size
from deskpet.ui.widgets import file_dialogs, theme
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import FormCard, text_label
from deskpet.words import counted, later, tr

_FILE = "deskpet-conversations.json"
_WARNING = later(
    "Every conversation goes, with its pictures, what you were writing, the backups, and damaged files that were laid "
    "aside. Nothing brings them back. Settings, characters and personas stay."
)


class DataPage(QWidget):
    """Shows what is kept and asks for what is to become of it.

    looked_at: the page came into view; its figures may be old.
    folder_wanted: this Path is to be opened.
    export_wanted: every conversation is to be written to this Path.
    compact_wanted: the conversations' file is to be made smaller.
    erase_wanted: every conversation is to be erased; the user has confirmed it.
    """

    looked_at = Signal()
    folder_wanted = Signal(object)
    export_wanted = Signal(object)
    compact_wanted = Signal()
    erase_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("data_page")
        self.places, self.banner, self.confirmation = PlacesList(), Banner(), Confirmation()
        self.places.folder_wanted.connect(self.folder_wanted)
        self.summary = text_label("", "data_summary")
        self.export = _named(BusyButton(tr("Export everything…")), "data_export")
        self.compact = _named(BusyButton(tr("Compact")), "data_compact")
        self.compact.setAccessibleDescription(tr("Gives back the room that deleted conversations took."))
        self.erase = QPushButton(tr("Erase all conversations…"))
        self.erase.setObjectName("data_erase")
        self.erase.setProperty("kind", "danger")
        self.erase.setAccessibleName(tr("Erase all conversations"))
        self.erase.setCursor(Qt.CursorShape.PointingHandCursor)
        self.export.asked.connect(self._choose_file)
        self.compact.asked.connect(self.compact_wanted)
        self.erase.clicked.connect(self._ask)
        self.confirmation.confirmed.connect(self.erase_wanted)
        self.confirmation.left.connect(self._step_back)
        self._count = 0
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S4)
        column.addWidget(self._places_card())
        column.addWidget(self._conversations_card())

    def show_places(self, places: tuple[StorageLocation, ...]) -> None:
        """Show where things lie."""
        self.places.show_places(places)

    def show_conversations(self, count: int, size: int) -> None:
        """How many conversations there are, and how many bytes they take."""
        self._count = count
        disk = shown_size(size)
        told = counted(
            count, "1 conversation, {size} on the disk.", "{n} conversations, {size} on the disk.", size=disk
        )
        self.summary.setText(told if count else tr("No conversation is kept."))

    def show_unusable(self, why: str) -> None:
        """The conversations can't be used: say why."""
        self.summary.setText(why)
        for button in (self.export, self.compact, self.erase):
            button.setEnabled(False)

    def show_done(self, said: BannerText | None = None) -> None:
        """What was asked for is done, and this is what came of it; nothing is said when it was given up."""
        self.export.set_busy(False)
        self.compact.set_busy(False)
        self.confirmation.hide()
        self.erase.setEnabled(True)
        self.banner.show_said(said)

    def _places_card(self) -> FormCard:
        card = FormCard(
            "folder",
            tr("Where everything lies"),
            tr("All of it is on this computer. Keys are in the system's keyring."),
        )
        card.add(self.places)
        return card

    def _conversations_card(self) -> FormCard:
        told = tr(
            "Take them with you, make their file smaller, or let go of them. What you delete can be brought back for a "
            "day; then it is erased for good, and backups that still hold it are replaced by a new one."
        )
        card = FormCard("export", tr("Conversations"), told)
        buttons = FlowLayout(theme.S2)
        buttons.addWidget(self.export)
        buttons.addWidget(self.compact)
        buttons.addWidget(self.erase)
        held = QWidget()
        column = QVBoxLayout(held)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S3)
        column.addWidget(self.summary)
        column.addLayout(buttons)
        column.addWidget(self.confirmation)
        column.addWidget(self.banner)
        card.add(held)
        return card

    def _ask(self) -> None:
        self.banner.show_said(None)
        every = counted(self._count, "Erase the only conversation for good?", "Erase all {n} conversations for good?")
        self.confirmation.ask(every if self._count else tr("Erase whatever is left?"), tr(_WARNING))
        self.erase.setEnabled(False)
        # When the question has its place.
        QTimer.singleShot(0, self, self._bring_question)

    def _bring_question(self) -> None:
        area = self.parentWidget()
        while area and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        if area:
            area.ensureWidgetVisible(self.confirmation)

    def _step_back(self) -> None:
        self.show_done()
        self.erase.setFocus()

    def _choose_file(self) -> None:
        where = file_dialogs.place(file_dialogs.Place.DocumentsLocation)
        dialog = QFileDialog(self, tr("Export every conversation"), where, tr("JSON (*.json)"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("json")
        dialog.selectFile(_FILE)
        dialog.fileSelected.connect(lambda name: self.export_wanted.emit(Path(name)))
        dialog.rejected.connect(self.show_done)
        dialog.open()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.looked_at.emit()


class Confirmation(QFrame):
    """A question that is answered with a red button, or not at all; Esc leaves it.

    confirmed: it is to be done. left: it is not.
    """

    accessible_role = QAccessible.Role.AlertMessage

    confirmed = Signal()
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("confirmation")
        self._title, self._text = text_label("", "confirmation_title"), text_label("", "confirmation_text")
        self.keep, self.go = QPushButton(tr("Keep them")), QPushButton(tr("Erase for good"))
        self.keep.setObjectName("confirmation_keep")
        self.go.setObjectName("confirmation_go")
        self.go.setProperty("kind", "danger_now")
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.S2)
        buttons.addStretch(1)
        for button, pressed in ((self.keep, self._leave), (self.go, self.confirmed.emit)):
            button.setAccessibleName(button.text())
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.setAutoDefault(True)
            button.clicked.connect(lambda _=False, pressed=pressed: pressed())
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(6)
        column.addWidget(self._title)
        column.addWidget(self._text)
        column.addSpacing(theme.S1)
        column.addLayout(buttons)
        self.hide()

    def ask(self, title: str, text: str) -> None:
        """Ask this; whoever presses Enter at once changes nothing."""
        self._title.setText(title)
        self._text.setText(text)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        self.show()
        self.keep.setFocus()

    def _leave(self) -> None:
        self.hide()
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._leave()
        else:
            super().keyPressEvent(event)


def _named(button: BusyButton, name: str) -> BusyButton:
    button.setObjectName(name)
    return button
