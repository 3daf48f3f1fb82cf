"""What an empty conversation shows: a greeting and a few ways to begin."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from deskpet.ui import theme
from deskpet.ui.chat.head import Avatar


class Welcome(QWidget):
    """The character's greeting."""

    chosen = Signal(str)  # this is to be said

    def __init__(self, name: str, suggestions: tuple[str, ...], parent: QWidget) -> None:
        super().__init__(parent)
        title, hint = QLabel(), QLabel("Ask me anything, or try one of these:")
        self._title, self._avatar = title, Avatar(64, self)
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
        for text in suggestions:
            layout.addWidget(self._chip(text), 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)
        self.show_character(name, None)

    def show_character(self, name: str, folder: Path | None) -> None:
        """Greet for the model in this folder."""
        self._title.setText(f"Hi, I'm {name}!")
        self._avatar.show_face(folder)

    def _chip(self, text: str) -> QPushButton:
        chip = QPushButton(text, self)
        chip.setProperty("kind", "chip")
        chip.setAccessibleName(text)
        chip.setCursor(Qt.CursorShape.PointingHandCursor)
        chip.clicked.connect(lambda: self.chosen.emit(text))
        return chip
