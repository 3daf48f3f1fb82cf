"""The first step of the first run: who lives on the desktop, and a first word with her."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from deskpet.ui.chat.header import Avatar
from deskpet.ui.settings.gallery import CardContent, ModelCard
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import text_label
from deskpet.words import later, tr

SUGGESTIONS = (later("Wave at me!"), later("Tell me a joke"), later("What time is it?"))
# The bubble has room for a whole greeting: the cards below do not move while she talks.
_CARD_HEIGHT, _LEAST_BUBBLE, _FACE = 236, 144, 44


class MeetStep(QWidget):
    """What she says, a few things to say to her, and the characters as cards.

    chosen: the Entry.choice of the character that is wanted. said: the user says this to her.
    """

    chosen = Signal(str)
    said = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._cards: list[ModelCard] = []
        self._bubble = Bubble()
        self._row = QHBoxLayout()
        self._row.setSpacing(theme.S3)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S3)
        column.addWidget(self._bubble)
        column.addLayout(self._chips())
        column.addLayout(self._row)
        column.addStretch(1)

    @property
    def cards(self) -> tuple[ModelCard, ...]:
        return tuple(self._cards)

    def show_offers(self, offers: tuple[CardContent, ...], choice: str) -> None:
        """Offer these characters; `choice` is the Entry.choice of the one on the desktop."""
        for card in self._cards:
            card.hide()
            card.deleteLater()
        self._cards = [self._card(offer) for offer in offers]
        self.show_choice(choice)

    def show_choice(self, choice: str) -> None:
        """Mark the one that is on the desktop."""
        for card in self._cards:
            card.setChecked(card.offer.entry.choice == choice)
            if card.isChecked():
                self._bubble.show_face(card.offer.entry.folder)

    def show_said(self, text: str) -> None:
        """She says this so far, in Markdown."""
        self._bubble.show_said(text)

    def _chips(self) -> FlowLayout:
        line = FlowLayout(theme.S2 - 2)
        for text in map(tr, SUGGESTIONS):
            chip = QPushButton(text)
            chip.setObjectName("first_run_chip")
            chip.setAccessibleName(tr("Say: {words}", words=text))
            chip.setCursor(Qt.CursorShape.PointingHandCursor)
            chip.setAutoDefault(True)
            chip.clicked.connect(self._sayer(text))
            line.addWidget(chip)
        return line

    def _sayer(self, text: str) -> Callable[[], None]:
        return lambda: self.said.emit(text)

    def _card(self, offer: CardContent) -> ModelCard:
        card = ModelCard(offer)
        card.more.hide()
        card.setFixedHeight(_CARD_HEIGHT)
        card.chosen.connect(lambda: self._choose(offer.entry.choice))
        self._row.addWidget(card, 1)
        return card

    def _choose(self, choice: str) -> None:
        """Marked at once; she comes in a moment."""
        self.show_choice(choice)
        self.chosen.emit(choice)


class Bubble(QFrame):
    """Her words, as they come."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("first_run_bubble")
        self.setMinimumHeight(_LEAST_BUBBLE)
        self._words = text_label("", "first_run_words")
        self._words.setTextFormat(Qt.TextFormat.MarkdownText)
        self._words.setAccessibleName(tr("What the character says"))
        self._face = Avatar(_FACE, self)
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 12, 14, 12)
        line.setSpacing(theme.S3)
        line.addWidget(self._face, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self._words, 1, Qt.AlignmentFlag.AlignTop)

    def show_face(self, folder: Path) -> None:
        """It is the model in this folder that speaks."""
        self._face.show_face(folder)

    def show_said(self, text: str) -> None:
        self._words.setText(text)
        self._words.setAccessibleDescription(text)
