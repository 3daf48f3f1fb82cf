"""Character gallery: a grid of cards with pictures, and the cards that import another model."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHideEvent, QPainter, QPaintEvent, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from deskpet.translation import tr, tr_noop
from deskpet.ui.pet.drop import models_in
from deskpet.ui.settings.banner import Banner
from deskpet.ui.widgets import file_dialogs, icons, theme
from deskpet.ui.widgets.file_dialogs import FileDrop, StandardLocation
from deskpet.ui.widgets.form import column_in
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.item_delegate import paint_focus_ring
from deskpet.ui.widgets.model_card import (
    MIN_WIDTH,
    CardContent,
    ClickableCard,
    ModelCard,
    add_action,
    foot_height,
    height_for,
)
from deskpet.ui.widgets.painting import paint_box, smooth_painter
from deskpet.ui.widgets.popup_menu import ThemedMenu
from deskpet.ui.widgets.spinner import Spinner

_ADD_HINT = tr_noop("Drop a folder, a zip or a model file, or click to choose.")
_DROP_HINT = tr_noop("It is copied and checked before it comes in.")


class AddCard(ClickableCard):
    """Adds a model from a file or a folder.

    file_requested: Emitted to choose a file.
    folder_requested: Emitted to choose a folder.
    """

    file_requested = Signal()
    folder_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("add_model")
        self.setAccessibleName(tr("Add a character"))
        self.setAccessibleDescription(tr("A folder, a zip or a model file: Live2D from Cubism 2 to 5, or sprites."))
        self._is_inviting = False
        self.menu = ThemedMenu(self)
        add_action(self.menu, "file", tr("A zip or a model file…"), self.file_requested.emit)
        add_action(self.menu, "folder", tr("A folder…"), self.folder_requested.emit)
        self.clicked.connect(lambda: self.menu.popup(self.mapToGlobal(QPoint(12, self.height() - foot_height()))))

    def invite(self, inviting: bool) -> None:
        """Highlight the card while a model is dragged over the gallery."""
        self._is_inviting = inviting
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        look, box = theme.current(), QRectF(self.rect()).adjusted(1, 1, -1, -1)
        is_lit = self._is_inviting or self.underMouse()
        painter = smooth_painter(self)
        pen = QPen(look.colour("accent" if is_lit or self.hasFocus() else "faint"), 1.5)
        pen.setDashPattern([4, 3.5])
        painter.setPen(pen)
        painter.setBrush(look.colour("accent_soft") if is_lit else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, theme.RADIUS_CARD + 2, theme.RADIUS_CARD + 2)
        if self.hasFocus():
            paint_focus_ring(painter, box.adjusted(4, 4, -4, -4))
        centre = box.center().x()
        middle = box.center().y() - 28
        disc = QRectF(centre - 20, middle - 20, 40, 40)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("accent" if self._is_inviting else "surface" if is_lit else "accent_soft"))
        painter.drawEllipse(disc)
        icon = "bring" if self._is_inviting else "new"
        icons.paint(painter, icon, "on_accent" if self._is_inviting else "accent", disc.adjusted(9, 9, -9, -9))
        title = tr("Drop it here" if self._is_inviting else "Add a character")
        _paint_title_and_text(painter, box, middle + 30, title, tr(_DROP_HINT if self._is_inviting else _ADD_HINT))


class ImportProgressCard(QWidget):
    """Shows an import in progress: the model's name, the current step, and a button that cancels it.

    cancel_requested: Emitted when the button is clicked.
    """

    cancel_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("arriving_model")
        self._name = self._step = ""
        self._spinner = Spinner(self)
        self.cancel_button = IconButton("close", tr("Cancel the import"), self, 26, name="cancel_import")
        self.cancel_button.clicked.connect(self._cancel)

    def show_import_progress(self, name: str, step: str) -> None:
        if name != self._name:
            self.cancel_button.setEnabled(True)
        self._name, self._step = name, step
        self.setAccessibleName(tr("{name}: {doing}", name=name, doing=step) if name else "")
        self.update()

    def _cancel(self) -> None:
        self.cancel_button.setEnabled(False)
        self.show_import_progress(self._name, tr("Cancelling…"))
        self.cancel_requested.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.cancel_button.move(self.width() - self.cancel_button.width() - 7, 7)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._spinner.set_running(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._spinner.set_running(False)

    def paintEvent(self, event: QPaintEvent) -> None:
        look, box = theme.current(), QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter = smooth_painter(self)
        paint_box(painter, box, theme.RADIUS_CARD + 2, "inset", "field_edge")
        middle = box.center().y() - 28
        self._spinner.paint(painter, QRectF(box.center().x() - 15, middle - 15, 30, 30), look.colour("accent"))
        _paint_title_and_text(painter, box, middle + 30, self._name, self._step)


def _paint_title_and_text(painter: QPainter, box: QRectF, top: float, title: str, text: str) -> None:
    """Paint a title and a small text below it, centred on a card."""
    look, centred = theme.current(), Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
    font = theme.ui_font(theme.TEXT)
    font.setBold(True)
    painter.setFont(font)
    painter.setPen(look.colour("text"))
    line = QRectF(box.left() + 10, top, box.width() - 20, theme.scaled(20))
    painter.drawText(line, centred, QFontMetricsF(font).elidedText(title, Qt.TextElideMode.ElideMiddle, line.width()))
    painter.setFont(theme.ui_font(theme.SMALL))
    painter.setPen(look.colour("muted"))
    room = box.bottom() - line.bottom() - 6
    below = QRectF(box.left() + 12, line.bottom() + 3, box.width() - 24, room)
    painter.drawText(below, centred | Qt.TextFlag.TextWordWrap, text)


GAP = 12
_FILES = tr_noop("Characters (*.zip *.model3.json *.model.json model.json pet.json);;All files (*)")


class Gallery(QWidget):
    """Shows the cards, and above them a banner with errors, repairs and undo.

    chosen: Emitted with the LibraryEntry of the chosen card.
    import_requested: Emitted with the path of a model to import.
    remove_requested: Emitted with the LibraryEntry of a model to remove.
    """

    chosen = Signal(object)
    import_requested = Signal(object)
    remove_requested = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("gallery")
        self.banner = Banner()
        self._grid = _Grid()
        self.cards: tuple[ModelCard, ...] = ()
        self.import_card = ImportProgressCard(self._grid)
        self.import_card.hide()
        self.add = AddCard()
        self.add.file_requested.connect(self._pick_file)
        self.add.folder_requested.connect(self._pick_folder)
        column_in(self, theme.S3, self.banner, self._grid)
        FileDrop(self, models_in, self.add.invite, self._import)
        self._lay_out()

    def show_cards(self, cards: tuple[CardContent, ...], choice: str) -> None:
        """Show these cards; `choice` is the LibraryEntry.choice of the character on the desktop."""
        if cards != tuple(card.content for card in self.cards):
            focused = next((number for number, card in enumerate(self.cards) if card.hasFocus()), None)
            for card in self.cards:
                card.hide()
                card.deleteLater()
            self.cards = tuple(map(self._card, cards))
            self._lay_out()
            if focused is not None and self.cards:
                self.cards[min(focused, len(self.cards) - 1)].setFocus()
        for card in self.cards:
            card.setChecked(card.content.entry.choice == choice)

    def show_import_progress(self, name: str, step: str = "") -> None:
        """Show the import of a model: its name and the current step. An empty name ends it."""
        self.import_card.show_import_progress(name, step)
        self.import_card.setVisible(bool(name))
        self._lay_out()

    def _card(self, content: CardContent) -> ModelCard:
        card = ModelCard(content)
        card.chosen.connect(lambda: self._choose(card))
        card.remove_requested.connect(lambda: self.remove_requested.emit(content.entry))
        return card

    def _choose(self, chosen: ModelCard) -> None:
        """Mark the card at once, before it is known whether the model can be loaded."""
        for card in self.cards:
            card.setChecked(card is chosen)
        self.chosen.emit(chosen.content.entry)

    def _lay_out(self) -> None:
        importing = [self.import_card] if self.import_card.isVisibleTo(self) else []
        self._grid.set_cards([*self.cards, *importing, self.add])

    def _pick_file(self) -> None:
        title, chosen = tr("Choose a zip or a model file"), self.import_requested.emit
        file_dialogs.open_file(self, title, tr(_FILES), chosen, StandardLocation.DownloadLocation, "pick_model")

    def _pick_folder(self) -> None:
        start = file_dialogs.default_folder(StandardLocation.DownloadLocation)
        title = tr("Choose the folder of a model")
        file_dialogs.open_folder(self, title, start, self.import_requested.emit, "pick_model")

    def _import(self, paths: Iterable[Path]) -> None:
        for path in paths:
            self.import_requested.emit(path)


class _Grid(theme.FollowsStyle, QWidget):
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

    def on_style_changed(self) -> None:
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
