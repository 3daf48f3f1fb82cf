"""Windows beside the character that never take the keyboard focus."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def floating_flags() -> Qt.WindowType:
    """Return the flags of a window beside the character that never takes the focus."""
    return (
        Qt.WindowType.Tool
        | Qt.WindowType.FramelessWindowHint
        | Qt.WindowType.WindowStaysOnTopHint
        | Qt.WindowType.NoDropShadowWindowHint
        | Qt.WindowType.WindowDoesNotAcceptFocus
    )


def float_without_focus(widget: QWidget) -> None:
    """Set the attributes of a window with `floating_flags`."""
    widget.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
    widget.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    widget.setAttribute(Qt.WidgetAttribute.WA_MacAlwaysShowToolWindow)
