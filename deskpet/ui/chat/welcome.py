"""What an empty conversation shows: a greeting and a few ways to begin."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from deskpet.ui import language, theme
from deskpet.ui.chat.head import Avatar
from deskpet.words import tr


class Welcome(QWidget):
    """The character's greeting."""

    chosen = Signal(str)  # this is to be said

    def __init__(self, name: str, suggestions: tuple[str, ...], parent: QWidget) -> None:
        super().__init__(parent)
        title, hint = QLabel(), QLabel()
        self._name = name
        self._title, self._hint, self._avatar = title, hint, Avatar(64, self)
        title.setObjectName("welcome_title")
        hint.setObjectName("welcome_hint")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(theme.S2)
        layout.addStretch(1)
        layout.addWidget(self._avatar, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(title, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(hint, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addSpacing(theme.S1)
        self._chips = {self._chip(): text for text in suggestions}
        for chip in self._chips:
            layout.addWidget(chip, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)
        self.show_character(name, None)
        language.say(self, self._say)

    def _say(self) -> None:
        self._title.setText(tr("Hi, I'm {name}!", name=self._name))
        self._hint.setText(tr("Ask me anything, or try one of these:"))
        for chip, text in self._chips.items():
            chip.setText(tr(text))
            chip.setAccessibleName(tr(text))

    def show_character(self, name: str, folder: Path | None) -> None:
        """Greet for the model in this folder."""
        self._name = name
        self._say()
        self._avatar.show_face(folder)

    def _chip(self) -> QPushButton:
        chip = QPushButton(self)
        chip.setProperty("kind", "chip")
        chip.setCursor(Qt.CursorShape.PointingHandCursor)
        chip.clicked.connect(lambda: self.chosen.emit(chip.text()))
        return chip
