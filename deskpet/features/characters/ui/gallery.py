"""Character gallery: a grid of cards with pictures, and a card that imports another model."""

from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from deskpet.features.characters.ui.gallery_cards import AddCard, ImportProgressCard
from deskpet.translation import tr, tr_noop
from deskpet.ui.pet.drop import models_in
from deskpet.ui.settings.banner import Banner, BannerText
from deskpet.ui.widgets import file_dialogs, theme
from deskpet.ui.widgets.model_card import MIN_WIDTH, CardContent, ModelCard, height_for

GAP = 12
_FILES = tr_noop("Characters (*.zip *.model3.json *.model.json model.json);;All files (*)")


class Gallery(QWidget):
    """Shows the cards, and above them a banner with errors, repairs and undo.

    chosen: Emitted with the LibraryEntry of the chosen card.
    import_requested: Emitted with the path of a model to import.
    import_cancel_requested: Emitted to cancel the import in progress.
    remove_requested: Emitted with the LibraryEntry of a model to remove.
    """

    chosen = Signal(object)
    import_requested = Signal(object)
    import_cancel_requested = Signal()
    remove_requested = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("gallery")
        self.setAcceptDrops(True)
        self.banner = Banner()
        self._grid = _Grid()
        self._cards: list[ModelCard] = []
        self._import_card = ImportProgressCard(self._grid)
        self._import_card.cancel_requested.connect(self.import_cancel_requested)
        self._import_card.hide()
        self.add = AddCard()
        self.add.file_requested.connect(self._pick_file)
        self.add.folder_requested.connect(self._pick_folder)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S3)
        column.addWidget(self.banner)
        column.addWidget(self._grid)
        self._lay_out()

    @property
    def cards(self) -> tuple[ModelCard, ...]:
        return tuple(self._cards)

    def show_cards(self, cards: tuple[CardContent, ...], choice: str) -> None:
        """Show these cards; `choice` is the LibraryEntry.choice of the character on the desktop."""
        if cards != tuple(card.content for card in self._cards):
            focused = next((number for number, card in enumerate(self._cards) if card.hasFocus()), None)
            self._replace(cards)
            if focused is not None and self._cards:
                self._cards[min(focused, len(self._cards) - 1)].setFocus()
        for card in self._cards:
            card.setChecked(card.content.entry.choice == choice)

    def show_import_progress(self, name: str, step: str = "") -> None:
        """Show the import of a model: its name and the current step. An empty name ends it."""
        self._import_card.show_import_progress(name, step)
        self._import_card.setVisible(bool(name))
        self._lay_out()

    def show_message(self, message: BannerText | None) -> None:
        """Show a message above the cards; None hides it."""
        self.banner.show_message(message)

    def _replace(self, cards: tuple[CardContent, ...]) -> None:
        for card in self._cards:
            card.hide()
            card.deleteLater()
        self._cards = [self._card(content) for content in cards]
        self._lay_out()

    def _card(self, content: CardContent) -> ModelCard:
        card = ModelCard(content)
        card.chosen.connect(lambda: self._choose(card))
        card.remove_requested.connect(lambda: self.remove_requested.emit(content.entry))
        return card

    def _choose(self, chosen: ModelCard) -> None:
        """Mark the card at once, before it is known whether the model can be loaded."""
        for card in self._cards:
            card.setChecked(card is chosen)
        self.chosen.emit(chosen.content.entry)

    def _lay_out(self) -> None:
        importing = [self._import_card] if self._import_card.isVisibleTo(self) else []
        self._grid.set_cards([*self._cards, *importing, self.add])

    def _pick_file(self) -> None:
        folder = file_dialogs.default_folder(file_dialogs.StandardLocation.DownloadLocation)
        dialog = QFileDialog(self, tr("Choose a zip or a model file"), folder, tr(_FILES))
        self._open(dialog, QFileDialog.FileMode.ExistingFile)

    def _pick_folder(self) -> None:
        folder = file_dialogs.default_folder(file_dialogs.StandardLocation.DownloadLocation)
        dialog = QFileDialog(self, tr("Choose the folder of a model"), folder)
        self._open(dialog, QFileDialog.FileMode.Directory)

    def _open(self, dialog: QFileDialog, mode: QFileDialog.FileMode) -> None:
        dialog.setObjectName("pick_model")
        dialog.setFileMode(mode)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.import_requested.emit(Path(name)))
        dialog.open()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if models_in(event.mimeData()):
            file_dialogs.accept_copy(event)
            self.add.invite(True)
        else:
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        file_dialogs.accept_copy(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.add.invite(False)

    def dropEvent(self, event: QDropEvent) -> None:
        self.add.invite(False)
        file_dialogs.accept_copy(event)
        for path in models_in(event.mimeData()):
            self.import_requested.emit(path)


class _Grid(QWidget):
    """Lays out cards of equal size in as many columns as fit."""

    def __init__(self) -> None:
        super().__init__()
        self._cards: list[QWidget] = []

    def set_cards(self, cards: list[QWidget]) -> None:
        self._cards = cards
        for card in cards:
            card.setParent(self)
            card.show()
        self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._lay_out()

    def _lay_out(self) -> None:
        columns = max(2, (self.width() + GAP) // (theme.scaled(MIN_WIDTH) + GAP))
        width = (self.width() - GAP * (columns - 1)) / columns
        height = height_for(width)
        for number, card in enumerate(self._cards):
            row, column = divmod(number, columns)
            left, right = round(column * (width + GAP)), round(column * (width + GAP) + width)
            card.setGeometry(left, row * (height + GAP), right - left, height)
        rows = -(-len(self._cards) // columns)
        self.setFixedHeight(max(rows * (height + GAP) - GAP, 0))
