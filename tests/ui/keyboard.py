"""A window walked by Tab: which controls it reaches, in which order, and how the focus is seen."""

import asyncio
from collections import Counter

from PySide6.QtCore import QAbstractAnimation, QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QScrollArea, QWidget

from deskpet.ui.chat.message_actions import ActionBar

TAB, SPACE, ENTER = Qt.Key.Key_Tab, Qt.Key.Key_Space, Qt.Key.Key_Return
_MOST_STOPS = 400
_TEXT_OF_KEYS = {SPACE: " ", ENTER: "\r", TAB: "\t"}
_MIN_CONTRAST, _MIN_PIXELS = 3.0, 12
"""WCAG 2.2, 1.4.11: of a pixel with the focus and without it; as many pixels as a text cursor is high."""


_MOST_SHOWN = QSize(500, 200)


def press(window: QWidget, key: Qt.Key) -> None:
    """Press a key where the focus of the window is, also while another window is the active one."""
    target = window.focusWidget() or window
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        text = _TEXT_OF_KEYS.get(key, "")
        QApplication.sendEvent(target, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, text))


def stops(window: QWidget) -> list[QWidget]:
    """Return the widgets that Tab visits until it repeats; the first one may not be visited again."""
    _round(window)
    return _round(window)


def _round(window: QWidget) -> list[QWidget]:
    found: list[QWidget] = []
    for _ in range(_MOST_STOPS):
        press(window, TAB)
        now = window.focusWidget()
        if now and isinstance(now.parentWidget(), ActionBar):
            # It comes along from message to message.
            continue
        if not now or now in found:
            return found
        found.append(now)
    raise AssertionError("Tab does not come round")


def missed_controls(window: QWidget, reached: list[QWidget]) -> list[str]:
    """Describe the controls of a window that Tab should have reached."""
    return [
        describe(each)
        for each in window.findChildren(QWidget)
        if each.window() is window and each.isVisibleTo(window) and each.isEnabled()
        and each.focusPolicy() & Qt.FocusPolicy.TabFocus
        and each.focusProxy() is None and not isinstance(each, QScrollArea)
        and not isinstance(each.parentWidget(), ActionBar)
        # Of buttons of which one is checked, the arrow keys reach the others.
        and not (isinstance(each, QAbstractButton) and _is_one_of_several(each))
        and each not in reached
    ]  # fmt: skip


def _is_one_of_several(button: QAbstractButton) -> bool:
    group = button.group()
    is_exclusive = button.autoExclusive() or bool(group and group.exclusive())
    return is_exclusive and not button.isChecked()


def describe(widget: QWidget) -> str:
    """Return how a failed test names a control."""
    return f"{type(widget).__name__} {widget.objectName()} {widget.accessibleName()!r}"


async def unseen_stops(window: QWidget) -> list[str]:
    """Walk a window, which has to be the active one, and describe the stops that look the same without the focus."""
    unseen: list[str] = []
    before, picture = None, QImage()
    visited: list[QWidget] = []
    for _ in range(_MOST_STOPS):
        now = window.focusWidget()
        if before and before is not now and _changed_pixels(picture, _picture(before)) < _MIN_PIXELS:
            unseen.append(describe(before))
        if now in visited:
            return unseen
        if now and isinstance(now.parentWidget(), ActionBar):
            # Its buttons are those of other bars, and it fades in.
            now = None
        if now:
            visited.append(now)
        before, picture = now, _picture(now) if now else QImage()
        press(window, TAB)
        # The conversation scrolls to what has the focus.
        await asyncio.sleep(0)
    raise AssertionError("Tab does not come round")


def _picture(widget: QWidget) -> QImage:
    """Return how a control looks in its window; nothing if it is out of view."""
    place, part = QRect(QPoint(), widget.size()), widget
    if isinstance(widget, QAbstractItemView) and widget.currentIndex().isValid():
        # The ring is around a row.
        place, part = widget.visualRect(widget.currentIndex()), widget.viewport()
    # The corner of a long answer shows it as well.
    place = QRect(part.mapTo(widget.window(), place.topLeft()), place.size().boundedTo(_MOST_SHOWN))
    if widget.visibleRegion().isEmpty() or not widget.window().rect().contains(place):
        return QImage()
    return widget.window().grab(place).toImage().convertToFormat(QImage.Format.Format_RGB32)


def moves(window: QWidget) -> bool:
    """Return whether something in a window still fades in or unfolds."""
    running = QAbstractAnimation.State.Running
    animations = window.findChildren(QAbstractAnimation)
    return any(each.state() == running and each.loopCount() > 0 for each in animations)


def _changed_pixels(one: QImage, other: QImage) -> int:
    """Count the pixels that have another colour of enough contrast."""
    if one.isNull() or one.size() != other.size():
        # A sheet of the gallery does not scroll to what has the focus, or it has become another one.
        return _MIN_PIXELS
    places = ((x, y) for y in range(one.height()) if _row(one, y) != _row(other, y) for x in range(one.width()))
    pairs = Counter((one.pixel(x, y), other.pixel(x, y)) for x, y in places)
    return sum(count for (a, b), count in pairs.items() if contrast(QColor(a), QColor(b)) >= _MIN_CONTRAST)


def _row(image: QImage, y: int) -> bytes:
    line = image.bytesPerLine()
    return bytes(image.constBits()[y * line : (y + 1) * line])


def luminance(colour: QColor) -> float:
    """Return the relative luminance of WCAG 2.2."""
    parts = [part / 255 for part in (colour.red(), colour.green(), colour.blue())]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    """Return the contrast ratio of WCAG 2.2, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
