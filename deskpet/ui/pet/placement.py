"""Position of the window on the desktop as plain values; the screens are passed in, not asked from Qt.

A placement is a screen's name and the distance from its nearest corner in logical pixels. Physical pixels would shift
the window with the scale factor, and a distance from a far corner with every change of resolution.
"""

import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, QRect, QSize

from deskpet.config import state_files
from deskpet.config.state_files import JsonObject

MARGIN = 24
# Distance within which a dragged window snaps to a screen edge, in logical pixels.
SNAP = 12
# Maximum fraction of the window beyond a screen edge: enough of it stays visible and can be dragged.
MAX_HIDDEN = 0.5
# Limit for coordinates read from the file, in logical pixels; no desktop is larger.
_MAX_COORDINATE = 100_000


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen: its geometry `whole`, and the part `free` of taskbars and panels. Both in logical pixels.

    ratio: physical pixels per logical pixel. As in Qt, the upper left corner is the same in both, so that there may be
    a gap between screens in logical pixels.
    """

    name: str
    whole: QRect
    free: QRect
    ratio: float = 1.0

    @property
    def pixels(self) -> QRect:
        """The geometry in physical pixels."""
        return QRect(self.whole.topLeft(), self.whole.size() * self.ratio)

    def to_pixels(self, point: QPointF) -> QPointF:
        """Convert a point of the desktop from logical to physical pixels."""
        corner = QPointF(self.whole.topLeft())
        return corner + (point - corner) * self.ratio

    def from_pixels(self, point: QPointF) -> QPointF:
        """Convert a point of the desktop from physical to logical pixels."""
        corner = QPointF(self.whole.topLeft())
        return corner + (point - corner) / self.ratio


Screens = tuple[Screen, ...]
"""All screens, the primary one first; at least one."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A window's distance from the edges of its screen's free part, in logical pixels.

    `x` is the distance between the left edges, or between the right edges if `from_right`; `y` likewise.
    """

    screen: str
    x: int
    y: int
    from_right: bool = False
    from_bottom: bool = False


def screen_of(window: QRect, screens: Screens) -> Screen:
    """Return the screen with the largest part of a window; the nearest one if no screen shows it."""
    shown = max(screens, key=lambda screen: _area(screen.whole.intersected(window)))
    if _area(shown.whole.intersected(window)):
        return shown
    return min(screens, key=lambda screen: _distance(window.center(), screen.whole))


def screen_at(point: QPointF, screens: Screens) -> Screen:
    """Return the screen with a point of the desktop in logical pixels, or the nearest one."""
    pixel = QPoint(math.floor(point.x()), math.floor(point.y()))
    return min(screens, key=lambda screen: _distance(pixel, screen.whole))


def point_in(pointer: QPointF, window: QPoint, own: Screen, screens: Screens) -> QPointF:
    """Return where in a window the pointer is; it may be outside. All in logical pixels.

    own: the screen from which the window has its ratio and its position, although a part may be on another one.
    """
    way = screen_at(pointer, screens).to_pixels(pointer) - own.to_pixels(QPointF(window))
    return way / own.ratio


def dragged(pointer: QPointF, grab: QPointF, size: QSize, own: Screen, screens: Screens) -> QPoint:
    """Return the position to ask Qt for, so that the point `grab` of a window of `size` is below the pointer.

    own: the screen from which the window has its ratio. Where the next screen has another one, the window changes its
    size as soon as its middle is there. Its middle then stays on the pointer's screen, so that it doesn't change back.
    """
    below = screen_at(pointer, screens)
    corner = below.to_pixels(pointer) - grab * own.ratio
    if below == own and any(screen.ratio != own.ratio for screen in screens):
        return _with_middle_on(own, QRect(_rounded(own.from_pixels(corner)), size))
    asked = [(screen, _rounded(screen.from_pixels(corner))) for screen in (own, *screens)]
    fitting = [point for screen, point in asked if _converts(QRect(point, size), own, screens) == screen]
    return (fitting or [asked[0][1]])[0]


def _converts(box: QRect, own: Screen, screens: Screens) -> Screen:
    """Return the screen with whose ratio Qt converts the position of a window to physical pixels.

    See QWindowPrivate::screenForGeometry: it has the window's middle, or else it is the last one that is touched.
    """
    at_middle = [screen for screen in (own, *screens) if screen.whole.contains(box.center())]
    touched = [screen for screen in screens if screen.whole.intersects(box) and screen != own]
    return (at_middle or touched[-1:] or [own])[0]


def _with_middle_on(screen: Screen, window: QRect) -> QPoint:
    """Return the nearest top left corner at which the middle of a window is on the screen, also after rounding."""
    area = screen.whole.adjusted(2, 2, -2, -2).translated(window.topLeft() - window.center())
    return QPoint(_clamp(window.left(), area.left(), area.right()), _clamp(window.top(), area.top(), area.bottom()))


def _rounded(point: QPointF) -> QPoint:
    return QPoint(math.floor(point.x() + 0.5), math.floor(point.y() + 0.5))


def placement_of(window: QRect, screens: Screens) -> Placement:
    """Return the placement of a window, relative to the nearest corner of its screen.

    The upper or left edge counts for one that has no room: it would hang over the other one of a larger screen, too.
    """
    screen = screen_of(window, screens)
    free = screen.free
    left, right = window.left() - free.left(), free.right() - window.right()
    top, bottom = window.top() - free.top(), free.bottom() - window.bottom()
    is_right = right < left and window.width() <= free.width()
    is_low = bottom < top and window.height() <= free.height()
    return Placement(screen.name, right if is_right else left, bottom if is_low else top, is_right, is_low)


def top_left(place: Placement | None, size: QSize, screens: Screens) -> QPoint:
    """Return the top left corner of a window of `size` for a placement, moved so far that it is visible.

    If the screen is not connected, the same placement on the primary screen is used; without one, the lower right.
    """
    screen = next((screen for screen in screens if place and screen.name == place.screen), screens[0])
    free = screen.free
    place = place or Placement(screen.name, MARGIN, 0, from_right=True, from_bottom=True)
    x = free.right() + 1 - size.width() - place.x if place.from_right else free.left() + place.x
    y = free.bottom() + 1 - size.height() - place.y if place.from_bottom else free.top() + place.y
    return _settled(QRect(QPoint(x, y), size), place, screen, screens)


def resized(window: QRect, size: QSize, fixed: QPointF | None, screens: Screens) -> QRect:
    """Return a window after a resize that leaves what it shows at `fixed` in place, as far as the screen has room.

    fixed: a point of the desktop; None for the middle of the window's lower edge. A window that stands on the lower
    edge of its screen stays on it.
    """
    screen, place = screen_of(window, screens), placement_of(window, screens)
    feet = QPointF(window.left() + window.width() / 2, window.bottom() + 1)
    x, y = (fixed or feet).toTuple()
    if abs(window.bottom() - screen.free.bottom()) <= 1 or abs(window.bottom() - screen.whole.bottom()) <= 1:
        y = feet.y()
    left = x - (x - window.left()) * size.width() / window.width()
    top = y - (y - window.top()) * size.height() / window.height()
    box = QRect(QPoint(round(left), round(top)), size)
    return QRect(_settled(box, place, screen, screens), size)


def _settled(window: QRect, place: Placement, screen: Screen, screens: Screens) -> QPoint:
    """Return the nearest top left corner at which the window is on its screen.

    It only hangs over an edge where it was put there by `place`, and never onto another screen.
    """
    corner = keep_visible(window, screen)
    visible = QRect(corner, window.size())
    straddles = any(other.whole.intersects(visible) for other in screens if other is not screen)
    # A window that is larger than its screen can't be within it.
    if (place.x >= 0 or straddles) and window.width() <= screen.free.width():
        left, right = screen.free.left(), screen.free.right() + 1 - window.width()
        corner.setX(_clamp(corner.x(), left, right))
    if (place.y >= 0 or straddles) and window.height() <= screen.free.height():
        top, lowest = screen.free.top(), screen.free.bottom() + 1 - window.height()
        corner.setY(_clamp(corner.y(), top, lowest))
    return corner


def keep_visible(window: QRect, screen: Screen) -> QPoint:
    """Return the nearest top left corner at which enough of the window is on the screen; its upper edge always is."""
    hidden = QSize(int(window.width() * MAX_HIDDEN), int(window.height() * MAX_HIDDEN))
    whole = screen.whole
    left, right = whole.left() - hidden.width(), whole.right() + 1 - window.width() + hidden.width()
    lowest = whole.bottom() + 1 - window.height() + hidden.height()
    return QPoint(_clamp(window.left(), left, right), _clamp(window.top(), screen.free.top(), lowest))


def snapped(window: QRect, screens: Screens, body: QRect | None = None) -> QPoint:
    """Return the top left corner of a dragged window, snapped to near edges of any screen and its free part.

    body: what is to touch the edges at the sides and at the bottom instead of the window, which has empty margins.
    """
    touching = body or window
    near = [screen for screen in screens if screen.whole.adjusted(-SNAP, -SNAP, SNAP, SNAP).intersects(touching)]
    areas = [area for screen in near for area in (screen.free, screen.whole)]
    left, right = touching.left() - window.left(), touching.right() + 1 - window.left()
    x = _snap(window.left(), (x for area in areas for x in (area.left() - left, area.right() + 1 - right)))
    foot = touching.bottom() + 1 - window.top()
    y = _snap(window.top(), (y for area in areas for y in (area.top(), area.bottom() + 1 - foot)))
    return QPoint(x, y)


def load(path: Path) -> Placement | None:
    """Read the saved placement. Returns None if the file does not exist, or logs a warning if it is invalid."""
    return state_files.read_or_none(path, _parse, "the character's place")


def _parse(values: JsonObject) -> Placement:
    limits = (-_MAX_COORDINATE, _MAX_COORDINATE)
    x, y = values.whole("x", bounds=limits), values.whole("y", bounds=limits)
    return Placement(values.text("screen"), x, y, values.flag("from_right", False), values.flag("from_bottom", False))


def save(path: Path, place: Placement) -> None:
    """Save a placement. A failed write is logged."""
    state_files.write_json(path, asdict(place), "the character's place")


def _snap(value: int, edges: Iterable[int]) -> int:
    nearest = min(edges, key=lambda edge: abs(edge - value), default=value)
    return nearest if abs(nearest - value) <= SNAP else value


def _clamp(value: int, low: int, high: int) -> int:
    return max(low, min(high, value))


def moved_into(box: QRect, area: QRect) -> QRect:
    """Return the nearest box of this size within `area`; its upper left corner is there if it is larger."""
    left = max(area.left(), min(box.left(), area.right() + 1 - box.width()))
    return QRect(QPoint(left, max(area.top(), min(box.top(), area.bottom() + 1 - box.height()))), box.size())


def _area(box: QRect) -> int:
    return box.width() * box.height() if box.isValid() else 0


def _distance(point: QPoint, box: QRect) -> int:
    inside = QPoint(_clamp(point.x(), box.left(), box.right()), _clamp(point.y(), box.top(), box.bottom()))
    return (point - inside).manhattanLength()
