"""Where a window stands on the desktop, as plain values: nothing here asks Qt what screens there are.

A place is a screen's name and a distance from its nearest corner, in logical pixels: physical ones would drift
with the scale, and one counted from a far corner with every change of resolution.
"""

import logging
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QSize

from deskpet import state_files

MARGIN = 24
# From so near an edge of the screen, in logical pixels, a window that is dragged jumps to it.
SNAP = 12
# Of a window half hidden beyond an edge there is still enough to be seen and to be pulled at.
MOST_HIDDEN = 0.5
# No desktop is wider or higher, in logical pixels.
_FARTHEST = 100_000

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen of the desktop: all of it, and what taskbars and panels leave free. Both in logical pixels."""

    name: str
    whole: QRect
    free: QRect


Screens = tuple[Screen, ...]
"""The screens that are there, the primary one first; there is at least one."""


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a window stands: how far its edges are from those of the free part of the screen it is on.

    `x` counts from left to left, or from the screen's right edge leftwards to the window's; `y` likewise.
    """

    screen: str
    x: int
    y: int
    from_right: bool = False
    from_bottom: bool = False


def screen_of(window: QRect, screens: Screens) -> Screen:
    """The screen that shows the most of a window; of none, the nearest."""
    shown = max(screens, key=lambda screen: _area(screen.whole.intersected(window)))
    if _area(shown.whole.intersected(window)):
        return shown
    return min(screens, key=lambda screen: _distance(window.center(), screen.whole))


def placement_of(window: QRect, screens: Screens) -> Placement:
    """The place of a window, counted from the nearest corner."""
    screen = screen_of(window, screens)
    free = screen.free
    left, right = window.left() - free.left(), free.right() - window.right()
    top, bottom = window.top() - free.top(), free.bottom() - window.bottom()
    is_right, is_low = right < left, bottom < top
    return Placement(screen.name, right if is_right else left, bottom if is_low else top, is_right, is_low)


def corner(place: Placement | None, size: QSize, screens: Screens) -> QPoint:
    """Where the top left corner of a window of `size` goes: to its place, as far as it can be seen there.

    While its screen is away, to the same place on the primary one; without a place, to the lower right.
    """
    screen = next((screen for screen in screens if place and screen.name == place.screen), screens[0])
    free = screen.free
    place = place or Placement(screen.name, MARGIN, 0, from_right=True, from_bottom=True)
    x = free.right() + 1 - size.width() - place.x if place.from_right else free.left() + place.x
    y = free.bottom() + 1 - size.height() - place.y if place.from_bottom else free.top() + place.y
    return in_sight(QRect(QPoint(x, y), size), screen)


def in_sight(window: QRect, screen: Screen) -> QPoint:
    """The nearest corner from which enough of a window is on the screen; its head always is."""
    most = QSize(int(window.width() * MOST_HIDDEN), int(window.height() * MOST_HIDDEN))
    whole = screen.whole
    left, right = whole.left() - most.width(), whole.right() + 1 - window.width() + most.width()
    lowest = whole.bottom() + 1 - window.height() + most.height()
    return QPoint(_between(window.left(), left, right), _between(window.top(), screen.free.top(), lowest))


def snapped(window: QRect, screens: Screens) -> QPoint:
    """Where a window dragged to `window` goes: to the near edges of any screen, and of its free part."""
    here = [screen for screen in screens if screen.whole.adjusted(-SNAP, -SNAP, SNAP, SNAP).intersects(window)]
    areas = [area for screen in here for area in (screen.free, screen.whole)]
    x = _near(window.left(), (x for area in areas for x in (area.left(), area.right() + 1 - window.width())))
    y = _near(window.top(), (y for area in areas for y in (area.top(), area.bottom() + 1 - window.height())))
    return QPoint(x, y)


def load(path: Path) -> Placement | None:
    """The remembered place; None when there is none, or none that can be read."""
    try:
        values, far = state_files.read_json(path), (-_FARTHEST, _FARTHEST)
        x, y = values.whole("x", bounds=far), values.whole("y", bounds=far)
        return Placement(
            values.text("screen"), x, y, values.flag("from_right", False), values.flag("from_bottom", False)
        )
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        log.warning("the character's place in %s can't be read: %s", path, error)
        return None


def save(path: Path, place: Placement) -> None:
    """Remember a place. A disk that is full or closed is logged, and the place forgotten."""
    state_files.keep_json(path, asdict(place), "the character's place")


def _near(value: int, edges: Iterable[int]) -> int:
    nearest = min(edges, key=lambda edge: abs(edge - value), default=value)
    return nearest if abs(nearest - value) <= SNAP else value


def _between(value: int, least: int, most: int) -> int:
    return max(least, min(most, value))


def _area(box: QRect) -> int:
    return box.width() * box.height() if box.isValid() else 0


def _distance(point: QPoint, box: QRect) -> int:
    inside = QPoint(_between(point.x(), box.left(), box.right()), _between(point.y(), box.top(), box.bottom()))
    return (point - inside).manhattanLength()
