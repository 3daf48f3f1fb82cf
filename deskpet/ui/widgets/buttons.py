"""Buttons with a text."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton


def plain_button(text: str, name: str, kind: str) -> QPushButton:
    """Return a button of the kind `primary`, `secondary`, `danger` or `link`. `name` is that of the object."""
    button = QPushButton(text)
    button.setObjectName(name)
    button.setProperty("kind", kind)
    button.setAccessibleName(text)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button
