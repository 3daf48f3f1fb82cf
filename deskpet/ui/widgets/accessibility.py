"""Accessible interfaces of our own widget classes, for screen readers; Qt knows the roles of its own widgets only.

A widget class declares its role as the class attribute `accessible_role`, a QAccessible.Role. A checkable button with
that attribute is reported as expanded or collapsed instead of checked.
"""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleStateChangeEvent
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QWidget

_installed = False


def install() -> None:
    """Install the interface factory, once. Qt calls it only while an assistive tool is active."""
    global _installed
    if not _installed:
        _installed = True
        QAccessible.installFactory(_interface)


def notify_expanded(head: QAbstractButton) -> None:
    """Notify assistive tools that a button was expanded or collapsed."""
    if QAccessible.isActive():
        changed = QAccessible.State()
        changed.expanded = changed.collapsed = True
        QAccessible.updateAccessibility(QAccessibleStateChangeEvent(head, changed))


def _interface(_name: str, widget: QObject) -> QAccessibleWidget | None:
    """Create the interface of a widget with an `accessible_role`, or return None.

    Qt calls this with the name of each of the widget's C++ classes, the most derived one first.
    """
    role = getattr(widget, "accessible_role", None)
    if role is None or not isinstance(widget, QWidget):
        return None
    if isinstance(widget, QAbstractButton):
        return _DisclosureButton(widget, role, "")
    # With an empty name Qt reports the widget's accessibleName.
    return QAccessibleWidget(widget, role, "")


class _DisclosureButton(QAccessibleWidget):
    """A button that expands and collapses content. Qt would report a checkable one as a check box."""

    def state(self) -> QAccessible.State:
        state = super().state()
        state.expandable = True
        state.expanded = self._button().isChecked()
        state.collapsed = not state.expanded
        return state

    def actionNames(self) -> list[str]:
        return [QAccessibleActionInterface.pressAction(), *super().actionNames()]

    def doAction(self, name: str) -> None:
        if name == QAccessibleActionInterface.pressAction():
            self._button().click()
        else:
            super().doAction(name)

    def _button(self) -> QAbstractButton:
        # Not kept: Qt never gives this interface back to Python, so what it holds is never collected.
        button = self.object()
        assert isinstance(button, QAbstractButton)
        return button
