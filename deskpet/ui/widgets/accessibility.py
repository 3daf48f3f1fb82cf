"""What a screen reader is told that our own widgets are: Qt knows the roles of its own widgets only.

A class of widgets says it in its `accessible_role`, a QAccessible.Role. A checkable button that says it unfolds
something: it is told as folded or unfolded, not as checked.
"""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleStateChangeEvent
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QWidget

_installed = False


def install() -> None:
    """Tell the roles from now on. Qt asks only while a screen reader listens."""
    global _installed
    if not _installed:
        _installed = True
        QAccessible.installFactory(_interface)


def tell_unfolded(head: QAbstractButton) -> None:
    """What this button folds away was unfolded, or folded."""
    if QAccessible.isActive():
        changed = QAccessible.State()
        changed.expanded = changed.collapsed = True
        QAccessible.updateAccessibility(QAccessibleStateChangeEvent(head, changed))


def _interface(_name: str, widget: QObject) -> QAccessibleWidget | None:
    """Qt asks with the name of each class that a widget is of, the last one first."""
    role = getattr(widget, "accessible_role", None)
    if role is None or not isinstance(widget, QWidget):
        return None
    if isinstance(widget, QAbstractButton):
        return _Unfolding(widget, role)
    # An empty name: the widget's own accessible name is told.
    return QAccessibleWidget(widget, role, "")


class _Unfolding(QAccessibleWidget):
    """A button that unfolds something. Qt would tell one that is checkable as a check box."""

    def __init__(self, button: QAbstractButton, role: QAccessible.Role) -> None:
        super().__init__(button, role, "")
        self._button = button

    def state(self) -> QAccessible.State:
        state = super().state()
        state.expandable = True
        state.expanded = self._button.isChecked()
        state.collapsed = not state.expanded
        return state

    def actionNames(self) -> list[str]:
        return [QAccessibleActionInterface.pressAction(), *super().actionNames()]

    def doAction(self, name: str) -> None:
        if name == QAccessibleActionInterface.pressAction():
            self._button.click()
        else:
            super().doAction(name)
