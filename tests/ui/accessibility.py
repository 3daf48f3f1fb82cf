"""A window as a screen reader finds it: what can be heard in it, and what should be and can't."""

from collections.abc import Iterator

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QWidget

_SAYS_NOTHING = {QAccessible.Role.NoRole, QAccessible.Role.Client, QAccessible.Role.Pane, QAccessible.Role.Window}
# What is pressed, chosen, typed into or looked at has a name, also where the keyboard does not stop.
_NAMED = {
    QAccessible.Role.AlertMessage,
    QAccessible.Role.Button,
    QAccessible.Role.CheckBox,
    QAccessible.Role.EditableText,
    QAccessible.Role.Graphic,
    QAccessible.Role.ListItem,
    QAccessible.Role.MenuItem,
    QAccessible.Role.Notification,
    QAccessible.Role.ProgressBar,
    QAccessible.Role.RadioButton,
    QAccessible.Role.Slider,
    QAccessible.Role.ToolBar,
}


def heard(interface: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """What a screen reader finds, from the top down; what can't be seen is not for it."""
    yield interface
    for number in range(interface.childCount()):
        child = interface.child(number)
        if child and not child.state().invisible and not child.rect().isEmpty():
            yield from heard(child)


def name_of(interface: QAccessibleInterface) -> str:
    return interface.text(QAccessible.Text.Name)


def unheard(window: QWidget) -> list[str]:
    """What of a window has no name or no role, though it can be used or tells something."""
    top, *parts = heard(QAccessible.queryAccessibleInterface(window))
    found = [f"no name: {_described(each)}" for each in parts if _wants_name(each) and not name_of(each).strip()]
    found += [
        f"no role: {_described(each)}" for each in parts if each.state().focusable and each.role() in _SAYS_NOTHING
    ]
    if window.isWindow() and not name_of(top).strip() and any(each.state().focusable for each in parts):
        found.append(f"no name: {_described(top)}")
    return found


def _wants_name(interface: QAccessibleInterface) -> bool:
    return bool(interface.state().focusable) or interface.role() in _NAMED


def _described(interface: QAccessibleInterface) -> str:
    thing = interface.object()
    above = type(thing.parent()).__name__ if thing else ""
    return f"{type(thing).__name__} in {above}: {name_of(interface)!r} {interface.role()}"
