"""Windows on native Wayland, where a program knows and sets no position: the area that takes clicks, and popups.

Windows beside the character are popups of hers (xdg_popup): those are placed relative to her and follow her, while the
keyboard stays with her window. Imported on Wayland only.
"""

from collections.abc import Iterable

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication, QRegion, QWindow
from PySide6.QtWidgets import QApplication, QGraphicsOpacityEffect, QWidget
from shiboken6 import isValid

from deskpet.ui.platform import positions
from deskpet.ui.platform.x11 import Box

# Outside of any window: an empty mask means the whole window to Qt.
_NOWHERE = QRegion(-2, -2, 1, 1)
# The property of the window whose popups the others are.
_OWNER = "deskpet_owner"


def own_popups(window: QWindow) -> None:
    """Make the windows that are shown with `attach` popups of this one."""
    window.setProperty(_OWNER, True)


def attach(window: QWidget, owner: QWindow | None = None) -> None:
    """Make a window that is not shown yet a popup of a character's. Without her it is a window of its own.

    owner: her window, by default that of the first one.
    """
    if owner is None:
        owner = next((each for each in QGuiApplication.topLevelWindows() if each.property(_OWNER)), None)
    kind = Qt.WindowType.Tool if owner is None or not owner.isVisible() else Qt.WindowType.ToolTip
    others = window.windowFlags() & ~Qt.WindowType.WindowType_Mask
    window.setWindowFlags(kind | others)
    window.winId()
    window.windowHandle().setTransientParent(owner if kind is Qt.WindowType.ToolTip else None)  # pyright: ignore[reportArgumentType]
    if owner is not None and kind is Qt.WindowType.ToolTip:
        _tell_input_method(window.windowHandle(), owner)


def _tell_input_method(popup: QWindow, owner: QWindow) -> None:
    """Let the input method follow the focus in a popup: it knows that of the window with the keyboard only."""

    def tell(_: object) -> None:
        if isValid(owner):
            owner.focusObjectChanged.emit(owner.focusObject())

    popup.focusObjectChanged.connect(tell)
    popup.visibleChanged.connect(tell)


def input_offset(widget: QWidget) -> QPoint:
    """Return how far a place in a widget of a popup is to be moved for the input method.

    It measures from the window with the keyboard, and adds the place of the widget in its window only if Qt knew that
    the widget gets the keys when it was placed there.
    """
    popup = widget.window().windowHandle()
    owner = popup.transientParent() if popup else None
    if owner is None:
        return QPoint()
    added = QGuiApplication.inputMethod().inputItemTransform().map(QPoint())
    return widget.mapTo(widget.window(), QPoint()) + popup.position() - owner.position() - added


def place_again() -> None:
    """Place the popups beside the character again: KWin leaves them where they are when she is moved."""
    for window in _popups():
        # Qt asks for a new place only if that changes.
        window.move(window.x() + 1, window.y())
        window.move(window.x() - 1, window.y())


def take_keyboard(popup: QWidget) -> None:
    """Let the window of the character have the keyboard, which passes keys on to this popup of hers.

    Only KWin can be asked.
    """
    if positions.are_known():
        from deskpet.ui.platform import kwin

        if window := kwin.current(_owner_of(popup)):
            window.take_keyboard()


def place_panel(panel: QWidget) -> None:
    """Let a window with a title of its own be where it is placed, above others. Only KWin can be asked."""
    if positions.are_known():
        from deskpet.ui.platform import kwin

        if window := kwin.current():
            window.place_panel(panel.windowTitle(), panel.pos())


def fade(window: QWidget, opacity: float) -> None:
    """Paint a window with an opacity, 0..1; Wayland has none for windows."""
    effect = window.graphicsEffect()
    if not isinstance(effect, QGraphicsOpacityEffect):
        effect = QGraphicsOpacityEffect(window)
        window.setGraphicsEffect(effect)
    effect.setOpacity(opacity)
    effect.setEnabled(opacity < 1)


def _popups() -> list[QWidget]:
    windows = QApplication.topLevelWidgets()
    return [each for each in windows if each.isVisible() and each.windowType() is Qt.WindowType.ToolTip]


def _owner_of(popup: QWidget) -> QWindow | None:
    window = popup.windowHandle()
    return window.transientParent() if window else None


def key_receiver(owner: QWindow) -> QWidget | None:
    """Return what gets the keys of a character's window: the focused widget of a popup of hers that takes keys."""
    own = (each for each in _popups() if _owner_of(each) is owner)
    takers = [each for each in own if not each.windowFlags() & Qt.WindowType.WindowDoesNotAcceptFocus]
    return next((each.focusWidget() for each in takers if each.focusWidget()), None)


class InputRegion:
    """The input region of one of our windows (wl_surface.set_input_region). The compositor applies it.

    Unlike an X11 shape, Qt's mask does not clip the picture there.
    """

    def __init__(self, window: QWindow) -> None:
        self._window = window
        self._boxes: tuple[Box, ...] | None = None

    def set_region(self, boxes: tuple[Box, ...] | None) -> None:
        """Receive clicks only in these boxes, in physical pixels, or in the whole window if `boxes` is None."""
        if boxes == self._boxes:
            return
        self._boxes = boxes
        mask = QRegion() if boxes is None else region_of(boxes, self._window.devicePixelRatio())
        self._window.setMask(_NOWHERE if boxes is not None and mask.isEmpty() else mask)


def region_of(boxes: Iterable[Box], ratio: float) -> QRegion:
    """Return boxes of a window in physical pixels as a region in logical ones, the unit of Wayland's surfaces."""
    found = QRegion()
    for box in boxes:
        left, top, right, bottom = (round(edge / ratio) for edge in (box[0], box[1], box[0] + box[2], box[1] + box[3]))
        found += QRect(left, top, right - left, bottom - top)
    return found
