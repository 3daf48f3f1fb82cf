"""What a screen reader is told that our own widgets are: Qt knows the roles of its own widgets only.

A class of widgets says it in its `accessible_role`, a QAccessible.Role.
"""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAccessibleWidget, QWidget

_installed = False


def install() -> None:
    """Tell the roles from now on. Qt asks only while a screen reader listens."""
    global _installed
    if not _installed:
        _installed = True
        QAccessible.installFactory(_interface)


def _interface(_name: str, widget: QObject) -> QAccessibleWidget | None:
    """Qt asks with the name of each class that a widget is of, the last one first."""
    role = getattr(widget, "accessible_role", None)
    if role is None or not isinstance(widget, QWidget):
        return None
    # An empty name: the widget's own accessible name is told.
    return QAccessibleWidget(widget, role, "")
