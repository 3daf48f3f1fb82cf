"""The accessible interfaces of a window, and the ones without a name or role."""

from collections.abc import Iterator

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QWidget

_NO_ROLE = {QAccessible.Role.NoRole, QAccessible.Role.Client, QAccessible.Role.Pane, QAccessible.Role.Window}
# These need a name even if they can't have the focus.
_NAMED_ROLES = {
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


def visible_interfaces(interface: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """Yield an interface and the visible ones below it, from the top down, as a screen reader visits them."""
    yield interface
    for number in range(interface.childCount()):
        child = interface.child(number)
        if child and not child.state().invisible and not child.rect().isEmpty():
            yield from visible_interfaces(child)


def name_of(interface: QAccessibleInterface) -> str:
    return interface.text(QAccessible.Text.Name)


def unnamed_interfaces(window: QWidget) -> list[str]:
    """Describe each interface of a window that needs a name or a role and has none."""
    top, *parts = visible_interfaces(QAccessible.queryAccessibleInterface(window))
    found = [f"no name: {_describe(each)}" for each in parts if _needs_name(each) and not name_of(each).strip()]
    found += [f"no role: {_describe(each)}" for each in parts if each.state().focusable and each.role() in _NO_ROLE]
    if window.isWindow() and not name_of(top).strip() and any(each.state().focusable for each in parts):
        found.append(f"no name: {_describe(top)}")
    return found


def _needs_name(interface: QAccessibleInterface) -> bool:
    return bool(interface.state().focusable) or interface.role() in _NAMED_ROLES


def _describe(interface: QAccessibleInterface) -> str:
    widget = interface.object()
    parent = type(widget.parent()).__name__ if widget else ""
    return f"{type(widget).__name__} in {parent}: {name_of(interface)!r} {interface.role()}"
