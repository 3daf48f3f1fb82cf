"""Measure on pictures how well texts that stand over the desktop can be read, whatever the wallpaper is.

A text passes if it looks the same over every wallpaper, and has the contrast of WCAG 2.2, level AA, there.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QMenu, QPlainTextEdit, QWidget

from deskpet.features.agents.ui.chips import AgentChips
from deskpet.ui.blocks.document_view import DocumentView
from deskpet.ui.pet.activity import ActivityLine
from deskpet.ui.widgets.icons import IconButton
from tests.gallery.screenshots import Wallpaper
from tests.ui.keyboard import contrast

AA, AA_OF_ICONS = 4.5, 3.0
# How much of a text may differ between wallpapers: a caret or a spinner moves on, and corners are round.
_MAX_CHANGED, _MAX_DIFFERENCE = 0.03, 6
_PAINTED = (IconButton, DocumentView, ActivityLine)
_ALONE = (ActivityLine, AgentChips)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of the desktop with a text, or with an icon that does something."""

    name: str
    box: QRect
    least: float


def spots() -> list[Spot]:
    """Return the texts and icons that can be seen now and are not disabled."""
    windows = [each for each in QApplication.topLevelWidgets() if each.isVisible() and not isinstance(each, Wallpaper)]
    widgets = [widget for window in windows for widget in (window, *window.findChildren(QWidget))]
    seen = [widget for widget in widgets if widget.isVisible() and widget.isEnabled()]
    return [spot for widget in seen for spot in _spots_of(widget) if _is_in_front(widget, spot.box)]


def _is_in_front(widget: QWidget, box: QRect) -> bool:
    corners = (box.center(), box.topLeft(), box.bottomRight())
    return all(QApplication.topLevelAt(point) is widget.window() for point in corners)


def _spots_of(widget: QWidget) -> Iterator[Spot]:
    if isinstance(widget, QMenu):
        for action in widget.actions():
            if action.isEnabled() and action.text():
                yield Spot(f"{action.text()} in the menu", _on_desktop(widget, widget.actionGeometry(action)), AA)
        return
    text = _text_of(widget)
    seen = widget.visibleRegion().boundingRect()
    if text and not seen.isEmpty():
        least = AA_OF_ICONS if isinstance(widget, IconButton) else AA
        # Around what stands alone on the desktop there is a shadow.
        edge = seen.height() // 3 if isinstance(widget, _ALONE) or isinstance(widget.parentWidget(), _ALONE) else 0
        box = _on_desktop(widget, seen.adjusted(edge, edge, -edge, -edge))
        yield Spot(f"{text[:40]!r} in {type(widget).__name__}", box, least)


def _text_of(widget: QWidget) -> str:
    if isinstance(widget, _PAINTED):
        return widget.accessibleName() or type(widget).__name__
    if isinstance(widget, QLabel | QAbstractButton):
        return widget.text()
    if isinstance(widget, QLineEdit):
        return widget.text() or widget.placeholderText()
    return widget.toPlainText() if isinstance(widget, QPlainTextEdit) else ""


def _on_desktop(widget: QWidget, box: QRect) -> QRect:
    return QRect(widget.mapToGlobal(QPoint()) + box.topLeft(), box.size())


def faults(seen: Iterable[Spot], pictures: Sequence[QImage]) -> list[str]:
    """Describe the texts that are hard to read on one of these pictures of the whole desktop."""
    found: list[str] = []
    for spot in seen:
        cuts = [picture.copy(spot.box) for picture in pictures]
        lowest = min(map(ratio, cuts))
        if lowest < spot.least:
            found.append(f"{spot.name}: contrast {lowest:.2f}, not {spot.least}")
        if (part := max(changed_part(cuts[0], each) for each in cuts)) > _MAX_CHANGED:
            found.append(f"{spot.name}: the wallpaper is seen through {part:.0%} of it")
    return found


def ratio(picture: QImage) -> float:
    """Return the contrast between the ground, the colour of most pixels, and what stands out from it most."""
    colours = Counter(_pixels(picture))
    ground = QColor(colours.most_common(1)[0][0])
    # The edges of letters are mixed with the ground: only the colour in the middle of their strokes counts.
    return max(contrast(QColor(colour), ground) for colour in colours)


def changed_part(one: QImage, other: QImage) -> float:
    """Return the part of the pixels that differ."""
    pairs = list(zip(_pixels(one), _pixels(other), strict=True))
    return sum(_differ(*pair) for pair in pairs) / len(pairs)


def _differ(one: int, other: int) -> bool:
    return any(abs((one >> shift & 255) - (other >> shift & 255)) > _MAX_DIFFERENCE for shift in (0, 8, 16))


def _pixels(picture: QImage) -> memoryview:
    plain = picture.convertToFormat(QImage.Format.Format_RGB32)
    # A copy: the bits go with their picture.
    return memoryview(bytes(plain.constBits())).cast("I")
