"""First step of the first run: choose a character and chat with her."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from deskpet.translation import tr, tr_noop
from deskpet.ui.chat.header import Avatar
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import text_label
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
        self._cards: list[ModelCard] = []
        self._bubble = Bubble()
        self._row = QHBoxLayout()
        self._row.setSpacing(theme.S3)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S3)
        column.addWidget(self._bubble)
        column.addLayout(self._suggestion_chips())
        column.addLayout(self._row)
        column.addStretch(1)

    @property
    def cards(self) -> tuple[ModelCard, ...]:
        return tuple(self._cards)

    def show_cards(self, cards: tuple[CardContent, ...], choice: str) -> None:
        """Show these characters; `choice` is the LibraryEntry.choice of the one on the desktop."""
        for card in self._cards:
            card.hide()
            card.deleteLater()
        self._cards = [self._card(content) for content in cards]
        self.show_choice(choice)

    def show_choice(self, choice: str) -> None:
        """Check the card of the character on the desktop, and show her face in the bubble."""
        for card in self._cards:
            card.setChecked(card.content.entry.choice == choice)
            if card.isChecked():
                self._bubble.show_face(card.content.entry.folder)

    def show_message(self, text: str) -> None:
        """Show the text that the character has said so far, in Markdown."""
        self._bubble.show_message(text)

    def _suggestion_chips(self) -> FlowLayout:
        line = FlowLayout(theme.S2 - 2)
        for text in map(tr, SUGGESTIONS):
            chip = QPushButton(text)
            chip.setObjectName("first_run_chip")
            chip.setAccessibleName(tr("Say: {words}", words=text))
            chip.setCursor(Qt.CursorShape.PointingHandCursor)
            chip.setAutoDefault(True)
            chip.clicked.connect(self._message_emitter(text))
            line.addWidget(chip)
        return line

    def _message_emitter(self, text: str) -> Callable[[], None]:
        return lambda: self.message_sent.emit(text)

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
        self._face = Avatar(_FACE_SIZE, self)
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 12, 14, 12)
        line.setSpacing(theme.S3)
        line.addWidget(self._face, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self._text_label, 1, Qt.AlignmentFlag.AlignTop)

    def show_face(self, folder: Path) -> None:
        """Show the face of the model in this folder."""
        self._face.show_face(folder)

    def show_message(self, text: str) -> None:
        self._text_label.setText(text)
        self._text_label.setAccessibleDescription(text)
