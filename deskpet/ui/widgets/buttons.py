"""Buttons with a text."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton


def plain_button(text: str, name: str, kind: str, accessible_name: str = "") -> QPushButton:
    """Return a button of the kind `primary`, `secondary`, `danger` or `link`, or of another one in the stylesheet.

    name: that of the object. accessible_name: what a screen reader says, if it is not the text.
    """
    button = QPushButton(text)
    button.setObjectName(name)
    button.setProperty("kind", kind)
    button.setAccessibleName(accessible_name or text)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button
