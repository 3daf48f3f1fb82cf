"""The characters that can be chosen, as cards with their pictures; one more card brings in another."""

from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from deskpet.ui.pet.drop import models_in
from deskpet.ui.settings.banner import Banner, BannerText
from deskpet.ui.settings.model_card import LEAST_WIDTH, AddCard, ArrivingCard, CardContent, ModelCard, height_for
from deskpet.ui.widgets import file_dialogs, theme
from deskpet.words import later, tr

GAP = 12
_FILES = later("Characters (*.zip *.model3.json *.model.json model.json);;All files (*)")


class Gallery(QWidget):
    """The cards, and above them what there is to say: what went wrong, what was mended, what can be undone.

    chosen: the Entry of a card. brought: the path of a model that is to be brought in.
    removed: the Entry of a model that is to go.
    """

    chosen = Signal(object)
    brought = Signal(object)
    removed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("gallery")
        self.setAcceptDrops(True)
        self.banner = Banner()
        self._grid = _Grid()
        self._cards: list[ModelCard] = []
        self._arriving = ArrivingCard(self._grid)
        self._arriving.hide()
        self.add = AddCard()
        self.add.file_wanted.connect(self._pick_file)
        self.add.folder_wanted.connect(self._pick_folder)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S3)
        column.addWidget(self.banner)
        column.addWidget(self._grid)
        self._lay_out()

    @property
    def cards(self) -> tuple[ModelCard, ...]:
        return tuple(self._cards)

    def show_offers(self, offers: tuple[CardContent, ...], choice: str) -> None:
        """Offer these; `choice` is the Entry.choice of the one that is on the desktop."""
        if offers != tuple(card.offer for card in self._cards):
            focused = next((number for number, card in enumerate(self._cards) if card.hasFocus()), None)
            self._replace(offers)
            if focused is not None and self._cards:
                self._cards[min(focused, len(self._cards) - 1)].setFocus()
        for card in self._cards:
            card.setChecked(card.offer.entry.choice == choice)

    def show_arriving(self, name: str, doing: str = "") -> None:
        """A model of this name is on its way, and what is being done with it; nobody is when it is empty."""
        self._arriving.show_arriving(name, doing)
        self._arriving.setVisible(bool(name))
        self._lay_out()

    def show_said(self, said: BannerText | None) -> None:
        """Say this above the cards, or nothing."""
        self.banner.show_said(said)

    def _replace(self, offers: tuple[CardContent, ...]) -> None:
        for card in self._cards:
            card.hide()
            card.deleteLater()
        self._cards = [self._card(offer) for offer in offers]
        self._lay_out()

    def _card(self, offer: CardContent) -> ModelCard:
        card = ModelCard(offer)
        card.chosen.connect(lambda: self._choose(card))
        card.removed.connect(lambda: self.removed.emit(offer.entry))
        return card

    def _choose(self, chosen: ModelCard) -> None:
        """Mark it at once; whether it can be used is seen in a moment."""
        for card in self._cards:
            card.setChecked(card is chosen)
        self.chosen.emit(chosen.offer.entry)

    def _lay_out(self) -> None:
        arriving = [self._arriving] if self._arriving.isVisibleTo(self) else []
        self._grid.hold([*self._cards, *arriving, self.add])

    # Bringing in

    def _pick_file(self) -> None:
        where = file_dialogs.place(file_dialogs.Place.DownloadLocation)
        dialog = QFileDialog(self, tr("Choose a zip or a model file"), where, tr(_FILES))
        self._open(dialog, QFileDialog.FileMode.ExistingFile)

    def _pick_folder(self) -> None:
        where = file_dialogs.place(file_dialogs.Place.DownloadLocation)
        dialog = QFileDialog(self, tr("Choose the folder of a model"), where)
        self._open(dialog, QFileDialog.FileMode.Directory)

    def _open(self, dialog: QFileDialog, mode: QFileDialog.FileMode) -> None:
        dialog.setObjectName("pick_model")
        dialog.setFileMode(mode)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.brought.emit(Path(name)))
        dialog.open()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if models_in(event.mimeData()):
            file_dialogs.take_copy(event)
            self.add.invite(True)
        else:
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        file_dialogs.take_copy(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.add.invite(False)

    def dropEvent(self, event: QDropEvent) -> None:
        self.add.invite(False)
        file_dialogs.take_copy(event)
        for path in models_in(event.mimeData()):
            self.brought.emit(path)


class _Grid(QWidget):
    """Cards of one size in as many columns as fit."""

    def __init__(self) -> None:
        super().__init__()
        self._held: list[QWidget] = []

    def hold(self, cards: list[QWidget]) -> None:
        self._held = cards
        for card in cards:
            card.setParent(self)
            card.show()
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._place()

    def _place(self) -> None:
        columns = max(2, (self.width() + GAP) // (theme.scaled(LEAST_WIDTH) + GAP))
        width = (self.width() - GAP * (columns - 1)) / columns
        height = height_for(width)
        for number, card in enumerate(self._held):
            row, column = divmod(number, columns)
            left, right = round(column * (width + GAP)), round(column * (width + GAP) + width)
            card.setGeometry(left, row * (height + GAP), right - left, height)
        rows = -(-len(self._held) // columns)
        self.setFixedHeight(max(rows * (height + GAP) - GAP, 0))
