"""First step of the first run: choose a character and chat with her."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from deskpet.translation import tr, tr_noop
from deskpet.ui.chat.header import Avatar
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import STRETCH, at_top, column_in, delete_widgets, line_in, line_of, text_label
from deskpet.ui.widgets.model_card import CardContent, ModelCard

SUGGESTIONS = (tr_noop("Wave at me!"), tr_noop("Tell me a joke"), tr_noop("What time is it?"))
# The bubble has room for the whole greeting, so that the cards below do not move while it streams.
_CARD_HEIGHT, _MIN_BUBBLE_HEIGHT, _FACE_SIZE = 236, 144, 44


class MeetStep(QWidget):
    """Shows the character's speech bubble, suggestions to say, and the characters as cards.

    chosen: Emitted with the LibraryEntry.choice of the chosen character.
    message_sent: Emitted with the text of the suggestion that the user clicked.
    """

    chosen = Signal(str)
    message_sent = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.cards: tuple[ModelCard, ...] = ()
        self.bubble = Bubble()
        self._row = line_of(theme.S3)
        chips = FlowLayout(theme.S2 - 2, *map(self._chip, map(tr, SUGGESTIONS)))
        column_in(self, theme.S3, self.bubble, chips, self._row, STRETCH)

    def show_cards(self, cards: tuple[CardContent, ...], choice: str) -> None:
        """Show these characters; `choice` is the LibraryEntry.choice of the one on the desktop."""
        delete_widgets(self._row)
        self.cards = tuple(map(self._card, cards))
        self.show_choice(choice)

    def show_choice(self, choice: str) -> None:
        """Check the card of the character on the desktop, and show her face in the bubble."""
        for card in self.cards:
            card.setChecked(card.content.entry.choice == choice)
            if card.isChecked():
                self.bubble.face.show_face(card.content.entry.folder)

    def _chip(self, text: str) -> QPushButton:
        chip = plain_button(text, "first_run_chip", "", tr("Say: {words}", words=text))
        chip.setAutoDefault(True)
        chip.clicked.connect(lambda: self.message_sent.emit(text))
        return chip

    def _card(self, content: CardContent) -> ModelCard:
        card = ModelCard(content)
        card.more.hide()
        card.setFixedHeight(_CARD_HEIGHT)
        card.chosen.connect(lambda: self._choose(content.entry.choice))
        self._row.addWidget(card, 1)
        return card

    def _choose(self, choice: str) -> None:
        """Check the card at once; loading the character takes a moment."""
        self.show_choice(choice)
        self.chosen.emit(choice)


class Bubble(QFrame):
    """Speech bubble with the character's face."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("first_run_bubble")
        self.setMinimumHeight(_MIN_BUBBLE_HEIGHT)
        self._text_label = text_label("", "first_run_words")
        self._text_label.setTextFormat(Qt.TextFormat.MarkdownText)
        self._text_label.setAccessibleName(tr("What the character says"))
        self.face = Avatar(_FACE_SIZE, self)
        text = (self._text_label, 1, Qt.AlignmentFlag.AlignTop)
        line_in(self, theme.S3, at_top(self.face), text, margins=(12, 12, 14, 12))

    def show_message(self, text: str) -> None:
        """Show the text that the character has said so far, in Markdown."""
        self._text_label.setText(text)
        self._text_label.setAccessibleDescription(text)
